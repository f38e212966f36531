"""Where hazards are shown: releases of Pemja, CPythons, JDKs."""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dev.pemja import (
    CPYTHONS,
    RELEASES,
    WHEELS,
    installed_cpythons,
    release_folder,
    release_jar,
)
from flink_agents_bridge.flink.installation import Installation, find_installation
from flink_agents_bridge.flink.jdk import find_jdk
from tests.bridge.session import Place

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PROBES = [TESTS / name / "embedded" for name in ("bridge", "threads", "hazards")]
FLINKS, FAULTY = RELEASES[-1], RELEASES[0]  # of the Flink that is installed, and of the one before
OWN_CPYTHON = ".".join(map(str, sys.version_info[:2]))
OTHER_JDK = {25: 17}  # by the default one's release; else 25


@dataclass(frozen=True)
class Environment:
    """A release of Pemja on a CPython and a JDK; no JDK stands for the default one."""

    release: str
    cpython: str = OWN_CPYTHON
    jdk: int | None = None

    def __str__(self) -> str:
        jdk = f"-jdk{self.jdk}" if self.jdk else ""
        return f"{self.release}-cpython{self.cpython}{jdk}"


RELEASED = [Environment(release) for release in RELEASES]


def further() -> Iterator[Environment]:
    """What else this machine has, for Flink's own release of Pemja."""
    for cpython in installed_cpythons(WHEELS):
        if cpython != OWN_CPYTHON:
            yield Environment(FLINKS, cpython)
    yield Environment(FLINKS, jdk=OTHER_JDK.get(find_jdk().feature, 25))


def missing() -> list[str]:
    """The CPythons that this machine lacks."""
    return [version for version in CPYTHONS if version not in installed_cpythons(WHEELS)]


def wheel(environment: Environment) -> Path:
    """The folder with the release's native side."""
    return release_folder(WHEELS, environment.release, environment.cpython)


def machine(environments: Sequence[Environment]) -> list[str]:
    """The CPythons and JDKs of these environments, with all of their versions."""
    cpythons = dict.fromkeys(each.cpython for each in environments)
    jdks = dict.fromkeys(each.jdk for each in environments)
    return [
        *(f"CPython {find_installation(python(each)).python}" for each in cpythons),
        *(f"JDK {find_jdk(feature=each).version}" for each in jdks),
    ]


def python(version: str) -> str:
    """The command of a CPython."""
    return sys.executable if version == OWN_CPYTHON else installed_cpythons(WHEELS)[version]


def place(
    environment: Environment, installation: Installation, probe_jar: Path, folder: Path
) -> Place:
    """A JVM's parts; what Flink brings is taken as it is, all else is what set-up has fetched."""
    is_own = environment.cpython == OWN_CPYTHON
    is_flinks = environment.release == FLINKS
    site_packages = installation.flink_python_jar.parents[2]
    packages = site_packages if is_own and is_flinks else wheel(environment)
    return Place(
        jdk=find_jdk(feature=environment.jdk),
        python=python(environment.cpython),
        python_path=os.pathsep.join(map(str, [packages, *PROBES])),
        pemja_jar=(
            installation.flink_python_jar if is_flinks else release_jar(environment.release)
        ),
        probe_jar=probe_jar,
        folder=folder,
    )
