"""Put the bridge into jars, for JVMs that can be given no flag, and take it out again.

The agent jar rewrites a jar into a file beside it; here that file takes the jar's place, in one
step and only once it is whole on the disk. So whatever goes wrong leaves the jar as it was.
"""

import os
import shutil
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.flink.agent_command import ask_agent_jar
from flink_agents_bridge.flink.jdk import Jdk

Outcome = Literal["patched", "already", "nothing", "refused", "restored", "unpatched"]
KEPT = ".bridge-original"  # not `.jar`: class paths take in whole folders of those
_SCRATCH = ".bridge-new"
_MARK = "META-INF/flink-agents-bridge/patched-by"
_OPTIONS = "io/github/flinkagentsbridge/patched/options.txt"  # where Pemja is
_RUNTIME = "META-INF/flink-agents-bridge/runtime.jar"  # where calls are redirected
_PATIENCE = 600  # seconds for one jar


class PatchError(BridgeError):
    """A jar could not be patched or restored; it is as it was."""


@dataclass(frozen=True)
class Result:
    """What became of one jar.

    Attributes:
        jar: the jar that was asked about.
        outcome: what was done to it.
        place: where the patched jar is.
        version: the version of the bridge that it is patched by.
        woven: the classes of Pemja that were woven.
        mended: the classes of Flink Agents that were mended.
        calls: instructions in other classes that call Pemja and stay as they are.
        redirected: such instructions that lead to the bridge now.
        unsigned: whether a signature was removed.
        nested: jars inside of it that hold what would have been patched.
        reason: why it was refused.
    """

    jar: Path
    outcome: Outcome
    place: Path
    version: str | None = None
    woven: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    calls: int = 0
    redirected: int = 0
    unsigned: bool = False
    nested: tuple[str, ...] = ()
    reason: str | None = None

    @property
    def holds_pemja(self) -> bool:
        """Whether Pemja is in it, with the bridge."""
        return bool(self.woven)


@dataclass(frozen=True)
class Patcher:
    """Patches jars with one agent jar's weaver.

    Attributes:
        jdk: runs the weaver.
        agent_jar: has it, and the runtime.
        version: of the bridge, as the agent jar has it.
        options: of the bridge in the patched jars, as text.
        call_sites: whether calls of a Pemja that is not in the jar are redirected.
    """

    jdk: Jdk
    agent_jar: Path
    version: str
    options: str = ""
    call_sites: bool = False

    def patch(self, jar: Path, folder: Path | None = None) -> Result:
        """Patch a jar, in its place or as a copy in ``folder``.

        A jar that was patched by another version or with other options is patched anew from its
        original.

        Raises:
            PatchError: it is no jar, or it or its folder cannot be written.
        """
        jar = _file(jar)
        place = jar if folder is None else folder.resolve() / jar.name
        if folder is not None and place == jar:
            raise PatchError(f"{folder} is where {jar.name} is: leave -o out to patch it there.")
        patched_by = mark(jar)
        if patched_by is None:
            return self._rewrite(jar, jar, place)
        if folder is None and _entry(jar, _MARK) == self._mark():
            return Result(
                jar,
                "already",
                jar,
                patched_by,
                woven=("pemja/core/PythonInterpreter",) if _has(jar, _OPTIONS) else (),
                redirected=int(_has(jar, _RUNTIME)),
            )
        original = kept(jar)
        if not original.exists():
            raise PatchError(
                f"{jar} was patched before, by version {patched_by}, and no original is beside it "
                f"({original.name}): put the released jar in its place and patch that."
            )
        return self._rewrite(jar, original, place)

    def _mark(self) -> str:
        return f"{self.version}\n{self.options}{' call-sites' if self.call_sites else ''}\n"

    def _rewrite(self, jar: Path, source: Path, place: Path) -> Result:
        scratch = place.with_name(f".{place.name}{_SCRATCH}")
        try:
            answer = self._ask(source, scratch)
            if answer["outcome"] == "patched":
                shutil.copymode(jar, scratch)
                if place == jar and source == jar:
                    _keep(jar)
                scratch.replace(place)
                _settle(place.parent)
        except OSError as error:
            raise PatchError(_unwritable(place, error)) from error
        finally:
            with suppress(OSError):  # what has gone wrong is told already
                scratch.unlink()
        return Result(
            jar=jar,
            outcome=answer["outcome"],
            place=place,
            version=self.version if answer["outcome"] == "patched" else None,
            woven=tuple(answer["woven"]),
            mended=tuple(answer["mended"]),
            calls=answer["calls"],
            redirected=answer["redirected"],
            unsigned=answer["unsigned"],
            nested=tuple(answer["nested"]),
            reason=answer["reason"],
        )

    def _ask(self, source: Path, scratch: Path) -> dict[str, Any]:
        scratch.touch()  # a folder that cannot be written is told before the work
        return ask_agent_jar(
            self.jdk,
            self.agent_jar,
            "patch",
            source,
            scratch,
            self.options,
            *(["call-sites"] if self.call_sites else []),
            failed=f"{source} could not be patched and is as it was",
            within=_PATIENCE,
            error=PatchError,
        )


def restore(jar: Path) -> Result:
    """Give a patched jar its own bytes back.

    Raises:
        PatchError: its original is gone, or its folder cannot be written.
    """
    jar = _file(jar)
    version, original = mark(jar), kept(jar)
    if version is None:
        return Result(jar, "unpatched", jar)
    if not original.exists():
        raise PatchError(
            f"{jar} is patched, but its original is not beside it ({original.name}): put the "
            f"released jar in its place."
        )
    try:
        original.replace(jar)
        _settle(jar.parent)
    except OSError as error:
        raise PatchError(_unwritable(jar, error)) from error
    return Result(jar, "restored", jar)


def mark(jar: Path) -> str | None:
    """The version of the bridge that has patched this jar, if one has.

    Raises:
        PatchError: it is no jar.
    """
    text = _entry(jar, _MARK)
    return None if text is None else text.splitlines()[0]


def kept(jar: Path) -> Path:
    """Where the original of a patched jar is kept."""
    return jar.with_name(jar.name + KEPT)


def _has(jar: Path, name: str) -> bool:
    with zipfile.ZipFile(jar) as archive:
        return name in archive.namelist()


def _entry(jar: Path, name: str) -> str | None:
    try:
        with zipfile.ZipFile(jar) as archive:
            return archive.read(name).decode() if name in archive.namelist() else None
    except (OSError, zipfile.BadZipFile) as error:
        raise PatchError(f"{jar} cannot be read as a jar ({error}): name one that can.") from error


def _keep(jar: Path) -> None:
    """A second name for the jar's own file, which stays when another file takes the first."""
    scratch = kept(jar).with_suffix(".new")
    scratch.unlink(missing_ok=True)
    try:
        scratch.hardlink_to(jar)
    except OSError:  # not every file system has links
        shutil.copy2(jar, scratch)
        with scratch.open("rb") as copy:
            os.fsync(copy.fileno())
    scratch.replace(kept(jar))


def _settle(folder: Path) -> None:
    """Wait until the folder's new entries are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _file(jar: Path) -> Path:
    """The file itself where the jar is a link to it."""
    if not jar.is_file():
        raise PatchError(f"There is no jar {jar}: name one that is to be patched.")
    return jar.resolve()


def _unwritable(jar: Path, error: OSError) -> str:
    return (
        f"{jar} cannot be replaced ({error.strerror or error}) and is as it was: make its folder "
        f"writable and give it room, or patch into another folder with -o."
    )
