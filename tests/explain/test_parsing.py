"""Crash files of all releases are read; damaged ones are read as far as they go."""

import random
from pathlib import Path

import pytest

from flink_agents_bridge.errors import BridgeError
from flink_agents_bridge.explain import Crash, judge, read_crash
from flink_agents_bridge.explain.crash import CrashThread, Frame
from flink_agents_bridge.explain.crash_file import parse
from tests.explain.samples import (
    CORE,
    EVAL,
    INVOKE,
    JAVA_STACK,
    NATIVE_STACK,
    PYTHONS,
    RELEASES,
    RUN,
    hs_err,
)

CALL = f"C  [{CORE}+0xbcda]  Java_pemja_core_PythonInterpreter_invoke+0x4f"


@pytest.mark.parametrize("jdk", RELEASES)
def test_each_release(jdk: int) -> None:
    lines = hs_err(jdk=jdk, native=[CALL, f"j  {INVOKE}+0", "V  [libjvm.so+0x1]  f+0x2"])
    crash = parse([*lines, "a line of no section"])
    assert (crash.form, crash.signal, crash.jvm) == ("hs_err", "SIGSEGV", RELEASES[jdk])
    assert crash.frame == Frame("libpython3.11.so.1.0", "_PyEval_EvalFrameDefault")
    assert crash.native == [crash.frame, Frame(CORE, "Java_pemja_core_PythonInterpreter_invoke")]
    assert crash.java == ["pemja.core.PythonInterpreter.invoke", "java.lang.Thread.run"]
    assert crash.thread == CrashThread("a thread", "_thread_in_native", False, JAVA_STACK)
    assert len(crash.threads) == 4
    assert (crash.address, crash.sent_by) == (0x18, None)
    assert crash.libraries == {CORE}
    assert "-Xmx1g" in crash.arguments
    assert "a.Program" in crash.arguments


@pytest.mark.parametrize("jdk", RELEASES)
def test_threads_of_native_code(jdk: int) -> None:
    crash = parse(hs_err(jdk=jdk, others=[PYTHONS]))
    assert crash.threads[-1] == CrashThread("Thread-7", "_thread_in_native", True, NATIVE_STACK)


def test_names_may_look_like_the_rest() -> None:
    odd = 'a "b" [_thread_blocked, id=1] (1/2)#0'
    lines = [line.replace("a thread", odd) for line in hs_err()]
    crash = parse(lines)
    assert crash.thread is not None
    assert (crash.thread.name, crash.thread.state) == (odd, "_thread_in_native")


def test_java_frames_in_one_list() -> None:
    """Some files have no list of Java frames of their own."""
    lines = hs_err(native=[CALL, f"j  {INVOKE}+0", "v  ~StubRoutines::call_stub", f"j  {RUN}+1"])
    start = next(n for n, line in enumerate(lines) if line.startswith("Java frames"))
    del lines[start : start + 4]
    assert parse(lines).java == ["pemja.core.PythonInterpreter.invoke", "java.lang.Thread.run"]


def test_a_thread_that_is_not_javas() -> None:
    lines = [
        "Current thread is native thread" if line.startswith("Current thread") else line
        for line in hs_err(java=[])
    ]
    thread = parse(lines).thread
    assert thread is not None
    assert (thread.name, thread.state) == ("a thread that is not Java's", "")


def test_a_signal_that_was_sent() -> None:
    sent = "si_signo: 11 (SIGSEGV), si_code: 0 (SI_USER), si_pid: 4711, si_uid: 0"
    assert parse(hs_err(siginfo=sent)).sent_by == "4711"
    assert parse(hs_err(siginfo="si_signo: 11, si_code: -6 (SI_TKILL)")).sent_by == ""


def test_a_jvms_output() -> None:
    lines = hs_err()[:9]
    lines += [
        "# An error report file with more information is saved as:",
        "# /logs/hs_err_pid9.log",
    ]
    crash = parse(lines)
    assert (crash.thread, crash.saved_as) == (None, "/logs/hs_err_pid9.log")
    assert judge(crash).advice == "Explain the crash file itself: /logs/hs_err_pid9.log."


@pytest.mark.parametrize(
    "line",
    [
        "Fatal Python error: PyEval_SaveThread: the function must be called with the GIL held",
        "double free or corruption (fasttop)",
        "free(): invalid pointer",
        "malloc(): unaligned tcache chunk detected",
        "ModuleNotFoundError: No module named 'encodings'",
    ],
)
def test_what_a_process_prints(line: str) -> None:
    crash = parse(["INFO something else", line, "", "Aborted"])
    assert (crash.form, crash.message) == ("output", line)


@pytest.mark.parametrize("text", [[], ["hello"], ["# A heading", "", "# Problematic frame:"]])
def test_no_crash_at_all(text: list[str]) -> None:
    assert parse(text).form == ""
    assert judge(parse(text)).ours is None


def test_cut_short_anywhere() -> None:
    """Each beginning, cut at a line or within one, is read and judged."""
    text = "\n".join(hs_err(others=[PYTHONS]))
    whole = judge(parse(text.split("\n")))
    for end in range(0, len(text), 7):
        verdict = judge(parse(text[:end].split("\n")))
        assert verdict.bridge == "absent"
    assert judge(parse(text.split("\n"))) == whole


def test_damage() -> None:
    """Bytes that are flipped, lines that are shuffled or doubled: nothing fails."""
    dice = random.Random(20)
    lines = hs_err(others=[PYTHONS])
    for _ in range(200):
        spoilt = [dice.choice(lines) for _ in lines]
        at = dice.randrange(len(spoilt))
        spoilt[at] = "".join(chr(dice.randrange(1, 0x3000)) for _ in range(60))
        judge(parse(spoilt))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "hs_err.log"
    file.write_bytes(random.Random(3).randbytes(50_000))
    assert read_crash(file).form == ""


def test_a_huge_file(tmp_path: Path) -> None:
    """One line of 10 MB, and 150,000 lines after it: read in pieces, to a bound."""
    file = tmp_path / "hs_err.log"
    body = "\n".join(hs_err())
    file.write_text(f"{'x' * 10_000_000}\n{body}\n" + "7f00aa000000-7f00ab r /a/b\n" * 150_000)
    with file.open("a") as more:
        more.write("7f00aa000000-7f00ab r /a/too/late\n")
    crash = read_crash(file)
    assert crash.signal == "SIGSEGV"
    assert crash.libraries == {CORE, "b"}


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="There is no file"):
        read_crash(tmp_path / "nothing.log")
    with pytest.raises(BridgeError, match="There is no file"):
        read_crash(tmp_path)


def test_an_empty_record_is_not_judged() -> None:
    assert judge(Crash()).why == "there is nothing in it that tells of a crash"
    assert EVAL.startswith("C ")
