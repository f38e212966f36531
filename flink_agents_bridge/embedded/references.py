"""Gives back, with one entry into Python, references that Java has owned (B5).

Entering Python for one reference costs more than dropping it. So the addresses come as one
``bytes`` and are written into the slots of an object that so becomes the owner of the references;
its end drops them all. Slots stand one after the other behind what every object has, are empty at
first, and are dropped by CPython itself; :func:`works` tries that on an object of our own.
"""

from __future__ import annotations

import ctypes
import sys

BATCH = 256
"""How many references one owner has."""

_POINTER = ctypes.sizeof(ctypes.c_void_p)
_FIRST_SLOT = object.__basicsize__


class Owner:
    """What owns the references of one batch."""

    # CPython lays them out by name.
    __slots__ = tuple(f"reference_{number:03}" for number in range(BATCH))


def give_back(pointers: bytes) -> None:
    """Drop one reference of each object.

    Args:
        pointers: addresses of objects, one after the other, each standing for one reference.
    """
    for start in range(0, len(pointers), BATCH * _POINTER):
        part = pointers[start : start + BATCH * _POINTER]
        ctypes.memmove(id(owner := Owner()) + _FIRST_SLOT, part, len(part))
        del owner


def works() -> bool:
    """Whether this CPython lays slots out as expected."""
    if Owner.__basicsize__ != _FIRST_SLOT + BATCH * _POINTER:
        return False
    owner, probe = Owner(), object()
    names = Owner.__slots__[0], Owner.__slots__[-1]
    for name in names:
        setattr(owner, name, probe)
    last = _FIRST_SLOT + (BATCH - 1) * _POINTER
    found = [
        ctypes.c_void_p.from_address(id(owner) + offset).value for offset in (_FIRST_SLOT, last)
    ]
    return found == [id(probe)] * 2 and sys.getrefcount(probe) == 4
