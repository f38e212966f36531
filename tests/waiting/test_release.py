"""What the agent finds in a release, as ``doctor`` tells it."""

import re
import zipfile
from pathlib import Path

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk
from flink_agents_bridge.flink.mends import ask_mends, unknown

ROOT = Path(__file__).parents[2]
PARTS = ("idle waiting", "idle Python actions", "idle Java actions")
AGENTS = "org/apache/flink/agents/runtime/"


def test_the_installed_release_has_the_members(
    jdk: Jdk, agent_jar: Path, installation: Installation
) -> None:
    """B11, B13: all three classes can be woven."""
    verdicts = ask_mends(jdk, agent_jar, installation.flink_agents_jars)
    assert [verdicts[part] for part in PARTS] == ["mended"] * 3


def test_a_release_with_other_members_is_told(
    jdk: Jdk, agent_jar: Path, installation: Installation, tmp_path: Path
) -> None:
    """B11, B13: an operator without the mail, and no executor of Java actions at all."""
    with (
        zipfile.ZipFile(installation.flink_agents_jars[0]) as release,
        zipfile.ZipFile(tmp_path / "parts.jar", "w") as parts,
    ):
        other = release.read(f"{AGENTS}operator/ActionExecutionOperatorFactory.class")
        parts.writestr(f"{AGENTS}operator/ActionExecutionOperator.class", other)
        parts.writestr(f"{AGENTS}python/utils/PythonActionExecutor.class", other)
    verdicts = ask_mends(jdk, agent_jar, [tmp_path / "parts.jar"])
    assert [verdicts[part] for part in PARTS] == ["unknown", "unknown", "absent"]
    told = [what for what, _ in unknown(verdicts)]
    assert (
        "the agent does not know this Flink Agents' idle waiting, which stays as released" in told
    )


def test_the_harness_is_that_of_the_installed_flink() -> None:
    """B11: one Flink for the operator and for the harness that it runs in."""
    pom = (ROOT / "java" / "pom.xml").read_text()
    project = (ROOT / "pyproject.toml").read_text()
    (harness,) = re.findall(r"<flink\.version>(.+)</flink\.version>", pom)
    assert f'"apache-flink=={harness}"' in project
