"""Hatch's build hook: no wheel and no editable install without the agent jar."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class AgentJarHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the jar with Maven; a Maven that fails fails the build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called by Hatch before it collects the files of the wheel."""
        root = Path(self.root)
        spec = importlib.util.spec_from_file_location("agent_jar", root / "dev" / "agent_jar.py")
        assert spec is not None and spec.loader is not None  # noqa: S101
        agent_jar = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(agent_jar)
        agent_jar.build(root, self.metadata.version)
        build_data["pure_python"] = True
