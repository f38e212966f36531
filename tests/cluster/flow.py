"""One run of the flow job: its questions, what it has noted, and what its sink has committed."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flink_agents_bridge.flink.standalone import Cluster
from tests.cluster.conftest import JOBS

MESSAGES = 7  # six of history and the question
RESTARTS = {
    "execution.checkpointing.interval": "300ms",
    "restart-strategy.type": "fixed-delay",
    "restart-strategy.fixed-delay.attempts": "100",
    "restart-strategy.fixed-delay.delay": "300ms",
}
IN_THREADS = {"python.execution-mode": "thread"}
"""PyFlink's own functions run inside of the TaskManager, too, which makes jobs start sooner."""
FILES = 4  # of a batch, so that each subtask of the source reads one


@dataclass
class Flow:
    """A job in a folder of its own.

    Each key is asked the questions 0, 1, 2, …; the agent keeps the answers of a key in memory, and
    puts out with each how many there are and which was before. The sink commits with checkpoints:
    lines of committed files are there exactly once, or not yet.
    """

    cluster: Cluster
    name: str
    keys: int = 16
    seconds: float = 0.05
    asked: int = 0
    job: str = ""

    def __post_init__(self) -> None:
        self.folder = self.cluster.folder / self.name
        (self.folder / "in").mkdir(parents=True)

    def ask(self, rounds: int, **more: Any) -> None:
        """Put questions for each key into the input; each file is there at once and whole."""
        for number in range(FILES):
            lines = [
                json.dumps(self._question(key, n) | more) + "\n"
                for n in range(self.asked, self.asked + rounds)
                for key in range(number, self.keys, FILES)
            ]
            scratch = self.folder / f"batch-{number}"
            scratch.write_text("".join(lines))
            scratch.replace(self.folder / "in" / f"from-{self.asked}-{number}.txt")
        self.asked += rounds

    def _question(self, key: int, number: int) -> dict[str, Any]:
        return {
            "key": key,
            "text": f"{key}/{number}",
            "seconds": self.seconds,
            "folder": str(self.folder),
        }

    def submit(
        self,
        agent: str = "FlowAgent",
        *,
        endless: bool = False,
        settings: Mapping[str, str] | None = None,
        **more: Any,
    ) -> str:
        """Start the job; its id."""
        arguments = ["--agent", agent, "--folder", str(self.folder)]
        arguments += ["--endless"] if endless else []
        for pair in {**RESTARTS, **(settings or {})}.items():
            arguments += ["--set", "=".join(pair)]
        self.job = self.cluster.submit(JOBS / "flow_job.py", arguments, **more)
        return self.job

    def noted(self, kind: str) -> Counter[str]:
        """How often the job has noted each text of a kind; it may do so again after a restore."""
        file = self.folder / f"{kind}.trace"
        lines = file.read_text().split("\n")[:-1] if file.exists() else []
        return Counter(line.partition(" ")[2] for line in lines)

    def committed(self) -> Counter[str]:
        """The lines of all committed files; those of others have a name that begins with a dot."""
        lines: Counter[str] = Counter()
        for file in (self.folder / "out").glob("*/part-*"):
            lines.update(file.read_text().splitlines())
        return lines

    def expected(self, messages: int = MESSAGES) -> Counter[str]:
        """What must be committed in the end: each answer once, on memory that was never lost."""
        return Counter(
            json.dumps(
                {
                    "key": key,
                    "answer": f"{key}/{n}:{messages}",
                    "count": n + 1,
                    "before": f"{key}/{n - 1}:{messages}" if n else None,
                }
            )
            for key in range(self.keys)
            for n in range(self.asked)
        )
