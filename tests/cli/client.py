"""Stands for a PyFlink job: starts a JVM with the options in JVM_ARGS, then does as it is told.

    client.py JAR MODE_OF_THE_JVM [hang|bare|kill|lie]... [FIFO]...

It opens each FIFO to read before it goes on: to end the nested JVM, then to let go of its own.
"""

import os
import signal
import subprocess
import sys


def main() -> int:
    # What a shell runs in the background ignores it, and so do its children.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    jar, mode, *flags = sys.argv[1:]
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java")  # noqa: PTH118
    options = [] if "bare" in flags else os.environ["JVM_ARGS"].split()
    server = "org.apache.flink.client.python.PythonGatewayServer"
    command = [java, *options, "-cp", jar, server, mode]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as jvm:
        assert jvm.stdout is not None
        print(jvm.stdout.readline().strip(), flush=True)
        assert jvm.stdin is not None
        gates = [flag for flag in flags if os.sep in flag]
        if mode == "nest":
            if gates:
                open(gates.pop(0)).close()  # noqa: PTH123
            print("end", file=jvm.stdin, flush=True)
            print(jvm.stdout.readline().strip(), flush=True)
        for fifo in gates:
            open(fifo).close()  # noqa: PTH123
        if "kill" in flags:
            jvm.kill()
        if "hang" in flags:
            signal.pause()
        jvm.stdin.close()
        return abs(jvm.wait()) if "lie" not in flags else 0


if __name__ == "__main__":
    sys.exit(main())
