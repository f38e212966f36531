"""``java/mvnw``: what it unpacks and what it refuses."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

MVNW = Path(__file__).resolve().parents[2] / "java" / "mvnw"
ECHO = '#!/bin/sh\necho "opts=$MAVEN_OPTS args=$*"\n'


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    """The wrapper, reading from a folder instead of Maven Central; ``mvn`` only echoes."""
    text = MVNW.read_text()
    version = re.search(r'^VERSION = "(.+)"$', text, re.MULTILINE)
    assert version is not None
    folder = tmp_path / f"org/apache/maven/apache-maven/{version[1]}"
    folder.mkdir(parents=True)
    archive = folder / f"apache-maven-{version[1]}-bin.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr(f"apache-maven-{version[1]}/bin/mvn", ECHO)
    digest = hashlib.sha512(archive.read_bytes()).hexdigest()
    text = re.sub(r'^CENTRAL = ".+"$', f'CENTRAL = "{tmp_path.as_uri()}"', text, flags=re.MULTILINE)
    text = re.sub(r'^SHA512 = ".+"$', f'SHA512 = "{digest}"', text, flags=re.MULTILINE)
    copy = tmp_path / "mvnw"
    copy.write_text(text)
    return copy


def run(wrapper: Path, home: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    return subprocess.run(
        [sys.executable, str(wrapper), "-q", "package"],
        env={**kept, "HOME": str(home), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_it_unpacks_once_and_hands_its_arguments_on(wrapper: Path, tmp_path: Path) -> None:
    first, second = run(wrapper, tmp_path), run(wrapper, tmp_path)
    assert first.stdout == second.stdout == "opts= args=-q package\n"
    assert "fetching Maven" in first.stderr
    assert second.stderr == ""


def test_another_archive_than_the_pinned_one_is_refused(wrapper: Path, tmp_path: Path) -> None:
    wrapper.write_text(wrapper.read_text().replace('\nSHA512 = "', '\nSHA512 = "0'))
    done = run(wrapper, tmp_path)
    assert done.returncode == 1
    assert "has SHA-512" in done.stderr
    assert list((tmp_path / ".m2" / "flink-agents-bridge").iterdir()) == []


def test_an_address_that_cannot_be_read_is_told(wrapper: Path, tmp_path: Path) -> None:
    wrapper.write_text(wrapper.read_text().replace(tmp_path.as_uri(), "file:///nowhere"))
    done = run(wrapper, tmp_path)
    assert done.returncode == 1
    assert "cannot be read" in done.stderr


def test_a_proxy_is_handed_to_maven(wrapper: Path, tmp_path: Path) -> None:
    done = run(wrapper, tmp_path, HTTPS_PROXY="http://proxy.example:3128", MAVEN_OPTS="-Xmx1g")
    assert "opts=-Xmx1g -Dhttps.proxyHost=proxy.example -Dhttps.proxyPort=3128" in done.stdout
