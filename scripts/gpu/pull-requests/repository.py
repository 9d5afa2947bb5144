"""A git repository per program: main, and one branch per pull request with its change in the code."""

import json
import pathlib
import re
import shutil
import subprocess

PROGRAMS = pathlib.Path(__file__).parent / "programs"
ROWS_PER_BATCH = {"kernels": 5}
# Percent more work to the constant "every n-th batch is computed twice".
EVERY = {1: 100, 3: 33, 5: 20, 10: 10}


def create_repository(path, program, config):
    """Commits the program with its config."""
    path.mkdir(parents=True)
    for name in (f"{program}.py", "support.py"):
        shutil.copy(PROGRAMS / name, path)
    (path / "README.md").write_text(f"# {program}\n")
    (path / ".gitignore").write_text("__pycache__/\n")
    (path / ".github").mkdir()
    (path / ".github" / "warpgauge.yml").write_text(config)
    run_git(path, "init", "--quiet", "--initial-branch=main")
    commit(path, "Add the program")


def write_config(program, batches, device, tiny, comparison=None):
    """A config that leaves all judging to the defaults, unless the plan names settings of `comparison`."""
    options = [] if device == "cuda" else ["--device", "cpu"]
    options += ["--tiny"] if tiny else []
    command = ["python3", f"{program}.py", "{dataset}", "--batches", str(batches), *options, "--output", "{output}"]
    rows = batches * ROWS_PER_BATCH.get(program, 1)
    devices = "" if device == "cuda" else "  devices: cpu\n"
    return f"""version: 1
pipeline:
  name: {program}
{devices}  command: {json.dumps(command)}
  proof: {{ results: {{ path: '{{output}}/results.csv', rows: {rows} }} }}
datasets:
  tiny: {{ preset: tiny, seed: 1 }}
revisions:
  merge-base: {{ ref: merge-base }}
suites:
  revision: {{ run: {{ dataset: tiny }}, against: [merge-base], gpus: 1 }}
{f"comparison: {json.dumps(comparison)}" if comparison else ""}
"""


def create_branch(path, item):
    """Checks out a new branch of main with the change of one pull request committed."""
    run_git(path, "checkout", "--quiet", "-B", item["id"], "main")
    if item["kind"] == "unchanged":
        change_words(path, item)
    else:
        plant_slowdown(path / f"{item['program']}.py", item)
    commit(path, f"Change {item['id']}")


def change_words(path, item):
    """A comment for even seeds, the README for odd ones."""
    name = "README.md" if item["seed"] % 2 else f"{item['program']}.py"
    sentence = f"Note {item['seed']}: no change of behaviour.\n"
    with open(path / name, "a", encoding="utf-8") as file:
        file.write(f"\n{sentence}" if name == "README.md" else f"# {sentence}")


def plant_slowdown(source, item):
    every = EVERY[item["percent"]]
    constant = "LOADER_REPEAT_EVERY" if item["kind"] == "cpu" else "REPEAT_EVERY"
    text = replace_constant(source.read_text(), constant, str(every))
    if item["kind"] == "stage":
        text = replace_constant(text, "REPEAT_STAGE", json.dumps(item["stage"]))
    source.write_text(f"{text}# Change {item['seed']}\n")


def replace_constant(text, name, value):
    changed, count = re.subn(rf"^{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
    if count != 1:
        raise ValueError(f"{name}: {count} definitions in the program; expected 1")
    return changed


def commit(path, message):
    run_git(path, "add", "--all")
    run_git(path, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", message)


def run_git(path, *arguments):
    subprocess.run(["git", *arguments], cwd=path, check=True, capture_output=True, timeout=60)
