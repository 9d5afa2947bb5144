"""What the batches of one shard were like: waiting time, packing, queue state."""

import math
from dataclasses import dataclass, field

from packing import packing_efficiency

FULL_BELOW_MS = 1.0
STARVED_ABOVE_MS = 50.0


def queue_state(wait_ms: float) -> str:
    """How full the queue of the data loader was, judged by the time a batch took to come out of it."""
    if wait_ms > STARVED_ABOVE_MS:
        return "starved"
    return "full" if wait_ms < FULL_BELOW_MS else "normal"


@dataclass
class BatchStats:
    tokens: int = 0
    padded_tokens: int = 0
    sequences: int = 0
    waits_ms: list[float] = field(default_factory=list)

    def add(self, tokens: int, padded_tokens: int, sequences: int, wait_ms: float) -> None:
        self.tokens += tokens
        self.padded_tokens += padded_tokens
        self.sequences += sequences
        self.waits_ms.append(wait_ms)

    @property
    def batches(self) -> int:
        return len(self.waits_ms)

    @property
    def packing(self) -> float:
        return packing_efficiency(self.tokens, self.padded_tokens)

    @property
    def mean_wait_ms(self) -> float:
        return sum(self.waits_ms) / len(self.waits_ms)

    @property
    def p95_wait_ms(self) -> float:
        """Nearest rank."""
        return sorted(self.waits_ms)[math.ceil(0.95 * len(self.waits_ms)) - 1]

    @property
    def starved_share(self) -> float:
        return sum(queue_state(wait) == "starved" for wait in self.waits_ms) / len(self.waits_ms)

    def progress_line(self, total: int, seconds: float) -> str:
        done = self.sequences
        return (
            f"Batch {self.batches - 1}: {done}/{total} ({100 * done / total:.1f}%) | "
            f"{100 * self.packing:.1f}% pack eff, {self.tokens / seconds:,.0f} tok/s, "
            f"{done / seconds:.1f} seq/s, ETA: {eta(done, total, seconds)}"
        )


def eta(done: int, total: int, seconds: float) -> str:
    minutes = seconds * (total - done) / done / 60
    return f"{minutes:.1f}m" if minutes < 60 else f"{minutes / 60:.1f}h"


def is_logged(batch: int) -> bool:
    """The first ten batches, then every tenth, from the hundredth on every hundredth."""
    return batch < 10 or (batch % 10 == 0 if batch < 100 else batch % 100 == 0)
