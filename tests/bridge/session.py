"""A JVM that runs the real Pemja, as the tests drive it."""

import os
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from flink_agents_bridge.flink.agent import agent_flags, agent_jar, option_text, read_report
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import Jvm, JvmDiedError
from tests.bridge.calls import Caller


@dataclass(frozen=True)
class Place:
    """Where the JVM's parts are."""

    jdk: Jdk
    python: str
    python_path: str
    pemja_jar: Path
    probe_jar: Path
    folder: Path

    def finding(self, code: Path) -> "Place":
        """The same, where Python finds modules in one more folder."""
        return replace(self, python_path=os.pathsep.join([self.python_path, str(code)]))


@dataclass
class Session:
    """One JVM while a ``with`` block lasts; the thread that makes the calls is ``owner``.

    At its end every interpreter that the owner has made is closed, and each manager's account must
    be even: as many interpreters closed as made, ``leaked`` of them apart. With ``patched`` the
    bridge is in Pemja's jar, and no agent is given to the JVM.
    """

    place: Place
    agent: Mapping[str, object] | None
    options: Sequence[str] = ()
    classpath: Sequence[Path] = ()
    with_pemja: bool = True
    leaked: int = 0
    patched: bool = False
    _primaries: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        place = self.place
        self.report = place.folder / "report.jsonl"
        flags: list[str] = []
        if self.agent is not None:
            given = {"report": self.report, "lanes": 4, **self.agent}
            flags = (
                [f"-Dflinkagentsbridge.options={option_text(given)}"]
                if self.patched
                else agent_flags(agent_jar(), place.jdk, given)
            )
        elif place.jdk.feature >= 22:
            flags = ["--enable-native-access=ALL-UNNAMED"]
        temporary = place.folder / "jvm-tmp"
        temporary.mkdir()
        # A JVM that dies leaves its performance data behind, wherever its temporary folder is.
        flags += [f"-Djava.io.tmpdir={temporary}", "-XX:-UsePerfData"]
        pemja = [place.pemja_jar] if self.with_pemja else []
        self.jvm = Jvm(
            classpath=[*pemja, place.probe_jar, *self.classpath],
            options=[*flags, *self.options],
            java_home=place.jdk.home,
            env={"PYTHONPATH": place.python_path},
            folder=place.folder,
        )

    def __enter__(self) -> "Session":
        self.jvm.__enter__()
        self.probe = self.jvm.view.probe
        self.owner = Caller(self.probe.Caller.here())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if error is not None:
            self.jvm.__exit__(kind, error, at)
            return
        try:
            # Without the bridge there is no account to settle, and perhaps no JVM any more.
            if self.agent is not None:
                self.settle()
        finally:
            with suppress(*([JvmDiedError] if self.agent is None else [])):
                self.jvm.__exit__(None, None, None)
        self._audit()
        assert not list((self.place.folder / "jvm-tmp").iterdir())

    def settle(self) -> None:
        """Close every interpreter that the owner has made up to now, and look at the accounts."""
        while self._primaries:
            self.owner.call(self._primaries.pop(), "close")
        self._audit()

    def _audit(self) -> None:
        for account in self.accounts():
            made, closed = account["interpretersMade"], account["interpretersClosed"]
            assert made == closed + account["interpretersLeaked"], account
        assert sum(a["interpretersLeaked"] for a in self.accounts()) == self.leaked

    def has_died(self) -> bool:
        """Whether the JVM has crashed, asked after its end."""
        return self.jvm.wait_exit(1) == -signal.SIGABRT and self.jvm.crash_file() is not None

    def primary(self, source: str = "from probes import *", paths: Sequence[str] = ()) -> Any:
        """An interpreter made on the owner thread, with the probes' names in it."""
        made = self.owner.begin(self.making(paths)).result()
        self._primaries.append(made)
        self.owner.exec(made, source)
        return made

    def making(self, paths: Sequence[str] = ()) -> Any:
        """The task that makes an interpreter on the thread it is given to."""
        return self.probe.Primaries.making(self.place.python, list(paths))

    def making_sub(self, paths: Sequence[str] = ()) -> Any:
        """As ``making``, in the mode ``SUB_INTERPRETER``."""
        return self.probe.Primaries.makingSub(self.place.python, list(paths))

    def source(self, name: str = "source") -> Caller:
        """A thread that no manager knows."""
        return Caller(self.probe.Caller.source(name))

    def worker(self, interpreter: Any) -> Caller:
        """A managed worker of the interpreter's manager."""
        return Caller(self.probe.Caller.worker(interpreter))

    def three(self, interpreter: Any) -> dict[str, Caller]:
        """One caller of each kind."""
        return {"owner": self.owner, "worker": self.worker(interpreter), "lane": self.source()}

    def witness(self, interpreter: Any) -> Any:
        """What Python calls back."""
        return self.probe.Witness(interpreter)

    def manager(self, interpreter: Any) -> Any:
        """The interpreter's manager."""
        return self.jvm.view.io.github.flinkagentsbridge.pemja.Bridge.managerOf(interpreter)

    def statistics(self, interpreter: Any) -> Any:
        """What the interpreter's manager has counted so far."""
        return self.manager(interpreter).statistics()

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What the agent has reported."""
        return [event for event in read_report(self.report) if event["event"] == kind]

    def accounts(self) -> list[dict[str, Any]]:
        """The final numbers of each manager."""
        return [event["statistics"] for event in self.events("closed")]
