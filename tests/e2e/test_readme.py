"""The README's commands and code work as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = [
    line.removeprefix("$ ")
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def run(command: list[str], folder: Path) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.phone
def test_commands_run_in_order(tmp_path: Path) -> None:
    assert len(CONSOLE) >= 6
    for line in CONSOLE:
        run(line.split(), tmp_path)
    assert (tmp_path / "runs/text/report.html").read_text(encoding="utf-8").count("<section") > 3


@pytest.mark.phone
def test_python_runs(tmp_path: Path) -> None:
    (example,) = PYTHON
    printed = run([sys.executable, "-c", example], tmp_path)
    assert len(printed.splitlines()) > 5


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"`make ([a-z-]+)`", README)) | {"demo"}
    rules = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert targets <= rules


def test_links_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    for page in pages:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if not link.startswith(("http:", "https:")):
                assert (page.parent / link).exists(), f"{page.relative_to(ROOT)} -> {link}"
