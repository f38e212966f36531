"""The releases of Pemja that Flink has come with, beside the one that is installed."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".venv" / "pemja"  # what set-up fetches stands there, too
JARS = ROOT / "java" / "weave" / "target" / "pemja"  # where the build copies the releases to
CPYTHON = ".".join(map(str, sys.version_info[:2]))
NEEDED = "find-libpython==0.5.1"


@dataclass(frozen=True)
class Release:
    """One release, for the Python that runs the tests."""

    python_path: Path
    jar: Path


def pemja_release(version: str) -> Release:
    """Where it is; its wheel is fetched from PyPI at first use."""
    folder = FOLDER / f"{version}-cpython{CPYTHON}"
    if not folder.exists():
        fetched = folder.with_suffix(".part")
        shutil.rmtree(fetched, ignore_errors=True)
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        wheel = ["--root-user-action=ignore", "--no-deps", "--only-binary=:all:"]
        subprocess.run(
            [*pip, *wheel, "--target", str(fetched), f"pemja=={version}", NEEDED], check=True
        )
        fetched.rename(folder)
    return Release(folder, JARS / f"pemja-{version}.jar")
