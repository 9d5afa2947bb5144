"""The computation itself: one pass of a model over one batch, and batches that shrink when memory runs out."""

import logging
from collections.abc import Iterator

import torch

from errors import OutOfMemory
from loader import Batch
from memory import is_out_of_memory, memory_now, release_cache

logger = logging.getLogger("torch_pipeline.async_inference")


@torch.inference_mode()
def mean_features(network: torch.nn.Module, batch: Batch, passes: int) -> torch.Tensor:
    """The mean of the last layer over the real tokens of each sequence, in 32 bits. Every pass computes the same."""
    lengths = batch.lengths.to(batch.ids.device)
    mask = torch.arange(batch.ids.shape[1], device=batch.ids.device) < lengths[:, None]
    for _ in range(passes):
        hidden = network(input_ids=batch.ids, attention_mask=mask.long()).last_hidden_state
    return (hidden.float() * mask.unsqueeze(-1)).sum(dim=1) / lengths[:, None]


class Fitting:
    """Computes batches of any size: halves the token budget, for good, each time the device refuses one."""

    def __init__(self, network: torch.nn.Module, passes: int, token_budget: int):
        self._network = network
        self._passes = passes
        self.token_budget = token_budget
        self.reductions = 0

    def features(self, batch: Batch) -> Iterator[tuple[Batch, torch.Tensor]]:
        """Pieces of the batch with their features, in order. Raises OutOfMemory when one sequence alone is too much."""
        waiting = [batch]
        while waiting:
            piece = waiting.pop(0)
            if piece.padded > self.token_budget and len(piece.rows) > 1:
                waiting[:0] = piece.split(self.token_budget)
                continue
            values = self._compute(piece)
            if values is None:
                waiting.insert(0, piece)
            else:
                yield piece, values

    def _compute(self, piece: Batch) -> torch.Tensor | None:
        try:
            return mean_features(self._network, piece, self._passes)
        except Exception as error:
            if not is_out_of_memory(error):
                raise
            memory = memory_now(piece.ids.device)
        # Outside the handler: the traceback held on to the tensors of the failed pass.
        release_cache(piece.ids.device)
        self._reduce(piece, memory)
        return None

    def _reduce(self, piece: Batch, memory: dict | None) -> None:
        longest = int(piece.lengths[0])
        if len(piece.rows) == 1:
            raise OutOfMemory(f"a single sequence of {longest} tokens does not fit", memory)
        self.token_budget = max(longest, min(self.token_budget, piece.padded) // 2)
        self.reductions += 1
        where = "CUDA" if piece.ids.is_cuda else "CPU"
        logger.warning("%s out of memory: reducing token budget to %d", where, self.token_budget)
