"""What is inside of the finished agent jar."""

import struct
import zipfile
from pathlib import Path

import pytest

import flink_agents_bridge
from dev.agent_jar import SHIPPED
from flink_agents_bridge.flink.agent import agent_jar

OURS = "io/github/flinkagentsbridge/"
JNA = "jna/"  # no package, so only a class loader that is told of this folder finds JNA in it
METRICS = "metrics/"  # likewise: what extends Flink's classes
JAVA_11 = 55
PACKAGE = Path(flink_agents_bridge.__file__).parent


@pytest.fixture
def content() -> dict[str, bytes]:
    """Each file by its name."""
    with zipfile.ZipFile(agent_jar()) as jar:
        return {name: jar.read(name) for name in jar.namelist() if not name.endswith("/")}


def test_nothing_foreign(content: dict[str, bytes]) -> None:
    """B1: the jar stands on the boot class path, so no class but our own can be loaded from it."""
    ours = (OURS, "python/", "META-INF/", JNA, METRICS)
    foreign = [name for name in content if not name.startswith(ours)]
    assert foreign == []
    assert [name for name in content if name.startswith("META-INF/")] == ["META-INF/MANIFEST.MF"]


def test_classes_load_on_java_11(content: dict[str, bytes]) -> None:
    """B1: no class file is newer than Java 11's."""
    versions = {
        name: struct.unpack(">H", code[6:8])[0]
        for name, code in content.items()
        if name.endswith(".class")
    }
    assert len(versions) > 50
    assert {name: version for name, version in versions.items() if version > JAVA_11} == {}


def test_asm_is_relocated(content: dict[str, bytes]) -> None:
    """B1: ours is under a name of our own, and no class asks for the plain one."""
    assert any(name.startswith(f"{OURS}shaded/asm/") for name in content)
    assert [name for name, code in content.items() if b"org/objectweb/asm" in code] == []


def test_jna_is_apart(content: dict[str, bytes]) -> None:
    """B1, T5: JNA is in a folder of its own, with its licence and native code for 4 systems."""
    assert f"{JNA}com/sun/jna/Native.class" in content
    assert f"{JNA}{OURS}jna/JnaDoor.class" in content
    assert {f"{JNA}META-INF/AL2.0", f"{JNA}META-INF/LICENSE"} <= set(content)
    native = {Path(name).parent.name for name in content if "libjnidispatch" in name}
    assert native == {"linux-x86-64", "linux-aarch64", "darwin-x86-64", "darwin-aarch64"}
    assert [name for name in content if not name.startswith(JNA) and "/jna/" in name] == []


def test_metrics_are_apart(content: dict[str, bytes]) -> None:
    """B10: what links to Flink is in a folder of its own: the boot class path has no Flink."""
    assert f"{METRICS}{OURS}metrics/OperatorMetrics.class" in content
    linked = [name for name, code in content.items() if b"org/apache/flink/metrics" in code]
    assert linked
    assert [name for name in linked if not name.startswith(METRICS)] == []


def test_manifest(content: dict[str, bytes]) -> None:
    """B1, B13: the entries that make it an agent and a command, and its version."""
    lines = content["META-INF/MANIFEST.MF"].decode().splitlines()
    entries = dict(line.split(": ", 1) for line in lines if line)
    assert entries["Premain-Class"] == "io.github.flinkagentsbridge.weave.BridgeAgent"
    assert entries["Agent-Class"] == "io.github.flinkagentsbridge.attach.Answer"
    assert entries["Main-Class"] == "io.github.flinkagentsbridge.weave.AgentCommand"
    assert entries["Implementation-Version"]
    assert "Can-Retransform-Classes" not in entries
    assert "Boot-Class-Path" not in entries


def test_python_side(content: dict[str, bytes]) -> None:
    """B1: the Python sources in the jar are the package's own, all that are to go and no other."""
    shipped = {name: code for name, code in content.items() if name.startswith("python/")}
    places = [PACKAGE / part for part in SHIPPED]
    files = [file for place in places for file in (place, *place.rglob("*")) if file.is_file()]
    own = {
        f"python/{file.relative_to(PACKAGE.parent).as_posix()}": file.read_bytes()
        for file in files
        if "__pycache__" not in file.parts
    }
    assert sorted(shipped) == sorted(own)
    assert [name for name, code in own.items() if shipped[name] != code] == []
