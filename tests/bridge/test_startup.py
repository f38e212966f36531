"""What the agent finds out before Pemja loads CPython, and says in one sentence with its remedy."""

import sys
import sysconfig
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.pemja_jar import pemja_releases
from tests.bridge.calls import JavaError, JvmDiedError
from tests.bridge.session import Place, Session
from tests.bridge.startup import RELEASES, making, python_program, refusal, stub_folder, warnings

Places = Callable[..., Place]
OLD_JAVA_SIDE = RELEASES / "pemja-0.5.5.jar"


def test_what_is_protected_and_by_what(
    place: Places, each_jdk: Jdk, installation: Installation
) -> None:
    """B13: one line in the log and one event for a JVM, however many interpreters it makes."""
    with Session(place(each_jdk), {}) as session:
        for _ in range(2):
            session.primary()
        [live] = session.events("live")
        lines = session.jvm.stderr().splitlines()
        assert warnings(session) == []
    [line] = [each for each in lines if each.startswith("INFO: Python calls through Pemja")]
    told = {
        "bridge": version("flink-agents-bridge"),
        "jdk": each_jdk.version,
        "pemjaJavaSide": "0.5.7",
        "pemjaNativeSide": installation.pemja,
        "python": installation.python,
        "executable": sys.executable,
        "lanes": 4,
        "interpreterLock": "JNA" if each_jdk.feature < 22 else "java.lang.foreign",
    }
    assert {name: live[name] for name in told} == told
    assert all(str(each) in line for each in told.values())


def test_where_native_calls_cannot_be_had(place: Places) -> None:
    """B13, T5: the line says so, after one warning that says what to do."""
    with Session(place(find_jdk(feature=17)), {}, ["-Djna.nounpack=true"]) as session:
        session.primary()
        [live] = session.events("live")
        assert live["interpreterLock"] == "out of reach"
        [warning] = warnings(session)
        assert "-Djna.tmpdir=FOLDER" in warning


def test_a_jvm_without_native_access(place: Places) -> None:
    """B13: the flag that newer JDKs ask for; the JDK passes for an old one to get none."""
    jdk = replace(find_jdk(feature=25), version="17")
    with Session(place(jdk), {}) as session:
        session.primary()
        ours = [each for each in warnings(session) if each.startswith("JDK 25 warns of native")]
        assert len(ours) == 1
        assert "start the JVM with --enable-native-access=ALL-UNNAMED" in ours[0]


