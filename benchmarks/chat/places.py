"""What the cells' jobs are made of: the compiled jobs, patched jars, and homes that hold them."""

import subprocess
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation, find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.patching import Patcher
from flink_agents_bridge.jvm import compile_java

ROOT = Path(__file__).resolve().parents[2]
JOB = Path(__file__).parent / "job"
EXECUTOR = ROOT / "tests" / "agents" / "java21"  # Flink Agents 0.3.x has it, 0.2.x does not
NEWER = "META-INF/versions/21/"
# What Flink opens in its own start scripts.
OPENED = [
    f"--add-opens=java.base/java.{package}=ALL-UNNAMED"
    for package in ("lang", "util", "util.concurrent", "time", "net", "io", "nio")
]
MANIFEST = "Manifest-Version: 1.0\nMulti-Release: true\nMain-Class: chatjobs.ChatJob\n\n"


def multi_release_jar(
    installation: Installation,
    sources: Iterable[Path],
    jar: Path,
    *,
    jdk: Jdk,
    newest: Jdk,
    libraries: Sequence[Path] = (),
) -> Path:
    """Compile agents in Java, and lay an asynchronous executor for JDK 21 and newer beside them.

    For older JDKs the jar has the release's own executor, so that it may stand before the release.
    """
    release = installation.flink_agents_jars[0]
    classpath = [*installation.flink_jars, *installation.flink_agents_jars, *libraries]
    compile_java(sources, jar, java_home=jdk.home, classpath=classpath)
    newer = jar.with_name("newer")
    _compile_executor(newest, newer)
    with zipfile.ZipFile(jar, "a") as archive, zipfile.ZipFile(release) as released:
        archive.writestr("META-INF/MANIFEST.MF", MANIFEST)
        for file in sorted(newer.rglob("*.class")):
            name = file.relative_to(newer).as_posix()
            archive.write(file, NEWER + name)
            if name in released.namelist():
                archive.writestr(name, released.read(name))
    return jar


def _compile_executor(jdk: Jdk, classes: Path) -> None:
    """Compile what uses the JDK's own continuations."""
    command = [str(jdk.home / "bin" / "javac"), "-source", "21", "-target", "21", "-nowarn"]
    command += ["--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", "-d", str(classes)]
    sources = map(str, sorted(EXECUTOR.rglob("*.java")))
    subprocess.run([*command, *sources], check=True, capture_output=True, timeout=120)


def flags_without_agent(jdk: Jdk) -> list[str]:
    """What a JVM needs for Pemja and for the executor where no agent brings these flags."""
    flags = ["--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED"] if jdk.feature >= 21 else []
    return [*flags, *(["--enable-native-access=ALL-UNNAMED"] if jdk.feature >= 22 else [])]


@dataclass
class Places:
    """Everything is made at its first use, below ``folder``."""

    folder: Path

    @cached_property
    def installation(self) -> Installation:
        """The packages beside this Python."""
        return find_installation()

    @cached_property
    def site_packages(self) -> Path:
        """Where they are."""
        return self.installation.flink_python_jar.parents[2]

    @cached_property
    def jar(self) -> Path:
        """The jobs in Java; its name comes first among the jars of a ``lib`` folder."""
        sources = sorted((JOB / "java").rglob("*.java"))
        place = self.folder / "a-chat-jobs.jar"
        newest = find_jdk(feature=25)
        return multi_release_jar(
            self.installation, sources, place, jdk=find_jdk(feature=17), newest=newest
        )

    @cached_property
    def patched(self) -> Mapping[Path, Path]:
        """Patched copies of the installed jars, each by its original."""
        place = self.folder / "patched"
        place.mkdir()
        patcher = Patcher(find_jdk(feature=17), agent_jar(), version("flink-agents-bridge"))
        installed = (self.installation.flink_python_jar, *self.installation.flink_agents_jars)
        return {jar: patcher.patch(jar, place).place for jar in installed}

    @cached_property
    def patched_home(self) -> Path:
        """The installed Flink, by links, but for its flink-python jar."""
        return linked_home(self.installation, self.patched, self.folder / "flink")

    @cached_property
    def patched_packages(self) -> Path:
        """The installed packages, by links, but for the jars of Flink Agents."""
        agents = {jar: self.patched[jar] for jar in self.installation.flink_agents_jars}
        return linked_packages(self.site_packages, agents, self.folder / "packages")

    def class_path(self, *, patched: bool) -> Sequence[Path]:
        """For a mini-cluster in a plain JVM."""
        jars = [*self.installation.flink_jars, *self.installation.flink_agents_jars]
        return [self.jar, *(self.patched.get(jar, jar) if patched else jar for jar in jars)]


def linked_home(installation: Installation, patched: Mapping[Path, Path], home: Path) -> Path:
    """The installed Flink, by links, but for its flink-python jar."""
    (home / "opt").mkdir(parents=True)
    jar = installation.flink_python_jar
    for part in ("bin", "conf", "lib"):
        (home / part).symlink_to(jar.parents[1] / part)
    (home / "opt" / jar.name).symlink_to(patched[jar])
    return home


def linked_packages(site_packages: Path, jars: Mapping[Path, Path], folder: Path) -> Path:
    """The installed packages, by links, but for these jars of Flink Agents."""
    agents = folder / "flink_agents"
    agents.mkdir(parents=True)
    for part in site_packages.iterdir():
        if part.name not in ("flink_agents", "__pycache__"):
            (folder / part.name).symlink_to(part)
    for part in (site_packages / "flink_agents").iterdir():
        if part.name != "lib":
            (agents / part.name).symlink_to(part)
    for jar, instead in jars.items():
        place = agents / jar.relative_to(site_packages / "flink_agents")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(instead)
    (agents / "lib" / "__init__.py").touch()
    return folder
