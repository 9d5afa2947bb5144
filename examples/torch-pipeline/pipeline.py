#!/usr/bin/env python3
"""The reference pipeline's twin for GPUs. See README.md beside this file."""

import signal
import sys

from errors import FAILURE, OUT_OF_MEMORY, PARTIAL, SUCCESS, OutOfMemory, PipelineError
from log import log
from options import read_options

BYTES_PER_GB = 2**30


def main(argv: list[str]) -> int:
    options = read_options(argv)
    # Ends the workers too: the exception passes through the block that owns them.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        from run import run_pipeline

        return SUCCESS if run_pipeline(options) == 0 else PARTIAL
    except OutOfMemory as error:
        report_out_of_memory(error)
        return OUT_OF_MEMORY
    except PipelineError as error:
        print(f"ERROR: {error}", file=sys.stderr)
        return error.exit_code
    except ImportError as error:
        print(f"ERROR: {error}: install what requirements.txt names", file=sys.stderr)
        return FAILURE


def report_out_of_memory(error: OutOfMemory) -> None:
    log("cli.predict", "OUT OF MEMORY ERROR", "ERROR")
    log("cli.predict", str(error), "ERROR")
    if error.memory is None:
        return
    allocated, reserved, free = (error.memory[name] / BYTES_PER_GB for name in ("allocated", "reserved", "free"))
    sizes = f"{allocated:.2f}GB allocated, {reserved:.2f}GB reserved, {free:.2f}GB free"
    log("cli.predict", f"Memory at failure: {sizes}", "ERROR")
    fragmentation = 100 * (reserved - allocated) / reserved if reserved else 0
    log("cli.predict", f"Fragmentation ratio: {fragmentation:.2f}%", "ERROR")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
