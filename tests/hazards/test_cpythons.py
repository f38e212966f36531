"""Which CPythons the hazards are shown on: those that are there and that a JVM can load."""

from pathlib import Path

import pytest

from dev.pemja import find_cpythons, installed_cpythons


def command(file: Path, answer: str, code: int = 0) -> str:
    """A program that answers so, whatever it is asked."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\necho '{answer}'\nexit {code}\n")
    file.chmod(0o755)
    return str(file)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder on PATH, beside the Python that asks; and a root of pyenv."""
    monkeypatch.setattr("sys.executable", str(tmp_path / "own"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    return tmp_path


def test_nothing_else_is_there(programs: Path) -> None:
    command(programs / "own", '["own", "3.11", true]')
    assert find_cpythons() == {"3.11": "own"}


def test_the_running_one_comes_first(programs: Path) -> None:
    command(programs / "own", '["own", "3.11", true]')
    command(programs / "python3.11", '["another", "3.11", true]')
    command(programs / "python3.10", '["older", "3.10", true]')
    assert find_cpythons() == {"3.10": "older", "3.11": "own"}


def test_what_does_not_fit_is_left_out(programs: Path) -> None:
    """Without a shared libpython, of a version that Pemja is not made for, or broken."""
    command(programs / "python3.10", '["static", "3.10", false]')
    command(programs / "python3.11", '["too new", "3.13", true]')
    command(programs / "python3.12", "what?")
    assert find_cpythons() == {}


def test_pyenv_has_what_its_shim_does_not_give(programs: Path) -> None:
    command(programs / "python3.12", "pyenv: python3.12: command not found", code=127)
    file = programs / "pyenv" / "versions" / "3.12.1" / "bin" / "python3.12"
    command(file, '["from pyenv", "3.12", true]')
    assert find_cpythons() == {"3.12": "from pyenv"}


def test_without_set_up(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="make setup"):
        installed_cpythons(tmp_path)
