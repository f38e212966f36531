"""Who loaded CPython first, and what that means for whoever comes second."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.jvm import compile_java
from tests.bridge.calls import JavaError
from tests.bridge.session import Place, Session
from tests.bridge.startup import making, python_program, refusal, warnings

Places = Callable[..., Place]


@pytest.fixture
def other_libpython(installation: Installation, tmp_path: Path) -> Path:
    """The same library in another place stands for that of another Python."""
    assert installation.libpython is not None
    return Path(shutil.copy(installation.libpython, tmp_path))


@pytest.fixture
def other_python(other_libpython: Path, tmp_path: Path) -> str:
    """A Python that runs on it."""
    return python_program(tmp_path, f'export LD_PRELOAD="{other_libpython}"')


def test_another_python_is_ignored(place: Places, other_python: str) -> None:
    """B13: without the bridge the second job gets the first one's Python, and nobody says so."""
    with Session(place(), None) as session:
        session.primary()
        second = session.owner.begin(making(session, other_python)).result()
        session.owner.exec(second, "maps = open('/proc/self/maps').read()")
        assert str(Path(other_python).parent) not in session.owner.call(second, "get", "maps")
        assert session.jvm.stderr() == ""


def test_another_python(place: Places, other_python: str) -> None:
    """B13: refused with both names; the first works on."""
    with Session(place(), {}) as session:
        first = session.primary()
        told = refusal(session, other_python)
        assert session.owner.invoke(first, "nothing") == "nothing given"
    assert f"this JVM has loaded CPython 3.{sys.version_info.minor}" in told
    assert f" of {sys.executable} and cannot load CPython" in told
    assert f" of {other_python} beside it" in told
    assert "Give all jobs of a cluster the same python.executable" in told


def test_another_python_without_strict(place: Places, other_python: str) -> None:
    """B13: a warning, and the first one's Python as before."""
    with Session(place(), {"strict": False}) as session:
        session.primary()
        second = session.owner.begin(making(session, other_python)).result()
        [warning] = warnings(session)
        assert f" of {other_python} beside it" in warning
        session.owner.call(second, "close")


def test_other_site_packages(place: Places, tmp_path: Path) -> None:
    """B13: another venv of the same Python works; one warning says whose packages are in force."""
    folder = tmp_path / "venv"
    command = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
    subprocess.run(command, check=True, timeout=60)
    with Session(place(), {}) as session:
        first = session.primary("import sys; paths = ':'.join(sys.path)")
        for _ in range(2):
            second = session.owner.begin(making(session, str(folder / "bin" / "python"))).result()
            session.owner.call(second, "close")
        [warning] = warnings(session)
        assert warning.startswith(f"site-packages of {folder / 'bin' / 'python'} are not in force")
        in_force = warning.partition("; in force are ")[2].partition(" and the search paths")[0]
        assert in_force in session.owner.call(first, "get", "paths").split(":")


def test_the_same_python_by_another_name(place: Places, tmp_path: Path) -> None:
    """B13: it is told by what it is, not by its path."""
    (tmp_path / "linked").symlink_to(Path(sys.executable).parent.parent)
    with Session(place(), {}) as session:
        session.primary()
        linked = str(tmp_path / "linked" / "bin" / Path(sys.executable).name)
        second = session.owner.begin(making(session, linked)).result()
        session.owner.call(second, "close")
        assert warnings(session) == []


def test_something_else_has_loaded_cpython(place: Places, other_libpython: Path) -> None:
    """B13: said, since Pemja takes itself for the only one."""
    with Session(place(), {}) as session:
        session.jvm.view.java.lang.System.load(str(other_libpython))
        session.primary()
        [warning] = warnings(session)
        assert f"has loaded CPython into this JVM before, from {other_libpython}" in warning


def of_another_loader(session: Session) -> Any:
    """Makes an interpreter with a Pemja of its own, as a second job with its own jars does."""
    java = session.jvm.view.java
    urls = session.jvm.gateway.new_array(java.net.URL, 1)
    urls[0] = java.net.URL(session.place.pemja_jar.as_uri())
    loader = java.net.URLClassLoader(urls, java.lang.ClassLoader.getPlatformClassLoader())
    builder = loader.loadClass("pemja.core.PythonInterpreterConfig$PythonInterpreterConfigBuilder")
    none = session.jvm.gateway.new_array(session.jvm.view.Object, 0)
    config = builder.getConstructors()[0].newInstance(none)
    config = config.setPythonExec(session.place.python).build()
    constructor = loader.loadClass("pemja.core.PythonInterpreter").getConstructors()[0]
    return session.owner.start(constructor, "newInstance", rest=[config])


@pytest.mark.parametrize("bridged", [False, True])
def test_pemja_of_a_second_loader(place: Places, bridged: bool) -> None:
    """B13: the JVM gives native code to one loader; Pemja's own error tells nothing of that."""
    with Session(place(), {} if bridged else None) as session:
        first = session.primary()
        call = of_another_loader(session)
        with pytest.raises(JavaError) as thrown:
            call.result()
        told = thrown.value.cause
        assert session.owner.invoke(first, "nothing") == "nothing given"
    assert ("Put the flink-python jar into Flink's lib folder" in told) is bridged
    assert ("loadedLibraryNames" in told) is not bridged


EARLY = """
public class Early {
    public static void premain(String options) throws Exception {
        Class.forName("pemja.core.object.PyObject");
    }
}
"""


@pytest.mark.parametrize("strict", [True, False])
def test_pemja_loaded_by_another_agent(place: Places, tmp_path: Path, strict: bool) -> None:
    """B13: what is loaded cannot be woven any more, so the flags have to change places."""
    here = place()
    (tmp_path / "Early.java").write_text(EARLY)
    early = compile_java([tmp_path / "Early.java"], tmp_path / "early.jar", java_home=here.jdk.home)
    with zipfile.ZipFile(early, "a") as archive:
        archive.writestr("META-INF/MANIFEST.MF", "Premain-Class: Early\n")
    ours = f"-javaagent:{agent_jar()}=strict={str(strict).lower()}"
    path = f"{here.pemja_jar}:{here.probe_jar}"
    command = [str(here.jdk.java), f"-javaagent:{early}", ours, "-cp", path, "probe.Nothing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == (2 if strict else 0)
    assert "pemja.core.object.PyObject was loaded before flink-agents-bridge" in done.stderr
    assert "Put this -javaagent before all others" in done.stderr
