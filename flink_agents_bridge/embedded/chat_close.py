"""The close of a Java chat model that a Python agent uses."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def close_the_resource(module: ModuleType) -> None:
    """Closes what the connection has: releases ask for ``j_resource``, which no class of them has.

    Their mistake fails the operator's close, and with it a job whose input has come to its end.
    """
    connection = module.JavaChatModelConnectionImpl
    names = connection.close.__code__.co_names
    if "j_resource" not in names or hasattr(connection, "j_resource"):
        return

    def close(self: Any) -> None:
        self._j_resource.close()

    connection.close = close
