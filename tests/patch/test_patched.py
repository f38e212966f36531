"""JVMs on patched copies of the released jars, without an agent, with one, and with two copies."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Place, Session
from tests.bridge.test_crashes import (
    call_back_from_threads,
    deep_from_four_threads,
    one_object_from_four_threads,
    two_names_in_turn,
)
from tests.bridge.test_providers import ROUNDS, provider
from tests.patch.conftest import Start
from tests.patch.instead_of_agent import PatchedJars, session_with

HERE = Path(__file__).parent
CLAIM = "flinkagentsbridge.runtime"
SECOND = "a bridge runs in this JVM"


def arguments_of(session: Session) -> list[str]:
    beans = session.jvm.view.java.lang.management.ManagementFactory.getRuntimeMXBean()
    return list(plain(beans.getInputArguments()))


def claim(session: Session) -> str:
    return str(session.jvm.view.java.lang.System.getProperty(CLAIM))


def test_one_interpreter_from_four_threads(
    patched: Start, patched_jars: PatchedJars, installation: Installation, each_jdk: Jdk
) -> None:
    """B1, T1: no flag of ours is given to the JVM, and each thread gets a lane."""
    with patched(jdk=each_jdk) as session:
        assert deep_from_four_threads(session) == [{"30": 150}] * 4
        given = arguments_of(session)
        assert not [flag for flag in given if flag.startswith(("-javaagent", "--"))]
        [live] = session.events("live")
        assert live["pemja"] == f"file:{patched_jars[installation.flink_python_jar]}"
        assert "out of reach" not in session.jvm.stderr()  # the native functions of CPython
    assert sum(account["laneCalls"] for account in session.accounts()) == 4 * 150


@pytest.mark.parametrize(
    "scenario", [call_back_from_threads, two_names_in_turn, one_object_from_four_threads]
)
def test_what_kills_a_bare_jvm(patched: Start, scenario: Callable[[Session], object]) -> None:
    """B1, T3, N1, H1: the scenarios of the agent's own tests."""
    with patched() as session:
        scenario(session)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("enabled=false", "patch --restore"),
        ("lanes=-1", "a whole number"),
        ("no=1", "unknown"),
        ("idle-waiting=on", "only the agent changes Flink Agents' operator"),
    ],
)
def test_options_are_checked(
    place: Callable[..., Place],
    patched_jars: PatchedJars,
    monkeypatch: pytest.MonkeyPatch,
    given: str,
    told: str,
) -> None:
    """B13: the environment gives them; what cannot hold is said when an interpreter is made."""
    monkeypatch.setenv("FLINK_AGENTS_BRIDGE_OPTIONS", given)
    here = place()
    bare = Session(replace(here, pemja_jar=patched_jars[here.pemja_jar]), None)
    with bare as session:
        for _ in range(2):
            with pytest.raises(JavaError, match=told):
                session.owner.begin(session.making()).result()


def test_beside_the_agent(place: Callable[..., Place], patched_jars: PatchedJars) -> None:
    """B1: the agent weaves the original out of the jar, and its runtime is the only one."""
    here = place()
    with Session(replace(here, pemja_jar=patched_jars[here.pemja_jar]), {}) as session:
        assert deep_from_four_threads(session) == [{"30": 150}] * 4
        interpreter = session.primary()
        seams = [each for each in interpreter.getClass().getInterfaces() if "Seam" in str(each)]
        assert [each.getClassLoader() for each in seams] == [None]
        assert "flink-agents-bridge-agent.jar" in claim(session)
        assert len(session.events("live")) == 1


def test_no_job_is_kept(patched: Start) -> None:
    """B1: the thread that outlives jobs does not hold the class loader of the first one."""
    with patched() as session:
        session.primary()
        threads = session.jvm.view.java.lang.Thread.getAllStackTraces().keySet()
        [keeper] = [each for each in threads if each.getName() == "bridge-handle-release"]
        assert keeper.getContextClassLoader() is None


def interpreter_of(session: Session, jar: Path) -> Any:
    """Make one of the Pemja that Flink's loader for user code has from this jar."""
    java, make = session.jvm.view.java, session.jvm.gateway.new_array
    urls, parent_first = make(java.net.URL, 1), make(java.lang.String, 1)
    urls[0], parent_first[0] = java.net.URL(jar.as_uri()), "java."
    loader = session.jvm.view.org.apache.flink.util.ChildFirstClassLoader(
        urls, java.lang.ClassLoader.getSystemClassLoader(), parent_first, None
    )
    builder = loader.loadClass("pemja.core.PythonInterpreterConfig$PythonInterpreterConfigBuilder")
    config = builder.getConstructors()[0].newInstance(make(session.jvm.view.Object, 0))
    config = config.setPythonExec(session.place.python).build()
    maker = loader.loadClass("pemja.core.PythonInterpreter").getConstructors()[0]
    return session.owner.call(maker, "newInstance", rest=[config])


