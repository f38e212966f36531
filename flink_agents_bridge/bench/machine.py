"""What a report says of where its figures come from."""

from __future__ import annotations

import datetime as dt
import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from flink_agents_bridge.bench.model import Bench


def facts(bench: Bench) -> dict[str, str]:
    """Machine, versions and commit."""
    return {
        "date": dt.datetime.now(dt.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "effort": bench.effort,
        "bridge": _version("flink-agents-bridge"),
        "commit": _commit(bench.checkout),
        "machine": platform.platform(),
        "processor": _processor(),
        "processors": str(os.cpu_count()),
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GiB",
        "java": bench.jdk.version,
        "python": platform.python_version(),
        "pemja": bench.installation.pemja or "none",
        "flink": bench.installation.flink or "none",
        "flink-agents": bench.installation.flink_agents or "none",
    }


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "not installed"


def _commit(checkout: Path | None) -> str:
    if checkout is None:
        return "none: an installed package"
    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return told.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
