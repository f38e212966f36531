"""Which hazard a crash is, how sure that is, and whether the bridge was there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flink_agents_bridge.explain import roles
from flink_agents_bridge.explain.crash import Crash, Frame
from flink_agents_bridge.explain.signatures import (
    AT_LEAST,
    PATTERNS,
    Hazard,
    Signature,
    Sure,
    patterns,
    signatures,
)

Bridge = Literal["live", "off", "flag", "absent"]


@dataclass(frozen=True)
class Verdict:
    """What a crash is.

    Attributes:
        ours: whether it is a hazard of Pemja's; None if the text tells of no crash, or not enough.
        hazards: the hazards that it is, the likeliest first; they look the same in a crash file.
        instead: others that it could be.
        bridge: ``live``; ``off`` (switched off); ``flag`` (the JVM was given the agent, but
            nothing shows that it worked); ``absent``.
        prevented: whether the bridge prevents it, if it is ours.
    """

    signature: str
    ours: bool | None
    sure: Sure | None
    why: str
    hazards: tuple[Hazard, ...]
    instead: tuple[Hazard, ...]
    bridge: Bridge
    prevented: bool | None
    advice: str
    role: str
    company: tuple[str, ...]


def judge(crash: Crash) -> Verdict:
    """Try the signatures one after the other."""
    facts = _facts(crash)
    found = next((s for s in signatures() if _holds(s, facts)), None) if crash.form else None
    if found is None:
        return _unknown(crash, facts)
    cured = found.hazards[0].cured if found.hazards else None
    return Verdict(
        signature=found.name,
        ours=bool(found.hazards) or (None if found.sure == "possible" else False),
        sure=found.sure,
        why=found.why,
        hazards=found.hazards,
        instead=found.instead,
        bridge=facts["bridge"],
        prevented=cured,
        advice=found.advice or next((h.advice for h in found.hazards if h.advice), _other(crash)),
        role=roles.role(crash),
        company=tuple(roles.company(crash)),
    )


def library(frame: Frame | None) -> str:
    """Whose code a frame is: python, pemja, jvm, extension or other."""
    kinds = patterns("libraries").items()
    name = frame.library if frame else ""
    return next((kind for kind, pattern in kinds if pattern.search(name)), "other")


def is_inside(crash: Crash) -> bool:
    """Whether the thread was in Pemja or CPython, not in Java code that Python has called."""
    above = {library(frame) for frame in (crash.frame, *crash.native)}
    return bool(above & {"python", "pemja", "extension"}) or _entry(crash.java[:1]) != "none"


def _unknown(crash: Crash, facts: Mapping[str, Any]) -> Verdict:
    why = (
        "there is nothing in it that tells of a crash" if not crash.form else "too much is missing"
    )
    role = roles.role(crash)
    return Verdict("", None, None, why, (), (), facts["bridge"], None, "", role, ())


def _other(crash: Crash) -> str:
    """What a JVM prints tells little of what its crash file has."""
    return f"Explain the crash file itself: {crash.saved_as}." if crash.saved_as else ""


def _facts(crash: Crash) -> dict[str, Any]:
    loaded = any(patterns("libraries")["pemja"].search(name) for name in crash.libraries)
    inside = is_inside(crash)
    return {
        "signal": "raised" if crash.sent_by is None else "sent",
        "message": crash.message,
        "library": library(crash.frame),
        "function": crash.frame.function if crash.frame else "",
        "frame": "\n".join(frame.function for frame in crash.native),
        "entry": _entry(crash.java),
        "inside": inside,
        "pemja": loaded or inside,
        "thread": crash.form != "hs_err" or crash.thread is not None,
        "python": roles.is_pythons_own(crash),
        "company": len(roles.company(crash)),
        "pythons": len(roles.pythons(crash)),
        "agents": _has_agents(crash),
        "address": crash.address,
        "bridge": _bridge(crash),
    }


def _holds(signature: Signature, facts: Mapping[str, Any]) -> bool:
    for name, wanted in signature.when.items():
        fact = facts[name]
        if name in PATTERNS:
            holds = bool(wanted.search(fact))
        elif name in AT_LEAST:
            holds = fact >= wanted
        else:
            holds = fact == wanted
        if not holds:
            return False
    return True


def _entry(methods: list[str]) -> str:
    for method in methods:
        for kind, pattern in patterns("entries").items():
            if pattern.search(method):
                return kind
    return "none"


def _has_agents(crash: Crash) -> bool:
    bridge = patterns("bridge")
    return any(bridge["agents"].search(method) for method in crash.java) or any(
        bridge["operator"].search(thread.name) for thread in crash.threads
    )


def _bridge(crash: Crash) -> Bridge:
    woven = patterns("bridge")["frame"]
    if roles.bridge_threads(crash) or any(woven.search(method) for method in crash.java):
        return "live"
    flag = patterns("bridge")["flag"].search(crash.arguments)
    if flag is None:
        return "absent"
    return "off" if re.search(r"(^|,)enabled=false", flag["options"] or "") else "flag"
