"""Pictures of the figures. Matplotlib is an extra: without it there are none."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from flink_agents_bridge.bench.figures import Spread, spread
from flink_agents_bridge.bench.model import Case, MissingError, Plot
from flink_agents_bridge.bench.runner import Outcome
from flink_agents_bridge.outputs import replacing

_SIZE = (8.0, 4.5)
_BARS_WIDTH = 0.8
_MOST_UPRIGHT = 4  # labels, before they are turned


def require_matplotlib() -> None:
    """Say early that it is not there.

    Raises:
        MissingError: it is not.
    """
    if find_spec("matplotlib") is None:
        raise MissingError(
            "Matplotlib is not installed: pip install 'flink-agents-bridge[bench]', or name no "
            "folder for plots."
        )


def draw(case: Case, outcome: Outcome, folder: Path) -> dict[str, Path]:
    """Draw each plot of a case as SVG and PNG; returns the PNG files by plot."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import LogLocator, NullFormatter

    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for plot in case.plots:
        present = [name for name in plot.variants if name in outcome.rounds]
        if not present:
            continue
        figure, axes = plt.subplots(figsize=_SIZE, layout="constrained")
        (_lines if plot.points else _bars)(axes, plot, outcome, present)
        if plot.logarithmic:
            axes.set_yscale("log")
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.yaxis.set_major_formatter("{x:g}")
            axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_title(plot.title)
        axes.set_ylabel(plot.unit)
        axes.grid(axis="y", alpha=0.3)
        if len(present) > 1 or plot.ideal:
            axes.legend(fontsize="small")
        for kind in ("svg", "png"):
            with replacing(folder / f"{plot.name}.{kind}") as out:
                figure.savefig(out, format=kind, dpi=130)
        plt.close(figure)
        files[plot.name] = folder / f"{plot.name}.png"
    return files


def _lines(axes: Any, plot: Plot, outcome: Outcome, names: Sequence[str]) -> None:
    for name in names:
        for pattern in plot.metrics:
            rounds = outcome.rounds[name]
            known = [point for point in plot.points if pattern.format(point) in rounds]
            spreads = [spread(rounds[pattern.format(point)]) for point in known]
            label = name if len(plot.metrics) == 1 else f"{name}, {pattern.split('.')[0]}"
            values = [each.median * plot.scale for each in spreads]
            axes.errorbar(
                known, values, _ends(spreads, plot.scale), marker="o", capsize=3, label=label
            )
    if plot.ideal:
        ideal = [plot.ideal(point) for point in plot.points]
        axes.plot(plot.points, ideal, "k--", alpha=0.5, label="ideal")
    axes.set_xlabel(plot.x)
    axes.set_xscale("log", base=2)
    axes.set_xticks(plot.points, [str(point) for point in plot.points])


def _bars(axes: Any, plot: Plot, outcome: Outcome, names: Sequence[str]) -> None:
    width = _BARS_WIDTH / len(names)
    for index, name in enumerate(names):
        rounds = outcome.rounds[name]
        known = [n for n, metric in enumerate(plot.metrics) if metric in rounds]
        spreads = [spread(rounds[plot.metrics[n]]) for n in known]
        places = [n + (index - (len(names) - 1) / 2) * width for n in known]
        values = [each.median * plot.scale for each in spreads]
        bars = axes.bar(
            places, values, width, yerr=_ends(spreads, plot.scale), capsize=3, label=name
        )
        axes.bar_label(bars, fmt="%.4g", fontsize=7, padding=2)
    labels = [
        metric.removesuffix("_ns").replace(".", " ").replace("_", " ") for metric in plot.metrics
    ]
    axes.set_xticks(range(len(labels)), labels, rotation=30 if len(labels) > _MOST_UPRIGHT else 0)


def _ends(spreads: Sequence[Spread], scale: float) -> list[list[float]]:
    below = [(each.median - each.low) * scale for each in spreads]
    above = [(each.high - each.median) * scale for each in spreads]
    return [below, above]
