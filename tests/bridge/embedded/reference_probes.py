"""One object, the ways it goes to Java and comes back, and how often it is referred to."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any


class Kept:
    """What everything here is about."""

    def __init__(self) -> None:
        self.me: Any = None
        self.other: Any = None

    def itself(self) -> "Kept":
        """A method whose result is a handle."""
        return self

    def take(self, other: Any) -> bool:
        """A method whose argument is one."""
        return other is kept


kept = Kept()
holder = Kept()
holder.me = kept


def references() -> int:
    """How many there are, those of this module included."""
    return sys.getrefcount(kept)


def version() -> str:
    """The release of Pemja that runs this."""
    from pemja import version

    return str(version.__version__)


def result() -> Any:
    """The object itself."""
    return kept


def in_list() -> Any:
    """In a list."""
    return [kept]


def in_dict() -> Any:
    """In a dict."""
    return {"k": kept}


def in_tuple() -> Any:
    """In a tuple."""
    return (kept, kept)


def nested() -> Any:
    """At some depth, three times."""
    return [[kept], {"k": [kept, (kept,)]}]


def iterator() -> Iterator[Any]:
    """One after the other."""
    yield kept
    yield kept


def back(given: Any) -> Any:
    """What was given."""
    return given


def back_by_name(*, given: Any) -> Any:
    """The same by keyword."""
    return given


def is_kept(given: Any) -> bool:
    """Whether all that is in it is the object; a mapping is looked at by its values."""
    values = given.values() if isinstance(given, dict) else given
    return all(each is kept for each in (values if isinstance(values, Iterable) else [values]))


def hand(witness: Any, given: Any = None) -> None:
    """Hand the object to a method of a Java object."""
    witness.keep(kept if given is None else given)


def hand_in_list(witness: Any) -> None:
    """The same inside of a list."""
    witness.keep([kept])


def taken_from(bearer: Any) -> bool:
    """Get it as the result of a method of a Java object."""
    return bearer.give() is kept


def fail_with(given: Any) -> None:
    """Take it and fail."""
    raise ValueError(given)
