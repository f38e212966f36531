"""The environment in which PyFlink starts its local JVM with our agent."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.jvm.crash import CRASH_FILE, crash_option

JVM_ARGS = "JVM_ARGS"  # PyFlink's variable; it splits the value at blanks
_ERROR_FILE = "-XX:ErrorFile="


def python_environment(path: Iterable[Path], folder: Path) -> dict[str, str]:
    """This process's environment for a job with temporary files of its own.

    PyFlink starts its Python from the PATH, so this one comes first there; the embedded
    interpreters know nothing of a virtual environment but for PYTHONPATH.

    Args:
        path: what becomes PYTHONPATH.
        folder: for Python's temporary files; a JVM that dies leaves all of its own behind, so give
            it ``-Djava.io.tmpdir`` too.
    """
    programs = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    return {
        **os.environ,
        "PATH": os.pathsep.join(filter(None, programs)),
        "PYTHONPATH": os.pathsep.join(map(str, path)),
        "TMPDIR": str(folder),
    }


def job_environment(
    before: Mapping[str, str], jdk: Jdk, crash_folder: Path, flags: list[str]
) -> dict[str, str]:
    """``before`` with the JDK and the flags put in; the user's own JVM options come first."""
    arguments = before.get(JVM_ARGS, "").split()
    if not any(argument.startswith(_ERROR_FILE) for argument in arguments) and not _blank(
        crash_folder
    ):
        arguments.append(crash_option(crash_folder))
    return {**before, "JAVA_HOME": str(jdk.home), JVM_ARGS: " ".join([*arguments, *flags])}


def crash_pattern(env: Mapping[str, str]) -> str:
    """Where a JVM under this environment leaves its crash file; ``%p`` is its process id."""
    for argument in reversed(env.get(JVM_ARGS, "").split()):
        if argument.startswith(_ERROR_FILE):
            return str(Path(argument.removeprefix(_ERROR_FILE)).absolute())
    return str(Path.cwd() / CRASH_FILE.format(pid="%p"))


@contextmanager
def jar_without_blanks(jar: Path) -> Iterator[Path]:
    """The jar itself, or a copy while the block lasts if its path cannot stand in JVM_ARGS."""
    if not _blank(jar):
        yield jar
        return
    with tempfile.TemporaryDirectory(prefix="flink-agents-bridge-") as folder:
        yield Path(shutil.copy(jar, Path(folder, jar.name)))


def _blank(path: Path) -> bool:
    return len(str(path).split()) != 1
