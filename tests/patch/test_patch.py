"""The command ``patch`` on small jars: what it writes, what it says, what it leaves alone."""

import contextlib
import hashlib
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.diagnosis import ask_weaver
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.pemja_jar import pemja_versions
from tests.cli.conftest import Bridge
from tests.patch.conftest import KEPT, MARK, rewritten

INTERPRETER = "pemja/core/PythonInterpreter.class"
ITERATOR = "pemja/core/object/PyIterator.class"
WOVEN = {INTERPRETER, ITERATOR, "pemja/core/object/PyObject.class"}


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def entries(jar: Path) -> dict[str, tuple[zipfile.ZipInfo, bytes]]:
    with zipfile.ZipFile(jar) as archive:
        return {info.filename: (info, archive.read(info)) for info in archive.infolist()}


def files_beside(jar: Path) -> set[str]:
    return {file.name for file in jar.parent.iterdir()}


def test_only_what_must_changes(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: order, times, compression and content of all other entries stay; ours come behind."""
    odd = zipfile.ZipInfo("META-INF/stored.txt", (1999, 12, 31, 23, 59, 58))
    odd.compress_type = zipfile.ZIP_STORED
    with zipfile.ZipFile(pemja_jar, "a") as archive:
        archive.writestr(odd, "a" * 1000)
        archive.comment = b"of somebody"
    before = entries(pemja_jar)
    done = bridge("patch", pemja_jar)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 classes of Pemja woven" in done.stdout
    after = entries(pemja_jar)
    assert list(after)[: len(before)] == list(before)
    assert {name for name in before if before[name][1] != after[name][1]} == WOVEN
    for name, (info, _) in before.items():
        now = after[name][0]
        assert (now.date_time, now.compress_type) == (info.date_time, info.compress_type)
    with zipfile.ZipFile(pemja_jar) as archive:
        assert archive.comment == b"of somebody"
    ours = ("META-INF/flink-agents-bridge/", "io/github/flinkagentsbridge/", "python/", "jna/")
    assert all(name.startswith((*ours, "io/")) for name in list(after)[len(before) :])
    assert not [name for name in after if "/weave/" in name or "/shaded/" in name]


def test_the_woven_classes_are_whole(
    bridge: Bridge, pemja_jar: Path, run_java: Callable[..., str]
) -> None:
    """B1: javap reads them; the constructor starts the bridge, each public method is routed."""
    bridge("patch", pemja_jar)
    shown = run_java("javap", "-c", "-p", "-cp", pemja_jar, "pemja.core.PythonInterpreter")
    assert "io/github/flinkagentsbridge/patched/PatchedStart.construct" in shown
    assert "Method io/github/flinkagentsbridge/pemja/PemjaDispatch.invoke" in shown
    assert "bridge$invoke" in shown
    assert "jar is unsigned" in run_java("jarsigner", "-verify", pemja_jar)


def test_its_pemja_is_still_known(bridge: Bridge, pemja_jar: Path, each_jdk: Jdk) -> None:
    """B13: ``doctor`` and the agent look at the classes from before."""
    versions = pemja_versions(pemja_jar)
    bridge("patch", pemja_jar)
    assert versions == pemja_versions(pemja_jar) != ()
    verdict = ask_weaver(each_jdk, agent_jar(), pemja_jar)
    assert (verdict["accepted"], verdict["reason"]) == (True, None)


def test_a_second_run(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: it changes nothing and says so; other options are put in."""
    bridge("patch", pemja_jar)
    first = digest(pemja_jar)
    done = bridge("patch", pemja_jar)
    assert (done.returncode, digest(pemja_jar)) == (0, first)
    assert "already patched by version" in done.stdout
    assert bridge("patch", pemja_jar, "--option", "lanes=8").returncode == 0
    assert entries(pemja_jar)["io/github/flinkagentsbridge/patched/options.txt"][1] == b"lanes=8"


def test_a_jar_of_an_older_version(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: it is patched anew from its original, which stays what it was."""
    original = digest(pemja_jar)
    bridge("patch", pemja_jar)
    first = digest(pemja_jar)
    rewritten(pemja_jar, {MARK: b"0.0.9\n"})
    assert bridge("patch", pemja_jar).returncode == 0
    assert digest(pemja_jar) == first
    assert digest(pemja_jar.with_name(pemja_jar.name + KEPT)) == original
    rewritten(pemja_jar, {MARK: b"0.0.9\n"})
    pemja_jar.with_name(pemja_jar.name + KEPT).unlink()
    done = bridge("patch", pemja_jar)
    assert done.returncode == 2
    assert "by version 0.0.9, and no original is beside it" in done.stderr


def test_restore(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: the same bytes, the same rights, and no file more than before."""
    pemja_jar.chmod(0o640)
    original = digest(pemja_jar)
    bridge("patch", pemja_jar)
    assert pemja_jar.stat().st_mode & 0o777 == 0o640
    done = bridge("patch", "--restore", pemja_jar)
    assert (done.returncode, digest(pemja_jar)) == (0, original)
    assert files_beside(pemja_jar) == {pemja_jar.name}
    assert pemja_jar.stat().st_mode & 0o777 == 0o640
    again = bridge("patch", "--restore", pemja_jar)
    assert (again.returncode, digest(pemja_jar)) == (0, original)
    assert "not patched" in again.stdout


def test_restore_without_the_original(bridge: Bridge, pemja_jar: Path) -> None:
    """B13: it cannot be done, and the jar stays."""
    bridge("patch", pemja_jar)
    pemja_jar.with_name(pemja_jar.name + KEPT).unlink()
    before = digest(pemja_jar)
    done = bridge("patch", "--restore", pemja_jar)
    assert (done.returncode, digest(pemja_jar)) == (2, before)
    assert "put the released jar in its place" in done.stderr


def test_a_jar_that_was_replaced_since(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: a new release in the jar's place is the original from then on, not the one kept."""
    bridge("patch", pemja_jar)
    bridge("patch", "--restore", pemja_jar)
    bridge("patch", pemja_jar)
    newer = rewritten(pemja_jar.with_name(pemja_jar.name + KEPT), {"new.txt": b"n"}, pemja_jar)
    released = digest(newer)
    bridge("patch", pemja_jar)
    bridge("patch", "--restore", pemja_jar)
    assert digest(pemja_jar) == released


def test_a_copy_elsewhere(bridge: Bridge, pemja_jar: Path, tmp_path: Path) -> None:
    """B1: ``-o`` leaves the jar as it is, also where it is patched already."""
    before = digest(pemja_jar)
    assert bridge("patch", pemja_jar, "-o", tmp_path / "new").returncode == 0
    assert digest(pemja_jar) == before
    assert files_beside(pemja_jar) == {pemja_jar.name}
    bridge("patch", pemja_jar)
    assert bridge("patch", pemja_jar, "-o", tmp_path / "other").returncode == 0
    copies = [tmp_path / place / pemja_jar.name for place in ("new", "other")]
    assert digest(copies[0]) == digest(copies[1]) == digest(pemja_jar)
    assert bridge("patch", pemja_jar, "-o", pemja_jar.parent).returncode == 2


def test_a_link_to_a_jar(bridge: Bridge, pemja_jar: Path, tmp_path: Path) -> None:
    """B1: the link stays one; the jar that it leads to is patched."""
    link = tmp_path / "link.jar"
    link.symlink_to(pemja_jar)
    assert bridge("patch", link).returncode == 0
    assert link.is_symlink()
    assert MARK in entries(pemja_jar)
    assert bridge("patch", "--restore", link).returncode == 0
    assert MARK not in entries(pemja_jar)


@pytest.mark.parametrize("place", ["", "META-INF/versions/17/"])
def test_an_unknown_pemja(bridge: Bridge, pemja_jar: Path, place: str) -> None:
    """B13: all or nothing, also where only newer JVMs would see the class that is not known."""
    unknown = entries(pemja_jar)[INTERPRETER][1].replace(b"invokeMethod", b"invokeNothing"[:12])
    rewritten(pemja_jar, {place + INTERPRETER: unknown})
    before = digest(pemja_jar)
    done = bridge("patch", pemja_jar)
    assert (done.returncode, digest(pemja_jar)) == (1, before)
    assert "not patched: " in done.stdout
    assert "invokeMethod" in done.stdout
    assert files_beside(pemja_jar) == {pemja_jar.name}


def test_classes_for_newer_jvms(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: a multi-release entry is woven like the class itself."""
    second = "META-INF/versions/17/" + ITERATOR
    rewritten(pemja_jar, {second: entries(pemja_jar)[ITERATOR][1]})
    assert bridge("patch", pemja_jar).returncode == 0
    after = entries(pemja_jar)
    assert after[second][1] == after[ITERATOR][1]
    assert b"HandleDispatch" in after[second][1]


def test_a_signed_jar(bridge: Bridge, pemja_jar: Path, run_java: Callable[..., str]) -> None:
    """B1: the signature goes, with a word about it; a JVM would refuse the changed classes."""
    store = pemja_jar.parent.parent / "keys"
    keys = ["-keystore", store, "-storepass", "secret", "-keypass", "secret"]
    run_java(*["keytool", "-genkeypair", "-alias", "k", "-keyalg", "RSA", "-dname", "CN=k", *keys])
    run_java("jarsigner", *keys, pemja_jar, "k")
    assert "jar verified" in run_java("jarsigner", "-verify", pemja_jar)
    done = bridge("patch", pemja_jar)
    assert done.returncode == 0
    assert "Its signature is gone" in done.stdout
    assert "jar is unsigned" in run_java("jarsigner", "-verify", pemja_jar)
    after = entries(pemja_jar)
    assert not [name for name in after if name.endswith((".SF", ".RSA"))]
    manifest = after["META-INF/MANIFEST.MF"][1]
    assert b"Digest" not in manifest
    assert b"Implementation-Title" in manifest


def test_a_jar_inside_of_a_jar(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: it is not touched, and named; by itself it is no protection."""
    outer = pemja_jar.with_name("outer.jar")
    with zipfile.ZipFile(outer, "w") as archive:
        archive.write(pemja_jar, "lib/inner.jar")
        archive.writestr("lib/other.jar", b"")
    done = bridge("patch", outer)
    assert done.returncode == 1
    assert "nothing done" in done.stdout
    assert "Not touched: lib/inner.jar" in done.stdout
    assert "other.jar" not in done.stdout


def test_what_cannot_be_patched(bridge: Bridge, pemja_jar: Path) -> None:
    """B13: one sentence for each, and exit code 2."""
    text = pemja_jar.with_name("text.jar")
    text.write_text("no jar")
    long = pemja_jar.with_name("j" * 248 + ".jar")  # the file beside it would have too long a name
    shutil.copy(pemja_jar, long)
    cases: list[tuple[list[object], str]] = [
        ([pemja_jar.with_name("none.jar")], "There is no jar"),
        ([text], "cannot be read as a jar"),
        ([long], "cannot be replaced (File name too long) and is as it was"),
        ([pemja_jar, "--option", "lanes=-1"], "a whole number, 0 or more"),
        ([pemja_jar, "--option", "lanes"], "NAME=VALUE"),
        (["--restore", pemja_jar, "-o", pemja_jar.parent], "leave -o"),
    ]
    for arguments, told in cases:
        done = bridge("patch", *arguments)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1), done.stderr
        assert told in done.stderr
    assert files_beside(pemja_jar) == {pemja_jar.name, text.name, long.name}


def test_a_full_disk(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: the jar is as it was, and no half of a jar is left."""
    before = digest(pemja_jar)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        done = bridge("patch", pemja_jar)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert done.returncode == 2
    assert "is as it was" in done.stderr
    assert digest(pemja_jar) == before
    assert files_beside(pemja_jar) == {pemja_jar.name}


def test_killed_in_the_middle(bridge: Bridge, pemja_jar: Path) -> None:
    """B1: the jar is as it was; the next run starts anew and clears up."""
    before = digest(pemja_jar)
    command = [sys.executable, "-m", "flink_agents_bridge", "patch", str(pemja_jar)]
    process = subprocess.Popen(command, start_new_session=True)
    scratch = pemja_jar.with_name(f".{pemja_jar.name}.bridge-new")
    deadline = time.monotonic() + 60
    while not scratch.exists():
        assert time.monotonic() < deadline
        assert process.poll() is None
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert scratch.exists()
    assert digest(pemja_jar) == before
    assert bridge("patch", pemja_jar).returncode == 0
    assert files_beside(pemja_jar) == {pemja_jar.name, pemja_jar.name + KEPT}
