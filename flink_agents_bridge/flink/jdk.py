"""Find a JDK and read its version. Needs nothing but the standard library: set-up uses it too."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from flink_agents_bridge.errors import BridgeError

OLDEST = 11
_PICKED_UP = re.compile(r"(NOTE: )?Picked up \w+: ")
_USUAL_PLACES = (Path("/usr/lib/jvm"), Path("/opt/java"), Path("/Library/Java/JavaVirtualMachines"))


class JdkNotFoundError(BridgeError):
    """No fitting JDK; the message says what to install."""


@dataclass(frozen=True)
class Jdk:
    """A Java installation."""

    home: Path
    version: str
    has_compiler: bool = True

    @property
    def feature(self) -> int:
        """The feature release: 17 for 17.0.15."""
        return int(re.split(r"[.+-]", self.version)[0])

    @property
    def java(self) -> Path:
        """Its ``java`` command."""
        return self.home / "bin" / "java"


def find_jdk(home: Path | None = None, feature: int | None = None, *, compiler: bool = True) -> Jdk:
    """The JDK at ``home``, or the first fitting one in the usual places.

    With ``compiler=False`` a runtime without ``javac`` will do.

    Those are, in this order: ``$JDK<feature>_HOME`` if a feature release is asked for,
    ``$JAVA_HOME``, the ``java`` on ``PATH``, and the folders where systems install JDKs.

    Raises:
        JdkNotFoundError: there is none, or the one asked for is no full JDK.
    """
    variable = f"JDK{feature}_HOME" if feature else "JAVA_HOME"
    if home is not None:
        return _named(home, "The JDK asked for", feature, compiler)
    if os.environ.get(variable):
        return _named(Path(os.environ[variable]), variable, feature, compiler)
    for candidate in _candidates():
        jdk = read_jdk(candidate)
        if jdk and _fits(jdk, feature, compiler):
            return jdk
    raise JdkNotFoundError(
        f"No JDK {_words(feature)} was found: install one (on Debian: apt-get install "
        f"openjdk-{feature or 17}-jdk-headless), or set {variable} to its folder."
    )


def read_jdk(home: Path) -> Jdk | None:
    """The Java installation in this folder, if there is one."""
    command = [str(home / "bin" / "java"), "-XshowSettings:properties", "-version"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"^\s*java\.version = (\S+)", told.stderr, re.MULTILINE)
    return Jdk(home, found[1], (home / "bin" / "javac").exists()) if found else None


def first_words(stderr: str) -> str:
    """What a JVM that has failed says first, besides where it has options from."""
    lines = [line for line in stderr.strip().splitlines() if not _PICKED_UP.match(line)]
    return (lines or ["it said nothing"])[0]


def _named(home: Path, source: str, feature: int | None, compiler: bool) -> Jdk:
    """The one that somebody named: never silently another."""
    jdk = read_jdk(home)
    if jdk is None:
        there = "no java is (bin/java)"
    elif not _fits(jdk, feature, compiler):
        there = f"Java {jdk.version}{'' if jdk.has_compiler else ' without a compiler'} is"
    else:
        return jdk
    raise JdkNotFoundError(
        f"{source} is {home}, where {there}: name the folder of a JDK {_words(feature)}."
    )


def _fits(jdk: Jdk, feature: int | None, compiler: bool) -> bool:
    release = jdk.feature == feature if feature else jdk.feature >= OLDEST
    return release and (jdk.has_compiler or not compiler)


def _candidates() -> Iterator[Path]:
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"])
    on_path = shutil.which("java")
    if on_path:
        yield Path(on_path).resolve().parent.parent
    for place in _USUAL_PLACES:
        for folder in sorted(place.glob("*")):
            yield folder if (folder / "bin").is_dir() else folder / "Contents" / "Home"


def _words(feature: int | None) -> str:
    return str(feature) if feature else "11, 17, 21 or 25"
