"""One run of the flow job: its questions, what it has noted, and what its sink has committed."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flink_agents_bridge.flink.standalone import Cluster
from tests.cluster.conftest import JOBS

MESSAGES = 7  # six of history and the question
PATIENCE = 180.0  # seconds, for a machine that has much else to do
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
        self.slow = self.folder / "slow"
        (self.folder / "in").mkdir(parents=True)

    def ask(self, rounds: int, **more: Any) -> None:
        """Put questions for each key into the input."""
        for number in range(FILES):
            questions = [
                self._question(key, n) | more
                for n in range(self.asked, self.asked + rounds)
                for key in range(number, self.keys, FILES)
            ]
            self.put(f"from-{self.asked}-{number}", questions)
        self.asked += rounds

    def put(self, name: str, questions: Sequence[Mapping[str, Any]]) -> None:
        """Put a file into the input; it is there at once and whole."""
        scratch = self.folder / name
        lines = [json.dumps({"folder": str(self.folder), **question}) for question in questions]
        scratch.write_text("".join(f"{line}\n" for line in lines))
        scratch.replace(self.folder / "in" / f"{name}.txt")

    def _question(self, key: int, number: int) -> dict[str, Any]:
        return {"key": key, "text": f"{key}/{number}", "seconds": self.seconds}

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
        return Counter(line.partition(" ")[2] for line in self._trace(kind))

    def processes(self, kind: str) -> set[int]:
        """Those that have noted something of this kind."""
        return {int(line.partition(" ")[0]) for line in self._trace(kind)}

    def _trace(self, kind: str) -> list[str]:
        file = self.folder / f"{kind}.trace"
        return file.read_text().split("\n")[:-1] if file.exists() else []

    def answers(self) -> int:
        """How many the model has given, those that a restore made it give again among them."""
        return self.noted("answered").total()

    def wait_for_commits(self, seconds: float = PATIENCE) -> None:
        """Wait until as many answers are committed as questions were asked."""
        wanted = self.keys * self.asked
        self.cluster.wait_for("commits", seconds, lambda: self.committed().total() >= wanted)

    def cancel(self, seconds: float = PATIENCE) -> None:
        """Cancel the job, and wait for its end."""
        self.cluster.rest.cancel(self.job)
        self.cluster.wait_for_state(self.job, "CANCELED", seconds)

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
