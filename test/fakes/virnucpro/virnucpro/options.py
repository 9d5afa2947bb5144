"""The command line: the options of options.json, and usage errors with exit code 2."""

import argparse
import json
import os
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = json.loads((ROOT / "options.json").read_text())
REPLICA = json.loads((ROOT / "replica.json").read_text())
SHORT = {"--model-type": "-m", "--output-dir": "-o", "--force": "-f", "--threads": "-t", "--model": "-m", "--output": "-o"}


def parse(arguments):
    parser = argparse.ArgumentParser(prog="virnucpro", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("predict", "profile"):
        sub = commands.add_parser(command, allow_abbrev=False)
        if command == "predict":
            sub.add_argument("input_file")
        for name, row in TABLE[command].items():
            names = [name] + ([SHORT[name]] if name in SHORT else [])
            kinds = {"int": {"type": int}, "flag": {"action": "store_true"}, "path": {}, "text": {}}
            kind = {"choices": row["takes"]} if isinstance(row["takes"], list) else kinds[row["takes"]]
            sub.add_argument(*names, required=row.get("required", False), **kind)
    values = vars(parser.parse_args(arguments))
    if values["command"] == "predict" and not os.path.exists(values["input_file"]):
        parser.error(f"Path '{values['input_file']}' does not exist.")
    return values.pop("command"), values


def is_read(path, parallel, gpus):
    """Whether an option or variable with this entry of the table is read."""
    return {
        "always": True,
        "never": False,
        "parallel": parallel,
        "fails": parallel,
        "v1": not parallel,
        "several-gpus": parallel and gpus > 1,
    }[path]


def read_options(values, parallel, gpus):
    """The values that have an effect; the others are None, as if they were not given."""
    table = {name.lstrip("-").replace("-", "_"): row["read"] for name, row in TABLE["predict"].items()}
    return {name: value if name == "input_file" or is_read(table[name], parallel, gpus) else None for name, value in values.items()}


def read_switch(variable, parallel, gpus):
    is_set = os.environ.get(variable, "").lower() in ("1", "true", "yes")
    return is_set and is_read(TABLE["environment"][variable], parallel, gpus)
