"""``install`` on a copy of a released Flink's ``bin`` and ``conf``."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from flink_agents_bridge.flink.installation import Installation
from flink_agents_bridge.flink.jdk import Jdk, find_jdk
from tests.cli.conftest import Bridge

KEPT = ".bridge-original"
# Flink's scripts find each other by the name of the one that was started.
SHOW = 'bin=$(cd "$(dirname "$0")" && pwd -P); . "$bin"/config.sh; echo "all=$FLINK_ENV_JAVA_OPTS="'


@pytest.fixture
def home(installation: Installation, tmp_path: Path) -> Path:
    """A Flink distribution: real scripts and configuration, and what the scripts run."""
    made = tmp_path / "flink"
    pyflink = installation.flink_python_jar.parent.parent
    for part in ("bin", "conf"):
        shutil.copytree(pyflink / part, made / part)
    (made / "lib").mkdir()
    [dist] = (pyflink / "lib").glob("flink-dist*.jar")
    (made / "lib" / dist.name).symlink_to(dist)
    (made / "bin" / "show.sh").write_text(SHOW)
    return made


def content(home: Path) -> dict[str, bytes]:
    files = [file for file in home.rglob("*") if file.is_file() and not file.is_symlink()]
    return {str(file.relative_to(home)): file.read_bytes() for file in files}


def flags_as_flink_reads(home: Path, jdk: Jdk) -> list[str]:
    """What Flink's own scripts give to every JVM."""
    variables = {"JAVA_HOME": str(jdk.home), "PATH": os.environ["PATH"]}
    shown = subprocess.run(
        ["bash", str(home / "bin" / "show.sh")],
        env=variables,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    [line] = [line for line in shown.stdout.splitlines() if line.startswith("all=")]
    return line[len("all=") : -1].split()


def test_flink_gives_the_flag_to_its_jvms(bridge: Bridge, home: Path, each_jdk: Jdk) -> None:
    """B1: Flink's scripts read it back behind their own flags, and a JVM starts with it."""
    before = content(home)
    flags_before = flags_as_flink_reads(home, each_jdk)
    done = bridge("install", "--flink-home", home, JAVA_HOME=str(each_jdk.home))
    assert done.returncode == 0, done.stderr
    jar = home / "bridge" / "flink-agents-bridge-agent.jar"
    flags = flags_as_flink_reads(home, each_jdk)
    added = [flag for flag in flags if flag not in flags_before]
    assert added[0] == f"-javaagent:{jar}"
    assert ("--enable-native-access=ALL-UNNAMED" in added) == (each_jdk.feature >= 22)
    # 2.2's security manager flag is for its own JDKs; here a JVM is to start.
    fit = [flag for flag in flags if "security.manager" not in flag]
    subprocess.run([str(each_jdk.java), *fit, "-version"], check=True, timeout=60)
    assert {name for name, data in content(home).items() if before.get(name) != data} == {
        "conf/config.yaml",
        f"conf/config.yaml{KEPT}",
        "bridge/flink-agents-bridge-agent.jar",
        "bridge/installed.json",
    }
    assert (home / f"conf/config.yaml{KEPT}").read_bytes() == before["conf/config.yaml"]


def test_undo_leaves_nothing(bridge: Bridge, home: Path) -> None:
    """B1: every byte is as before, also after two installations with other options."""
    before = content(home)
    for options in ([], [], ["--option", "lanes=4"]):
        assert bridge("install", "--flink-home", home, *options).returncode == 0
    assert "agent.jar=lanes=4" in (home / "conf/config.yaml").read_text()
    assert bridge("install", "--flink-home", home, "--undo").returncode == 0
    assert content(home) == before
    assert not (home / "bridge").exists()
    again = bridge("install", "--flink-home", home, "--undo")
    assert again.returncode == 0
    assert "Nothing to take back" in again.stdout


@pytest.mark.parametrize("flags", [b"", b"env.java.opts.all: -Dx=1\n"])
def test_bytes_that_are_no_utf_8(bridge: Bridge, home: Path, flags: bytes) -> None:
    """B1: of a Latin-1 comment; they stay, and undo leads back to them."""
    config = home / "conf/config.yaml"
    config.write_bytes(b"# gr\xfc\xdf \x93\r\n" + flags + b"a: \xe9\n")
    before = content(home)
    for options in ([], ["--option", "lanes=4"]):
        done = bridge("install", "--flink-home", home, *options)
        assert (done.returncode, done.stderr) == (0, "")
    installed = config.read_bytes()
    assert installed.startswith(b"# gr\xfc\xdf \x93\r\n" + flags[:-1])
    assert b"a: \xe9\n" in installed
    assert b"agent.jar=lanes=4" in installed
    assert bridge("install", "--flink-home", home, "--undo").returncode == 0
    assert content(home) == before


def test_a_second_installation_changes_nothing(bridge: Bridge, home: Path) -> None:
    """B1: it says that all is there."""
    bridge("install", "--flink-home", home)
    first = content(home)
    done = bridge("install", "--flink-home", home)
    assert (done.returncode, done.stdout.count("there already")) == (0, 2)
    assert content(home) == first


def test_undo_of_an_edited_file(bridge: Bridge, home: Path) -> None:
    """B1: the user's own changes stay, and so does the copy from before."""
    config = home / "conf/config.yaml"
    before = config.read_text()
    bridge("install", "--flink-home", home)
    config.write_text(config.read_text().replace("# Common", "# Ours", 1) + "own.key: 1\n")
    done = bridge("install", "--flink-home", home, "--undo")
    assert config.read_text() == before.replace("# Common", "# Ours", 1) + "own.key: 1\n"
    assert config.with_name(config.name + KEPT).read_text() == before
    assert "edited since" in done.stdout


def test_a_newer_agent_takes_the_older_ones_place(bridge: Bridge, home: Path) -> None:
    """B1: the jar is replaced; the flag stands once; undo still leads back to the start."""
    before = content(home)
    bridge("install", "--flink-home", home)
    jar = home / "bridge" / "flink-agents-bridge-agent.jar"
    jar.write_bytes(b"of another version")
    done = bridge("install", "--flink-home", home)
    assert "put in: the agent" in done.stdout
    assert jar.read_bytes()[:2] == b"PK"
    assert (home / "conf/config.yaml").read_text().count("-javaagent:") == 1
    bridge("install", "--flink-home", home, "--undo")
    assert content(home) == before


def test_legacy_configuration(bridge: Bridge, home: Path) -> None:
    """B1: Flink 1.x reads flink-conf.yaml where it is, 2.x does not."""
    legacy = home / "conf" / "flink-conf.yaml"
    legacy.write_text('parallelism.default: 1\nenv.java.opts.all: "-Dx=1"\n')
    bridge("install", "--flink-home", home)
    assert "-javaagent:" not in legacy.read_text()
    bridge("install", "--flink-home", home, "--undo")
    [dist] = (home / "lib").iterdir()
    dist.rename(dist.with_name("flink-dist-1.19.1.jar"))
    assert bridge("install", "--flink-home", home).returncode == 0
    assert "-javaagent:" not in (home / "conf/config.yaml").read_text()
    assert legacy.read_text().endswith('agent.jar"\n')


def test_one_configuration_at_a_time(bridge: Bridge, home: Path, tmp_path: Path) -> None:
    """B1: the agent's jar goes with the one that was recorded, so no other may name it, too."""
    other = tmp_path / "other"
    shutil.copytree(home / "conf", other)
    bridge("install", "--flink-home", home)
    first = content(home)
    done = bridge("install", "--flink-home", home, "--conf-dir", other)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert f"is installed in {home}/conf/config.yaml: take that back first" in done.stderr
    assert f"install --flink-home {home} --undo" in done.stderr
    assert content(home) == first
    assert not (other / f"config.yaml{KEPT}").exists()
    assert "-javaagent:" not in (other / "config.yaml").read_text()
    bridge("install", "--flink-home", home, "--undo")
    assert bridge("install", "--flink-home", home, "--conf-dir", other).returncode == 0


def test_a_legacy_file_that_has_got_a_successor(bridge: Bridge, home: Path) -> None:
    """B1: the newer file is not touched before the older one is without the agent."""
    current, legacy = home / "conf/config.yaml", home / "conf/flink-conf.yaml"
    away = current.rename(home / "config.yaml")
    legacy.write_text("parallelism.default: 1\n")
    bridge("install", "--flink-home", home)
    away.rename(current)
    done = bridge("install", "--flink-home", home)
    assert done.returncode == 2
    assert f"is installed in {legacy}: take that back first" in done.stderr


def test_a_configuration_instead_of_one_that_is_gone(bridge: Bridge, home: Path) -> None:
    """B1: its own file is kept, too, and undo leads back to that."""
    elsewhere = home / "elsewhere"
    shutil.copytree(home / "conf", elsewhere)
    before = (elsewhere / "config.yaml").read_bytes()
    bridge("install", "--flink-home", home)
    (home / "conf/config.yaml").unlink()
    done = bridge("install", "--flink-home", home, "--conf-dir", elsewhere)
    kept = elsewhere / f"config.yaml{KEPT}"
    assert f"The file as it was before: {kept}" in done.stdout
    assert kept.read_bytes() == before
    bridge("install", "--flink-home", home, "--undo")
    assert (elsewhere / "config.yaml").read_bytes() == before


def test_a_copy_that_was_deleted_is_not_named(bridge: Bridge, home: Path) -> None:
    """B1: what is told to be there is there."""
    bridge("install", "--flink-home", home)
    (home / f"conf/config.yaml{KEPT}").unlink()
    for options in ([], ["--option", "lanes=4"]):
        done = bridge("install", "--flink-home", home, *options)
        assert (done.returncode, KEPT in done.stdout) == (0, False)


def test_the_named_jdk_decides(bridge: Bridge, home: Path) -> None:
    """B13: of the configuration's own JDK, not of the one that runs the command."""
    config = home / "conf/config.yaml"
    newest = find_jdk(feature=25).home
    config.write_text(f"env.java.home: {newest}\n" + config.read_text())
    bridge("install", "--flink-home", home, JAVA_HOME=str(find_jdk(feature=17).home))
    assert "--enable-native-access=ALL-UNNAMED" in config.read_text()


def test_environment_names_the_home(bridge: Bridge, home: Path, tmp_path: Path) -> None:
    """B1: FLINK_HOME and FLINK_CONF_DIR are taken where nothing else is said."""
    elsewhere = tmp_path / "conf"
    shutil.copytree(home / "conf", elsewhere)
    variables = {"FLINK_HOME": str(home), "FLINK_CONF_DIR": str(elsewhere)}
    assert bridge("install", **variables).returncode == 0
    assert "-javaagent:" in (elsewhere / "config.yaml").read_text()
    assert "-javaagent:" not in (home / "conf/config.yaml").read_text()
    record = json.loads((home / "bridge" / "installed.json").read_text())
    assert record["config"] == str(elsewhere / "config.yaml")


def test_refusals(bridge: Bridge, home: Path) -> None:
    """B13: one sentence and exit code 2; nothing is changed."""
    before = content(home)
    blank = home.with_name("with blank")
    shutil.copytree(home, blank, symlinks=True)
    (home / "empty").mkdir()
    for arguments, told in [
        (["--flink-home", blank], "misread"),
        (["--flink-home", home, "--option", "lanes"], "NAME=VALUE"),
        (["--flink-home", home, "--option", "unheard=of"], "no option unheard"),
        (["--flink-home", home, "--option", "lanes=x"], "Give a whole number, 0 or more"),
        (["--flink-home", home, "--option", "enabled=no"], "Give true or false"),
        (["--flink-home", home, "--conf-dir", home / "empty"], "neither config.yaml nor"),
        (["--flink-home", home / "none"], "does not exist"),
    ]:
        done = bridge("install", *arguments)
        assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
        assert told in done.stderr
    assert content(home) == before


def test_a_configuration_that_cannot_be_written(bridge: Bridge, home: Path) -> None:
    """B13: as of a mounted file; the sentence says what to put in by hand."""
    config = home / "conf" / "config.yaml"
    config.with_name(f".{config.name}.new").mkdir()  # where the new text is to be written first
    before = config.read_bytes()
    done = bridge("install", "--flink-home", home)
    assert done.returncode == 2
    assert f"by hand: -javaagent:{home}/bridge/" in done.stderr
    assert config.read_bytes() == before
