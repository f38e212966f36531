"""The files in the documentation are at least what they say they are."""

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

DOCS = Path(__file__).resolve().parents[2] / "docs"
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks() -> list[Any]:
    return [
        pytest.param(text, id=page.stem)
        for page in sorted(DOCS.rglob("*.md"))
        for text in BLOCK.findall(page.read_text("utf-8"))
    ]


@pytest.mark.parametrize("text", blocks())
def test_a_deployment_mounts_what_its_flag_names(text: str) -> None:
    """B1: YAML without double keys; the agent's jar is where an init container has put it."""
    spec = YAML(typ="safe").load(text)["spec"]
    flag = spec["flinkConfiguration"]["env.java.opts.all"]
    folder = Path(flag.removeprefix("-javaagent:")).parent
    pod = spec["podTemplate"]["spec"]
    volumes = {volume["name"] for volume in pod["volumes"]}
    [filler], [main] = pod["initContainers"], pod["containers"]
    for container in (filler, main):
        mounted = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
        assert set(mounted.values()) <= volumes
        assert str(folder) in mounted
    assert f'"{folder}"' in filler["command"][-1]
    compile(filler["command"][-1], "command", "exec")


def test_there_is_one() -> None:
    """B1: a page that loses its file is noticed."""
    assert len(blocks()) == 1
