"""Stands in for the GPU programs where there is neither a GPU nor torch: burns CPU time in batches."""

import hashlib

from support import StageEvents, is_extra, parse_arguments, print_calibration, require_output, write_results

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
    checksums = []
    for index in range(arguments.batches):
        for _ in range(2 if is_extra(index, REPEAT_EVERY) else 1):
            checksum = run_batch(index)
        checksums.append(checksum)
    events.emit("stage-end", "hash")
    write_results(arguments.output, checksums)


if __name__ == "__main__":
    main()
