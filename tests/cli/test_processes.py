"""What is taken for a job's JVM."""

import os
import subprocess
from pathlib import Path

from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.processes import ProcessTree
from tests.cli.test_supervisor import environment

PAIRS = 5  # a look that depended on the order in which it meets a pair would pass 1 time in 32


def test_a_nested_jvm_is_told_by_the_first_look_that_meets_both(
    job: tuple[str, ...], jdk: Jdk, tmp_path: Path
) -> None:
    """B1: where the machine is slow, both JVMs may be there before the watch looks once."""
    gates = [tmp_path / f"gate{number}" for number in range(PAIRS)]
    clients = []
    for gate in gates:
        os.mkfifo(gate)
        clients.append(
            subprocess.Popen(
                [*job, "nest", str(gate)],
                env=environment(jdk, tmp_path),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        )
    try:
        for client in clients:
            outer, tree = jvm_of(client), first_look(client.pid)
            while len(tree.jvms) < 2:
                tree = first_look(client.pid)
            assert [pid for pid, jvm in tree.jvms.items() if not tree.is_nested(jvm)] == [outer]
    finally:
        for gate, client in zip(gates, clients, strict=True):
            gate.open("w").close()
            client.communicate(timeout=30)


def first_look(pid: int) -> ProcessTree:
    """What a watch sees that begins now."""
    tree = ProcessTree(pid)
    tree.look()
    return tree


def jvm_of(client: "subprocess.Popen[bytes]") -> int:
    """The process id that a client's JVM tells first."""
    assert client.stdout is not None
    return int(client.stdout.readline().removeprefix(b"jvm "))
