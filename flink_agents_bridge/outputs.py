"""Files that a user has named for a command's output: replaced as a whole, or as they were."""

import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from flink_agents_bridge.errors import BridgeError

_STREAMS = (Path("/dev"), Path("/proc"))  # /dev/stdout, or /dev/fd/63 of a shell


class OutputError(BridgeError):
    """A file cannot be written, and is as it was."""


@contextmanager
def replacing(file: Path, *, also_a_part: bool = False) -> Iterator[IO[bytes]]:
    """What is written in the block takes the file's place at its end.

    It is written beside the file, under a name that nobody can know before. The place is that of
    the name: where that is a link, the link is replaced, and what it points to stays as it is.
    Devices and pipes are written to.

    Args:
        file: the place; its folder is made if there is none.
        also_a_part: replace it by what was written before an error, too, as for a log.

    Raises:
        OutputError: it cannot be written.
    """
    try:
        scratch, out = _opened(file)
    except OSError as error:
        raise _refusal(file, error) from error
    try:
        with out:
            yield out
    except BaseException:
        if scratch and also_a_part:
            _put(scratch, file)
        raise
    else:
        if scratch:
            _put(scratch, file)
    finally:
        if scratch:
            scratch.unlink(missing_ok=True)


def write_whole(file: Path, text: str) -> None:
    """Replace a file by a text in UTF-8, or leave it as it is.

    Raises:
        OutputError: it cannot be written.
    """
    with replacing(file) as out:
        out.write(text.encode())


def _opened(file: Path) -> tuple[Path | None, IO[bytes]]:
    if _is_stream(file):
        return None, file.open("wb")
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_name(f".{secrets.token_hex(8)}.new")
    out = scratch.open("x+b")  # no link is followed, and the mode is as the user's umask has it
    if file.is_file() and not file.is_symlink():
        shutil.copymode(file, scratch)
    return scratch, out


def _is_stream(file: Path) -> bool:
    if any(file.absolute().is_relative_to(root) for root in _STREAMS):
        return True
    try:
        mode = file.lstat().st_mode
    except FileNotFoundError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)


def _put(scratch: Path, file: Path) -> None:
    try:
        with scratch.open("rb") as whole:
            os.fsync(whole.fileno())
        scratch.replace(file)
    except OSError as error:
        raise _refusal(file, error) from error


def _refusal(file: Path, error: OSError) -> OutputError:
    return OutputError(
        f"{file} cannot be written ({error.strerror or error}) and is as it was: name a file in a "
        f"folder that is writable and has room."
    )
