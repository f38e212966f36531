"""Run the checks (``lint``) or the tests (``test``), each to its end; exit with 1 if any failed."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from flink_agents_bridge.flink.jdk import find_jdk  # noqa: E402

_MAVEN = (sys.executable, "java/mvnw", "-f", "java/pom.xml", "-B")
_REVISION = f"-Drevision={version('flink-agents-bridge')}"
_TOTALS = re.compile(r"Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$")


@dataclass(frozen=True)
class Check:
    """One command; ``quiet`` shows its output only if it fails."""

    name: str
    command: Sequence[str]
    quiet: bool = False


CHECKS = {
    "lint": [
        Check("ruff check", (sys.executable, "-m", "ruff", "check", "."), quiet=True),
        Check("ruff format", (sys.executable, "-m", "ruff", "format", "--check", "."), quiet=True),
        Check("mypy", (sys.executable, "-m", "mypy"), quiet=True),
        Check(
            "google-java-format",
            (*_MAVEN, "-q", _REVISION, "com.spotify.fmt:fmt-maven-plugin:check"),
            quiet=True,
        ),
    ],
    "test": [
        Check("Maven", (*_MAVEN, "-ntp", _REVISION, "--fail-at-end", "verify")),
        Check("pytest", (sys.executable, "-m", "pytest", "-q")),
    ],
}


def main(kind: str) -> int:
    """Run all of one kind and close with one line for each."""
    os.chdir(ROOT)
    os.environ["JAVA_HOME"] = str(find_jdk().home)
    more = [_with_virtual_threads()] if kind == "test" else []
    results = [_run(check) for check in [*CHECKS[kind], *more]]
    for line, _ in results:
        print(line)
    return 0 if all(passed for _, passed in results) else 1


def _with_virtual_threads() -> Check:
    """The tests that have cases of their own where Java has virtual threads."""
    java = find_jdk(feature=25).home / "bin" / "java"
    tests = "-Dtest=SourceThreadsTest,ReportTest,PythonPresenceTest"
    command = (*_MAVEN, "-ntp", _REVISION, "-pl", "routing", f"-Djvm={java}", tests, "test")
    return Check("Maven, virtual threads", command)


def _run(check: Check) -> tuple[str, bool]:
    start = time.monotonic()
    process = subprocess.Popen(
        check.command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip())
        if not check.quiet:
            print(line, end="", flush=True)
    passed = process.wait() == 0
    if check.quiet and not passed:
        print("\n".join(lines))
    told = "passed" if passed else "FAILED"
    return f"{check.name}: {told} in {time.monotonic() - start:.0f} s{_total(lines)}", passed


def _total(lines: list[str]) -> str:
    """Maven prints one total per module: add them up. pytest's own last line stands as it is."""
    totals = [_TOTALS.search(line) for line in lines]
    sums = [
        sum(map(int, counts)) for counts in zip(*(t.groups() for t in totals if t), strict=True)
    ]
    if sums:
        return ". Tests run: {}, Failures: {}, Errors: {}, Skipped: {}".format(*sums)
    return f". {lines[-1]}" if lines and re.search(r"\d+ (passed|failed|error)", lines[-1]) else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
