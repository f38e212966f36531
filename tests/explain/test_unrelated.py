"""Crashes that have nothing to do with Python: each is made, and told to be none of ours."""

import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from flink_agents_bridge.explain import Crash, Verdict, judge, read_crash
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.jvm import compile_java, crash_option

SOURCE = Path(__file__).parent / "java" / "Unrelated.java"
LIMIT = 60  # seconds
Dying = Callable[..., tuple[Crash, Verdict]]


@pytest.fixture(scope="module", autouse=True)
def no_core_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CORE, (soft, hard))


@pytest.fixture(scope="module")
def classes(jdk: Jdk, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_java(
        [SOURCE], tmp_path_factory.mktemp("unrelated") / "unrelated.jar", java_home=jdk.home
    )


@pytest.fixture
def dying(classes: Path, tmp_path: Path) -> Dying:
    """Starts such a JVM, and reads its crash file when it has died."""

    def run(way: str, *options: str, jdk: Jdk, sent: int = 0) -> tuple[Crash, Verdict]:
        flags = ["-XX:-UsePerfData", f"-Djava.io.tmpdir={tmp_path}", crash_option(tmp_path)]
        command = [str(jdk.java), *flags, *options, "-cp", str(classes), "Unrelated", way]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path
        ) as process:
            assert process.stdout is not None
            if sent:
                assert process.stdout.readline() == b"waits\n"
                process.send_signal(sent)
            process.communicate(timeout=LIMIT)
        assert process.returncode == -signal.SIGABRT
        [file] = tmp_path.glob("hs_err_pid*.log")
        crash = read_crash(file)
        return crash, judge(crash)

    return run


@pytest.fixture(params=[17, 25], ids=["jdk17", "jdk25"])
def each_jdk(request: pytest.FixtureRequest) -> Jdk:
    return find_jdk(feature=request.param)


def test_a_signal_that_was_sent(dying: Dying, each_jdk: Jdk) -> None:
    crash, verdict = dying("wait", jdk=each_jdk, sent=signal.SIGSEGV)
    assert (crash.signal, verdict.signature) == ("SIGSEGV", "sent")
    assert (verdict.ours, verdict.sure, verdict.bridge) == (False, "certain", "absent")


def test_an_address_that_is_none(dying: Dying, each_jdk: Jdk) -> None:
    crash, verdict = dying("address", jdk=each_jdk)
    assert (crash.signal, crash.address) == ("SIGSEGV", 0)
    assert crash.thread is not None
    assert crash.thread.name == "main"
    assert crash.java[-1] == "Unrelated.main"
    assert (verdict.ours, verdict.sure, verdict.signature) == (False, "certain", "jvm-itself")


def test_no_memory(dying: Dying, jdk: Jdk) -> None:
    crash, verdict = dying("memory", "-Xmx20m", "-XX:+CrashOnOutOfMemoryError", jdk=jdk)
    assert "Java heap space" in crash.message
    assert (verdict.ours, verdict.sure, verdict.signature) == (False, "certain", "out-of-memory")
