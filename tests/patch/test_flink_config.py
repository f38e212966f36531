"""Flags in the text of Flink's configuration: they go in and out, all else stays."""

import pytest

from flink_agents_bridge.flink.flink_config import (
    FlinkConfigError,
    add_flags,
    flags_in,
    has_flags_key,
    java_home,
    remove_flags,
)

AGENT = "-javaagent:/opt/flink/bridge/agent.jar"
FLAGS = [AGENT, "--enable-native-access=ALL-UNNAMED"]
TAIL = " ".join(FLAGS)

# What stands in the file, and what stands there afterwards.
FORMS = {
    "nested": (
        "# t\nenv:\n  java:\n    opts:\n      all: -Da=b  # why\n      client: -Dc\nz: 1\n",
        f"# t\nenv:\n  java:\n    opts:\n      all: -Da=b {TAIL}  # why\n      client: -Dc\nz: 1\n",
    ),
    "flat": ("a: 1\nenv.java.opts.all: -Da=b\n", f"a: 1\nenv.java.opts.all: -Da=b {TAIL}\n"),
    "half nested": ("env.java:\n  opts.all: -Da\n", f"env.java:\n  opts.all: -Da {TAIL}\n"),
    "double quotes": (
        'env.java.opts.all: "-Da=\\"b\\""\n',
        f'env.java.opts.all: "-Da=\\"b\\" {TAIL}"\n',
    ),
    "single quotes": ("env.java.opts.all: '-Da'\n", f"env.java.opts.all: '-Da {TAIL}'\n"),
    "empty quotes": ("env.java.opts.all: ''\n", f"env.java.opts.all: '{TAIL}'\n"),
    "no value": ("env.java.opts.all:\nb: 1\n", f"env.java.opts.all: {TAIL}\nb: 1\n"),
    "folded": (
        "env.java.opts.all: >-\n  -Da\n  -Db\n\nb: 1\n",
        f"env.java.opts.all: >-\n  -Da\n  -Db {TAIL}\n\nb: 1\n",
    ),
    "two lines": (
        "env.java.opts.all: -Da\n  -Db\nb: 1\n",
        f"env.java.opts.all: -Da\n  -Db {TAIL}\nb: 1\n",
    ),
    "flow": (
        "env: {java: {opts: {all: -Da, client: -Dc}}}\n",
        f"env: {{java: {{opts: {{all: -Da {TAIL}, client: -Dc}}}}}}\n",
    ),
    "twice": (
        "env.java.opts.all: -Da\nenv.java.opts.all: -Db\n",
        f"env.java.opts.all: -Da\nenv.java.opts.all: -Db {TAIL}\n",
    ),
    "deprecated key": ("env.java.opts: -Da\n", f"env.java.opts: -Da {TAIL}\n"),
    "no key": ("a: é\n# end\n", f"a: é\n# end\nenv.java.opts.all: {TAIL}\n"),
    "no last newline": ("a: 1", f"a: 1\nenv.java.opts.all: {TAIL}\n"),
    "nothing": ("", f"env.java.opts.all: {TAIL}\n"),
    "comments only": ("# a\n", f"# a\nenv.java.opts.all: {TAIL}\n"),
    "carriage returns": (
        "a: 1\r\nenv:\r\n  java.opts.all: -Da\r\nb: 2\r\n",
        f"a: 1\r\nenv:\r\n  java.opts.all: -Da {TAIL}\r\nb: 2\r\n",
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_flags_go_in(form: str) -> None:
    """B1: after the flags that are there, in the file's own form; no other character changes."""
    before, after = FORMS[form]
    assert add_flags(before, FLAGS) == after
    assert flags_in(after) == [*flags_in(before), *FLAGS]


@pytest.mark.parametrize("form", FORMS)
def test_flags_come_out(form: str) -> None:
    """B1: what is left is what was there; of a file that had no last newline, all but that."""
    before, after = FORMS[form]
    own = not has_flags_key(before)
    wanted = before + "\n" if form == "no last newline" else before
    assert remove_flags(after, FLAGS, own_line=own) == wanted


def test_flags_come_out_of_an_edited_file() -> None:
    """B1: options given to the agent since, other flags and another order do no harm."""
    edited = f"env:\n  java:\n    opts.all: {FLAGS[1]} -Dx {AGENT}=lanes=4,strict=false -Dy\nb: 1\n"
    kept = "env:\n  java:\n    opts.all:  -Dx -Dy\nb: 1\n"
    assert remove_flags(edited, FLAGS, own_line=True) == kept


def test_other_agents_stay() -> None:
    """B1: a flag that only begins alike is somebody else's."""
    text = f"env.java.opts.all: {AGENT}.bak {AGENT}\n"
    assert remove_flags(text, [AGENT], own_line=True) == f"env.java.opts.all: {AGENT}.bak\n"


def test_flags_that_are_gone() -> None:
    """B1: somebody has taken them out by hand, or the whole key."""
    assert remove_flags("a: 1\n", FLAGS, own_line=True) == "a: 1\n"
    assert remove_flags("env.java.opts.all: -Da\n", FLAGS, own_line=True) == (
        "env.java.opts.all: -Da\n"
    )


@pytest.mark.parametrize(
    "text",
    ["a: [1\n", "- a\n", "{a: 1}\n", "a: 1\n---\nb: 2\n", "a: 1\n...\n", "a: |\n  x\n b: 1\n"],
)
def test_a_file_that_cannot_take_it(text: str) -> None:
    """B13: no guess is made; the sentence says where the flags have to go."""
    with pytest.raises(FlinkConfigError, match=r"env\.java\.opts\.all"):
        add_flags(text, FLAGS)


@pytest.mark.parametrize("flag", ["-javaagent:/a b.jar", "-Da='b'", "-Da=#", "-Da=*", "-D$HOME"])
def test_a_flag_that_scripts_misread(flag: str) -> None:
    """B13: Flink's scripts split at blanks, cut at # and expand what a shell does."""
    with pytest.raises(FlinkConfigError, match="misread"):
        add_flags("", [flag])


def test_java_home() -> None:
    """B13: the JDK that the configuration names, in either form."""
    assert java_home("env:\n  java.home: /jdk # here\n") == "/jdk"
    assert java_home("a: 1\n") is None
