"""Hatch's build hook: no wheel and no editable install without the agent jar."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

from dev.agent_jar import build


class AgentJarHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the jar with Maven; a Maven that fails fails the build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called by Hatch before it collects the files of the wheel."""
        build(Path(self.root), self.metadata.version)