def test_two_copies(patched: Start, patched_jars: PatchedJars, installation: Installation) -> None:
    """B1: one runtime per JVM; the second copy's interpreter is refused with both places."""
    [jar] = [jar for jar in patched_jars.values() if "flink-python" in jar.name]
    with patched(classpath=installation.flink_jars) as session:
        session.primary()
        with pytest.raises(JavaError) as refusal:
            interpreter_of(session, jar)
        assert "SecondRuntimeException" in refusal.value.cause
        assert SECOND in refusal.value.cause
        assert claim(session).split(",")[0] == str(jar)


@pytest.mark.parametrize("agent_first", [True, False])
def test_a_copy_in_a_user_code_loader_beside_the_agent(
    place: Callable[..., Place],
    patched_jars: PatchedJars,
    installation: Installation,
    agent_first: bool,
) -> None:
    """B1: whichever comes first serves the JVM; there are never two."""
    here = place()
    [jar] = [jar for jar in patched_jars.values() if "flink-python" in jar.name]
    with Session(here, {}, classpath=installation.flink_jars) as session:
        if agent_first:
            session.primary()
            with pytest.raises(JavaError) as refusal:
                interpreter_of(session, jar)
        else:
            own = interpreter_of(session, jar)
            session.owner.exec(own, "from threading import get_ident")
            callers = [session.owner, Caller(session.probe.Caller.source("source"))]
            assert len({caller.invoke(own, "get_ident") for caller in callers}) == 2
            with pytest.raises(JavaError) as refusal:
                session.owner.begin(session.making()).result()
            session.owner.call(own, "close")
        assert SECOND in str(refusal.value) + refusal.value.cause


def test_two_threads_ask_for_one_resource(
    place: Callable[..., Place],
    patched_jars: PatchedJars,
    installation: Installation,
    models_jar: Path,
) -> None:
    """T2, B1: ``JavaResourceProvider`` is mended in its jar, also where Pemja is not patched."""
    jars = [models_jar, *installation.flink_jars, *installation.flink_agents_jars]
    agents_only = {jar: new for jar, new in patched_jars.items() if "agents" in jar.name}
    with session_with(agents_only, place(), {}, jars) as session:
        asked = [provider(session) for _ in range(ROUNDS)]
        task = session.probe.Together.calling(asked, "provide")
        assert plain(session.owner.begin(task).result()) == []


@pytest.mark.parametrize("whole", [True, False], ids=["both jars", "agents jar only"])
def test_memory_takes_no_python_object(
    place: Callable[..., Place],
    patched_jars: PatchedJars,
    installation: Installation,
    default_jdk: Jdk,
    tmp_path: Path,
    whole: bool,
) -> None:
    """B9: the guard is that of Pemja's loader; where Pemja is as released, it says it is none."""
    released = [*installation.flink_jars, *installation.flink_agents_jars]
    probe = compile_java(
        [HERE / "java" / "HeapMemory.java"],
        tmp_path / "heap.jar",
        java_home=default_jdk.home,
        classpath=released,
    )
    jars = {jar: new for jar, new in patched_jars.items() if whole or "agents" in jar.name}
    with session_with(jars, place(), {}, [probe, *released]) as session:
        interpreter = session.owner.begin(session.making()).result()
        session.owner.exec(interpreter, "import uuid")
        handle = session.owner.invoke(interpreter, "uuid.uuid4")
        root = session.jvm.view.patched.HeapMemory.root()
        session.owner.call(root, "set", "plain", "text")
        assert session.owner.call(root, "get", "plain").getValue() == "text"
        if whole:
            with pytest.raises(JavaError, match="memory path 'x'") as refusal:
                session.owner.call(root, "set", "x", handle)
            assert refusal.value.kind == "MemoryHandleException"
        else:
            session.owner.call(root, "set", "x", handle)
            assert session.jvm.stderr().count("Pemja is not patched") == 1
        session.owner.call(handle, "close")
        session.owner.call(interpreter, "close")
