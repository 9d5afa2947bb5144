"""One run: inputs, workers, all nine stages as often as they are asked for, and what to say at the end."""

import hashlib
import json
import os
import sys
from argparse import Namespace
from typing import NamedTuple

import steps
from devices import visible_devices
from errors import PipelineError
from later_stages import ARCHITECTURE, LaterStages, run_later_stages
from log import log
from model import Model, read_model
from recorder import Recorder
from samples import Sample, prepare_output, samples_of
from workers import Workers


def run_pipeline(options: Namespace) -> int:
    """Returns the number of inputs and shards that failed."""
    devices = _devices(options)
    model = read_model(options.model, options.size)
    length = options.expected_length or model.expected_length
    samples_of(options.inputs, options.output_dir)
    prepare_output(options.output_dir)
    job = Job(options, model, length)
    with Workers(devices, {"options": options, "model": model, "expected_length": length}) as workers:
        failures = sum(_predict(job, directory, workers) for directory in _directories(options))
    done = f"Pipeline completed with {failures} failures" if failures else "Pipeline completed successfully!"
    log("cli.predict", done)
    return failures


class Job(NamedTuple):
    """What is the same in every repeat."""

    options: Namespace
    model: Model
    length: int


def _directories(options: Namespace) -> list[str]:
    """One for each repeat. The last is the output directory itself: its tables lie where those of a single run do."""
    earlier = [os.path.join(options.output_dir, f"repeat-{number}") for number in range(1, options.repeat)]
    return [*earlier, options.output_dir]


def _predict(job: Job, directory: str, workers: Workers) -> int:
    """All nine stages into a directory. Returns the number of inputs and shards that failed."""
    options, model, length = job
    samples = samples_of(options.inputs, directory)
    os.makedirs(directory, exist_ok=True)
    recorder = Recorder(directory, _pipeline_config(model, options, length))
    usable = _chunk_all(recorder, samples, length)
    is_last = directory == options.output_dir
    shards_lost = run_later_stages(recorder, usable, LaterStages(model, workers, is_last))
    architecture = f"{ARCHITECTURE} (async DataLoader, {options.attention} attention, {options.dtype})"
    recorder.finish(sum(sample.sequences for sample in usable), architecture)
    return len(samples) - len(usable) + shards_lost


def _chunk_all(recorder: Recorder, samples: list[Sample], expected_length: int) -> list[Sample]:
    """An input that cannot be read is reported and left out; the others go on."""
    usable = []

    def work():
        files = []
        for sample in samples:
            try:
                files += steps.chunk(sample, expected_length)
                usable.append(sample)
            except PipelineError as error:
                print(f"ERROR: {error}", file=sys.stderr)
        if not usable:
            raise PipelineError("no input could be used")
        return files, {"sequences": sum(sample.sequences for sample in usable)}

    recorder.stage("CHUNKING", work)
    return usable


def _devices(options: Namespace) -> list[tuple[int, str]]:
    """Each id with what CUDA_VISIBLE_DEVICES shall be for its worker."""
    ids = options.gpus
    if len(ids) > 1 and not options.parallel:
        listed = ",".join(map(str, ids))
        print(f"WARNING: without --parallel only device {ids[0]} of {listed} is used", file=sys.stderr)
        ids = ids[:1]
    # On CPUs an id is a name for a worker; no GPU shall be touched.
    setting = os.environ.get("CUDA_VISIBLE_DEVICES")
    return list(zip(ids, visible_devices(ids, setting) if options.device == "cuda" else [""] * len(ids)))


def _pipeline_config(model: Model, options: Namespace, expected_length: int) -> dict:
    identity = json.dumps([model.sha256, options.size, options.dtype, expected_length])
    digest = hashlib.sha256(identity.encode()).hexdigest()
    return {"config_hash": digest, "expected_length": expected_length, "model_path": model.path}
