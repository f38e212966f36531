"""Any text, as a value, a key and a name, in both directions and from every kind of thread."""

from typing import Any

from hypothesis import HealthCheck, example, given, settings

from tests.bridge.calls import Call, JavaError
from tests.values.recipes import any_text, units


def is_whole(text: str) -> bool:
    """Whether no half of a surrogate pair is left once the halves side by side are joined."""
    try:
        bytes.fromhex(units(text)).decode("utf-16-be")
    except UnicodeDecodeError:
        return False
    return True


def as_java_shows(text: str) -> str:
    pairs = [units(text)[at : at + 4] for at in range(0, len(units(text)), 4)]
    numbers = [int(pair, 16) for pair in pairs]
    return "".join(chr(n) if 0x20 <= n < 0x7F else f"{{{n:x}}}" for n in numbers)


def test_any_text(protected: Any) -> None:
    """V2, V10, N3: it comes back as it was, or both directions refuse it; so do names."""
    with protected() as session:
        interpreter = session.primary("from step_probes import *")
        steps = session.probe.Steps(interpreter)
        callers = session.three(interpreter)
        session.owner.begin(steps.step("invoke", units("make"), "")).result()

        def told(who: str, method: str, name: str, recipe: str) -> str:
            step = steps.step(method, f"{units(name)}-{units('value')}", recipe)
            try:
                if who != "python":
                    return str(callers[who].begin(step).result())
                outcome = steps.prepared(step)
                session.owner.invoke(interpreter, "run_on_thread", outcome)
                return str(Call(outcome).result())
            except JavaError as error:
                return error.kind

        @given(any_text)
        @example("\ud800\U0001f600")
        @example("\ufffe\u00d8")
        @settings(
            max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        def run(text: str) -> None:
            java, given = as_java_shows(text), f"t{units(text)}"
            refusal = None if is_whole(text) else "UnconvertibleValueException"
            for who in (*callers, "python"):
                same = told(who, "invoke", "same", given)
                assert same == (refusal or f"String {java}")
                key = told(who, "invoke with keywords", "same", f"m1 {given} i1")
                assert key == (refusal or f"HashMap {{String {java}=Long 1}}")
                assert told(who, "set", text, "i7") == (refusal or "null")
                assert told(who, "get", text, "") == (refusal or "Long 7")
                assert told(who, "handle.setAttr", text, "h0 i8") == (refusal or "null")
                assert told(who, "handle.getAttr", text, "h0") == (refusal or "Long 8")

        run()


def test_functions_of_any_name(protected: Any) -> None:
    """N3: names beyond ASCII are invoked like others, also with keywords and as methods."""
    with protected() as session:
        name = "\u00e4\u4e2d\U00020000"
        interpreter = session.primary(f"def {name}(value): return [value]\nimport types")
        session.owner.exec(interpreter, f"box = types.SimpleNamespace({name}={name})")
        steps = session.probe.Steps(interpreter)
        for caller in session.three(interpreter).values():
            for method, names in (
                ("invoke", units(name)),
                ("invoke", units(f"box.{name}")),
                ("invoke with keywords", f"{units(name)}-{units('value')}"),
                ("invokeMethod", f"{units('box')}-{units(name)}"),
            ):
                assert (
                    caller.begin(steps.step(method, names, "i3")).result() == "ArrayList [Long 3]"
                )
