"""Pictures of events that are made up: many of them, odd names, and a crash beside them."""

from flink_agents_bridge.explain import judge
from flink_agents_bridge.explain.crash_file import parse as parse_crash
from flink_agents_bridge.timeline import Row, lay_out
from flink_agents_bridge.timeline.comparison import LEFT, side_by_side
from flink_agents_bridge.timeline.crashed import last_moment, no_crash
from flink_agents_bridge.timeline.recording import Events, collect
from flink_agents_bridge.timeline.svg import timeline, whole
from tests.explain.samples import PYTHONS, Listed, hs_err
from tests.timeline.elements import bars, parse, rows
from tests.timeline.samples import LANE, OPERATOR, hop, interpreter, operation, refusal, stall

WIDTH = 1000.0


def laid_out(events: Events) -> list[Row]:
    return lay_out(events, events.start, events.end)


def svg(events: Events) -> str:
    shown = laid_out(events)
    panel = timeline(shown, events.start, events.end, events.start, WIDTH)
    return whole("A title", ["a line"], shown, panel)


def test_a_minute_of_many_events() -> None:
    """100,000 calls and 10,000 waits in a minute: all are counted, and the file stays small."""
    records = [
        operation(OPERATOR, "owner", f"f{n % 5}", n * 0.6, n * 0.6 + 0.2) for n in range(100_000)
    ]
    records += [hop("Thread-1", "f", n * 6, n * 6 + 1, n * 6 + 5) for n in range(10_000)]
    text = svg(collect(records))
    assert len(text) < 1_500_000
    counted = {
        row.attributes["data-role"]: sum(bar.number("data-calls") for bar in bars(row))
        for row in rows(parse(text))
    }
    assert counted == {"owner": 100_000, "source": 20_000}


def test_names_are_text() -> None:
    odd = "a <b> & \"c\" 'd' (1/1)#0"
    records = [operation(odd, "owner", "<f> & g", 0, 10), refusal("]]>", 5)]
    picture = parse(svg(collect(records)))
    assert rows(picture)[0].attributes["data-thread"] == odd
    titles = [title.text for title in picture.all("title")]
    assert any(title.startswith("<f> & g: owner, inline") for title in titles)


def test_long_names_are_cut() -> None:
    name = "a-very-long-name-of-a-source-thread-that-somebody-has-chosen"
    picture = parse(svg(collect([hop(name, "f", 0, 1, 2)])))
    label = next(rows(picture)[0].all("text"))
    assert "…" in label.text
    assert len(label.text) < 25


def test_marks() -> None:
    records = [
        operation(OPERATOR, "owner", "f", 0, 100),
        interpreter(OPERATOR, "made", "primary", 0),
        interpreter(LANE, "made", "secondary", 10),
        interpreter(LANE, "leaked", "secondary", 90),
        stall(LANE, 50),
        refusal("Thread-1", 99),
    ]
    picture = parse(svg(collect(records)))
    signs = [
        path.attributes["data-sign"]
        for path in picture.all("path")
        if "data-sign" in path.attributes
    ]
    assert signs == ["made", "made", "stalled", "leaked", "refused"]
    words = " ".join(text.text for text in picture.all("text"))
    for word in ("interpreter left open", "call refused", "lane waited for long"):
        assert word in words


def test_a_crash_beside_it() -> None:
    """Who was in native code stands against the line of death, the dying thread first."""
    events = collect([operation(OPERATOR, "owner", "f", 0, 10)])
    shown = laid_out(events)
    calls = timeline(shown, events.start, events.end, events.start, WIDTH)
    crash = parse_crash(hs_err(dying=PYTHONS, others=[Listed("mailbox (1/1)#0")]))
    left = last_moment(crash, judge(crash), LEFT)
    picture = parse(side_by_side("A job", ("died", left), ("60 of 60", calls), shown))
    crashed = next(g for g in picture.all("g") if g.attributes.get("class") == "crash")
    threads = [(b.attributes["data-thread"], b.attributes["data-kind"]) for b in bars(crashed)]
    assert threads == [("Thread-7", "dies"), ("mailbox (1/1)#0", "native")]
    ends = {bar.number("x") + bar.number("width") for bar in bars(crashed)}
    [death] = [line.number("x1") for line in crashed.all("line")]
    assert ends == {death}
    words = " ".join(text.text for text in crashed.all("text"))
    for word in ("SIGSEGV in _PyEval_EvalFra", "hazard T", "From the JVM's crash file"):
        assert word in words
    assert [row.attributes["data-thread"] for row in rows(picture)] == [OPERATOR]


def test_no_crash_beside_it() -> None:
    assert "no JVM has left a crash file" in no_crash(LEFT).parts[0]
