"""The Python process of the py4j door; prints its port, and ends when it is ended."""

from __future__ import annotations

import os
import threading

from py4j.clientserver import ClientServer, JavaParameters, PythonParameters

import bench_work


class Remote:
    """What Java calls."""

    def call(self, function: str, argument: object) -> object:
        """Do the work of that name."""
        return getattr(bench_work, function)(argument)

    def end(self) -> None:
        """Nothing: the process is ended from outside."""

    class Java:
        """Says which interface of Java's this is."""

        implements = ("flinkagentsbridge.bench.Remote",)


def main() -> None:
    """Serve until the end."""
    token = os.environ["BENCH_PY4J_TOKEN"]
    server = ClientServer(
        java_parameters=JavaParameters(auth_token=token),
        python_parameters=PythonParameters(port=0, auth_token=token, daemonize=False),
        python_server_entry_point=Remote(),
    )
    print(server.get_callback_server().get_listening_port(), flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
