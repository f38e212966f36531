"""What goes into a home before any JVM starts."""

from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.patching import Patcher, Result
from flink_agents_bridge.flink.standalone_home import ClusterError, HomePlan


@pytest.mark.parametrize(
    ("outcome", "reason", "told"),
    [
        ("refused", "its Pemja is of no known version", "its Pemja is of no known version"),
        ("nothing", None, "it holds nothing that the bridge changes"),
    ],
)
def test_a_jar_that_cannot_be_patched(
    installation: Installation,
    jdk: Jdk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    outcome: Any,
    reason: str | None,
    told: str,
) -> None:
    """B13: no cluster that only seems to be protected."""

    def patch(_: Patcher, jar: Path, folder: Path) -> Result:
        return Result(jar, outcome, folder / jar.name, reason=reason)

    monkeypatch.setattr(Patcher, "patch", patch)
    plan = HomePlan(tmp_path / "cluster", "patched", jdk, installation)
    with pytest.raises(ClusterError, match=rf"flink-python.*\.jar cannot be patched: {told}"):
        plan.make()
