"""The watch over a job's processes, at its own level."""

import os
import time
from pathlib import Path

import pytest

from flink_agents_bridge.flink import supervisor
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.local_job import crash_pattern, job_environment
from flink_agents_bridge.flink.supervisor import DIED, Task, supervise


def environment(jdk: Jdk, folder: Path) -> dict[str, str]:
    before = {name: value for name, value in os.environ.items() if name != "JVM_ARGS"}
    return job_environment(before, jdk, folder, [])


def test_a_crash_counts_even_if_the_job_makes_nothing_of_it(
    job: tuple[str, ...], jdk: Jdk, tmp_path: Path
) -> None:
    gate, log_file = tmp_path / "gate", tmp_path / "log"
    os.mkfifo(gate)
    ticks_with_jvm = 0

    def open_gate() -> None:
        """Let the JVM crash at the tick after its first word: the watch has seen it then."""
        nonlocal ticks_with_jvm
        ticks_with_jvm += b"jvm " in log_file.read_bytes()
        if ticks_with_jvm == 2:
            gate.open("w").close()

    env = environment(jdk, tmp_path)
    with log_file.open("wb") as log:
        outcome = supervise(
            Task(
                command=[*job, "crash-on-word", str(gate), "lie"],
                env=env,
                crash_file=crash_pattern(env),
                output=log,
                on_tick=open_gate,
            )
        )
    assert outcome.code == DIED
    assert [death.crash_file for death in outcome.deaths] == list(tmp_path.glob("hs_err_pid*.log"))


def test_a_job_out_of_time_is_ended(job: tuple[str, ...], jdk: Jdk, tmp_path: Path) -> None:
    env = environment(jdk, tmp_path)
    with (tmp_path / "log").open("wb") as log:
        outcome = supervise(
            Task([*job, "wait", "hang"], env, crash_pattern(env), output=log, timeout=1, grace=2)
        )
    assert outcome.timed_out
    assert outcome.code == 143
    assert outcome.deaths == []


def test_a_job_that_ignores_the_request_is_killed(jdk: Jdk, tmp_path: Path) -> None:
    env = environment(jdk, tmp_path)
    stubborn = ["sh", "-c", "trap '' TERM; while :; do :; done"]
    with (tmp_path / "log").open("wb") as log:
        outcome = supervise(
            Task(stubborn, env, crash_pattern(env), output=log, timeout=0.5, grace=0.5)
        )
    assert outcome.timed_out
    assert outcome.code == 137


def test_a_nested_jvm_may_end_long_before_its_job(
    job: tuple[str, ...], jdk: Jdk, tmp_path: Path
) -> None:
    """B1: the second JVM of Flink Agents 0.2.x is no part of the job.

    The watch sees it live; the job ends by itself, twice as long after it as would be taken for a
    death.
    """
    gates, log_file = [tmp_path / "nested", tmp_path / "own"], tmp_path / "log"
    for gate in gates:
        os.mkfifo(gate)
    with_jvm: list[float] = []
    ended: list[float] = []

    def open_gates() -> None:
        now, said = time.monotonic(), log_file.read_bytes()
        for word, seen, gate in ((b"jvm ", with_jvm, gates[0]), (b"ended with 0", ended, gates[1])):
            if word in said:
                seen.append(now)
                if seen[-1] - seen[0] > 0.5 and gate.exists():
                    gate.open("w").close()
                    gate.unlink()

    env = environment(jdk, tmp_path)
    with pytest.MonkeyPatch.context() as patch, log_file.open("wb") as log:
        patch.setattr(supervisor, "_TOO_EARLY", 0.25)
        outcome = supervise(
            Task(
                [*job, "nest", *map(str, gates)],
                env,
                crash_pattern(env),
                output=log,
                timeout=60,
                grace=0.1,
                on_tick=open_gates,
            )
        )
    assert not outcome.timed_out
    assert outcome.code == 0
    assert outcome.deaths == []
