"""Runs transfers.cu, whose fills, copies, launches and allocations are known, and compares the record with them; README.md explains it."""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MEBIBYTE = 1 << 20


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--out", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    binary = arguments.out / "transfers"
    subprocess.run(["nvcc", "-O3", "-arch=native", "-o", str(binary), str(HERE / "transfers.cu")], check=True)
    command = [arguments.node, arguments.cli, "kernels", "--json", "--", str(binary)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or not done.stdout:
        sys.exit(f"exit {done.returncode}: {done.stderr[-2000:]}")
    (arguments.out / "transfers.json").write_text(done.stdout)
    record = json.loads(done.stdout)
    gpus = len(subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.splitlines())
    # Between GPUs without access to each other, as here, a copy goes through the host: two copies.
    between = 4 if gpus > 1 else 0
    expected = {
        "launches": 300,
        "fills": 5,
        "copies": 7 + 3 + 2 + 2 * between,
        "toDevice": (9 + 6 * between) * MEBIBYTE,
        "toHost": (10 + 6 * between) * MEBIBYTE,
        "onDevice": 14 * MEBIBYTE,
        "peakBytes": (32 + (16 if between else 0)) * MEBIBYTE,
    }
    wrong = {name: record.get(name) for name, value in expected.items() if record.get(name) != value}
    print(f"{gpus} GPUs, expected {expected}, different: {wrong or 'none'}, problems: {record.get('problems')}")


main()
