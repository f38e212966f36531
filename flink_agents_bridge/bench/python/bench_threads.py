"""The work of the overlap case on threads of one CPython, without Java.

bench_threads.py THREADS,... FUNCTION=CALLS ...
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time

import bench_work

_PAUSE_SECONDS = 0.02


def answer(connection: socket.socket) -> None:
    """Answer each byte after a pause, after the word that a caller says first."""
    with connection:
        connection.recv(1)
        while connection.recv(1):
            time.sleep(_PAUSE_SECONDS)
            connection.sendall(b"x")


def serve() -> str:
    """Start a server on loopback; returns what ``bench_work.ask`` is to be told."""
    server = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            threading.Thread(target=answer, args=server.accept()[:1], daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return f"{server.getsockname()[1]} t"


def rate(function: str, argument: object, threads: int, calls: int) -> float:
    """Calls a second."""
    work = getattr(bench_work, function)
    ready = threading.Barrier(threads + 1)

    def run() -> None:
        work(argument)
        ready.wait()
        for _ in range(calls):
            work(argument)

    started = [threading.Thread(target=run) for _ in range(threads)]
    for thread in started:
        thread.start()
    ready.wait()
    begin = time.perf_counter()
    for thread in started:
        thread.join()
    return threads * calls / (time.perf_counter() - begin)


def main() -> None:
    """Measure everything and print it as one line."""
    figures = {}
    address = serve()
    for work in sys.argv[2:]:
        function, _, calls = work.partition("=")
        for threads in map(int, sys.argv[1].split(",")):
            argument = address if function == "ask" else 1
            figures[f"{function}.{threads}.rate"] = rate(function, argument, threads, int(calls))
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
