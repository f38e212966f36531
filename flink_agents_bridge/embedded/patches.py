"""Changes modules of Flink Agents as they are imported into the embedded interpreter.

A patch belongs to a module by name and looks for the members that it needs, so it fits every
release that has them and leaves the others alone.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import logging
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

from flink_agents_bridge.embedded import flink_memory, tool_context

Patch = Callable[[ModuleType], None]

MEMORY_CONTRACT: dict[str, Patch] = {
    "flink_agents.runtime.flink_memory_object": flink_memory.enforce_contract,
    "flink_agents.plan.actions.chat_model_action": tool_context.store_plainly,
}


class PatchingFinder(importlib.abc.MetaPathFinder):
    """Finds a module as the other finders do, and has it patched right after its execution."""

    def __init__(self, patches: dict[str, Patch]) -> None:
        self._patches = patches

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Called by the import system for every module that is not loaded yet."""
        if fullname not in self._patches:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(fullname, path, target)
            if spec is not None:
                self._patch_after_execution(spec)
                return spec
        return None

    def _patch_after_execution(self, spec: importlib.machinery.ModuleSpec) -> None:
        loader = spec.loader
        if loader is None:
            return
        execute = loader.exec_module

        def execute_and_patch(module: ModuleType) -> None:
            execute(module)
            if module.__name__ == spec.name:
                apply(self._patches[spec.name], module)

        loader.exec_module = execute_and_patch  # type: ignore[method-assign]


def apply(patch: Patch, module: ModuleType) -> None:
    """Patches a module; one that cannot be patched works as it did before, and that is said."""
    try:
        patch(module)
    except AttributeError as missing:
        logging.getLogger(__name__).warning(
            "%s stays as it is: %s. Its release is not known to flink-agents-bridge.",
            module.__name__,
            missing,
        )


def install(*, memory_contract: bool) -> None:
    """Patches what is imported already, and what will be. Once per process; harmless again."""
    patches = MEMORY_CONTRACT if memory_contract else {}
    if not patches or any(isinstance(finder, PatchingFinder) for finder in sys.meta_path):
        return
    sys.meta_path.insert(0, PatchingFinder(patches))
    for name, patch in patches.items():
        if name in sys.modules:
            apply(patch, sys.modules[name])
