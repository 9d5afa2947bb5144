"""A git repository per program: main, and one branch per pull request with its change in the code."""

import json
import pathlib
import re
import shutil
import subprocess

PROGRAMS = pathlib.Path(__file__).parent / "programs"
ROWS_PER_BATCH = {"kernels": 5}
# Percent more work to the constant "every n-th batch is computed twice".
EVERY = {1: 100, 1.5: 66, 3: 33, 5: 20, 10: 10}
# The host's part of `host_bound` is about half of a batch: every n-th one for this many percent of the whole.
HOST_EVERY = {5: 10, 10: 5}
COMPILED = {"stencil"}


def create_repository(path, program, config):
    """Commits the program with its config."""
    path.mkdir(parents=True)
    for name in [source_name(program)] if program in COMPILED else [source_name(program), "support.py"]:
        shutil.copy(PROGRAMS / name, path)
    (path / "README.md").write_text(f"# {program}\n")
    (path / ".gitignore").write_text("__pycache__/\n/stencil\n")
    (path / ".github").mkdir()
    (path / ".github" / "warpgauge.yml").write_text(config)
    run_git(path, "init", "--quiet", "--initial-branch=main")
    commit(path, "Add the program")


def source_name(program):
    return f"{program}.cu" if program in COMPILED else f"{program}.py"


def build_command(program, output):
    """Compiles a program for the GPU of this machine."""
    return ["nvcc", "-O3", "-arch=native", "-o", str(output), source_name(program)]


def write_config(program, batches, device, tiny, comparison=None):
    """A config that leaves all judging to the defaults, unless the plan names settings of `comparison`."""
    options = [] if device == "cuda" else ["--device", "cpu"]
    options += ["--tiny"] if tiny else []
    start = [f"./{program}"] if program in COMPILED else ["python3", source_name(program)]
    command = [*start, "{dataset}", "--batches", str(batches), *options, "--output", "{output}"]
    setup = f"  setup: {json.dumps([build_command(program, program)])}\n" if program in COMPILED else ""
    rows = batches * ROWS_PER_BATCH.get(program, 1)
    devices = "" if device == "cuda" else "  devices: cpu\n"
    return f"""version: 1
pipeline:
  name: {program}
{devices}{setup}  command: {json.dumps(command)}
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
        plant_slowdown(path / source_name(item["program"]), item)
    commit(path, f"Change {item['id']}")


def change_words(path, item):
    """A comment for even seeds, the README for odd ones."""
    name = "README.md" if item["seed"] % 2 else source_name(item["program"])
    sentence = f"Note {item['seed']}: no change of behaviour.\n"
    with open(path / name, "a", encoding="utf-8") as file:
        file.write(f"\n{sentence}" if name == "README.md" else f"{comment_mark(item['program'])} {sentence}")


def comment_mark(program):
    return "//" if program in COMPILED else "#"


def plant_slowdown(source, item):
    constant, value = planted_constant(item)
    text = replace_constant(source.read_text(), constant, value)
    if item["kind"] == "stage":
        text = replace_constant(text, "REPEAT_STAGE", json.dumps(item["stage"]))
    source.write_text(f"{text}{comment_mark(item['program'])} Change {item['seed']}\n")


def planted_constant(item):
    """The constant of the program that makes it slower, and its value."""
    if item["kind"] == "power":
        return "DENSITY", "1.0"
    if item["kind"] == "host":
        return "HOST_REPEAT_EVERY", str(HOST_EVERY[item["percent"]])
    return "LOADER_REPEAT_EVERY" if item["kind"] == "cpu" else "REPEAT_EVERY", str(EVERY[item["percent"]])


def replace_constant(text, name, value):
    """Python's `NAME = value`, or `constexpr int NAME = value;` of C++."""
    changed, count = re.subn(rf"^((?:constexpr int )?{name} = )[^;\n]*(;?)$", rf"\g<1>{value}\g<2>", text, flags=re.MULTILINE)
    if count != 1:
        raise ValueError(f"{name}: {count} definitions in the program; expected 1")
    return changed


def commit(path, message):
    run_git(path, "add", "--all")
    run_git(path, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", message)


def run_git(path, *arguments):
    subprocess.run(["git", *arguments], cwd=path, check=True, capture_output=True, timeout=60)
