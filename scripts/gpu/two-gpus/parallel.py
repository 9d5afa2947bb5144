"""Pull requests on both GPUs at the same time, one program each."""

import os
import threading
import time

from bench import list_device_options
from repository import create_branch, create_repository, write_config

# Of each GPU in turn: command of warpgauge and percent more GPU work in the head.
PULL_REQUESTS_BY_GPU = (
    (("run", 0), ("ab", 3), ("run", 5)),
    (("ab", 0), ("run", 3), ("ab", 5)),
)


def measure_parallel(bench):
    """Pull requests on both GPUs at the same time, one program each, with `run` and `ab` in turn."""
    cores = sorted(os.sched_getaffinity(0))
    half = max(1, len(cores) // len(PULL_REQUESTS_BY_GPU))
    found = []

    def measure_all(gpu):
        own = set(cores[gpu * half : (gpu + 1) * half] or cores)
        # Of this thread; processes that it starts inherit it.
        os.sched_setaffinity(0, own)
        for command, percent in PULL_REQUESTS_BY_GPU[gpu]:
            try:
                bench.seconds_left(25)
                found.append(measure_pull_request(bench, str(gpu), command, percent))
                bench.say(f"GPU {gpu}: {command} +{percent} %: {found[-1].get('headline')}")
            except Exception as error:  # the others still count
                found.append({"gpu": gpu, "command": command, "percent": percent, "error": repr(error)})

    run_threads([(measure_all, gpu) for gpu in range(len(PULL_REQUESTS_BY_GPU))])
    return {"pullRequests": found}


def measure_pull_request(bench, gpu, command, percent):
    options, batches = bench.arguments, bench.batches["transformer"]
    name = f"{command}-{percent}-gpu-{gpu}"
    path = bench.work / "repositories" / name
    create_repository(path, "transformer", write_config("transformer", batches, options.device, options.tiny))
    kind = "gpu" if percent else "unchanged"
    create_branch(path, {"id": "head", "program": "transformer", "kind": kind, "percent": percent, "seed": int(gpu)})
    program = ["python3", "transformer.py", "--batches", str(batches), *list_device_options(bench), "--output", "{output}"]
    gpus = "0" if options.device == "cpu" else "1"
    words = ["run", "--suite", "revision", "--base", "main"]
    if command == "ab":
        words = ["ab", "--base", "main", "--gpus", gpus, "--proof", f"{batches} batches done", "--", *program]
    began = time.monotonic()
    started = bench.start_warpgauge("parallel", name, path, words, visible=gpu)
    result = bench.finish_warpgauge(started)
    return {"gpu": gpu, "command": command, "percent": percent, "seconds": round(time.monotonic() - began, 1), **result}


def run_threads(tasks):
    """Runs all tasks and raises the first error."""
    errors = []

    def guard(task):
        try:
            task[0](*task[1:])
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=guard, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
