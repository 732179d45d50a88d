"""The examples of the documentation run."""

import doctest
import json
import pathlib
import re
import runpy
import subprocess
import sys

import numpy as np
import pytest

import abaque

ROOT = pathlib.Path(__file__).parent.parent


def test_the_readme_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})  # noqa: S102
    assert "ABA-" in capsys.readouterr().out


def test_the_notebooks_run():
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        scope: dict = {}
        for cell in json.loads(notebook.read_text())["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), notebook.name, "exec"), scope)  # noqa: S102
        assert "env" in scope


@pytest.mark.parametrize("module", ["__init__", "vector", "pettingzoo", "gymnasium", "openspiel"])
def test_documentation_runs(module):
    if module not in ("__init__", "vector"):
        pytest.importorskip("pyspiel" if module == "openspiel" else module)
    name = "abaque" if module == "__init__" else f"abaque.{module}"
    imported = __import__(name, fromlist=["_"])
    found = doctest.testmod(imported)
    assert found.attempted > 0 and found.failed == 0


def test_the_learner_learns():
    learner = runpy.run_path(str(ROOT / "examples" / "learn.py"))
    network = learner["train"]("blocs", games=32, batches=3, report=False)
    assert all(np.isfinite(weight).all() for weight in network.weights)
    assert sum(learner["play"]("blocs", network, "random", 2, 1)) == 2


def test_the_example_engine_plays_legal_actions():
    lines = "ugi\nisready\nposition startpos moves a1b2\nquery p1turn\ngo\nposition fen x\nquery x\nquit\n"
    engine = ROOT.parent / "examples" / "engine.py"
    done = subprocess.run([sys.executable, engine], input=lines, capture_output=True, text=True, check=True)
    heard = done.stdout.splitlines()
    assert heard[2:5] == ["ugiok", "readyok", "response false"]
    game = abaque.Game("abalone")
    game.apply("a1b2")
    assert game.is_legal(heard[5].removeprefix("bestmove "))
    assert heard[6].startswith("info string error") and heard[7] == "response unknown"
