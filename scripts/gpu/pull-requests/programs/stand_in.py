"""Stands in for the GPU programs where there is neither a GPU nor torch: burns CPU time in batches."""

import hashlib

from support import StageEvents, parse_arguments, print_calibration, require_output, run_batches, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0

BLOCK = bytes(2**20)


def run_batch(index):
    return hashlib.sha256(BLOCK + index.to_bytes(4, "little")).digest()[0]


def main():
    arguments = parse_arguments()
    if arguments.calibrate:
        return print_calibration(arguments.calibrate, run_batch, lambda: None)
    require_output(arguments)
    events = StageEvents()
    events.emit("stage-start", "hash")
    checksums = run_batches(run_batch, arguments.batches, REPEAT_EVERY)
    events.emit("stage-end", "hash")
    write_results(arguments.output, checksums)


if __name__ == "__main__":
    main()
