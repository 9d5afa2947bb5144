"""The process of one device, as the main process sees it."""

import multiprocessing
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import NamedTuple

from errors import OutOfMemory

JOIN_SECONDS = 5


class Worker(NamedTuple):
    rank: int
    gpu: int
    process: multiprocessing.process.BaseProcess
    connection: Connection

    def send(self, message: object) -> None:
        try:
            self.connection.send(message)
        except OSError:
            # Dead already: whoever waits for its answer finds out why.
            pass

    def answer(self) -> dict | None:
        """
        None while it is at work. Its loader processes may hold the pipe open beyond its death, so both are looked at.
        Raises OutOfMemory when that is the answer.
        """
        is_alive = self.process.is_alive()
        try:
            if self.connection.poll():
                return self._checked(self.connection.recv())
        except (EOFError, OSError):
            is_alive = False
            self.process.join(JOIN_SECONDS)
        if is_alive:
            return None
        return {"status": "failed", "class": "died", "message": f"exit code {self.process.exitcode}"}

    def _checked(self, answer: dict) -> dict:
        if answer["status"] == "out-of-memory":
            raise OutOfMemory(f"worker {self.rank} (device {self.gpu}): {answer['message']}", answer["memory"])
        return answer


def end_workers(workers: list[Worker], grace_seconds: float, by_force: Callable) -> None:
    """Gives all of them together so long to end, then ends those that are left."""
    deadline = time.monotonic() + grace_seconds
    for worker in workers:
        worker.process.join(max(0, deadline - time.monotonic()))
    for worker in workers:
        if worker.process.is_alive():
            by_force(worker.process)
