"""One process per device. They start at once, so that loading torch overlaps with the first stages."""

import multiprocessing
from multiprocessing.connection import wait

from errors import PipelineError
from log import log
from worker import run_worker
from worker_process import Worker, end_workers

POLL_SECONDS = 0.2
GRACE_SECONDS = 10
# A worker that gave up ends by itself; the others are in the middle of something.
HASTE_SECONDS = 1
BYTES_PER_GB = 2**30


class Workers:
    """A context: leaving it ends the processes, whatever happened."""

    def __init__(self, devices: list[tuple[int, str]], settings: dict):
        # Not fork: a process that has used CUDA cannot be forked, and this one shall stay free of torch.
        context = multiprocessing.get_context("spawn")
        self._is_persistent = settings["options"].persistent_models
        self._memory: dict | None = None
        self.is_ready = False
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
        self.is_ready = True

    def embed(self, task: dict) -> list[dict | None]:
        """
        Lets every worker embed its share. Returns what each of them did, None for a shard that was lost with its
        worker. Raises OutOfMemory as soon as one of them gives up for want of memory.
        """
        if not self._alive:
            raise PipelineError("no worker is left")
        for shard, worker in enumerate(self._alive):
            worker.send({**task, "shard": shard, "shards": len(self._alive)})
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
            worker.send(None)

    def __exit__(self, error: type | None, *_: object) -> None:
        for worker in self._all:
            worker.connection.close()
        end_workers(self._all, HASTE_SECONDS if error else GRACE_SECONDS, lambda process: process.terminate())
        end_workers(self._all, GRACE_SECONDS, lambda process: process.kill())

    def _collect(self) -> dict[Worker, dict]:
        """One answer from each worker, in their order."""
        answers: dict[Worker, dict] = {}
        while len(answers) < len(self._alive):
            pending = [worker for worker in self._alive if worker not in answers]
            wait([worker.connection for worker in pending], POLL_SECONDS)
            for worker in pending:
                answer = worker.answer()
                if answer is not None:
                    answers[worker] = answer
        return {worker: answers[worker] for worker in self._alive}


def _print_loss(worker: Worker, answer: dict) -> None:
    log("pipeline.coordinator", f"Worker {worker.rank} failed ({answer['class']}): {answer['message']}", "ERROR")
