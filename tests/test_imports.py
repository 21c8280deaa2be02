"""Imports run one way: evaluator -> environment -> scenarios; statistics know no device."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "tapworld_scenarios": ROOT / "scenarios" / "tapworld_scenarios",
    "tapworld_env": ROOT / "env" / "tapworld_env",
    "tapworld_eval": ROOT / "evaluator" / "tapworld_eval",
}
FORBIDDEN = {
    "tapworld_scenarios": {"tapworld_env", "tapworld_eval", "gymnasium"},
    "tapworld_env": {"tapworld_eval"},
    "tapworld_eval": set(),
}
HEAVY = ("torch", "transformers", "ray", "matplotlib", "pandas")


def imported(path: Path) -> Iterator[str]:
    """Absolute module names a file imports anywhere, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


@pytest.mark.parametrize("package", PACKAGES)
def test_no_package_imports_one_that_builds_on_it(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in PACKAGES[package].rglob("*.py")
        for name in imported(path)
        if name.split(".")[0] in FORBIDDEN[package]
    ]
    assert wrong == []


@pytest.mark.parametrize("part", ["statistics", "uncertainty", "grounding"])
def test_parts_that_work_on_records_import_no_device(part: str) -> None:
    folder = PACKAGES["tapworld_eval"] / part
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in folder.rglob("*.py")
        for name in imported(path)
        if name.startswith("tapworld_env.devices")
    ]
    assert wrong == []


def test_statistics_load_without_the_environment() -> None:
    code = "import sys, tapworld_eval.statistics; print('tapworld_env' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


@pytest.mark.parametrize("package", ["tapworld_scenarios", "tapworld_env"])
def test_importing_a_package_loads_nothing_heavy(package: str) -> None:
    code = f"import sys, {package}; print([m for m in {HEAVY!r} if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


def test_every_folder_of_modules_is_a_package() -> None:
    # Without __init__.py a folder works in a checkout and is left out of the wheel.
    for part in ("scenarios", "env", "evaluator"):
        for module in (ROOT / part).rglob("*.py"):
            assert (module.parent / "__init__.py").exists(), module.parent.relative_to(ROOT)
