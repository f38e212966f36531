"""No second JVM for the mere import of Flink Agents' options."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from typing import Any


class LazyGateway:
    """Stands for PyFlink's gateway, which starts a JVM where none is known, until it is used."""

    def __init__(self, start: Callable[[], Any], path: tuple[str, ...] = ()) -> None:
        self._start = start
        self._path = path

    @property
    def jvm(self) -> LazyGateway:
        """Its view of the JVM, as lazy."""
        return LazyGateway(self._start, (*self._path, "jvm"))

    def __getattr__(self, name: str) -> Any:
        """Whatever is asked of it is a use."""
        found = self._start()
        for part in self._path:
            found = getattr(found, part)
        return getattr(found, name)


@contextmanager
def without_gateway(spec: ModuleSpec) -> Iterator[None]:
    """Keeps a module that is being imported from starting a gateway.

    Releases 0.2.0 to 0.3.0 ask for one while they define their option class, though they read no
    option from it in a task; 0.3.1 does not.
    """
    loader: Any = spec.loader
    code = loader.get_code(spec.name) if hasattr(loader, "get_code") else None
    if code is None or "get_gateway" not in code.co_names:
        yield
        return
    gateways = importlib.import_module("pyflink.java_gateway")
    start = gateways.get_gateway
    gateways.get_gateway = lambda: LazyGateway(start)  # type: ignore[attr-defined]
    try:
        yield
    finally:
        gateways.get_gateway = start  # type: ignore[attr-defined]
