"""One process per device. They start at once, so that loading torch overlaps with the first stages."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from errors import OutOfMemory, PipelineError
from log import log
from worker import run_worker

POLL_SECONDS = 0.2
GRACE_SECONDS = 5
BYTES_PER_GB = 2**30


class Worker(NamedTuple):
    rank: int
    gpu: int
    process: multiprocessing.process.BaseProcess
    connection: Connection


class Workers:
    """A context: leaving it ends the processes, whatever happened."""

    def __init__(self, devices: list[tuple[int, str]], settings: dict):
        # Not fork: a process that has used CUDA cannot be forked, and this one shall stay free of torch.
        context = multiprocessing.get_context("spawn")
        self._is_persistent = settings["options"].persistent_models
        self._memory: dict | None = None
        self._all: list[Worker] = []
        for rank, (gpu, visible) in enumerate(devices):
            near, far = context.Pipe()
            setup = {**settings, "rank": rank, "world": len(devices), "gpu": gpu, "visible": visible}
            process = context.Process(target=run_worker, args=(far, setup), name=f"gpu-{gpu}")
            process.start()
            far.close()
            self._all.append(Worker(rank, gpu, process, near))
            log("pipeline.coordinator", f"Spawned worker {rank} (CUDA_VISIBLE_DEVICES={visible})")
        self._alive = list(self._all)

    def __enter__(self) -> "Workers":
        return self

    def wait_until_ready(self) -> None:
        """A device that cannot be used at all is a mistake of the caller, and no shard of anything."""
        for worker, answer in self._collect().items():
            if answer["status"] != "ready":
                raise PipelineError(f"worker {worker.rank} (device {worker.gpu}) did not start: {answer['message']}")

    def embed(self, task: dict) -> list[dict | None]:
        """
        Lets every worker embed its share. Returns what each of them did, None for a shard that was lost with its
        worker. Raises OutOfMemory as soon as one of them gives up for want of memory.
        """
        if not self._alive:
            raise PipelineError("no worker is left")
        for shard, worker in enumerate(self._alive):
            self._send(worker, {**task, "shard": shard, "shards": len(self._alive)})
        answers = self._collect()
        for worker, answer in answers.items():
            if answer["status"] != "done":
                _print_loss(worker, answer)
                self._alive.remove(worker)
        if not self._alive:
            raise PipelineError(f"every shard of {task['stage']} failed")
        self._memory = next((answer["memory"] for answer in answers.values() if answer["status"] == "done"), None)
        return [answer if answer["status"] == "done" else None for answer in answers.values()]

    def log_memory(self, title: str) -> None:
        """Of the first worker; on a CPU there is nothing to say."""
        if self._memory is None:
            return
        allocated, free = (self._memory[name] / BYTES_PER_GB for name in ("allocated", "free"))
        mode = "persistent" if self._is_persistent else "standard"
        log("pipeline.prediction", f"{title} memory ({mode}): {allocated:.2f}GB allocated, {free:.2f}GB free")

    def dismiss(self) -> None:
        """They end while the last stages run: closing CUDA takes a second or two."""
        for worker in self._alive:
            self._send(worker, None)

    def __exit__(self, error: type | None, *_: object) -> None:
        for worker in self._all:
            worker.connection.close()
        _end(self._all, 0 if error else GRACE_SECONDS, lambda process: process.terminate())
        _end(self._all, GRACE_SECONDS, lambda process: process.kill())

    def _send(self, worker: Worker, message: object) -> None:
        try:
            worker.connection.send(message)
        except OSError:
            # Dead already: whoever collects its answer finds out why.
            pass

    def _collect(self) -> dict[Worker, dict]:
        """One answer from each worker, in their order."""
        answers: dict[Worker, dict] = {}
        while len(answers) < len(self._alive):
            pending = [worker for worker in self._alive if worker not in answers]
            wait([worker.connection for worker in pending], POLL_SECONDS)
            for worker in pending:
                answer = _answer_of(worker)
                if answer is not None:
                    answers[worker] = answer
                    _raise_out_of_memory(worker, answer)
        return {worker: answers[worker] for worker in self._alive}


def _end(workers: list[Worker], grace_seconds: float, by_force: Callable) -> None:
    """Waits so long for each of them to end, then ends it."""
    for worker in workers:
        worker.process.join(grace_seconds)
        if worker.process.is_alive():
            by_force(worker.process)


def _print_loss(worker: Worker, answer: dict) -> None:
    log("pipeline.coordinator", f"Worker {worker.rank} failed ({answer['class']}): {answer['message']}", "ERROR")


def _answer_of(worker: Worker) -> dict | None:
    """None while it is at work. Its loader processes may hold the pipe open beyond its death, so both are looked at."""
    is_alive = worker.process.is_alive()
    try:
        if worker.connection.poll():
            return worker.connection.recv()
    except (EOFError, OSError):
        is_alive = False
        worker.process.join(GRACE_SECONDS)
    if is_alive:
        return None
    return {"status": "failed", "class": "died", "message": f"exit code {worker.process.exitcode}"}


def _raise_out_of_memory(worker: Worker, answer: dict) -> None:
    if answer["status"] == "out-of-memory":
        raise OutOfMemory(f"worker {worker.rank} (device {worker.gpu}): {answer['message']}", answer["memory"])
