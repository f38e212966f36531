"""Compile Java sources at run time, for code that ships as source."""

import os
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from flink_agents_bridge.errors import BridgeError


class CompileError(BridgeError):
    """``javac`` refused the sources; the message ends with what it said."""


def compile_java(
    sources: Iterable[Path], jar: Path, *, java_home: Path, classpath: Iterable[Path] = ()
) -> Path:
    """Compile ``sources`` for Java 11 and pack the classes into ``jar``."""
    with tempfile.TemporaryDirectory(prefix="flink-agents-bridge-javac-") as classes:
        command = [str(java_home / "bin" / "javac"), "--release", "11", "-nowarn", "-proc:none"]
        command += ["-encoding", "UTF-8", "-d", classes]
        command += ["-classpath", os.pathsep.join(map(str, classpath)) or classes]
        command += [str(source) for source in sources]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode != 0:
            raise CompileError(f"{command[0]} ended with {done.returncode}:\n{done.stderr}")
        _pack(Path(classes), jar)
    return jar


def _pack(classes: Path, jar: Path) -> None:
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(classes.rglob("*.class")):
            archive.write(file, file.relative_to(classes).as_posix())
