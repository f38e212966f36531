"""Pythons and JVMs for the tests of the start-up check."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bridge.calls import JavaError
from tests.bridge.session import Session

RELEASES = Path(__file__).parents[2] / "java" / "weave" / "target" / "pemja"


def refusal(session: Session, python: str = "") -> str:
    """The sentence with which an interpreter of that Python is refused."""
    with pytest.raises(JavaError) as thrown:
        session.owner.begin(making(session, python or session.place.python)).result()
    assert thrown.value.kind == "StartupRefusedException"
    return str(thrown.value)


def making(session: Session, python: str) -> Any:
    """The task that makes an interpreter of that Python."""
    return session.probe.Primaries.making(python, [])


def warnings(session: Session) -> list[str]:
    """What the JVM has been warned of."""
    lines = session.jvm.stderr().splitlines()
    return [line.removeprefix("WARNING: ") for line in lines if line.startswith("WARNING: ")]


def python_program(folder: Path, *lines: str, options: str = "") -> str:
    """A program that does something before it becomes this Python."""
    program = folder / f"python-{len(list(folder.glob('python-*')))}"
    program.write_text("\n".join(["#!/bin/sh", *lines, f'exec "{sys.executable}" {options} "$@"']))
    program.chmod(0o755)
    return str(program)


def stub_folder(folder: Path, files: dict[str, str]) -> str:
    """A folder with these files, to be put before what is installed."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return str(folder)
