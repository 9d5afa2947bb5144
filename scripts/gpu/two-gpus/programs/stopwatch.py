"""Runs a command and prints its seconds on a monotonic clock: python3 stopwatch.py COMMAND..."""

import subprocess
import sys
import time

started = time.perf_counter()
code = subprocess.call(sys.argv[1:])
print(f"stopwatch: {time.perf_counter() - started:.6f} s", flush=True)
sys.exit(abs(code))
