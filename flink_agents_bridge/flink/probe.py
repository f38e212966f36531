"""Tell where Flink and its parts are, as JSON. Runs alone, in the Python that is asked about.

Nothing of what it finds is imported: that could load a JVM or take seconds.
"""

import importlib.metadata
import importlib.util
import json
import sys

DISTRIBUTIONS = ("apache-flink", "flink-agents", "pemja")


def main() -> None:
    """Print one JSON object."""
    print(
        json.dumps(
            {
                "python": ".".join(map(str, sys.version_info[:3])),
                "executable": sys.executable,
                "versions": {name: version(name) for name in DISTRIBUTIONS},
                "pyflink": package("pyflink"),
                "flink_agents": package("flink_agents"),
                "libpython": libpython(),
            }
        )
    )


def version(name: str) -> "str | None":
    """The version of an installed distribution."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def package(name: str) -> "str | None":
    """The folder of an importable package."""
    spec = importlib.util.find_spec(name)
    places = list(spec.submodule_search_locations or []) if spec else []
    return places[0] if places else None


def libpython() -> "str | None":
    """The shared libpython, found as Pemja finds it."""
    try:
        from find_libpython import find_libpython
    except ImportError:
        return None
    return find_libpython()  # type: ignore[no-any-return]


if __name__ == "__main__":
    main()