@pytest.fixture
def lost_home(place: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A Python that works, in a JVM whose PYTHONHOME holds no standard library."""
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    return replace(place(), python=python_program(tmp_path, "unset PYTHONHOME"))


def test_a_jvm_without_standard_library_ends(lost_home: Place) -> None:
    """B13: what comes of it without the bridge: CPython ends the whole JVM, with exit code 1."""
    with Session(lost_home, None) as session:
        with pytest.raises(JvmDiedError):
            session.owner.begin(session.making()).result()
        assert session.jvm.wait_exit(60) == 1
        assert "No module named 'encodings'" in session.jvm.stderr()


def test_a_jvm_without_standard_library(lost_home: Place) -> None:
    """B13: found before CPython is loaded, by whom it would look for its library."""
    with Session(lost_home, {}) as session:
        told = refusal(session)
        [reason] = [event["reason"] for event in session.events("refused")]
        assert reason in told
    for part in ("No module named 'encodings'", "PYTHONHOME is /nowhere", "without PYTHONHOME"):
        assert part in told


def test_another_standard_library(
    place: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B13: CPython goes by the JVM's environment, not by the Python that was named."""
    own = Path(sysconfig.get_path("stdlib"))
    copy = tmp_path / "home" / own.parent.name / own.name
    copy.mkdir(parents=True)
    for each in own.iterdir():
        (copy / each.name).symlink_to(each)
    monkeypatch.setenv("PYTHONHOME", str(tmp_path / "home"))
    python = python_program(tmp_path, "unset PYTHONHOME")
    with Session(replace(place(), python=python), {}) as session:
        session.primary()
        [warning] = warnings(session)
        assert f"standard library from {copy} instead of {own.resolve()}" in warning
        assert "since PYTHONHOME leads there" in warning


def test_a_python_that_does_not_start(place: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    """B13: what it said itself, and the variable that is to blame."""
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    with Session(place(), {}) as session:
        told = refusal(session)
    assert f"{sys.executable} does not start (ModuleNotFoundError: No module named 'enc" in told
    assert "Start the JVM without PYTHONHOME, which is /nowhere." in told


def test_a_python_that_is_not_there_yet(place: Places) -> None:
    """B13: a failure is told once, and looked at again, since it may be mended meanwhile."""
    here = place()
    late = here.folder / "python-0"
    with Session(replace(here, python=str(late)), {}) as session:
        for _ in range(2):
            assert f"{late} cannot be run" in refusal(session)
        assert len(session.events("refused")) == 1
        assert python_program(here.folder) == str(late)
        session.primary()


def test_a_python_that_is_asked_once(place: Places, tmp_path: Path) -> None:
    """B13: one run more than Pemja's own, for any number of interpreters; none if switched off."""
    runs = {}
    for check in (True, False):
        counted = tmp_path / f"runs-{check}"
        python = python_program(tmp_path, f"echo >> {counted}")
        with Session(replace(place(), python=python), {"startup-check": check}) as session:
            for _ in range(3):
                session.primary()
            [live] = session.events("live")
            assert live["pemjaNativeSide"] == ("0.5.7" if check else "unknown")
        runs[check] = len(counted.read_text().splitlines())
    assert runs[True] == runs[False] + 1


NO_LIBRARY = {"find_libpython/__init__.py": "def find_libpython(): return None"}
OTHER_NATIVE_SIDE = {
    "pemja/__init__.py": "",
    "pemja/pemja_core.cpython-39-x86_64-linux-gnu.so": "",
}


def test_pythons_that_cannot_work(place: Places, tmp_path: Path) -> None:
    """B13: each is told apart before Pemja loads anything, so a good one works afterwards."""
    no_library = stub_folder(tmp_path / "no-library", NO_LIBRARY)
    other = stub_folder(tmp_path / "other", OTHER_NATIVE_SIDE)
    before = "export PYTHONPATH={}:$PYTHONPATH"
    soabi = sysconfig.get_config_var("SOABI")
    told = {
        python_program(tmp_path, options="-E -S"): f"pemja is not installed in {sys.executable}",
        python_program(tmp_path, before.format(no_library)): (
            "has no shared libpython, which the JVM has to load). Use a Python built with"
        ),
        # Pemja would load it, e.g. out of another Python's folder in PYTHONPATH.
        python_program(tmp_path, before.format(other)): (
            f"is for cpython-39-x86_64-linux-gnu, not for {soabi}). Install pemja for"
        ),
        python_program(tmp_path, "export PYTHONHOME=/nowhere"): (
            "does not start (ModuleNotFoundError: No module named 'encodings')). Name a"
        ),
    }
    with Session(place(), {}) as session:
        for python, part in told.items():
            assert part in refusal(session, python)
        session.primary()


def test_pemja_tells_nothing_of_a_missing_library(place: Places, tmp_path: Path) -> None:
    """B13: which is why the bridge does."""
    folder = stub_folder(tmp_path / "no-library", NO_LIBRARY)
    python = python_program(tmp_path, f"export PYTHONPATH={folder}:$PYTHONPATH")
    with Session(place(), None) as session, pytest.raises(JavaError) as told:
        session.owner.begin(making(session, python)).result()
    assert "libpython" not in str(told.value)


def test_two_sides_that_do_not_match(place: Places) -> None:
    """B13: the Java side's version is read from its jar, the native side's told by Python."""
    with Session(replace(place(), pemja_jar=OLD_JAVA_SIDE), {}) as session:
        told = refusal(session)
    assert "is 0.5.7, but its Java side is 0.5.5" in told
    assert "Install pemja==0.5.5 there" in told


def test_two_sides_that_do_not_match_without_strict(place: Places) -> None:
    """B13: a warning, and Pemja may try."""
    with Session(replace(place(), pemja_jar=OLD_JAVA_SIDE), {"strict": False}) as session:
        session.primary()
        [warning] = warnings(session)
        assert "its Java side is 0.5.5" in warning
        assert warning.endswith("It goes on, since strict=false.")


def test_a_release_with_a_fault_of_its_own(place: Places, tmp_path: Path) -> None:
    """B13: what is not wholly mended is one warning at start."""
    metadata = {"pemja-0.5.5.dist-info/METADATA": "Name: pemja\nVersion: 0.5.5\n"}
    folder = stub_folder(tmp_path / "old", metadata)
    python = python_program(tmp_path, f"export PYTHONPATH={folder}:$PYTHONPATH")
    with Session(replace(place(), pemja_jar=OLD_JAVA_SIDE, python=python), {}) as session:
        for _ in range(2):
            session.primary()
        known = pemja_releases()
        assert warnings(session) == [f"Pemja 0.5.5 {known['fault.0.5.5']}: {known['remedy']}."]
