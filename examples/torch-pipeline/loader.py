"""Batches as tensors, made in processes of their own while the device computes."""

from collections.abc import Iterator
from typing import NamedTuple

import torch
from torch.utils.data import DataLoader, Dataset

from memory import lift_limit
from packing import rows_that_fit
from tokens import Tokenizer


class Batch(NamedTuple):
    """`rows` are the places of the features, `lengths` the real tokens, longest first; both stay on the CPU."""

    rows: torch.Tensor
    lengths: torch.Tensor
    ids: torch.Tensor

    @property
    def padded(self) -> int:
        return self.ids.numel()

    def split(self, token_budget: int) -> "list[Batch]":
        """Pieces within the budget, each cut to the length of its own longest sequence."""
        pieces, start = [], 0
        while start < len(self.rows):
            longest = int(self.lengths[start])
            end = min(start + rows_that_fit(longest, token_budget, len(self.rows)), len(self.rows))
            pieces.append(Batch(self.rows[start:end], self.lengths[start:end], self.ids[start:end, :longest]))
            start = end
        return pieces


class BatchDataset(Dataset):
    def __init__(self, sequences: list[str], batches: list[list[int]], tokenizer: Tokenizer):
        self._sequences = sequences
        self._batches = batches
        self._tokenizer = tokenizer

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> Batch:
        rows = self._batches[index]
        encoded = [self._tokenizer.encode(self._sequences[row]) for row in rows]
        lengths = torch.tensor([len(tokens) for tokens in encoded])
        ids = torch.full((len(rows), int(lengths.max())), self._tokenizer.padding)
        for place, tokens in enumerate(encoded):
            ids[place, : len(tokens)] = torch.tensor(tokens)
        return Batch(torch.tensor(rows), lengths, ids)


def open_loader(dataset: BatchDataset, device: torch.device, workers: int, prefetch: int) -> Iterator[Batch]:
    """Starts the loader processes; they fill their queues from now on."""
    # fork, so that the sequences are shared and not copied; the loader processes never touch CUDA.
    processes = {
        "num_workers": workers,
        "prefetch_factor": prefetch,
        "multiprocessing_context": "fork",
        "worker_init_fn": lift_limit,
    }
    return iter(
        DataLoader(
            dataset,
            batch_size=None,
            pin_memory=device.type == "cuda",
            **(processes if workers > 0 else {}),
        )
    )


def on_device(batches: Iterator[Batch], device: torch.device, has_copy_stream: bool) -> Iterator[Batch]:
    """Batches whose `ids` are on the device. With a stream of its own the next copy runs beside the current batch."""
    if device.type != "cuda" or not has_copy_stream:
        for batch in batches:
            yield batch._replace(ids=batch.ids.to(device, non_blocking=True))
        return
    stream = torch.cuda.Stream(device)
    ahead = None
    for batch in batches:
        with torch.cuda.stream(stream):
            copy = batch._replace(ids=batch.ids.to(device, non_blocking=True))
        copied = stream.record_event()
        if ahead is not None:
            yield _arrived(*ahead)
        ahead = (copy, copied)
    if ahead is not None:
        yield _arrived(*ahead)


def _arrived(batch: Batch, copied: torch.cuda.Event) -> Batch:
    """Computing waits for the copy, and the memory of the copy is not reused before computing is done."""
    torch.cuda.current_stream().wait_event(copied)
    batch.ids.record_stream(torch.cuda.current_stream())
    return batch
