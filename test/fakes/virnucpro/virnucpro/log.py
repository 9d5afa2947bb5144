"""Log lines of the main process (standard output) and of workers (their file and standard error)."""

import sys
import threading
from datetime import datetime

lock = threading.Lock()


def say(message, logger="virnucpro.pipeline.prediction", level="INFO"):
    with lock:
        print(f"{datetime.now():%Y-%m-%d %H:%M:%S} - {logger} - {level} - {message}", flush=True)


class WorkerLog:
    def __init__(self, rank, directory):
        directory.mkdir(parents=True, exist_ok=True)
        self.rank = rank
        self.path = directory / f"worker_{rank}.log"
        if self.path.exists() and self.path.stat().st_size > 0:
            self.say(f"=== Resume at {datetime.now().isoformat()} ===", "root")
        self.say(f"Worker {rank} logging initialized: {self.path}", "root")

    def say(self, message, logger="virnucpro.pipeline.async_inference", level="INFO"):
        now = datetime.now()
        line = f"{now:%Y-%m-%d %H:%M:%S},{now.microsecond // 1000:03d} - Worker {self.rank} - {logger} - {level} - {message}\n"
        with lock:
            with self.path.open("a") as file:
                file.write(line)
            sys.stderr.write(line)
            sys.stderr.flush()
