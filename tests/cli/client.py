"""Stands for a PyFlink job: starts a JVM with the options in JVM_ARGS, then does as it is told.

    client.py JAR MODE_OF_THE_JVM [hang|bare|kill|lie|FIFO]...

It opens the FIFO to read before it lets go of the JVM.
"""

import os
import signal
import subprocess
import sys


def main() -> int:
    jar, mode, *flags = sys.argv[1:]
    java = os.path.join(os.environ["JAVA_HOME"], "bin", "java")  # noqa: PTH118
    options = [] if "bare" in flags else os.environ["JVM_ARGS"].split()
    server = "org.apache.flink.client.python.PythonGatewayServer"
    command = [java, *options, "-cp", jar, server, mode]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as jvm:
        assert jvm.stdout is not None
        print(jvm.stdout.readline().strip(), flush=True)
        if mode == "nest":
            print(jvm.stdout.readline().strip(), flush=True)
        for fifo in (flag for flag in flags if os.sep in flag):
            open(fifo).close()  # noqa: PTH123
        if "kill" in flags:
            jvm.kill()
        if "hang" in flags:
            signal.pause()
        assert jvm.stdin is not None
        jvm.stdin.close()
        return abs(jvm.wait()) if "lie" not in flags else 0


if __name__ == "__main__":
    sys.exit(main())
