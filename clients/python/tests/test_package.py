"""The package: its README, its types, and the file that is made of another."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import firmensuche

FOLDER = Path(__file__).parent.parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n+```text\n(.*?)```", README, re.DOTALL)
VERSIONS = ["3.10", "3.11", "3.12", "3.13", "3.14"]


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = FOLDER) -> str:
    """The output of a program that succeeds."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1", **(env or {})}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_program_of_the_readme_has_an_output():
    assert len(PROGRAMS) >= 8
    assert README.count("```python") == len(PROGRAMS)


@pytest.mark.parametrize(("program", "output"), PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_program_of_the_readme_prints_what_it_says(program, output, service, tmp_path):
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    printed = run(
        "-W", "error", "program.py", env={"BASE_URL": service.url, "API_KEY": service.key}, cwd=tmp_path
    )
    assert printed == output


@pytest.mark.parametrize("version", VERSIONS)
def test_the_package_and_the_programs_of_the_readme_pass_the_strict_type_check_of_a_version(
    version, tmp_path
):
    for number, (program, _) in enumerate(PROGRAMS):
        (tmp_path / f"program_{number}.py").write_text(program, encoding="utf-8")
    options = ["--strict", "--config-file", FOLDER / "pyproject.toml", "--cache-dir", tmp_path / "cache"]
    options += [
        "--follow-imports",
        "silent",
        "--python-version",
        version,
        "--python-executable",
        sys.executable,
    ]
    run("-m", "mypy", *options, FOLDER / "src", *sorted(tmp_path.glob("program_*.py")))


def test_the_source_is_formatted_and_passes_the_linter_for_the_oldest_version():
    run("-m", "ruff", "check", "--no-cache", ".")
    run("-m", "ruff", "format", "--no-cache", "--check", ".")


def test_the_synchronous_client_is_what_the_asynchronous_one_gives():
    run("tools/make_sync.py", "--check")


def test_the_package_says_its_version_that_it_has_types_and_that_it_needs_httpx_only():
    facts = importlib.metadata.metadata("firmensuche")
    assert facts["Version"] == firmensuche.__version__
    needed = [name for name in facts.get_all("Requires-Dist") or [] if "extra ==" not in name]
    assert [re.split(r"[^a-z]", name)[0] for name in needed] == ["httpx"]
    files = {str(file) for file in importlib.metadata.files("firmensuche") or []}
    assert "firmensuche/py.typed" in files
    assert any(file.endswith("licenses/LICENSE") for file in files)


def test_neither_pandas_nor_polars_is_loaded_without_a_frame():
    run("-c", "import sys, firmensuche; assert not {'pandas', 'polars', 'numpy'} & set(sys.modules)")
