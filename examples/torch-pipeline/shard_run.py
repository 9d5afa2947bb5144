"""One worker's share of one stage: batch after batch, with a line about each of them."""

import logging
import time
from collections.abc import Iterator

import torch

from batch_stats import BatchStats, is_logged, queue_state
from events import Events
from features import FeatureRows
from forward import Fitting
from loader import Batch, on_device
from memory import allocator_bytes
from outbox import Outbox

logger = logging.getLogger("torch_pipeline.async_inference")
PROGRESS_SECONDS = 1.0
MONITORED_EVERY = 10


class ShardRun:
    def __init__(self, events: Events, labels: dict, total: int, device: torch.device):
        """`labels` are the `stage` and `gpu` of every event; `total` is in sequences."""
        self._events = events
        self._labels = labels
        self._total = total
        self._device = device
        self._start = time.perf_counter()
        self._told = self._start
        self.stats = BatchStats()
        self.reductions = 0

    def embed(self, batches: Iterator[Batch], fitting: Fitting, features: FeatureRows, has_copy_stream: bool) -> None:
        outbox = Outbox(features)
        waits: list[float] = []
        for batch in on_device(_timed(batches, waits), self._device, has_copy_stream):
            padded = 0
            for piece, values in fitting.features(batch):
                outbox.send(piece.rows, values)
                padded += piece.padded
            self._tell(batch, padded, waits[self.stats.batches], fitting.token_budget)
        outbox.flush()

    def report(self, reductions: int, memory: dict | None) -> None:
        self.reductions = reductions
        stats, seconds = self.stats, time.perf_counter() - self._start
        rates = f"{stats.sequences / seconds:.1f} seq/s, {stats.tokens / seconds:.0f} tokens/s"
        logger.info("Async inference complete: %d sequences, %s", stats.sequences, rates)
        waits = f"avg_wait={stats.mean_wait_ms:.1f}ms, max_wait={max(stats.waits_ms):.1f}ms"
        logger.info("DataLoader stats: %s, packing_efficiency=%.2f%%", waits, 100 * stats.packing)
        metrics = {
            "tokens-per-second": (stats.tokens / seconds, "tokens/s"),
            "packing": (stats.packing, "share", "higher"),
            "loader-wait-mean": (stats.mean_wait_ms, "ms"),
            "loader-wait-p95": (stats.p95_wait_ms, "ms"),
            "starved": (stats.starved_share, "share", "lower"),
            "token-budget-reductions": (reductions, "count", "lower"),
        }
        for name in ("peak-allocated", "peak-reserved"):
            if memory is not None:
                metrics[name] = (memory[name], "B")
        for name, (value, unit, *direction) in metrics.items():
            better_when = direction[0] if direction else None
            self._events.metric(name, round(value, 6), unit, **self._labels, betterWhen=better_when)

    def _tell(self, batch: Batch, padded: int, wait_ms: float, budget: int) -> None:
        tokens, sequences = int(batch.lengths.sum()), len(batch.rows)
        number = self.stats.batches
        self.stats.add(tokens, padded, sequences, wait_ms)
        fields = {"tokens": tokens, "paddedTokens": padded, "tokenBudget": budget, "sequences": sequences}
        shares = {"packing": round(tokens / padded, 6), "waitMs": round(wait_ms, 3)}
        held = allocator_bytes(self._device)
        self._events.emit("batch", **self._labels, batch=number, **fields, **shares, **held)
        now = time.perf_counter()
        if now - self._told >= PROGRESS_SECONDS:
            self._told = now
            self._events.emit("progress", **self._labels, done=self.stats.sequences, total=self._total)
        if is_logged(number):
            logger.info("%s", self.stats.progress_line(self._total, now - self._start))
        if number % MONITORED_EVERY == 0:
            state = queue_state(wait_ms)
            logger.info(
                "Batch %d: wait=%.1fms, seqs=%d, tokens=%d, queue_state=%s", number, wait_ms, sequences, tokens, state
            )


def _timed(batches: Iterator[Batch], waits_ms: list[float]) -> Iterator[Batch]:
    """Passes batches on and notes how long each one was waited for."""
    while True:
        start = time.perf_counter()
        batch = next(batches, None)
        if batch is None:
            return
        waits_ms.append(1000 * (time.perf_counter() - start))
        yield batch
