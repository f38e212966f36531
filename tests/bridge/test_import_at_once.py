"""The embedded package is imported by many threads, and where reading it fails at first."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.bridge.calls import JavaError
from tests.bridge.session import Place, Session

# What a thread sees while another one is in the middle of `from zlib import decompress`.
SEEN = "import zipimport; zipimport._importing_zlib = True\n"
FAILS_ONCE = """
import zipimport
read = zipimport._get_data
def fail(archive, entry):
    zipimport._get_data = read
    raise zipimport.ZipImportError('bad local file header')
zipimport._get_data = fail
"""


def test_while_another_thread_imports_zlib(place: Callable[..., Place], tmp_path: Path) -> None:
    """R13, R26: subtasks of one TaskManager start together, and each makes its interpreter."""
    with Session(beginning_with(SEEN, place(), tmp_path), {}) as session:
        primary = session.primary("import zipimport")
        session.owner.exec(primary, "seen = zipimport._importing_zlib")
        assert session.owner.call(primary, "get", "seen") is True
        session.owner.exec(primary, "from probes import *")


def test_after_a_read_that_failed(place: Callable[..., Place], tmp_path: Path) -> None:
    """R14: one failed start leaves nothing behind that all later ones would stumble over."""
    with Session(beginning_with(FAILS_ONCE, place(), tmp_path), {}) as session:
        with pytest.raises(JavaError, match=r"agent\.jar/python cannot be read"):
            session.primary()
        assert session.owner.call(session.primary(), "invoke", "deep", rest=[5]) == 5


def beginning_with(source: str, here: Place, folder: Path) -> Place:
    """Where CPython runs a text of the test before anything else."""
    (folder / "sitecustomize.py").write_text(source)
    return replace(here, python_path=os.pathsep.join([str(folder), here.python_path]))
