"""Which Pemja a flink-python jar holds: its classes carry no version of their own there."""

import hashlib
import re
import zipfile
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

_PROPERTIES = "META-INF/maven/com.alibaba/pemja/pom.properties"
_ORIGINALS = "META-INF/flink-agents-bridge/original/"  # in a patched jar


@cache
def pemja_releases() -> Mapping[str, str]:
    """Fingerprints, faults and remedy, from the file that the agent reads too."""
    text = files("flink_agents_bridge.embedded").joinpath("pemja.properties").read_text("utf-8")
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)


def pemja_versions(jar: Path) -> tuple[str, ...]:
    """The versions of Pemja that this jar's classes can be; none if they are not known."""
    with zipfile.ZipFile(jar) as archive:
        if _PROPERTIES in archive.namelist():
            found = re.search(r"^version=(\S+)", archive.read(_PROPERTIES).decode(), re.MULTILINE)
            if found:
                return (found[1],)
        known = pemja_releases().get(f"classes.{fingerprint(archive)}")
        return tuple(known.split(",")) if known else ()


def fingerprint(archive: zipfile.ZipFile) -> str:
    """One hash for all of Pemja's classes, as they were before the jar was patched."""
    total = hashlib.sha256()
    names = set(archive.namelist())
    for name in sorted(names):
        if name.startswith("pemja/") and name.endswith(".class"):
            original = f"{_ORIGINALS}{name}"
            content = archive.read(original if original in names else name)
            total.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return total.hexdigest()
