"""What Python code of these tests asks of the JVM that it runs in."""

# mypy: disable-error-code="import-not-found"

from typing import Any

from pemja import findClass


def java_thread() -> str:
    """The name of the JVM's thread that this runs on."""
    name: Any = findClass("java.lang.Thread").currentThread().getName()
    return str(name)
