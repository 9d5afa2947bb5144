"""Runs the pipeline on one part of the input after the other; with --resume, finished parts are not computed again."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

PARTS = 3


def report(done):
    path = os.environ.get("WARPGAUGE_EVENTS")
    if path:
        with open(path, "a") as file:
            file.write(json.dumps({"t": time.time(), "event": "progress", "stage": "parts", "done": done, "total": PARTS}) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset", type=pathlib.Path)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--resume", action="store_true")
    options, pipeline = parser.parse_known_args()
    records = [f">{record}" for record in options.dataset.read_text().split(">")[1:]]
    options.output.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name != "WARPGAUGE_EVENTS"}
    report(0)
    for part in range(PARTS):
        kept, work = options.output / f"part-{part}.csv", options.output / f"work-{part}"
        if not (options.resume and kept.exists()):
            shutil.rmtree(work, ignore_errors=True)
            fasta = options.output / f"part-{part}.fa"
            fasta.write_text("".join(records[part::PARTS]))
            command = [sys.executable, "pipeline.py", "predict", str(fasta), "--output-dir", str(work), *pipeline]
            subprocess.run(command, check=True, env=environment)
            table = next(work.glob("*_merged/prediction_results_highestscore.csv"))
            shutil.copy(table, f"{kept}.new")
            os.replace(f"{kept}.new", kept)
        report(part + 1)
    tables = [(options.output / f"part-{part}.csv").read_text().splitlines() for part in range(PARTS)]
    rows = [tables[0][0], *(row for table in tables for row in table[1:])]
    (options.output / "results.csv").write_text("\n".join(rows) + "\n")
    print("all parts are complete", flush=True)


main()
