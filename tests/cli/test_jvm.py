"""The JVM of our own: who may talk to it, and how it ends."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from py4j.java_gateway import GatewayParameters, JavaGateway
from py4j.protocol import Py4JError

from flink_agents_bridge.flink.jdk import find_jdk
from flink_agents_bridge.jvm import (
    CompileError,
    Jvm,
    JvmDiedError,
    JvmError,
    compile_java,
    crash_frame,
)
from flink_agents_bridge.jvm.crash import short_frame


def crash(jvm: Jvm) -> int:
    """Read from an address that is nobody's, and wait for what comes of it."""
    unsafe_read(jvm)
    return jvm.wait_exit(60)


def unsafe_read(jvm: Jvm) -> None:
    field = jvm.view.java.lang.Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe")
    field.setAccessible(True)
    with pytest.raises(Py4JError):
        field.get(None).getLong(1)


@pytest.mark.parametrize("feature", [17, 25])
def test_it_answers_on_one_java_thread(feature: int) -> None:
    with Jvm(java_home=find_jdk(feature=feature).home) as jvm:
        assert jvm.view.System.getProperty("java.specification.version") == str(feature)
        threads = {jvm.view.Thread.currentThread().getName() for _ in range(50)}
    assert len(threads) == 1


def test_it_wants_the_token(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm:
        for token in (None, "wrong"):
            parameters = GatewayParameters(port=jvm.port, auth_token=token)
            stranger = JavaGateway(gateway_parameters=parameters)
            with pytest.raises(Py4JError):
                stranger.jvm.System.nanoTime()
            stranger.close()
        assert jvm.view.System.nanoTime() > 0


def test_it_listens_on_loopback_alone(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm:
        sockets = psutil.Process(jvm.pid).net_connections(kind="inet")
        listening = [socket.laddr for socket in sockets if socket.status == psutil.CONN_LISTEN]
        assert [address.port for address in listening] == [jvm.port]
        assert listening[0].ip.removeprefix("::ffff:") in ("127.0.0.1", "::1")


def test_it_tells_its_exit_code(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm:
        with pytest.raises(Py4JError):
            jvm.view.System.exit(7)
        assert jvm.wait_exit(60) == 7
        assert jvm.crash_file() is None


def test_a_crash_leaves_its_file(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm:
        assert crash(jvm) == -signal.SIGABRT
        file = jvm.crash_file()
        assert file is not None
        assert "Unsafe_GetLong" in str(crash_frame(file))


def test_a_frame_in_short() -> None:
    """What is native by library and function, without version and offsets."""
    native = "C  [libpython3.11.so.1.0+0xfd9f8]  _PyEval_EvalFrameDefault+0x2e88"
    assert short_frame(native) == "libpython3.11 _PyEval_EvalFrameDefault"
    assert short_frame("J 42 c2 a.B.c()V (5 bytes)") == "J 42 c2 a.B.c()V (5 bytes)"


def test_a_failing_block_shows_what_the_jvm_said(
    java_home: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        with Jvm(java_home=java_home) as jvm:
            crash(jvm)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    told = capfd.readouterr().err
    assert re.search(r"JVM \d+: exit code -6, died in .*Unsafe_GetLong", told)
    assert "A fatal error has been detected" in told


def test_a_death_that_nobody_saw_is_told_at_the_end(java_home: Path) -> None:
    with pytest.raises(JvmDiedError, match="A fatal error has been detected") as caught:
        crash_unseen(java_home)
    assert caught.value.code == -signal.SIGABRT
    assert "Unsafe_GetLong" in str(caught.value.frame)


def test_an_end_that_nobody_asked_for_is_told(java_home: Path) -> None:
    with pytest.raises(JvmDiedError, match="died with 0 without a crash file"):
        exit_unseen(java_home)


def ended(jvm: Jvm) -> None:
    """Wait until it has ended, and leave its exit code to others."""
    os.waitid(os.P_PID, jvm.pid, os.WEXITED | os.WNOWAIT)


def crash_unseen(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm:
        unsafe_read(jvm)
        ended(jvm)


def exit_unseen(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm:
        with pytest.raises(Py4JError):
            jvm.view.System.exit(0)
        ended(jvm)


def test_a_jvm_that_cannot_start_says_why(java_home: Path) -> None:
    with pytest.raises(JvmError, match="Unrecognized VM option 'Nonsense'"):
        Jvm(java_home=java_home, options=["-XX:Nonsense"]).__enter__()


def test_a_jvm_that_does_not_answer_is_given_up(java_home: Path) -> None:
    stopped = ["-XX:+UnlockDiagnosticVMOptions", "-XX:+PauseAtStartup"]
    with pytest.raises(JvmError, match="did not answer within 2 s"):
        Jvm(java_home=java_home, options=stopped, start_timeout=2, stop_timeout=1).__enter__()


def test_waiting_for_an_exit_has_a_bound(java_home: Path) -> None:
    with Jvm(java_home=java_home) as jvm, pytest.raises(JvmError, match=r"still ran after 0\.1 s"):
        jvm.wait_exit(0.1)


def test_a_jvm_that_will_not_end_is_killed_and_told(java_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "Stubborn.java"
    source.write_text(
        "public class Stubborn { public static void start() { Runtime.getRuntime()"
        ".addShutdownHook(new Thread(() -> { while (true) Thread.onSpinWait(); })); } }"
    )
    jar = compile_java([source], tmp_path / "stubborn.jar", java_home=java_home)
    with (
        pytest.raises(JvmError, match="and was killed"),
        Jvm(java_home=java_home, classpath=[jar], stop_timeout=1) as jvm,
    ):
        jvm.view.Stubborn.start()


PARENT = """
from pathlib import Path
from flink_agents_bridge.jvm import Jvm
with Jvm(folder=Path(r"{folder}")) as jvm:
    print(jvm.pid, flush=True)
    input()
"""


def test_it_dies_with_its_parent(tmp_path: Path) -> None:
    command = [sys.executable, "-c", PARENT.format(folder=tmp_path / "jvm")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        jvm = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    _, alive = psutil.wait_procs([jvm], timeout=0)
    while alive and jvm.status() != psutil.STATUS_ZOMBIE:
        _, alive = psutil.wait_procs([jvm], timeout=0.1)


def test_javac_says_what_it_did_not_like(java_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "Broken.java"
    source.write_text("class Broken { int x = true; }")
    with pytest.raises(CompileError, match="incompatible types"):
        compile_java([source], tmp_path / "broken.jar", java_home=java_home)
    assert not (tmp_path / "broken.jar").exists()
