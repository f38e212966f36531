"""Ask a Python what a JVM gets that embeds it through Pemja, and judge that (B13).

The agent runs this text alone, with ``-c``, in the Python that a job names, before Pemja loads
anything; the doctor asks in the same way. Any Python from 3.7 on can be asked. The one argument is
a JSON object: ``environment`` (the JVM's), ``java_side`` (versions that Pemja's classes can be) and
``releases`` (pemja.properties). Each line that it prints is ``flink-agents-bridge``, what it is,
and a name or a sentence with its remedy. Nothing of what it finds is imported: that could load a
JVM or take seconds.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

MARK = "flink-agents-bridge"
DISTRIBUTIONS = ("apache-flink", "flink-agents", "pemja")
# By these CPython finds its library inside a JVM; a wrapper round the executable may change them.
FINDS_LIBRARY = ("PATH", "PYTHONHOME", "PYTHONPATH")
PATIENCE = 30  # seconds
_INSIDE = "import os, sysconfig; print(os.__file__); print(sysconfig.get_path('purelib'))"


def main() -> None:
    """Print the facts, and what is wrong with them."""
    asked = json.loads(sys.argv[1])
    facts = collect(asked["environment"])
    lines = [f"fact {name}={value}" for name, value in facts.items()]
    lines += [f"error {what}\t{remedy}" for what, remedy in errors(facts, asked["java_side"])]
    warned = [*warnings(facts), *faults(facts, asked["releases"])]
    lines += [f"warning {what}\t{remedy}" for what, remedy in warned]
    text = "".join(f"{MARK} {' '.join(line.splitlines())}\n" for line in lines)
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))


def collect(environment: Mapping[str, str]) -> dict[str, str]:
    """What is known of this Python, by name; what is not there is left out."""
    facts: dict[str, str | None] = {
        "python": ".".join(map(str, sys.version_info[:3])),
        "executable": sys.executable,
        "tag": sysconfig.get_config_var("SOABI"),
        "prefix": sys.base_prefix,
        "library": str(Path(os.__file__).parent.resolve()),
        "site-packages": str(Path(sysconfig.get_path("purelib")).resolve()),
        "libpython": _libpython(),
        "find-libpython": _origin("find_libpython"),
        "pyflink": _folder("pyflink"),
        "flink_agents": _folder("flink_agents"),
        "pemja-folder": _folder("pemja"),
    }
    facts.update({name: _version(name) for name in DISTRIBUTIONS})
    facts["pemja-tags"] = _native_tags(facts["pemja-folder"])
    facts["PYTHONHOME"] = environment.get("PYTHONHOME")
    facts.update(_inside(environment))
    return {name: value for name, value in facts.items() if value is not None}


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _folder(name: str) -> str | None:
    spec = importlib.util.find_spec(name)
    places = list(spec.submodule_search_locations or []) if spec else []
    return places[0] if places else None


def _origin(name: str) -> str | None:
    spec = importlib.util.find_spec(name)
    return spec.origin if spec else None


def _libpython() -> str | None:
    """The shared libpython, found as Pemja finds it."""
    try:
        from find_libpython import find_libpython
    except ImportError:
        return None
    found = find_libpython()
    return str(Path(found).resolve()) if found else None


def _native_tags(folder: str | None) -> str | None:
    """For which Pythons the native sides in Pemja's folder were built."""
    if folder is None:
        return None
    names = sorted(file.name.split(".") for file in Path(folder).iterdir())
    return " ".join(name[1] for name in names if name[0] == "pemja_core" and len(name) > 2)


def _inside(environment: Mapping[str, str]) -> dict[str, str]:
    """Where CPython finds its library inside the JVM: by ``python3`` on PATH, whoever asked.

    The program that this Python is has the same code for that, and goes by the name it is given.
    """
    program = Path(getattr(sys, "_base_executable", None) or sys.executable).resolve()
    if not sys.platform.startswith("linux") or not program.is_file():
        return {}
    variables = {k: v for k, v in os.environ.items() if k not in FINDS_LIBRARY}
    variables.update({k: v for k, v in environment.items() if k in FINDS_LIBRARY})
    try:
        told = subprocess.run(
            ["python3", "-c", _INSIDE],
            executable=program,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.SubprocessError):
        return {}
    if told.returncode != 0:
        lost = b"encodings" in told.stderr
        return {"inside-error": "No module named 'encodings'"} if lost else {}
    module, site_packages = told.stdout.decode("utf-8", "replace").splitlines()[-2:]
    return {
        "inside-library": str(Path(module).parent.resolve()),
        "inside-site-packages": str(Path(site_packages).resolve()),
    }


def errors(facts: Mapping[str, str], java_side: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What would keep Pemja from starting, or end the JVM; and what to do about each."""
    executable = facts["executable"]
    if "pemja-folder" not in facts:
        what = f"pemja is not installed in {executable}"
        yield what, "install apache-flink there, which brings it, or name the Python that has it"
        return
    if "find-libpython" not in facts:
        what = f"find-libpython, by which Pemja finds CPython, is not installed in {executable}"
        yield what, "install find-libpython there"
    elif "libpython" not in facts:
        what = f"{executable} has no shared libpython, which the JVM has to load"
        yield what, "use a Python built with --enable-shared, as the systems' own and conda's are"
    yield from _wrong_native_side(facts, java_side)
    if "inside-error" in facts:
        home = facts.get("PYTHONHOME")
        reason = f"PYTHONHOME is {home}" if home else "the python3 on PATH is not of this Python"
        what = f"CPython would end the JVM as it starts ({facts['inside-error']}): {reason}"
        yield what, "start the JVM without PYTHONHOME" if home else _first_on_path(facts)


def _wrong_native_side(
    facts: Mapping[str, str], java_side: Sequence[str]
) -> Iterator[tuple[str, str]]:
    tag, tags, native = facts.get("tag"), facts.get("pemja-tags", ""), facts.get("pemja")
    folder, executable = facts["pemja-folder"], facts["executable"]
    if tag is not None and tag not in tags.split():
        what = f"Pemja's native side in {folder} is for {tags or 'no Python'}, not for {tag}"
        remedy = f"install pemja for {executable}, and look in PYTHONPATH for another Python's"
        yield what, remedy
    if native is not None and java_side and native not in java_side:
        java = " or ".join(java_side)
        what = f"Pemja's native side in {executable} is {native}, but its Java side is {java}"
        remedy = f"install pemja=={java_side[0]} there, or the apache-flink that has {native}"
        yield what, remedy


def warnings(facts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What works, and perhaps not as it should."""
    inside, own = facts.get("inside-library"), facts["library"]
    if inside is not None and inside != own:
        leads = "PYTHONHOME" if "PYTHONHOME" in facts else "PATH"
        what = f"inside the JVM CPython takes its standard library from {inside} instead of {own}"
        remedy = "start the JVM without PYTHONHOME" if leads != "PATH" else _first_on_path(facts)
        yield f"{what}, since {leads} leads there", remedy


def _first_on_path(facts: Mapping[str, str]) -> str:
    return f"put {Path(facts['prefix'], 'bin')} first on the JVM's PATH"


def faults(facts: Mapping[str, str], releases: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is wrong with the native side itself."""
    native = facts.get("pemja")
    fault = releases.get(f"fault.{native}")
    if fault is not None:
        yield f"Pemja {native} {fault}", releases["remedy"]


if __name__ == "__main__":
    main()
