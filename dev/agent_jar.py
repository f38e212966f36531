"""Build the agent and its companion into the package, unless their sources are those of before."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAME = "flink-agents-bridge-agent.jar"
SCAN = "flink-agents-bridge-scan.jar"  # reads state; a JVM of its own, beside Flink's jars
ATTACH = "flink-agents-bridge-agent-attach.jar"  # loaded into a running JVM that is asked
_MODULES = {NAME: "weave", ATTACH: "weave", SCAN: "scan"}
SHIPPED = ("__init__.py", "embedded", "memory")  # of the Python package, inside the jar


class AgentJarError(Exception):
    """The jar could not be built."""


def build(root: Path, version: str) -> bool:
    """Bring the package's jars up to date; tell whether Maven had to run."""
    folder = root / "flink_agents_bridge" / "jars"
    jars = {folder / name: module for name, module in _MODULES.items()}
    stamp = (folder / NAME).with_suffix(".sources")
    wanted = digest(root, version)
    if all(jar.exists() for jar in jars) and stamp.exists() and stamp.read_text() == wanted:
        return False
    _maven(root, version)
    folder.mkdir(exist_ok=True)
    for jar, module in jars.items():
        made = jar.with_suffix(".new")
        shutil.copyfile(root / "java" / module / "target" / jar.name, made)
        made.replace(jar)
    stamp.write_text(wanted)
    return True


def digest(root: Path, version: str) -> str:
    """A hash over everything that the jars are made from."""
    total = hashlib.sha256(version.encode())
    for file in sorted(_sources(root)):
        total.update(file.relative_to(root).as_posix().encode() + b"\0")
        total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    folders = [root / "java", root / "LICENSE", root / "NOTICE"]
    folders += [root / "flink_agents_bridge" / part for part in SHIPPED]
    for folder in folders:
        if folder.is_file():
            yield folder
        for path, folders_below, files in os.walk(folder):
            folders_below[:] = [name for name in folders_below if name not in _MADE]
            yield from (Path(path, name) for name in files)


_MADE = ("target", "__pycache__")


def _maven(root: Path, version: str) -> None:
    command = [sys.executable, str(root / "java" / "mvnw"), "-f", str(root / "java" / "pom.xml")]
    command += ["-q", "-B", "-DskipTests", f"-Drevision={version}", "package"]
    code = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    if code != 0:
        raise AgentJarError(f"Maven ended with exit code {code} while it built {NAME}")
