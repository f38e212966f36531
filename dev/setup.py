"""Set the project up in .venv, saying what takes how long; a second run has nothing to do.

Standard library only, since nothing is installed yet. What the machine lacks is told in one
sentence; the exit code is 1 then.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dev import pemja  # noqa: E402
from dev.agent_jar import AgentJarError, build  # noqa: E402
from flink_agents_bridge.flink.jdk import JdkNotFoundError, find_jdk  # noqa: E402

VENV = ROOT / ".venv"
MADE_BY = VENV / "made-by"  # the Python that made it
STAMP = VENV / "set-up-from"  # what was installed into it
STEPS = 5
VOICE = 20.0  # seconds between two signs of life


class SetupError(Exception):
    """A step did not work out; what it printed stands above the message."""


def main() -> int:
    """Bring .venv and the agent jar up to date."""
    try:
        os.environ["JAVA_HOME"] = str(find_jdk().home)
        _set_up((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    except (JdkNotFoundError, AgentJarError, SetupError, pemja.PemjaError) as error:
        print(f"set-up: {error}", file=sys.stderr)
        return 1
    return 0


def _set_up(project: str) -> None:
    python = f"{sys.executable} {sys.version}"
    cpythons = pemja.find_cpythons()
    parts = (python, str(ROOT), project, json.dumps([pemja.RELEASES, cpythons]))
    wanted = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    fresh = _read(STAMP) == wanted
    if not fresh and _read(MADE_BY) != python:
        with _step(1, f"virtual environment .venv, Python {sys.version.split()[0]}"):
            shutil.rmtree(VENV, ignore_errors=True)
            _run(sys.executable, "-m", "venv", str(VENV))
            MADE_BY.write_text(python, encoding="utf-8")
    with _step(2, "Java agent"):
        build(ROOT, _one(r'^version = "(.+)"', project))
    if fresh:
        return
    flink = _one(r'"apache-flink==(.+)"', project)
    agents = _one(r'"flink-agents==(.+)"', project)
    with _step(3, f"apache-flink {flink} and flink-agents {agents} (about 1 GB; some minutes)"):
        _install("demo")
    with _step(4, "what the tests and benchmarks need"):
        _install("demo,test,bench")
    with _step(5, f"Pemja {' and '.join(pemja.RELEASES)} for CPython {', '.join(cpythons)}"):
        pemja.install(str(VENV / "bin" / "python"), pemja.WHEELS, cpythons)
    STAMP.write_text(wanted, encoding="utf-8")


@contextmanager
def _step(number: int, what: str) -> Iterator[None]:
    """Say what is done, that it still is, and how long it took; nothing if it took no time."""
    start = time.monotonic()
    over = threading.Event()

    def speak() -> None:
        wait = 0.5
        while not over.wait(wait):
            print(f"[{number}/{STEPS}] {what} ... {time.monotonic() - start:.0f} s", flush=True)
            wait = VOICE

    voice = threading.Thread(target=speak)
    voice.start()
    try:
        yield
    finally:
        over.set()
        voice.join()
    if time.monotonic() - start > 0.5:
        print(f"[{number}/{STEPS}] {what}: done in {time.monotonic() - start:.0f} s", flush=True)


def _install(extras: str) -> None:
    pip = (str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet")
    _run(*pip, "--disable-pip-version-check", "--editable", f"{ROOT}[{extras}]")


def _run(*command: str) -> None:
    code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, cwd=ROOT).returncode
    if code != 0:
        raise SetupError(f"`{' '.join(command)}` ended with exit code {code}; see above.")


def _one(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    if found is None:
        raise SetupError(f"pyproject.toml has no line like {pattern}.")
    return found[1]


def _read(file: Path) -> str | None:
    return file.read_text(encoding="utf-8") if file.exists() else None


if __name__ == "__main__":
    sys.exit(main())
