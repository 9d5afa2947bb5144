"""Random weights that depend on the seed and the name of each parameter alone, on any device."""

import torch

from random_numbers import stream_key, uniform_bits

# The standard deviation with which BERT and ESM start their training; a uniform distribution is √3 times as wide.
DEVIATION = 0.02
# Whole numbers of 64 bits are hashed, several at a time; this bounds what they take beside a large model.
NUMBERS_AT_ONCE = 2**22


@torch.no_grad()
def fill_weights(network: torch.nn.Module, seed: int, name: str) -> None:
    """Matrices get random numbers, biases 0, the scales of normalisation layers 1."""
    for parameter_name, parameter in network.named_parameters():
        if parameter.dim() > 1:
            _fill(parameter, stream_key(seed, f"{name}.{parameter_name}"))
        else:
            parameter.fill_(1.0 if parameter_name.endswith("weight") else 0.0)


def _fill(parameter: torch.Tensor, key: int) -> None:
    flat = parameter.view(-1)
    for start in range(0, flat.numel(), NUMBERS_AT_ONCE):
        end = min(start + NUMBERS_AT_ONCE, flat.numel())
        bits = uniform_bits(torch.arange(start, end, dtype=torch.int64, device=flat.device), key)
        flat[start:end] = (bits.to(torch.float32) * 2**-23 - 1) * (DEVIATION * 3**0.5)
