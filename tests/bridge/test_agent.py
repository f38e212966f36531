"""The agent from the outside: what it says, whom it leaves alone, whom it refuses."""

import json
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.agent import agent_jar, read_report
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm import compile_java
from tests.bridge.session import Place, Session

PEMJA_RELEASES = Path(__file__).parents[2] / "java" / "weave" / "target" / "pemja"
REFUSAL = "is not known to flink-agents-bridge"
INTERPRETER = "pemja/core/PythonInterpreter.class"
CONFIG = "pemja.core.PythonInterpreterConfig"


def run(place: Place, *options: str) -> "subprocess.CompletedProcess[str]":
    command = [str(place.jdk.java), *options, "-cp", str(place.probe_jar), "probe.Nothing"]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, cwd=place.folder
    )


def agent(**options: object) -> str:
    return f"-javaagent:{agent_jar()}=" + ",".join(f"{k}={v}" for k, v in options.items())


def test_a_jvm_without_pemja(place: Callable[..., Place], each_jdk: Jdk) -> None:
    """B13: not one word, no report, and no file in a JVM that is no concern of ours."""
    here = place(each_jdk)
    done = run(here, agent(report=here.folder / "report"))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not list(here.folder.iterdir())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("unheard=of", ["unheard=of", "join-timeout"]),
        ("lanes", ["lanes", "join-timeout"]),
        ("lanes=-1", ["lanes", "-1", "a whole number, 0 or more"]),
        ("lanes=many", ["lanes", "many", "a whole number, 0 or more"]),
        ("strict=maybe", ["strict", "maybe", "true or false"]),
        ("join-timeout=0", ["join-timeout", "0", "a whole number, 1 or more"]),
    ],
)
def test_a_wrong_option(place: Callable[..., Place], text: str, told: list[str]) -> None:
    """B13: the JVM ends with one sentence that says which option, what it was, what it may be."""
    done = run(place(), f"-javaagent:{agent_jar()}={text}")
    sentence, *more = done.stderr.splitlines()
    assert sentence.startswith("flink-agents-bridge: ")
    assert all(part in sentence for part in told)
    assert more == []
    assert done.returncode > 0  # an exit, not a signal: that would look like a crash


def test_the_agent_given_twice(place: Callable[..., Place]) -> None:
    """B1: the first one's options hold and the second does nothing."""
    here = place()
    twice = agent(report=here.folder / "second.jsonl", lanes=1)
    with Session(here, {"lanes": 3}, options=[twice]) as session:
        interpreter = session.primary()
        assert session.source().invoke(interpreter, "nothing") == "nothing given"
        assert session.statistics(interpreter).laneLimit() == 3
        assert len(session.events("live")) == 1
    assert not (here.folder / "second.jsonl").exists()


def is_woven(loaded: Any) -> bool:
    return "InterpreterSeam" in [each.getSimpleName() for each in loaded.getInterfaces()]


def test_switched_off(protected: Any) -> None:
    """B13: ``enabled=false`` leaves Pemja as it is, and nothing is reported."""
    with protected(enabled=False) as session:
        interpreter = session.primary()
        assert session.owner.invoke(interpreter, "nothing") == "nothing given"
        assert not is_woven(interpreter.getClass())
        assert session.events("live") == []
        assert session.jvm.stderr() == ""


def test_the_report(protected: Any) -> None:
    """B13: the seam is proven once for a JVM, and the report says by what and on what."""
    with protected() as session:
        for _ in range(2):
            session.primary()
        [live] = session.events("live")
        assert live["selfTest"] == "passed"
        assert live["pid"] == session.jvm.pid
        assert live["jdk"] == session.place.jdk.version
        assert live["pemja"].endswith(session.place.pemja_jar.name)
        assert is_woven(session.primary().getClass())
    assert len(session.accounts()) == 3


@pytest.fixture
def unknown_pemja(place: Callable[..., Place], tmp_path: Path) -> Path:
    """Pemja as a later release might be: its interpreter has no ``exec`` any more."""
    here = place()
    source = tmp_path / "source" / "PythonInterpreter.java"
    source.parent.mkdir()
    source.write_text(
        "package pemja.core; public final class PythonInterpreter {"
        " public PythonInterpreter(PythonInterpreterConfig config) {}"
        " public String run(String source) { return source; } }"
    )
    stub = compile_java(
        [source], tmp_path / "stub.jar", java_home=here.jdk.home, classpath=[here.pemja_jar]
    )
    altered = tmp_path / "altered-pemja.jar"
    with zipfile.ZipFile(here.pemja_jar) as old, zipfile.ZipFile(altered, "w") as new:
        for entry in old.namelist():
            if entry.startswith("pemja/"):
                made = zipfile.ZipFile(stub) if entry == INTERPRETER else old
                new.writestr(entry, made.read(entry))
    return altered


