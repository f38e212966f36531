"""A verdict in words, and as one JSON object."""

from collections.abc import Sequence
from typing import Any

from flink_agents_bridge.explain.crash import Crash, Frame
from flink_agents_bridge.explain.judging import Verdict
from flink_agents_bridge.explain.signatures import Hazard

_SHOWN_FRAMES = 6
_SHOWN_THREADS = 5
_WAYS = (
    "Run it under the bridge: `flink-agents-bridge run -- python job.py` for a local job, "
    "`install` or `patch` for a cluster."
)
_NOT_LIVE = (
    "Look for the bridge's line `Python calls through Pemja are routed by thread in this JVM` in "
    "the log, and see what `flink-agents-bridge doctor` says."
)
_REPORT = "The bridge should have prevented it: report it, with this file and the JVM's log."
_BRIDGE = {
    "live": "it was live in this JVM.",
    "off": "its agent was given to this JVM and switched off (enabled=false).",
    "flag": "its agent was given to this JVM, but nothing in the file shows that it worked.",
    "absent": "there is no sign of it in this JVM.",
}


def told(crash: Crash, verdict: Verdict) -> list[tuple[str, str]]:
    """What there is to say, each with a heading."""
    lines = [
        ("died", _death(crash)),
        ("thread", _thread(crash, verdict)),
        ("stack", " < ".join(stack(crash)[:_SHOWN_FRAMES])),
        ("beside it", _company(verdict.company)),
        ("verdict", _verdict(verdict)),
        ("because", verdict.why),
        ("could also be", ", ".join(map(_named, verdict.instead))),
        ("bridge", _bridge(verdict) if crash.form == "hs_err" else ""),
        ("what to do", what_to_do(verdict)),
    ]
    return [(heading, text) for heading, text in lines if text]


def stack(crash: Crash) -> list[str]:
    """The dying thread's frames, native ones first; repeated ones stand once."""
    native = crash.native or [frame for frame in (crash.frame,) if frame]
    frames = [*(_short(frame) for frame in native), *crash.java]
    return [frame for frame, above in zip(frames, ["", *frames], strict=False) if frame != above]


def what_to_do(verdict: Verdict) -> str:
    """The remedy, by what the crash is and where the bridge was."""
    if verdict.advice or verdict.ours is None or not verdict.ours:
        return verdict.advice
    return {"live": _REPORT, "flag": _NOT_LIVE, "off": "Switch it on.", "absent": _WAYS}[
        verdict.bridge
    ]


def as_record(file: str, crash: Crash, verdict: Verdict) -> dict[str, Any]:
    """The same for programs."""
    return {
        "file": file,
        "died": bool(crash.form),
        "signal": crash.signal or None,
        "message": crash.message or None,
        "jvm": crash.jvm or None,
        "frame": {"library": crash.frame.library, "function": crash.frame.function}
        if crash.frame
        else None,
        "thread": {"name": crash.thread.name if crash.thread else None, "role": verdict.role},
        "stack": stack(crash),
        "beside": list(verdict.company),
        "ours": verdict.ours,
        "sure": verdict.sure,
        "hazards": [_pair(hazard) for hazard in verdict.hazards],
        "instead": [_pair(hazard) for hazard in verdict.instead],
        "why": verdict.why,
        "bridge": verdict.bridge,
        "prevented": verdict.prevented,
        "advice": what_to_do(verdict),
    }


def _death(crash: Crash) -> str:
    if not crash.form:
        return ""
    what = crash.signal or crash.message or "an unknown cause"
    where = f" in {crash.frame}" if crash.frame else ""
    sender = f", sent by process {crash.sent_by}" if crash.sent_by else ""
    jvm = f"; JDK {crash.jvm}" if crash.jvm else ""
    return f"{what}{where}{sender}{jvm}"


def _thread(crash: Crash, verdict: Verdict) -> str:
    return f"{crash.thread.name}: {verdict.role}" if crash.thread else ""


def _company(names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = ", ".join(names[:_SHOWN_THREADS])
    more = f" and {len(names) - _SHOWN_THREADS} more" if len(names) > _SHOWN_THREADS else ""
    return f"in native code, perhaps in Python: {shown}{more}"


def _verdict(verdict: Verdict) -> str:
    if verdict.hazards:
        faults = " or ".join(map(_named, verdict.hazards))
        words = " ".join(dict.fromkeys(hazard.fault for hazard in verdict.hazards))
        return f"{verdict.sure}: {faults}. {words}"
    if verdict.ours is None:
        return "not known"
    return f"{verdict.sure}: none of the hazards that the bridge is for"


def _bridge(verdict: Verdict) -> str:
    text = _BRIDGE[verdict.bridge]
    if not verdict.hazards:
        return "" if verdict.bridge == "absent" else text
    cures = " ".join(dict.fromkeys(hazard.cure for hazard in verdict.hazards))
    return f"{text} It {'prevents this' if verdict.prevented else 'cannot prevent this'}: {cures}"


def _short(frame: Frame) -> str:
    return frame.function or frame.library or "?"


def _named(hazard: Hazard) -> str:
    return f"{hazard.row} ({hazard.title})"


def _pair(hazard: Hazard) -> dict[str, str]:
    return {"id": hazard.row, "title": hazard.title}
