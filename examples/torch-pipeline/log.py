"""The main log, on standard output: `2026-11-20 14:06:29 - logger - INFO - message`, local time, whole seconds."""

import sys
import time


def log(logger: str, message: str, level: str = "INFO") -> None:
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    sys.stdout.write(f"{now} - torch_pipeline.{logger} - {level} - {message}\n")
    # A pipe buffers 8 KiB, and whoever watches the run wants the lines when they are written.
    sys.stdout.flush()
