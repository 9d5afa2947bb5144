"""Stages 2 to 9 over all usable samples."""

import time
from collections.abc import Callable
from typing import NamedTuple

import steps
from errors import PipelineError
from model import Model
from recorder import Recorder
from samples import Sample
from stages import STAGES
from workers import Workers

ARCHITECTURE = "v2.0"


class LaterStages(NamedTuple):
    model: Model
    workers: Workers
    """Nothing is left for the workers to do once these stages are through."""
    is_last: bool


def run_later_stages(recorder: Recorder, samples: list[Sample], what: LaterStages) -> int:
    """Returns the number of shards that were lost."""
    model, workers, is_last = what

    def each(step: Callable[[Sample], list[str]]) -> list[str]:
        return [file for sample in samples for file in step(sample)]

    def counted(step: Callable[[Sample], list[str]]):
        return lambda: _with_count(each(step))

    recorder.stage("TRANSLATION", lambda: (each(steps.translate_frames), _translated(samples)))
    recorder.stage("NUCLEOTIDE_SPLITTING", counted(steps.split_nucleotides))
    recorder.stage("PROTEIN_SPLITTING", counted(steps.split_proteins))
    _await_workers(recorder, workers)
    embedding = Embedding(recorder, samples, workers)
    embedding.run("NUCLEOTIDE_FEATURES", "dnabert", model.shapes["dnabert"]["width"])
    embedding.run("PROTEIN_FEATURES", "esm2", model.shapes["esm2"]["width"])
    if is_last:
        workers.dismiss()
    recorder.stage("FEATURE_MERGING", counted(steps.merge))
    recorder.stage("PREDICTION", lambda: (each(lambda sample: steps.predict(sample, model)), _predicted(samples)))
    recorder.stage("CONSENSUS", lambda: (each(steps.score_consensus), _scored(samples)))
    return embedding.shards_lost


class Embedding:
    """Stages 5 and 6: the work of the GPUs."""

    def __init__(self, recorder: Recorder, samples: list[Sample], workers: Workers):
        self._recorder = recorder
        self._samples = [sample for sample in samples if sample.frames]
        self._workers = workers
        self.shards_lost = 0

    def run(self, key: str, embedder: str, width: int) -> None:
        self._recorder.stage(key, lambda: self._work(STAGES[key], embedder, width))
        self._workers.log_memory("Post-DNABERT" if embedder == "dnabert" else "Post-ESM2")

    def _work(self, stage: str, embedder: str, width: int) -> tuple[list[str], dict]:
        reductions = 0
        for sample in self._samples:
            task = steps.embedding_task(sample, embedder, width)
            shards = self._workers.embed({**task, "stage": stage})
            lost = sum(shard is None for shard in shards)
            done = sum(shard["sequences"] for shard in shards if shard)
            if lost == 0 and done != len(sample.frames):
                raise PipelineError(f"{embedder} embedded {done} of {len(sample.frames)} frames of {sample.path}")
            reductions += sum(shard["reductions"] for shard in shards if shard)
            self.shards_lost += lost
        files, extras = _with_count([sample.features_path(embedder) for sample in self._samples])
        if embedder == "esm2":
            extras["architecture"] = ARCHITECTURE
        return files, {**extras, **({"token_budget_reductions": reductions} if reductions else {})}


def _await_workers(recorder: Recorder, workers: Workers) -> None:
    """Between the stages, and once for all repeats: starting torch and CUDA is no cost of the first model."""
    if workers.is_ready:
        return
    start = time.perf_counter()
    workers.wait_until_ready()
    recorder.events.metric("worker-start-wait", round(time.perf_counter() - start, 3), "s")


def _with_count(files: list[str]) -> tuple[list[str], dict]:
    return files, {"files": len(files)}


def _translated(samples: list[Sample]) -> dict:
    with_frames = sum(len({frame.id[:-2] for frame in sample.frames}) for sample in samples)
    return {"sequences": sum(len(sample.chunks) for sample in samples), "sequences_with_orfs": with_frames}


def _predicted(samples: list[Sample]) -> dict:
    return {"predictions": sum(len(sample.predictions) for sample in samples)}


def _scored(samples: list[Sample]) -> dict:
    return {"consensus_sequences": sum(sample.consensus_rows for sample in samples)}
