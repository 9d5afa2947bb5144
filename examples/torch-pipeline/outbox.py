"""Features on their way from the device to the file, a batch behind the computation, so that the device never waits."""

from collections import deque

import torch

from features import FeatureRows

BATCHES_UNDER_WAY = 2


class Outbox:
    def __init__(self, features: FeatureRows):
        self._features = features
        self._under_way: deque = deque()

    def send(self, rows: torch.Tensor, values: torch.Tensor) -> None:
        arrived = None
        if values.is_cuda:
            host = torch.empty(values.shape, dtype=values.dtype, pin_memory=True)
            values = host.copy_(values, non_blocking=True)
            arrived = torch.cuda.Event()
            arrived.record()
        self._under_way.append((rows, values, arrived))
        while len(self._under_way) > BATCHES_UNDER_WAY:
            self._write()

    def flush(self) -> None:
        while self._under_way:
            self._write()

    def _write(self) -> None:
        rows, values, arrived = self._under_way.popleft()
        if arrived is not None:
            arrived.synchronize()
        if not torch.isfinite(values).all():
            raise ArithmeticError(f"features of row {int(rows[0])} and others are not finite")
        self._features.write(rows.numpy(), values.numpy())
