"""Which Pemja a flink-python jar holds: its classes carry no version of their own there."""

import hashlib
import re
import zipfile
from pathlib import Path

_PROPERTIES = "META-INF/maven/com.alibaba/pemja/pom.properties"
_ORIGINALS = "META-INF/flink-agents-bridge/original/"  # in a patched jar
# SHA-256 over names and contents of the classes; 0.5.5 and 0.6.0 have the same ones.
_FINGERPRINTS = {
    "cb32520998a22bce3433b7fa11d64814dcd8cdc7f61a9b83188fbd5f872c1925": ("0.5.5", "0.6.0"),
    "6a5b17dace8d91d6b8d1c4bce3796c16fd31cf4d935d4d63306d34c9b99488e6": ("0.5.7",),
}


def pemja_versions(jar: Path) -> tuple[str, ...]:
    """The versions of Pemja that this jar's classes can be; none if they are not known."""
    with zipfile.ZipFile(jar) as archive:
        if _PROPERTIES in archive.namelist():
            found = re.search(r"^version=(\S+)", archive.read(_PROPERTIES).decode(), re.MULTILINE)
            if found:
                return (found[1],)
        return _FINGERPRINTS.get(fingerprint(archive), ())


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
