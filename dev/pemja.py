"""Beside the project: the releases of Pemja, for each CPython of this machine, in .venv/pemja.

``apache-flink`` brings one Pemja for one CPython; what the hazards are shown on needs the others.
Standard library only, since set-up uses it before anything is installed.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

# What Flink 2.2.0 and 2.2.1 come with, and what both ask for.
RELEASES = ("0.5.5", "0.5.7")
FIND_LIBPYTHON = "find-libpython==0.5.1"
CPYTHONS = ("3.10", "3.11", "3.12")
_ROOT = Path(__file__).resolve().parent.parent
WHEELS = _ROOT / ".venv" / "pemja"  # the native sides, which set-up fetches
JARS = _ROOT / "java" / "weave" / "target" / "pemja"  # where the build copies the Java sides to
_FOUND = "cpythons.json"


_ASK = """
import json, os, sys, sysconfig
told = sysconfig.get_config_var
name, folder = told("INSTSONAME") or "", told("LIBDIR") or ""
folders = [folder, os.path.join(folder, told("MULTIARCH") or "")]
shared = ".so" in name and any(os.path.exists(os.path.join(each, name)) for each in folders)
print(json.dumps([sys.executable, ".".join(map(str, sys.version_info[:2])), shared]))
"""


class PemjaError(Exception):
    """A release could not be fetched; what pip printed stands above the message."""


def find_cpythons() -> dict[str, str]:
    """The commands of the CPythons with a shared libpython, by version; the running one first."""
    found: dict[str, str] = {}
    for command in _candidates():
        told = _ask(command)
        if told is not None and told[1] in CPYTHONS and told[2]:
            found.setdefault(told[1], told[0])
    return {version: found[version] for version in CPYTHONS if version in found}


def install(python: str, folder: Path, cpythons: Mapping[str, str]) -> None:
    """Fill the folder by this Python's pip: one release for one CPython in each of its own.

    Raises:
        PemjaError: pip could not.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for release in RELEASES:
        for version in cpythons:
            _pip(python, f"pemja=={release}", version, release_folder(folder, release, version))
    (folder / _FOUND).write_text(json.dumps(dict(cpythons)), encoding="utf-8")


def release_folder(folder: Path, release: str, version: str) -> Path:
    """Where one release for one CPython is: an entry for PYTHONPATH."""
    return folder / f"{release}-cpython{version}"


def release_jar(release: str) -> Path:
    """The Java side of one release."""
    return JARS / f"pemja-{release}.jar"


def installed_cpythons(folder: Path) -> dict[str, str]:
    """The commands of the CPythons that the folder was filled for, by version."""
    found = folder / _FOUND
    if not found.exists():
        raise FileNotFoundError(f"{found} is missing: run `make setup`.")
    told: dict[str, str] = json.loads(found.read_text(encoding="utf-8"))
    return told


def _pip(python: str, package: str, version: str, target: Path) -> None:
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--root-user-action=ignore", "--no-deps", "--only-binary=:all:"]
    command += ["--python-version", version, "--target", str(target), package, FIND_LIBPYTHON]
    code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    if code != 0:
        raise PemjaError(f"`{' '.join(command)}` ended with exit code {code}; see above.")


def _candidates() -> Iterator[str]:
    yield sys.executable
    for version in CPYTHONS:
        yield f"python{version}"
    root = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    for version in CPYTHONS:
        yield from map(str, sorted((root / "versions").glob(f"{version}.*/bin/python{version}")))


def _ask(command: str) -> tuple[str, str, bool] | None:
    asked = [command, "-c", _ASK]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=60)
        executable, version, shared = json.loads(told.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return executable, version, shared
