"""Files that keep every byte that nobody has meant to change, and are replaced as a whole."""

import hashlib
import os
import shutil
from pathlib import Path


def read_exactly(file: Path) -> str:
    """Its text; what is no UTF-8 in it, as of a Latin-1 comment, is kept as surrogates."""
    return file.read_bytes().decode("utf-8", "surrogateescape")


def write_exactly(file: Path, text: str) -> None:
    """Replaced as a whole; a link stays a link."""
    file = file.resolve()
    scratch = _scratch(file)
    scratch.write_bytes(_bytes(text))
    if file.exists():
        shutil.copymode(file, scratch)
    _replace(scratch, file)


def copy_exactly(source: Path, target: Path) -> None:
    """A copy at ``target``, whose folder is made."""
    target.parent.mkdir(exist_ok=True)
    scratch = _scratch(target)
    shutil.copy(source, scratch)
    _replace(scratch, target)


def are_same(one: Path, other: Path) -> bool:
    """Whether the other one is there, too, with the same bytes."""
    return other.is_file() and one.read_bytes() == other.read_bytes()


def digest(text: str) -> str:
    """A hash of what :func:`write_exactly` writes."""
    return hashlib.sha256(_bytes(text)).hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _scratch(file: Path) -> Path:
    return file.with_name(f".{file.name}.new")


def _replace(scratch: Path, target: Path) -> None:
    try:
        with scratch.open("rb") as whole:
            os.fsync(whole.fileno())
        scratch.replace(target)
    finally:
        scratch.unlink(missing_ok=True)
