"""What a running JVM tells from outside, by ``java -jar AGENT attach``."""

import json
import re
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import until
from tests.bridge.session import Session
from tests.telemetry.asking import Ask

DOOR = "wait_at_door"


def busy(session: Session, interpreter: Any) -> list[Any]:
    """A lane that runs one call and has another queued."""
    first = session.source("first").start(interpreter, "invoke", DOOR, rest=[])
    until(lambda: "1 source thread" in session.manager(interpreter).dump())
    until(lambda: "running" in session.manager(interpreter).dump())
    second = session.source("second").start(interpreter, "invoke", "nothing", rest=[])
    until(lambda: "1 queued" in session.manager(interpreter).dump())
    return [first, second]


def check(session: Session, interpreter: Any, ask: Ask, jdk: Jdk | None = None) -> None:
    """Ask for both, and compare with what the manager itself says."""
    calls = busy(session, interpreter)
    name = session.manager(interpreter).name()
    statistics = ask(session.jvm.pid, "statistics", jdk=jdk)
    assert statistics.code == 0, statistics.sentence
    told = json.loads(statistics.answer or "")
    assert (told["format"], told["pid"], told["reason"]) == (1, session.jvm.pid, None)
    [manager] = told["runtime"]["managers"]
    assert (manager["name"], manager["state"], manager["ownerDepth"]) == (name, "OPEN", 0)
    [lane] = manager["lanes"]
    assert lane["thread"] == f"{name}-lane-1"
    assert (lane["running"]["call"], lane["running"]["caller"]) == (DOOR, "first")
    assert lane["running"]["forNanos"] > 0
    assert [(q["call"], q["caller"]) for q in lane["queued"]] == [("nothing", "second")]
    waits = [(wait["from"], wait["to"]) for wait in manager["waits"]]
    assert waits == [("first", lane["thread"]), ("second", lane["thread"])]
    numbers = manager["statistics"]
    assert (numbers["lanesInUse"], numbers["queuedCalls"], numbers["laneCalls"]) == (1, 1, 2)
    dump = ask(session.jvm.pid, "dump", jdk=jdk)
    assert dump.code == 0, dump.sentence
    text = dump.answer or ""
    assert f"'second' waits for '{name}-lane-1'" in text
    stacks = text[text.index(f"stacks of '{name}-lane-1'. Java:") :]
    frames = r"pemja\.core\.PythonInterpreter\.invoke.*Python:.*at wait_at_door"
    assert re.search(frames, stacks, re.DOTALL)
    session.owner.invoke(interpreter, "open_door", 1)
    for call in calls:
        call.result()


def test_agent(protected: Any, ask: Ask, each_jdk: Jdk) -> None:
    """B10: who waits for whom, with numbers and both stacks, from a JVM under the agent."""
    with protected(jdk=each_jdk, lanes=1) as session:
        check(session, session.primary(), ask, each_jdk)


def test_whole_jar(protected: Any, tmp_path: Any) -> None:
    """B10: the agent jar itself can be attached, too; the file must be there."""
    with protected() as session:
        session.primary()
        file = tmp_path / "answer"
        file.touch()
        jcmd = [str(session.place.jdk.home / "bin" / "jcmd"), str(session.jvm.pid)]
        agent = [str(agent_jar()), f'"statistics={file}"']
        subprocess.run(
            [*jcmd, "JVMTI.agent_load", *agent], check=True, capture_output=True, timeout=60
        )
        assert json.loads(file.read_text())["runtime"]["managers"]


def test_absent(unprotected: Any, ask: Ask) -> None:
    """B10: a JVM without the bridge says so, in words and in the exit code."""
    with unprotected() as session:
        for what in ("dump", "statistics"):
            asked = ask(session.jvm.pid, what)
            assert asked.code == 3
            assert "is not at work in this JVM" in asked.sentence
            assert "is not at work in this JVM" in (asked.answer or "")
        assert json.loads(asked.answer or "")["runtime"] is None


@pytest.mark.parametrize(
    ("pid", "flags", "sentence"),
    [
        (2**22 + 1, (), "Cannot attach to process 4194305"),
        (1, ("--limit-modules=java.base,java.instrument",), "Use that of a JDK, which has the"),
    ],
)
def test_no_answer(ask: Ask, pid: int, flags: tuple[str, ...], sentence: str) -> None:
    """B10: no such process, or a Java that cannot attach: one sentence, and exit code 1.

    No file is left, which a second try would refuse.
    """
    for _ in range(2):
        asked = ask(pid, "dump", flags=flags, fresh=False)
        assert (asked.code, asked.answer) == (1, None)
        assert sentence in asked.sentence
        assert len(asked.sentence.splitlines()) == 1


def test_no_agent_allowed(place: Any, ask: Ask) -> None:
    """B10: a JVM that takes no agent leaves no file either."""
    with Session(place(), {}, options=["-XX:-EnableDynamicAgentLoading"]) as session:
        asked = ask(session.jvm.pid, "dump")
        assert (asked.code, asked.answer) == (1, None)
        assert "allow agents to be loaded" in asked.sentence


def test_file_is_the_callers_alone(protected: Any, ask: Ask, tmp_path: Path) -> None:
    """B10: the answer is readable by its owner only, and no file that is there is written over."""
    with protected() as session:
        session.primary()
        assert ask(session.jvm.pid, "statistics").code == 0
        file = tmp_path / "statistics.txt"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        kept = tmp_path / "kept"
        kept.write_text("kept")
        dump = tmp_path / "dump.txt"
        for lay in (lambda: dump.symlink_to(kept), lambda: dump.write_text("kept")):
            lay()
            asked = ask(session.jvm.pid, "dump", fresh=False)
            assert (asked.code, asked.answer) == (1, "kept")
            assert asked.sentence.strip() == f"{dump} exists; name a file that does not."
            dump.unlink()
        assert kept.read_text() == "kept"


def test_attaches_what_is_installed(protected: Any, ask: Ask) -> None:
    """B10: nothing joins the other JVM's class path but a jar that stays where it is installed."""
    with protected() as session:
        session.primary()
        assert ask(session.jvm.pid, "statistics").code == 0
        answer = agent_jar().with_name("flink-agents-bridge-agent-attach.jar")
        name = "io.github.flinkagentsbridge.attach.Answer"
        lang = session.jvm.view.java.lang
        kept = lang.ClassLoader.getSystemClassLoader().getResources(
            name.replace(".", "/") + ".class"
        )
        places = []
        while kept.hasMoreElements():
            places.append(str(kept.nextElement().getPath()))
        assert any(str(answer) in place for place in places), places
        assert not any(tempfile.gettempdir() in place for place in places)
