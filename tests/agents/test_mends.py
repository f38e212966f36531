"""What ``doctor`` says of a release, and the mends of Python modules by themselves."""

import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import ModuleType

import pytest

from flink_agents_bridge.embedded.pool_close import bound_the_wait
from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.mends import ask_mends, fact, unknown

OPTIONS = "import flink_agents.api.core_options as options; print(options.AgentConfigOptions.jvm)"
CLOSING = """
import flink_agents.runtime.java.java_chat_model as models
class Resource:
    closed = 0
    def close(self):
        Resource.closed += 1
made = models.JavaChatModelConnectionImpl.model_construct()
object.__setattr__(made, "__pydantic_private__", {})
made._j_resource = Resource()
try:
    made.close()
except AttributeError as error:
    print(error)
print(Resource.closed)
"""
INSTALL = "from flink_agents_bridge.embedded.patches import install\ninstall(['{}'], {})\n"
TIMES = "close_deadline=1, warn_after=1"


def run(code: str, mend: str | None) -> str:
    """Run code in a Python of its own, with one mend or none."""
    before = "" if mend is None else INSTALL.format(mend, TIMES)
    done = subprocess.run(
        [sys.executable, "-c", before + code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def test_the_installed_release_is_known(
    jdk: Jdk, agent_jar: Path, installation: Installation
) -> None:
    """B1, B13: each mend finds its members in it."""
    verdicts = ask_mends(jdk, agent_jar, installation.flink_agents_jars)
    assert set(verdicts.values()) == {"mended"}, verdicts
    assert not list(unknown(verdicts))


def test_what_a_release_lacks_is_told(
    jdk: Jdk, agent_jar: Path, installation: Installation, tmp_path: Path
) -> None:
    """B13: a class that is not there is a fact; one with other members is a warning."""
    memory = "org/apache/flink/agents/runtime/memory/MemoryObjectImpl.class"
    other = "org/apache/flink/agents/runtime/operator/ActionExecutionOperatorFactory.class"
    operator = "org/apache/flink/agents/runtime/operator/ActionExecutionOperator.class"
    with (
        zipfile.ZipFile(installation.flink_agents_jars[0]) as release,
        zipfile.ZipFile(tmp_path / "parts.jar", "w") as parts,
    ):
        parts.writestr(memory, release.read(memory))
        parts.writestr(operator, release.read(other))
    verdicts = ask_mends(jdk, agent_jar, [tmp_path / "parts.jar"])
    assert fact(verdicts).startswith("memory contract; not in this release: resource provider, ")
    assert [what for what, _ in unknown(verdicts) if "operator, which stays" in what]


@pytest.mark.parametrize(
    ("mend", "printed"),
    [
        (None, "'JavaChatModelConnectionImpl' object has no attribute 'j_resource'\n0\n"),
        ("mend-chat-close", "1\n"),
    ],
)
def test_a_java_chat_model_closes(mend: str | None, printed: str) -> None:
    """R25: as released it reads an attribute that does not exist."""
    assert run(CLOSING, mend) == printed


def test_the_options_start_no_gateway() -> None:
    """B1: imported in a Python that knows of no gateway, and no process is started for it."""
    assert "LazyGateway" in run(OPTIONS, "mend-gateway")


def test_the_wait_for_pythons_pool_ends(caplog: pytest.LogCaptureFixture) -> None:
    """R12, B4: a thread that does not end is named, with what it is at; what waits never runs."""
    module = ModuleType("flink_runner_context")
    with pytest.raises(AttributeError):
        bound_the_wait(module, 0.05, 0.01)
    vars(module)["close_async_thread_pool"] = None
    bound_the_wait(module, 0.05, 0.01)
    inside, gate = Event(), Event()

    def stay_away() -> None:
        inside.set()
        gate.wait(60)

    pool = ThreadPoolExecutor(1, thread_name_prefix="asynchronous")
    stuck, queued = pool.submit(stay_away), pool.submit(gate.set)
    assert inside.wait(60)
    module.close_async_thread_pool(pool)
    assert queued.cancelled()
    waits, leaves = (record.getMessage() for record in caplog.records)
    assert waits.startswith("Close waits for asynchronous_0 in ")
    assert leaves.startswith("Close leaves behind, after 0.05 s: asynchronous_0 in ")
    gate.set()
    stuck.result(60)
    caplog.clear()
    module.close_async_thread_pool(pool)
    assert not caplog.records
