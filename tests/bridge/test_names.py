"""One set of names, whichever thread sets, defines, changes, deletes or asks."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from flink_agents_bridge.flink.jdk import Jdk
from tests.bridge.calls import Caller, JavaError, plain
from tests.bridge.session import Session

NON_BMP = "grin \U0001f600, clef \U0001d11e, NUL \0, umlaut ä"


@pytest.fixture
def session(protected: Any) -> Iterator[Session]:
    with protected() as started:
        yield started


def each_pair(session: Session, interpreter: Any) -> Iterator[tuple[str, Caller, Caller]]:
    """Whoever writes and whoever reads, by kind of thread; the two are also one and the same."""
    callers = session.three(interpreter)
    for writer, reader in product(callers, callers):
        yield f"{writer}_{reader}", callers[writer], callers[reader]


def test_defined_redefined_deleted(protected: Any, each_jdk: Jdk) -> None:
    """B7, N2, N4: what one thread execs, every other thread invokes, also the newest of it."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary()
        for name, writer, reader in each_pair(session, interpreter):
            for version in range(3):
                writer.exec(interpreter, f"def {name}(x): return [x, {version}]")
                assert plain(reader.invoke(interpreter, name, "x")) == ["x", version], name
                assert plain(reader.invoke(interpreter, name, "y")) == ["y", version], name
            writer.exec(interpreter, f"del {name}")
            with pytest.raises(JavaError, match=name):
                reader.invoke(interpreter, name, "x")
            writer.exec(interpreter, f"def {name}(x): return 'again'")
            assert reader.invoke(interpreter, name, "x") == "again"


def test_set_and_get(protected: Any, each_jdk: Jdk) -> None:
    """B7: a variable that one thread sets, in Java or Python, is what every other thread gets."""
    with protected(jdk=each_jdk) as session:
        interpreter = session.primary("def read(name): return globals()[name]")
        string = session.jvm.view.java.lang.Class.forName("java.lang.String")
        for name, writer, reader in each_pair(session, interpreter):
            for value in (7, 2.5, True, "text", None, ["a", 1], {"k": [1]}):
                writer.call(interpreter, "set", name, value)
                assert plain(reader.call(interpreter, "get", name)) == value, (name, value)
                assert plain(reader.invoke(interpreter, "read", name)) == value, (name, value)
            writer.exec(interpreter, f"{name} = 'from Python'")
            assert reader.call(interpreter, "get", name) == "from Python"
            assert reader.call(interpreter, "get", name, string) == "from Python"
            writer.exec(interpreter, f"del {name}")
            with pytest.raises(JavaError, match=name):
                reader.invoke(interpreter, "read", name)


def test_a_function_that_set_puts_in_place(session: Session) -> None:
    """N2: ``set`` changes what an invoked name stands for, as ``exec`` does."""
    interpreter = session.primary("def old(x): return 'old'\ndef new(x): return 'new'\nf = old")
    handles = {name: session.owner.call(interpreter, "get", name) for name in ("old", "new")}
    for _, writer, reader in each_pair(session, interpreter):
        for name, handle in handles.items():
            writer.call(interpreter, "set", "f", handle)
            assert reader.invoke(interpreter, "f", 1) == name


def test_methods_of_named_objects(session: Session) -> None:
    """B7, N2: ``invokeMethod`` finds the object under its name of now."""
    interpreter = session.primary()
    for name, writer, reader in each_pair(session, interpreter):
        for depth in (3, 4):
            writer.exec(interpreter, f"{name} = make({depth})")
            assert reader.call(interpreter, "invokeMethod", name, "add", rest=[1]) == depth + 1
            assert reader.call(interpreter, "invokeMethod", name, "dive", rest=[]) == depth
            assert reader.invoke(interpreter, f"{name}.add", 10) == depth + 10
        with pytest.raises(JavaError, match="nowhere"):
            reader.call(interpreter, "invokeMethod", name, "nowhere", rest=[])
        with pytest.raises(JavaError, match="nobody"):
            reader.call(interpreter, "invokeMethod", "nobody", "add", rest=[1])


def test_any_text(session: Session) -> None:
    """N3: statements may hold any text, from every thread."""
    interpreter = session.primary("def same(text): return text")
    for name, writer, reader in each_pair(session, interpreter):
        writer.exec(interpreter, f"{name} = {NON_BMP!r}  # \U0001f600")
        assert reader.call(interpreter, "get", name) == NON_BMP
        assert reader.invoke(interpreter, "same", NON_BMP) == NON_BMP


@pytest.mark.parametrize("arguments", [(), (1,), (1, "two")], ids=len)
def test_a_missing_name_is_an_error_at_once(session: Session, arguments: Any) -> None:
    """B7: never ``null`` for a name that is not there, with its error left for the next call."""
    interpreter = session.primary()
    for caller in session.three(interpreter).values():
        for name in ("missing", "missing.function", "make.missing"):
            with pytest.raises(JavaError) as error:
                caller.invoke(interpreter, name, *arguments)
            assert error.value.kind == "PythonException"
            assert "missing" in str(error.value)
            assert caller.invoke(interpreter, "nothing") == "nothing given"


def test_calls_without_arguments_and_with_keywords(session: Session) -> None:
    """B7, R24: each way to invoke a name works from each thread."""
    interpreter = session.primary("def f(a=1, *, b=2): return [a, b]")
    for caller in session.three(interpreter).values():
        assert plain(caller.invoke(interpreter, "f")) == [1, 2]
        assert plain(caller.invoke(interpreter, "f", 5)) == [5, 2]
        assert plain(caller.call(interpreter, "invoke", "f", {"b": 6})) == [1, 6]
        seven = session.jvm.gateway.new_array(session.jvm.view.Object, 1)
        seven[0] = 7
        assert plain(caller.call(interpreter, "invoke", "f", seven, {"b": 8})) == [7, 8]


def test_names_of_modules(session: Session) -> None:
    """N1, N4: a module that one thread has imported is there for all, dots or not."""
    interpreter = session.primary("")
    for name, writer, reader in each_pair(session, interpreter):
        writer.exec(interpreter, f"import probes as {name}, os.path, collections.abc")
        assert reader.invoke(interpreter, f"{name}.nothing") == "nothing given"
        assert reader.invoke(interpreter, f"{name}.Diver.add", *given(session, interpreter)) == 12
        assert reader.invoke(interpreter, "os.path.join", "a", "b") == "a/b"


def given(session: Session, interpreter: Any) -> tuple[Any, int]:
    session.owner.exec(interpreter, "import probes")
    return session.owner.invoke(interpreter, "probes.make", 10), 2


def test_redefined_inside_python(session: Session) -> None:
    """N2: a function that a Python function redefines is seen by the owner's next exec at most."""
    interpreter = session.primary(
        "def f(x): return 'old'\ndef change():\n global f\n def f(x): return 'new'"
    )
    for caller in session.three(interpreter).values():
        assert caller.invoke(interpreter, "f", 1) == "old"
    session.source().invoke(interpreter, "change")
    session.owner.exec(interpreter, "pass")
    for caller in session.three(interpreter).values():
        assert caller.invoke(interpreter, "f", 1) == "new"


def test_a_missing_variable(session: Session) -> None:
    """B7: ``get`` of a name that is not there answers ``null`` on every thread, as Pemja does."""
    interpreter = session.primary()
    for caller in session.three(interpreter).values():
        assert caller.call(interpreter, "get", "not_there") is None
        assert caller.invoke(interpreter, "nothing") == "nothing given"
