"""Changes modules of Flink Agents as they are imported into the embedded interpreter.

A patch belongs to a module by name and looks for the members that it needs, so it fits every
release that has them and leaves the others alone.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import logging
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import NamedTuple

from flink_agents_bridge.embedded import (
    chat_close,
    flink_memory,
    gateway,
    idle_waiting,
    pool_close,
    tool_context,
)

_installing = threading.Lock()


def unchanged(module: ModuleType) -> None:
    """What is done to a module that is only watched during its execution."""


class Patch(NamedTuple):
    """What is done to a module, by which of the agent's switches."""

    switch: str
    module: str
    change: Callable[[ModuleType], None] = unchanged
    during: Callable[[ModuleSpec], AbstractContextManager[None]] = lambda _: nullcontext()


def known_patches(close_deadline: float, warn_after: float) -> list[Patch]:
    """All there are; times in seconds."""
    runtime = "flink_agents.runtime"
    bound = partial(pool_close.bound_the_wait, close_deadline=close_deadline, warn_after=warn_after)
    chat_action = "flink_agents.plan.actions.chat_model_action"
    options = "flink_agents.api.core_options"
    return [
        Patch("memory-contract", f"{runtime}.flink_memory_object", flink_memory.enforce_contract),
        Patch("memory-contract", chat_action, tool_context.store_plainly),
        Patch("mend-pool-close", f"{runtime}.flink_runner_context", bound),
        Patch("mend-chat-close", f"{runtime}.java.java_chat_model", chat_close.close_the_resource),
        Patch("idle-waiting", "flink_agents.plan.function", idle_waiting.number_waits),
        Patch("mend-gateway", options, during=gateway.without_gateway),
    ]


class PatchingFinder(importlib.abc.MetaPathFinder):
    """Finds a module as the other finders do, and has it patched right after its execution."""

    def __init__(self, patches: Iterable[Patch]) -> None:
        self._patches = {patch.module: patch for patch in patches}

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
            if isinstance(finder, PatchingFinder):  # two of them would ask each other for ever
                continue
            spec = finder.find_spec(fullname, path, target)
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
            patch = self._patches[spec.name]
            with patch.during(spec):
                execute(module)
            if module.__name__ == spec.name:
                apply(patch, module)

        loader.exec_module = execute_and_patch  # type: ignore[method-assign]


def apply(patch: Patch, module: ModuleType) -> None:
    """Patches a module; one that cannot be patched works as it did before, and that is said."""
    try:
        patch.change(module)
    except AttributeError as missing:
        logging.getLogger(__name__).warning(
            "%s stays as it is: %s. Its release is not known to flink-agents-bridge.",
            module.__name__,
            missing,
        )


def install(switches: Iterable[str], *, close_deadline: float, warn_after: float) -> None:
    """Patches what is imported already, and what will be.

    Once per process; harmless again, on any thread.

    Args:
        switches: those of the agent that are on.
        close_deadline: seconds for which an operator's close may wait.
        warn_after: seconds after which a wait is spoken of.
    """
    wanted = set(switches)
    patches = [p for p in known_patches(close_deadline, warn_after) if p.switch in wanted]
    with _installing:
        if not patches or any(isinstance(finder, PatchingFinder) for finder in sys.meta_path):
            return
        sys.meta_path.insert(0, PatchingFinder(patches))
        for patch in patches:
            if patch.module in sys.modules:
                apply(patch, sys.modules[patch.module])
