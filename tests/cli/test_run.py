"""``run``: what the job gets, what comes back, and what is said when something is wrong."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from flink_agents_bridge.flink import agent
from flink_agents_bridge.flink.jdk import find_jdk
from tests.cli.conftest import Bridge

Job = tuple[str, ...]
SHOW = (sys.executable, "-c", "import os; print(os.environ['JVM_ARGS'])")


def sentence(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line that the command printed."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("flink-agents-bridge: ")
    return lines[0].removeprefix("flink-agents-bridge: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["run"], "No job was given: put it after `--`"),
        (["run", "--", "no-such-program"], "The program no-such-program was not found"),
        (["run", "--", sys.executable, "gone.py"], "The job file gone.py does not exist"),
        (["run", "--lanes", "0", "--", "true"], "0 is not in the range 1<=x"),
        (["run", "--java-home", "/nowhere", "--", "true"], "/nowhere, where no java is"),
        (["run", "--report", "a,b", "--", "true"], "the agent its options at commas"),
        (["run", "--report", "a b", "--", "true"], "PyFlink splits JVM_ARGS at blanks"),
        (["run", "--nonsense", "--", "true"], "No such option"),
        (["demo", "--records", "0"], "0 is not in the range x>=1"),
        (["demo", "--java-home", "/nowhere"], "/nowhere, where no java is"),
        (["soak", "--jdk", "8"], "No JDK 8 was found"),
        (["nonsense"], "No such command"),
    ],
)
def test_wrong_input_is_one_sentence(bridge: Bridge, arguments: list[str], told: str) -> None:
    done = bridge(*arguments)
    assert done.returncode == 2
    assert told in sentence(done)


def test_missing_agent_jar_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from flink_agents_bridge.cli import main

    monkeypatch.setattr(agent, "_PACKAGE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["flink-agents-bridge", "run", "--", "true"])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert "The agent jar is missing at" in capsys.readouterr().err


def test_the_users_own_jvm_options_come_first(bridge: Bridge, agent_jar: Path) -> None:
    done = bridge("run", "--lanes", 3, "--no-strict", "--", *SHOW, JVM_ARGS="-Xmx1g -Da=b")
    assert done.returncode == 0, done.stderr
    first, second, crash, ours, *_ = done.stdout.split()
    assert (first, second) == ("-Xmx1g", "-Da=b")
    assert re.fullmatch(r"-XX:ErrorFile=.+/hs_err_pid%p\.log", crash)
    assert ours.startswith(f"-javaagent:{agent_jar}=lanes=3,strict=false,report=")


def test_the_users_own_crash_file_is_kept(bridge: Bridge) -> None:
    done = bridge("run", "--", *SHOW, JVM_ARGS="-XX:ErrorFile=mine")
    assert done.stdout.count("-XX:ErrorFile") == 1


def test_newer_jdks_get_the_flags_that_they_need(bridge: Bridge) -> None:
    """B13: the flags follow the JDK that the job runs on."""
    newer = bridge("run", "--java-home", find_jdk(feature=25).home, "--", *SHOW).stdout
    older = bridge("run", "--java-home", find_jdk(feature=17).home, "--", *SHOW).stdout
    for flag in ("--add-exports=java.base/jdk.internal.vm", "--enable-native-access=ALL-UNNAMED"):
        assert flag in newer
        assert flag not in older


def test_off_leaves_the_agent_out(bridge: Bridge) -> None:
    done = bridge("run", "--off", "--", *SHOW)
    assert "-javaagent" not in done.stdout


def test_the_jobs_exit_code_and_output_are_its_own(bridge: Bridge) -> None:
    script = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)"
    done = bridge("run", "--", sys.executable, "-c", script)
    assert (done.returncode, done.stdout, done.stderr) == (7, "out\n", "err\n")


def test_a_good_job_ends_with_zero(bridge: Bridge, job: Job) -> None:
    done = bridge("run", "--", *job, "wait")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_nested_jvm_may_come_and_go(bridge: Bridge, job: Job) -> None:
    """B1: Flink Agents 0.2.x starts a second JVM; its end is no death."""
    done = bridge("run", "--", *job, "nest")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ended with 0" in done.stdout


def test_a_jvm_without_the_agent_is_an_error(bridge: Bridge, job: Job) -> None:
    """B13: a job that ran unprotected never goes unnoticed."""
    done = bridge("run", "--", *job, "wait", "bare", "hang")
    assert done.returncode == 3
    assert "ran without the bridge" in sentence(done)


def test_off_does_not_ask_for_the_agent(bridge: Bridge, job: Job) -> None:
    assert bridge("run", "--off", "--", *job, "wait", "bare").returncode == 0


def test_a_crash_is_told_with_its_frame_and_file(bridge: Bridge, job: Job) -> None:
    """The client hangs for ever on its dead JVM and is ended."""
    done = bridge("run", "--", *job, "crash", "hang")
    assert done.returncode == 134
    told = re.search(r"JVM (\d+) of the job died in (.+); what of: .* explain (.+)", sentence(done))
    assert told is not None
    assert "Unsafe_GetLong" in told[2]
    assert told[1] in Path(told[3]).name
    assert Path(told[3]).read_text().startswith("#")


def test_a_killed_jvm_has_no_crash_file(bridge: Bridge, job: Job) -> None:
    done = bridge("run", "--", *job, "wait", "kill", "hang")
    assert done.returncode == 134
    assert "is gone without a crash file" in sentence(done)


REFUSE = """
import json, os, re
report = re.search(r"report=([^, ]+)", os.environ["JVM_ARGS"])[1]
with open(report, "a") as file:
    print(json.dumps({"event": "refused", "reason": "Pemja 9 is not known."}), file=file)
"""


@pytest.mark.parametrize(("flags", "code"), [((), 3), (("--no-strict",), 0)])
def test_a_refusal_is_told(bridge: Bridge, flags: tuple[str, ...], code: int) -> None:
    """B13: PyFlink hides what the agent prints, so it comes out of the report."""
    done = bridge("run", *flags, "--", sys.executable, "-c", REFUSE)
    assert done.returncode == code
    assert sentence(done) == "the bridge refused: Pemja 9 is not known."


def test_the_report_is_appended_to_and_only_its_new_part_is_read(
    bridge: Bridge, tmp_path: Path
) -> None:
    report = tmp_path / "report.jsonl"
    report.write_text(json.dumps({"event": "refused", "reason": "an old one"}) + "\n")
    done = bridge("run", "--report", report, "--", sys.executable, "-c", "pass")
    assert (done.returncode, done.stderr) == (0, "")
    assert "an old one" in report.read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_is_passed_on_and_nothing_stays(
    job: Job, tmp_path: Path, number: signal.Signals
) -> None:
    command = [sys.executable, "-m", "flink_agents_bridge", "run", "--", *job, "wait", "hang"]
    environment = {name: value for name, value in os.environ.items() if name != "JVM_ARGS"}
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
        text=True,
    ) as running:
        assert running.stdout is not None
        jvm = psutil.Process(int(running.stdout.readline().split()[1]))
        running.send_signal(number)
        code = running.wait(60)
    assert code == {signal.SIGTERM: 143, signal.SIGINT: 130}[number]
    assert not jvm.is_running() or jvm.status() == psutil.STATUS_ZOMBIE
