"""The command that asks a running JVM from outside."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.jdk import Jdk, find_jdk


@dataclass(frozen=True)
class Asked:
    """How ``attach`` ended, and what it left in the file; None if there is no file."""

    code: int
    sentence: str
    answer: str | None


Ask = Callable[..., Asked]


def asker(folder: Path) -> Ask:
    """What runs ``java -jar AGENT attach PID dump|statistics FILE``, and has what came of it."""

    def run(
        pid: int,
        what: str,
        *,
        jdk: Jdk | None = None,
        flags: tuple[str, ...] = (),
        fresh: bool = True,
    ) -> Asked:
        file = folder / f"{what}.txt"
        if fresh:
            file.unlink(missing_ok=True)
        java = str((jdk or find_jdk()).home / "bin" / "java")
        command = [java, f"-Djava.io.tmpdir={folder}", "-XX:-UsePerfData", *flags]
        done = subprocess.run(
            [*command, "-jar", str(agent_jar()), "attach", str(pid), what, str(file)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert not list(folder.glob("*.jar")), "nothing that others could lay again is attached"
        answer = file.read_text(encoding="utf-8") if file.exists() else None
        return Asked(done.returncode, done.stderr, answer)

    return run
