"""Jars whose calls of Pemja lead to the bridge, beside a Pemja as released and other ones."""

import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest

from benchmarks.chat.places import linked_packages
from flink_agents_bridge.demo.cases import BUILTIN
from flink_agents_bridge.demo.runner import Runner
from flink_agents_bridge.flink.agent import agent_flags, agent_jar, option_text, read_report
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.patching import Patcher
from flink_agents_bridge.jvm import compile_java
from tests.cli.conftest import Bridge
from tests.patch.instead_of_agent import PatchedJars

HERE = Path(__file__).parent
PROBES = HERE.parent / "bridge" / "embedded"
SUM = str(4 * 150 * 30)
TRIES = 5
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def direct_jar(
    installation: Installation, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A program that calls Pemja from four threads, as javac has made it."""
    return compile_java(
        [HERE / "java" / "Direct.java"],
        tmp_path_factory.mktemp("direct") / "direct.jar",
        java_home=default_jdk.home,
        classpath=[installation.flink_python_jar],
    )


@pytest.fixture(scope="session")
def redirected_jar(
    direct_jar: Path, default_jdk: Jdk, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The same with its calls redirected."""
    patcher = Patcher(default_jdk, agent_jar(), version("flink-agents-bridge"), call_sites=True)
    result = patcher.patch(direct_jar, tmp_path_factory.mktemp("redirected"))
    assert (result.outcome, result.redirected, result.calls) == ("patched", 18, 0)
    return result.place


@pytest.fixture
def run(site_packages: Path, tmp_path: Path) -> Run:
    """Run the program to its end in a JVM of its own."""

    def start(jdk: Jdk, jars: list[Path], *flags: str) -> "subprocess.CompletedProcess[str]":
        (tmp_path / "tmp").mkdir(exist_ok=True)
        command = [str(jdk.java), f"-Djava.io.tmpdir={tmp_path / 'tmp'}", *flags, "-cp"]
        command += [":".join(map(str, jars)), "patched.Direct", sys.executable, str(PROBES)]
        return subprocess.run(
            command,
            env={"PYTHONPATH": str(site_packages), "PATH": str(Path(sys.executable).parent)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    return start


def check(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode == 0, done.stderr
    *answers, closed_handle, closed_interpreter = done.stdout.splitlines()
    assert answers == ["20 20", SUM, SUM, "2", "3", "m m"]
    assert closed_handle == "ReleasedHandleException"
    assert closed_interpreter in ("IllegalStateException", "ManagerClosedException")


def test_the_program_dies(run: Run, direct_jar: Path, installation: Installation) -> None:
    """T1: with its calls as they are, in one of some JVMs."""
    jars = [direct_jar, installation.flink_python_jar]
    assert any(run(find_jdk(), jars).returncode < 0 for _ in range(TRIES))


def test_beside_a_pemja_as_released(
    run: Run, redirected_jar: Path, installation: Installation, each_jdk: Jdk, tmp_path: Path
) -> None:
    """B1, T1, H1, H2: each thread's calls run on its lane; nothing of ours is left."""
    report = tmp_path / "report.jsonl"
    options = option_text({"report": report, "lanes": 8})
    flag = f"-Dflinkagentsbridge.options={options}"
    check(run(each_jdk, [redirected_jar, installation.flink_python_jar], flag))
    [live] = [event for event in read_report(report) if event["event"] == "live"]
    [told] = [e["statistics"] for e in read_report(report) if e["event"] == "closed"]
    assert "flink-agents-bridge-" in live["pemja"]
    assert told["laneCalls"] == 2 * 4 * 150
    assert told["interpretersMade"] == told["interpretersClosed"] > 1
    assert told["interpretersLeaked"] == 0
    assert not [file for file in (tmp_path / "tmp").iterdir() if "bridge" in file.name]


def test_beside_a_patched_pemja(
    run: Run,
    redirected_jar: Path,
    patched_jars: PatchedJars,
    installation: Installation,
    tmp_path: Path,
) -> None:
    """B1: the calls go to Pemja's own methods, which route; the runtime in the jar stays unused."""
    report = tmp_path / "report.jsonl"
    flag = f"-Dflinkagentsbridge.options={option_text({'report': report})}"
    pemja = patched_jars[installation.flink_python_jar]
    check(run(find_jdk(), [redirected_jar, pemja], flag))
    assert [event["pemja"] for event in read_report(report) if "pemja" in event] == [
        f"file:{pemja}"
    ]


def test_beside_the_agent(
    run: Run, redirected_jar: Path, installation: Installation, tmp_path: Path
) -> None:
    """B1: the agent weaves Pemja, and its runtime is the one."""
    jdk, report = find_jdk(), tmp_path / "report.jsonl"
    flags = agent_flags(agent_jar(), jdk, {"report": report})
    check(run(jdk, [redirected_jar, installation.flink_python_jar], *flags))
    [pemja] = [event["pemja"] for event in read_report(report) if "pemja" in event]
    assert pemja == f"file:{installation.flink_python_jar}"


def test_what_the_command_says(bridge: Bridge, direct_jar: Path, tmp_path: Path) -> None:
    """B1: without the switch the calls are counted only; a second run is harmless."""
    done = bridge("patch", direct_jar, "-o", tmp_path / "none")
    assert done.returncode == 1
    assert "nothing done: its 18 calls of Pemja stay as they are" in done.stdout
    jar = tmp_path / direct_jar.name
    jar.write_bytes(direct_jar.read_bytes())
    done = bridge("patch", "--call-sites", jar)
    assert (done.returncode, done.stderr) == (0, "")
    assert "18 calls of Pemja led to the bridge" in done.stdout
    before = jar.read_bytes()
    done = bridge("patch", "--call-sites", jar)
    assert (done.returncode, jar.read_bytes() == before) == (0, True)
    assert "already patched" in done.stdout


def test_a_job_on_a_flink_python_as_released(
    installation: Installation,
    default_jdk: Jdk,
    site_packages: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B1, T2, R4: only the jar that travels with the job is patched; every answer comes once."""
    patcher = Patcher(default_jdk, agent_jar(), version("flink-agents-bridge"), call_sites=True)
    [jar] = installation.flink_agents_jars
    result = patcher.patch(jar, tmp_path)
    assert (result.redirected, result.calls) == (49, 0)
    report = tmp_path / "report.jsonl"
    monkeypatch.setenv("FLINK_AGENTS_BRIDGE_OPTIONS", option_text({"report": report}))
    runner = Runner(find_jdk(feature=25), tmp_path)
    packages = linked_packages(site_packages, {jar: result.place}, tmp_path / "packages")
    monkeypatch.setattr(runner, "_site_packages", packages)
    run = runner.run(BUILTIN, protected=False, timeout=180)
    assert run.complete, run.log
    _, closed = read_report(report)
    told = closed["statistics"]
    assert told["laneLimit"] == BUILTIN.threads
    assert told["laneCallsBySourceKind"]["cpython"] > 0
    assert told["interpretersMade"] == told["interpretersClosed"]
    assert told["interpretersLeaked"] == told["refusedCalls"] == 0
