"""What the benchmarks have Python do, the same whoever calls it. Needs no package at import."""

from __future__ import annotations

import socket
import threading
import time
import zlib

_PAUSE_SECONDS = 0.02
_MEGABYTE = bytes(range(256)) * 4096
_MATRIX = 300
_LOOPS = 40_000
_here = threading.local()


def same(value: object) -> object:
    """Nothing: the price of a call is all that is left."""
    return value


def sleep(_: object) -> int:
    """Wait 20 ms without the interpreter's lock."""
    time.sleep(_PAUSE_SECONDS)
    return 1


def ask(address: str) -> int:
    """Ask a server that answers after 20 ms; ``address`` is its port and a token."""
    connection = getattr(_here, "connection", None)
    if connection is None or _here.address != address:
        port, token = address.split()
        connection = socket.create_connection(("127.0.0.1", int(port)))
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(token.encode())
        _here.connection, _here.address = connection, address
    connection.sendall(b"x")
    return len(connection.recv(1))


def compress(_: object) -> int:
    """Compress a megabyte, which C code does without the interpreter's lock."""
    return len(zlib.compress(_MEGABYTE, 6))


def multiply(_: object) -> float:
    """Multiply two matrices, which numpy does without the interpreter's lock."""
    import numpy as np

    matrix = np.ones((_MATRIX, _MATRIX))
    return float((matrix @ matrix)[0, 0])


def loop(_: object) -> int:
    """Run Python code, which needs the interpreter's lock all the time."""
    total = 0
    for number in range(_LOOPS):
        total += number
    return total
