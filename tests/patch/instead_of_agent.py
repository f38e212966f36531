"""The tests of the agent, run on patched jars instead: ``pytest -p tests.patch.instead_of_agent``.

Wherever a test gives its JVM the agent, that JVM gets patched copies of the same jars and no flag.
``make parity`` runs it over all tests that are not about the agent itself.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.flink.agent import agent_jar
from flink_agents_bridge.flink.installation import Installation, find_installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from flink_agents_bridge.flink.patching import Patcher
from tests.bridge.session import Place, Session

PatchedJars = Mapping[Path, Path]


def patch_installed(installation: Installation, jdk: Jdk, folder: Path) -> PatchedJars:
    patcher = Patcher(jdk, agent_jar(), version("flink-agents-bridge"))
    jars = [installation.flink_python_jar, *installation.flink_agents_jars]
    return {jar: patcher.patch(jar, folder).place for jar in jars}


def session_with(
    jars: PatchedJars, place: Place, options: Mapping[str, object], classpath: Sequence[Path] = ()
) -> Session:
    return Session(
        replace(place, pemja_jar=jars.get(place.pemja_jar, place.pemja_jar)),
        options,
        classpath=[jars.get(jar, jar) for jar in classpath],
        patched=True,
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> Iterator[Any]:  # noqa: ARG001
    start = Session.__post_init__
    with (
        tempfile.TemporaryDirectory(prefix="patched-") as folder,
        pytest.MonkeyPatch.context() as p,
    ):
        jars = patch_installed(find_installation(), find_jdk(), Path(folder))

        def start_patched(made: Session) -> None:
            if made.agent is not None and not made.patched:
                made.patched = True
                made.place = replace(
                    made.place, pemja_jar=jars.get(made.place.pemja_jar, made.place.pemja_jar)
                )
                made.classpath = [jars.get(Path(jar), jar) for jar in made.classpath]
            start(made)

        p.setattr(Session, "__post_init__", start_patched)
        return (yield)