@pytest.mark.parametrize("strict", [True, False])
def test_a_pemja_that_is_not_known(
    place: Callable[..., Place], unknown_pemja: Path, strict: bool
) -> None:
    """B13: no interpreter is made of a release that cannot be woven, or it runs with a warning."""
    here = place()
    report = here.folder / "report.jsonl"
    options = [agent(report=report, strict=str(strict).lower())]
    with Session(here, None, options, [unknown_pemja], with_pemja=False) as session:
        loaded = session.jvm.view.java.lang.Class.forName("pemja.core.PythonInterpreter")
        config = session.jvm.view.pemja.core.PythonInterpreterConfig.newBuilder().build()
        makers = list(loaded.getConstructors())
        told = session.owner.start(makers[0], "newInstance", rest=[config])
        assert told.ends()
        [refused] = [event["reason"] for event in read_report(report)]
        if strict:
            assert refused in told.java.cause()
        else:
            assert session.owner.call(told.result(), "run", "it runs") == "it runs"
            assert session.jvm.stderr().count(REFUSAL) == 1
            assert "unprotected" in session.jvm.stderr()
    missing = "exec(Ljava/lang/String;)V is missing"
    for part in (REFUSAL, unknown_pemja.name, missing, "strict=false"):
        assert part in refused


def test_refusal_of_other_classes(place: Callable[..., Place], unknown_pemja: Path) -> None:
    """B13: all or nothing; the handles of a refused release are not woven either."""
    here = place()
    options = [agent(strict="false")]
    with Session(here, None, options, [unknown_pemja], with_pemja=False) as session:
        handle = session.jvm.view.java.lang.Class.forName("pemja.core.object.PyObject")
        assert [each.getName() for each in handle.getInterfaces()] == ["java.lang.AutoCloseable"]


@pytest.mark.parametrize("provider_first", [False, True])
def test_pemja_in_a_user_code_loader(
    place: Callable[..., Place], installation: Any, provider_first: bool
) -> None:
    """B1: the seam does not care where Pemja comes from, nor what was woven before."""
    here = place()
    jars = installation.flink_agents_jars if provider_first else []
    with Session(here, {}, classpath=jars, with_pemja=False) as session:
        java = session.jvm.view.java
        if provider_first:
            java.lang.Class.forName(
                "org.apache.flink.agents.plan.resourceprovider.JavaResourceProvider"
            )
        urls = session.jvm.gateway.new_array(java.net.URL, 1)
        urls[0] = java.net.URL(here.pemja_jar.as_uri())
        loader = java.net.URLClassLoader(urls, java.lang.ClassLoader.getPlatformClassLoader())
        builder = loader.loadClass(f"{CONFIG}$PythonInterpreterConfigBuilder")
        config = builder.getConstructors()[0].newInstance(objects(session))
        config = config.setPythonExec(here.python).build()
        made = loader.loadClass("pemja.core.PythonInterpreter").getConstructors()[0]
        interpreter = session.owner.call(made, "newInstance", rest=[config])
        callers = session.three(interpreter)
        session.owner.exec(interpreter, "from threading import get_ident")
        idents = {caller.invoke(interpreter, "get_ident") for caller in callers.values()}
        assert len(idents) == 3
        assert session.statistics(interpreter).laneCalls() == 1
        session.owner.call(interpreter, "close")


def objects(session: Session) -> Any:
    return session.jvm.gateway.new_array(session.jvm.view.Object, 0)


def check(here: Place, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [str(here.jdk.java), "-jar", str(agent_jar()), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_check_of_a_jar(place: Callable[..., Place], unknown_pemja: Path, each_jdk: Jdk) -> None:
    """B13: ``check JAR`` judges the Pemja inside of a jar by the weaver's own rules."""
    here = place(each_jdk)
    jars = (here.pemja_jar, unknown_pemja)
    good, bad = (json.loads(check(here, "check", str(jar)).stdout) for jar in jars)
    assert (good["accepted"], good["reason"]) == (True, None)
    assert bad["accepted"] is False
    assert REFUSAL in bad["reason"]
    assert INTERPRETER.removesuffix(".class") in good["targets"]


@pytest.mark.parametrize("release", ["0.5.5", "0.5.7", "0.6.0"])
def test_check_of_each_release(place: Callable[..., Place], release: str) -> None:
    """B1: each release of Pemja that Flink has come with is known; the build fetches them."""
    jar = PEMJA_RELEASES / f"pemja-{release}.jar"
    answer = json.loads(check(place(), "check", str(jar)).stdout)
    assert (answer["accepted"], answer["reason"]) == (True, None)


@pytest.mark.parametrize("arguments", [(), ("check",), ("judge", "x.jar"), ("check", "none.jar")])
def test_check_of_nothing(place: Callable[..., Place], arguments: tuple[str, ...]) -> None:
    """B13: a wrong command line ends with 2 and a sentence."""
    done = check(place(), *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
