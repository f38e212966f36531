"""Memory of TaskManagers that are all killed, read by those that take their place."""

import json
import pickle
from typing import Any

from tests.cluster.flow import IN_THREADS, PATIENCE, Flow
from tests.cluster.jobs.exactness import digest

MEMORIES = ("sensory_memory", "short_term_memory")


def read_back(flow: Flow, packs: dict[str, dict[str, Any]]) -> dict[tuple[str, str], list[str]]:
    """The names of the values that differ, by pack and memory; each pack has a key of its own."""
    cluster = flow.cluster
    for key, (name, values) in enumerate(packs.items()):
        file = flow.folder / f"{name}.pickle"
        file.write_bytes(pickle.dumps(values))
        flow.put(name, [{"key": key, "text": name, "values": str(file), "names": list(values)}])
    flow.submit("MemoryAgent", endless=True, settings=IN_THREADS)
    cluster.wait_for("stored packs", PATIENCE, lambda: set(flow.noted("waiting")) == set(packs))
    cluster.wait_for_checkpoint(flow.job, PATIENCE)
    stored = flow.processes("stored")
    for index in cluster.task_manager_pids:
        cluster.kill(index)
    cluster.start_task_managers(2)
    (flow.folder / "go").touch()
    wanted = len(packs) * len(MEMORIES)
    cluster.wait_for("read packs", PATIENCE, lambda: flow.committed().total() >= wanted)
    assert flow.noted("stored") == dict.fromkeys(packs, 1), "the first action was to run once"
    assert not stored & flow.processes("read"), "the reading processes were to be new"
    return {
        (name, told["memory"]): sorted(
            one for one, value in values.items() if told["values"][one] != digest(value)
        )
        for key, (name, values) in enumerate(packs.items())
        for told in map(json.loads, flow.committed())
        if told["key"] == key
    }
