"""Trains a network on all GPUs, one process each: equal shares of the batches, gradients summed with NCCL after each step."""

import sys

from ranks import is_repeated, list_own_batches, parse_arguments, start_ranks

# Rank with 10 % more work; None: no rank.
EXTRA_GPU = None
EXTRA_EVERY = 10

LAYERS = 4


def build(device, tiny):
    """A function that computes the gradients of one batch, the optimizer, and the parameters."""
    import torch
    from torch import nn

    torch.manual_seed(1)
    width, rows = (32, 16) if tiny else (4096, 8192)
    dtype = torch.float32 if device == "cpu" else torch.bfloat16
    layers = [layer for _ in range(LAYERS) for layer in (nn.Linear(width, width), nn.ReLU())]
    network = nn.Sequential(*layers).to(device, dtype)
    optimizer = torch.optim.SGD(network.parameters(), lr=1e-3)
    inputs = torch.randn(rows, width, device=device, dtype=dtype)

    def compute_gradients():
        optimizer.zero_grad(set_to_none=True)
        loss = network(inputs).square().mean()
        loss.backward()
        return loss.detach()

    return compute_gradients, optimizer, list(network.parameters())


def calibrate(arguments):
    import torch
    from support import print_calibration

    compute_gradients, optimizer, _ = build(arguments.device, arguments.tiny)

    def run_batch(_index):
        compute_gradients()
        optimizer.step()

    print_calibration(arguments.calibrate, run_batch, torch.cuda.synchronize if arguments.device == "cuda" else lambda: None)


def train(arguments):
    """Trains the share of one rank."""
    import torch
    import torch.distributed as dist

    if arguments.device == "cuda":
        torch.cuda.set_device(arguments.rank)
    backend = "nccl" if arguments.device == "cuda" else "gloo"
    address = f"tcp://127.0.0.1:{arguments.port}"
    if arguments.gpus > 1:
        dist.init_process_group(backend, init_method=address, rank=arguments.rank, world_size=arguments.gpus)
    compute_gradients, optimizer, parameters = build(arguments.device, arguments.tiny)
    for position, _ in enumerate(list_own_batches(arguments)):
        for _ in range(2 if is_repeated(position, arguments.rank, EXTRA_GPU, EXTRA_EVERY) else 1):
            loss = compute_gradients()
        if arguments.gpus > 1:
            for parameter in parameters:
                dist.all_reduce(parameter.grad)
        optimizer.step()
    value = loss.item()
    if arguments.rank == 0:
        print_end(value, len(list_own_batches(arguments)), parameters, arguments.gpus)
    if arguments.gpus > 1:
        dist.destroy_process_group()


def print_end(loss, steps, parameters, gpus):
    size = sum(parameter.numel() * parameter.element_size() for parameter in parameters)
    print(f"bytes summed over GPUs: {steps * size if gpus > 1 else 0}")
    print(f"trained: loss {loss:.6f}", flush=True)


def main():
    arguments = parse_arguments()
    if arguments.calibrate:
        return calibrate(arguments)
    if arguments.rank is None:
        return start_ranks(arguments)
    return train(arguments)


if __name__ == "__main__":
    sys.exit(main())
