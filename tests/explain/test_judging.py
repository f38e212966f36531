"""Which hazard a crash is: one sample for each signature, and the words of the page of hazards."""

import re
from pathlib import Path
from typing import Any

import pytest

from flink_agents_bridge.explain import judge
from flink_agents_bridge.explain.crash_file import parse
from flink_agents_bridge.explain.signatures import hazards, signatures
from tests.explain.samples import CORE, GET, INVOKE, NATIVE_STACK, PYTHONS, RUN, Listed, hs_err
from tests.hazards.test_hazards import TABLE

PAGE = Path(__file__).parents[2] / "docs" / "hazards.md"
BUSY = Listed("a pool's thread")
MAILBOX = Listed("action-execute-operator (1/1)#0")
LANE = Listed("action-execute-operator (1/1)#0-lane-1", state="_thread_blocked")
PYTHON = {"java": [INVOKE, "a.Callback.call()V"], "dying": PYTHONS}
INIT = {"frame": f"C  [{CORE}+0x1]  pyjobject_init+0x8c", "java": [], "dying": PYTHONS}
NOTHING: dict[str, Any] = {"java": ["a.Program.run()V", RUN], "frame": "C  [libc.so.6+0x1]  f+0x1"}
AGENTS = ["org.apache.flink.agents.plan.PythonFunction.call()V", RUN]


def python(function: str) -> dict[str, Any]:
    return {"frame": f"C  [libpython3.11.so.1.0+0x1]  {function}+0x1"}


def handle(function: str) -> dict[str, Any]:
    return {**python(function), "java": [GET, RUN]}


