"""Run the checks (``lint``) or the tests (``test``), each to its end; exit with 1 if any failed.

A test that was skipped is a failure, too: none may be left out unseen.

The tests run in two lines side by side, since most of them wait for a JVM most of the time.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flink_agents_bridge.flink.jdk import find_jdk  # noqa: E402

_MAVEN = (sys.executable, "java/mvnw", "-f", "java/pom.xml", "-B")
_REVISION = f"-Drevision={version('flink-agents-bridge')}"
_TOTALS = re.compile(r"Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$")
_COUNTS = re.compile(r"(\d+) (passed|failed|error|skipped)")


@dataclass(frozen=True)
class Check:
    """One command; ``quiet`` shows its output only if it fails."""

    name: str
    command: Sequence[str]
    quiet: bool = False


class Totals(NamedTuple):
    """How many tests of a check ended how."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


@dataclass(frozen=True)
class Result:
    """How a check ended: its line for the end, and its tests."""

    line: str
    success: bool
    tests: Totals


_PYTEST = (sys.executable, "-m", "pytest", "-q")
# What runs beside all the rest; about half of the whole.
_BESIDE = ("tests/bridge", "tests/hazards")

LINT = [
    Check("ruff check", (sys.executable, "-m", "ruff", "check", "."), quiet=True),
    Check("ruff format", (sys.executable, "-m", "ruff", "format", "--check", "."), quiet=True),
    Check("mypy", (sys.executable, "-m", "mypy"), quiet=True),
    Check(
        "google-java-format",
        (*_MAVEN, "-q", _REVISION, "com.spotify.fmt:fmt-maven-plugin:check"),
        quiet=True,
    ),
]


def main(kind: str) -> int:
    """Run all of one kind and close with one line for each."""
    os.chdir(ROOT)
    os.environ["JAVA_HOME"] = str(find_jdk().home)
    lines = _test_lines() if kind == "test" else [LINT]
    with ThreadPoolExecutor(len(lines)) as pool:
        results = [result for line in pool.map(_run_all, lines) for result in line]
    for result in results:
        print(result.line)
    if kind == "test":
        print(Totals(*map(sum, zip(*(result.tests for result in results), strict=True))))
    return 0 if all(result.success for result in results) else 1


def _test_lines() -> list[list[Check]]:
    rest = [f"--ignore={folder}" for folder in _BESIDE]
    maven = (*_MAVEN, "-ntp", _REVISION, "--fail-at-end", "verify")
    return [
        [
            Check("Maven", maven),
            Check("pytest beside", (*_PYTEST, *_BESIDE)),
            _with_virtual_threads(),
        ],
        [Check("pytest", (*_PYTEST, *rest))],
    ]


def _with_virtual_threads() -> Check:
    """The tests that have cases of their own where Java has virtual threads."""
    java = find_jdk(feature=25).home / "bin" / "java"
    tests = "-Dtest=SourceThreadsTest,ReportTest,PythonPresenceTest"
    command = (*_MAVEN, "-ntp", _REVISION, "-pl", "routing", f"-Djvm={java}", tests, "test")
    return Check("Maven, virtual threads", command)


def _run_all(checks: list[Check]) -> list[Result]:
    return [_run(check) for check in checks]


def _run(check: Check) -> Result:
    start = time.monotonic()
    process = subprocess.Popen(
        check.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip())
        if not check.quiet:
            print(f"{check.name}: {line}", end="", flush=True)
    tests = _totals(lines)
    success = process.wait() == 0 and not tests.skipped
    if check.quiet and not success:
        print("\n".join(lines))
    told = "passed" if success else "FAILED"
    took = f"{check.name}: {told} in {time.monotonic() - start:.0f} s"
    return Result(f"{took}. Tests: {tests}" if any(tests) else took, success, tests)


def _totals(lines: list[str]) -> Totals:
    """Maven prints one total per module, pytest one in its last line."""
    maven = [tuple(map(int, found.groups())) for line in lines if (found := _TOTALS.search(line))]
    if maven:
        run, failures, errors, skipped = map(sum, zip(*maven, strict=True))
        return Totals(run - failures - errors - skipped, failures + errors, skipped)
    last = lines[-1] if lines else ""
    counts = {word: int(number) for number, word in _COUNTS.findall(last)}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    return Totals(counts.get("passed", 0), failed, counts.get("skipped", 0))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
