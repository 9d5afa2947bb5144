"""Embeds this worker's share of the sequences of a task."""

import gc
import os
import time

import torch

from errors import OutOfMemory
from events import Events
from extra_work import EXTRA_PASSES
from fasta import read_fasta
from features import FeatureRows
from forward import Fitting
from loader import BatchDataset, open_loader
from memory import is_out_of_memory, limit_memory, memory_now, release_cache, start_peak
from networks import make_network
from packing import plan_batches, shard_of
from shard_run import ShardRun
from tokens import TOKENIZERS


class Embedder:
    def __init__(self, setup: dict):
        self._setup = setup
        self._options = setup["options"]
        self._events = Events()
        self._device = _open_device(self._options.device, setup)
        limit_memory(self._device, self._options.memory_limit_gb)
        self._kept: dict[str, torch.nn.Module] = {}
        if self._options.persistent_models:
            self._kept = {name: self._load(name, None) for name in TOKENIZERS}

    def embed(self, task: dict) -> dict:
        name = task["embedder"]
        sequences = [letters for path in task["inputs"] for _, letters in read_fasta(path)]
        dataset, total = self._share(sequences, task)
        if total == 0:
            return {"sequences": 0, "reductions": 0, "memory": memory_now(self._device)}
        start_peak(self._device)
        options = self._options
        batches = open_loader(dataset, self._device, options.num_workers, options.prefetch_factor)
        network = self._kept.get(name) or self._load(name, task["stage"])
        fitting = Fitting(network, 1 + EXTRA_PASSES[name], options.token_budget)
        run = ShardRun(self._events, {"stage": task["stage"], "gpu": self._setup["gpu"]}, total, self._device)
        run.embed(batches, fitting, FeatureRows(task["output"]), options.cuda_streams)
        memory = memory_now(self._device)
        run.report(fitting.reductions, memory)
        del network, fitting
        self._unload()
        return {"sequences": run.stats.sequences, "reductions": run.reductions, "memory": memory}

    def _share(self, sequences: list[str], task: dict) -> tuple[BatchDataset, int]:
        tokenizer = TOKENIZERS[task["embedder"]]
        lengths = [tokenizer.length(letters) for letters in sequences]
        plan = plan_batches(lengths, self._options.token_budget, self._options.batch_size)
        share = shard_of(plan, task["shard"], task["shards"])
        return BatchDataset(sequences, share, tokenizer), sum(map(len, share))

    def _load(self, name: str, stage: str | None) -> torch.nn.Module:
        start_peak(self._device)
        start = time.perf_counter()
        options = self._options
        placement = {"device": self._device, "dtype": options.dtype, "attention": options.attention}
        try:
            network = make_network(name, self._setup["model"], self._setup["expected_length"] + 2, placement)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            raise OutOfMemory(f"the {name} model of size {options.size} does not fit", self._memory_at_peak()) from None
        release_cache(self._device)
        if self._device.type == "cuda":
            torch.cuda.synchronize(self._device)
        seconds = round(time.perf_counter() - start, 3)
        self._events.metric("model-load", seconds, "s", stage=stage, gpu=self._setup["gpu"], model=name)
        return network

    def _memory_at_peak(self) -> dict | None:
        """A half-made model is gone by the time its failure is known here."""
        memory = memory_now(self._device)
        return memory and {**memory, "allocated": memory["peak-allocated"]}

    def _unload(self) -> None:
        if not self._kept:
            gc.collect()
            release_cache(self._device)


def _open_device(kind: str, setup: dict) -> torch.device:
    if kind == "cpu":
        torch.set_num_threads(max(1, (os.cpu_count() or 1) // setup["world"]))
        return torch.device("cpu")
    if not torch.cuda.is_available():
        visible = os.environ["CUDA_VISIBLE_DEVICES"]
        raise RuntimeError(f"torch sees no CUDA device with CUDA_VISIBLE_DEVICES={visible}")
    torch.cuda.set_device(0)
    # The context is made now, while the first stages run, and not with the first model.
    torch.zeros(1, device="cuda:0")
    return torch.device("cuda:0")
