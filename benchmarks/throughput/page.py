"""The throughput as a page."""

import argparse
import os
import platform
import statistics
from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from importlib.metadata import version

from benchmarks.throughput.figures import Compared, cpu_each, rate
from benchmarks.throughput.jvms import Span
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.markdown import table

_NAMES = {
    "protected": "protected",
    "unguarded": "protected, `guard-calls=false`",
    "control": "bare again (control)",
}
_WORDS = """\
Jobs that do not die without the bridge: an agent in Python over models, a vector store and an
embedding in Python, which answer at once, so that what Flink Agents and the bridge do is all of the
work. A model that takes milliseconds makes any difference smaller. In the built-in actions the
model is asked twice for each conversation, and a tool and the store once.

Only the first kind of job is safe without the bridge. The built-in actions of Flink Agents 0.2.x
keep chat messages in state as addresses in the process, which end the next process that reads them
and stay in Python for ever; under the bridge they are stored as text (R21), and that is most of
what is dearer there.

Four JVMs stand side by side, each with a mini-cluster: two without the bridge, two with it. In each
round each runs the same job, in changing order; {sets} sets of new JVMs had {rounds} rounds each,
that is {pairs} pairs. Warm-up jobs come first. A span is the time from a job's first result to its
last, so starting and closing are not in it.

- **throughput**: records in a second, relative to the bare JVM of the same round: the median of all
  pairs, its 95 % bootstrap interval, and the range of the pairs.
- **of medians**: the same by the median rates of all rounds.
- **processor time**: what the bare JVM uses for a record, relative to this one. Other programs on
  the machine disturb it less.
- The control is a second bare JVM: what differs there is noise. Where that is much, the best of
  all rounds, in which the machine did little else, says more than the median.
"""


def ratios(compared: Mapping[str, Mapping[str, Compared]]) -> str:
    """The ratios in Markdown."""
    head = ["job", "beside the bare JVM", "throughput", "of medians", "processor time"]
    rows = (
        (kind, name, by[side].throughput, f"{by[side].of_medians:.3f}", by[side].cpu)
        for kind, by in compared.items()
        for side, name in _NAMES.items()
    )
    return "\n".join(table(head, rows))


def page(
    spans: Mapping[str, Mapping[str, Sequence[Span]]],
    compared: Mapping[str, Mapping[str, Compared]],
    installation: Installation,
    jdk: Jdk,
    arguments: argparse.Namespace,
) -> str:
    """The page in Markdown."""
    facts = (
        f"Written by `{arguments.command}` on {datetime.now(timezone.utc):%d %B %Y}: "
        f"flink-agents-bridge {version('flink-agents-bridge')}, flink-agents "
        f"{installation.flink_agents}, apache-flink {installation.flink}, Pemja "
        f"{installation.pemja}, CPython {installation.python}, JDK {jdk.version}; "
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}. Load of the machine "
        f"at the end: {os.getloadavg()[1]:.1f}. {arguments.records} records in each job, in the "
        "first kind four times as many."
    )
    words = _WORDS.format(
        sets=arguments.sets, rounds=arguments.rounds, pairs=arguments.sets * arguments.rounds
    )
    parts = ["# Throughput of jobs that need no bridge", facts, words, ratios(compared)]
    return "\n\n".join([*parts, _rates(spans), ""])


def _rates(spans: Mapping[str, Mapping[str, Sequence[Span]]]) -> str:
    head = ["job", "JVM", "records a second: median", "best", "ms of CPU a record: median", "best"]
    rows = []
    for kind, by in spans.items():
        for side, made in by.items():
            rates, cpu = [rate(span) for span in made], [1000 * cpu_each(span) for span in made]
            whole = [f"{value:.0f}" for value in (statistics.median(rates), max(rates))]
            exact = [f"{value:.2f}" for value in (statistics.median(cpu), min(cpu))]
            rows.append([kind, side, *whole, *exact])
    return "\n".join(table(head, rows))
