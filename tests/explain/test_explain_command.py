"""``explain`` on the command line."""

import json
from pathlib import Path

from click.testing import CliRunner

from flink_agents_bridge.cli.explain import explain
from flink_agents_bridge.errors import BridgeError
from tests.explain.samples import INVOKE, PYTHONS, RUN, Listed, hs_err


def written(folder: Path, name: str, lines: list[str]) -> str:
    file = folder / name
    file.write_text("\n".join(lines))
    return str(file)


def test_in_words(tmp_path: Path) -> None:
    file = written(
        tmp_path, "hs_err_pid1.log", hs_err(java=[INVOKE, INVOKE, "a.B.c()V"], dying=PYTHONS)
    )
    result = CliRunner().invoke(explain, [file])
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    assert "_PyEval_EvalFrameDefault < pemja.core.PythonInterpreter.invoke < a.B.c" in said
    for part in (
        "SIGSEGV in _PyEval_EvalFrameDefault (libpython3.11.so.1.0); JDK 17.0.15+6",
        "Thread-7: a thread that CPython or other native code made",
        "likely: T3 (CPython threads call back while the owner works).",
        "could also be T1 (one interpreter, four Java threads)",
        "there is no sign of it in this JVM. It prevents this: The call is handed to the lane",
        "flink-agents-bridge run",
    ):
        assert part in said, result.output


def test_several_files_for_programs(tmp_path: Path) -> None:
    none = {"java": ["a.B.run()V", RUN], "frame": "C  [libc.so.6+0x1]  f+0x1"}
    lane = Listed("(1/1)#0-lane-1")
    files = [
        written(tmp_path, "one", hs_err(others=[Listed("a")])),
        written(tmp_path, "two", hs_err(**none)),  # type: ignore[arg-type]
        written(tmp_path, "three", hs_err(dying=lane)),
    ]
    result = CliRunner().invoke(explain, ["--json", *files])
    one, two, three = (json.loads(line) for line in result.output.splitlines())
    assert result.exit_code == 0
    assert one["hazards"] == [{"id": "T1", "title": "one interpreter, four Java threads"}]
    assert (one["bridge"], one["prevented"], one["ours"]) == ("absent", True, True)
    assert (two["ours"], two["hazards"], two["file"]) == (False, [], files[1])
    assert three["bridge"] == "live"
    assert "report it" in three["advice"]


def test_a_text_that_tells_of_no_crash(tmp_path: Path) -> None:
    result = CliRunner().invoke(explain, [written(tmp_path, "log", ["all is well"])])
    assert result.exit_code == 1
    assert "nothing in it that tells of a crash" in result.output


def test_markup_in_a_file_is_text(tmp_path: Path) -> None:
    name = "[bold]a thread[/x]"
    file = written(tmp_path, "log", hs_err(dying=Listed(name)))
    result = CliRunner().invoke(explain, [file])
    assert f"{name}: a Java thread" in result.output


def test_no_such_file(tmp_path: Path) -> None:
    result = CliRunner().invoke(explain, [str(tmp_path / "none")])
    assert isinstance(result.exception, BridgeError)