SAMPLES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "sent": ({"siginfo": "si_code: 0 (SI_USER), si_pid: 1"}, []),
    "jvm-itself": ({**NOTHING, "libraries": ["libjvm.so"]}, []),
    "elsewhere": (NOTHING, []),
    "short-in-collection": (
        {
            "frame": "V  [libjvm.so+0x1]  jni_invoke_nonstatic(JNIEnv_*)+0x1",
            "native": [f"C  [{CORE}+0x1]  JcpPyInt_FromJShort+0x3f"],
        },
        ["V9"],
    ),
    "no-thread-record": (INIT, ["T8", "T8"]),
    "no-thread-record-on-a-thread-of-c": (
        {**INIT, "others": [Listed("bridge-handle-release")]},
        ["T8"],
    ),
    "handle-without-thread-state": (
        {"frame": f"C  [{CORE}+0x1]  f+0x1", "java": [GET, RUN], "siginfo": "si_addr: 0x0008"},
        ["V11"],
    ),
    "thread-state-is-gone": (handle("take_gil"), ["H2"]),
    "several-in-the-job": ({"java": [INVOKE, *AGENTS]}, ["T2"]),
    "one-object-several-threads": ({**handle("_PyFrame_Clear"), "others": [BUSY]}, ["H1"]),
    "one-object-in-the-evaluator": (handle("compiler_visit_expr1.cold"), ["H1"]),
    "frames-of-several": ({}, ["T1"]),
    "object-is-gone": (handle("PyObject_GetAttrString"), ["H2"]),
    "several-with-pythons": (PYTHON, ["T3"]),
    "several": ({"others": [BUSY]}, ["T1"]),
    "callable-given-back": (python("func_dealloc"), ["N1", "N2"]),
    "object-given-back-twice": (python("visit_decref"), ["H2"]),
    "inside-pemja": ({"frame": f"C  [{CORE}+0x1]  f+0x1", "java": [RUN]}, []),
    "inside": ({"frame": "C  [_x.cpython-311-x86_64-linux-gnu.so+0x1]  f+0x1"}, []),
}
PRINTED = {
    "out-of-memory": ("# There is insufficient memory for the Java Runtime Environment", []),
    "no-standard-library": ("ModuleNotFoundError: No module named 'encodings'", []),
    "lock-not-held": ("Fatal Python error: PyThreadState_Get: no current thread", ["T1"]),
    "references-given-back-too-often": (
        "Fatal Python error: none_dealloc: deallocating None",
        ["H2"],
    ),
    "native-stack": ("Fatal Python error: _Py_CheckRecursiveCall: Cannot recover from it", []),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_crash_file(name: str) -> None:
    told, rows = SAMPLES[name]
    verdict = judge(parse(hs_err(**told)))
    assert (verdict.signature, [hazard.row for hazard in verdict.hazards]) == (name, rows)
    unknown = verdict.sure == "possible"
    assert verdict.ours == (True if rows else None if unknown else False)


@pytest.mark.parametrize("name", PRINTED)
def test_printed(name: str) -> None:
    line, rows = PRINTED[name]
    verdict = judge(parse([line]))
    assert (verdict.signature, [hazard.row for hazard in verdict.hazards]) == (name, rows)


def test_every_signature_has_a_sample() -> None:
    names = {signature.name for signature in signatures()}
    assert names == {*SAMPLES, *PRINTED, "heading-only"}
    assert all(signature.why for signature in signatures())


def test_what_the_bridge_cannot_prevent() -> None:
    """T8: on 0.5.5, a thread that C code made."""
    told = SAMPLES["no-thread-record-on-a-thread-of-c"][0]
    verdict = judge(parse(hs_err(**told)))
    assert (verdict.prevented, verdict.bridge) == (False, "live")
    assert "Install apache-flink 2.2.1" in verdict.advice
    assert judge(parse(hs_err(**SAMPLES["several"][0]))).prevented is True


def test_a_daemon_thread_of_javas() -> None:
    """It may be called as those of native code are; its stack is as Java's others are."""
    crash = parse(hs_err(dying=Listed("Thread-4", daemon=True), others=[BUSY]))
    assert judge(crash).signature == "several"


def test_java_code_that_python_has_called() -> None:
    """What such code dies of by itself is none of ours, although Python is below it."""
    java = ["a.Native.poke()V", INVOKE, RUN]
    verdict = judge(parse(hs_err(frame="C  [libother.so+0x1]  poke+0x1", java=java)))
    assert (verdict.signature, verdict.ours) == ("elsewhere", False)


@pytest.mark.parametrize(
    ("told", "role"),
    [
        ({}, "a Java thread"),
        (PYTHON, "a thread that CPython or other native code made"),
        ({"dying": MAILBOX}, "a Flink task's mailbox thread"),
        ({"dying": LANE}, "a lane of the bridge"),
        ({"dying": Listed("(1/1)#0-worker-3")}, "a managed worker of the bridge"),
        ({"dying": Listed("pool-3-thread-1")}, "a thread of a Java pool"),
        (
            {"dying": Listed("main"), "java": ["a.Main.main([Ljava/lang/String;)V"]},
            "the JVM's main thread",
        ),
        ({"dying": Listed("Finalizer")}, "one of the JVM's own threads"),
        (
            {"dying": Listed("Thread-1", True, stack=NATIVE_STACK), "java": []},
            "a thread that CPython or other native code made",
        ),
    ],
)
def test_roles(told: dict[str, Any], role: str) -> None:
    assert judge(parse(hs_err(**told))).role == role


AGENT = "-javaagent:/opt/flink/bridge/flink-agents-bridge-agent.jar"


@pytest.mark.parametrize(
    ("told", "bridge"),
    [
        ({}, "absent"),
        ({"arguments": f"{AGENT}=lanes=4 -Xmx1g"}, "flag"),
        ({"arguments": f"{AGENT}=lanes=4,enabled=false -Xmx1g"}, "off"),
        ({"arguments": AGENT, "others": [LANE]}, "live"),
        ({"java": ["pemja.core.PythonInterpreter.bridge$invoke()V", RUN]}, "live"),
        ({"others": [Listed("ForkJoinPool.commonPool-worker-1")]}, "absent"),
    ],
)
def test_whether_the_bridge_was_there(told: dict[str, Any], bridge: str) -> None:
    assert judge(parse(hs_err(**told))).bridge == bridge


def test_the_words_are_the_pages() -> None:
    """T1-V11: those that end a JVM are all here, with the page's own words."""
    ending = {
        hazard.name: hazard
        for hazard in TABLE
        if "dies" in (hazard.bare if isinstance(hazard.bare, str) else hazard.bare.values())
    }
    assert set(hazards()) == set(ending)
    page = PAGE.read_text(encoding="utf-8")
    for name, hazard in hazards().items():
        of_row = [other for other in TABLE if other.row == hazard.row and other.fault]
        shown = next((other for other in of_row if other.name == name), of_row[0])
        assert (hazard.fault, hazard.cure) == (shown.fault, shown.cure), name
        assert f"{hazard.fault} *Closed by:* {hazard.cure}" in page
        assert hazard.cured == (not ending[name].incurable)
        assert re.fullmatch(r"[TNHV]\d+", hazard.row)
