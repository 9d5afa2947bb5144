"""Shared by the programs: arguments, the result table, stage events, and how many batches fill a number of seconds."""

import argparse
import json
import os
import sys
import time

CALIBRATION_SECONDS = 1.5
BATCH_STEP = 100
MIN_BATCHES = 200


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("inputs", nargs="*", help="accepted and not read; warpgauge requires {dataset} in a command")
    parser.add_argument("--batches", type=int, default=MIN_BATCHES)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--tiny", action="store_true", help="small shapes, for a machine without a GPU")
    parser.add_argument("--output", help="directory of results.csv; created")
    parser.add_argument("--calibrate", type=float, metavar="SECONDS", help="print the batches for SECONDS and exit")
    parser.add_argument("--workers", type=int, default=8, help="loader processes, for training.py")
    return parser.parse_args()


def is_extra(index, every):
    """Whether batch `index` (0-based) is computed twice: each `every`-th, none for 0."""
    return every > 0 and index % every == every - 1


def run_batches(run_batch, batches, every):
    """The checksums of all batches; each `every`-th is computed twice."""
    checksums = []
    for index in range(batches):
        for _ in range(2 if is_extra(index, every) else 1):
            checksum = run_batch(index)
        checksums.append(checksum)
    return checksums


def print_calibration(seconds, run_batch, synchronize):
    """Prints JSON with the batches that fill `seconds`: a multiple of 100, at least 200."""
    for index in range(10):
        run_batch(index)
    synchronize()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < CALIBRATION_SECONDS:
        for _ in range(10):
            run_batch(count)
            count += 1
        synchronize()
    each = (time.perf_counter() - start) / count
    batches = max(MIN_BATCHES, BATCH_STEP * round(seconds / each / BATCH_STEP))
    print(json.dumps({"batches": batches, "secondsPerBatch": each}))


def write_results(directory, rows):
    """Writes results.csv: one line per batch with its checksum."""
    os.makedirs(directory, exist_ok=True)
    with open(os.path.join(directory, "results.csv"), "w", encoding="utf-8") as file:
        file.write("batch,checksum\n")
        file.writelines(f"{index},{value:.6g}\n" for index, value in enumerate(rows))
    print(f"{len(rows)} batches done")


class StageEvents:
    """JSON lines in the file that WARPGAUGE_EVENTS names; nothing without that variable."""

    def __init__(self):
        path = os.environ.get("WARPGAUGE_EVENTS")
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644) if path else None

    def emit(self, event, stage):
        if self._file is not None:
            line = json.dumps({"t": round(time.time(), 6), "event": event, "stage": stage})
            os.write(self._file, f"{line}\n".encode())


def require_output(arguments):
    if not arguments.output:
        sys.exit("--output DIR is required")
