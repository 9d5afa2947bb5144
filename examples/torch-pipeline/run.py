"""One run: inputs, workers, all nine stages, and what to say at the end."""

import hashlib
import json
import os
import sys
from argparse import Namespace

import steps
from devices import visible_devices
from errors import PipelineError
from later_stages import ARCHITECTURE, run_later_stages
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
    samples = samples_of(options.inputs, options.output_dir)
    prepare_output(options.output_dir)
    recorder = Recorder(options.output_dir, _pipeline_config(model, options, length))
    with Workers(devices, {"options": options, "model": model, "expected_length": length}) as workers:
        usable = _chunk_all(recorder, samples, length)
        shards_lost = run_later_stages(recorder, usable, model, workers)
    architecture = f"{ARCHITECTURE} (async DataLoader, {options.attention} attention, {options.dtype})"
    recorder.finish(sum(sample.sequences for sample in usable), architecture)
    failures = len(samples) - len(usable) + shards_lost
    done = f"Pipeline completed with {failures} failures" if failures else "Pipeline completed successfully!"
    log("cli.predict", done)
    return failures


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
