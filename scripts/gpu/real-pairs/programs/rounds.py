"""Times rounds of GPU work after three that compile kernels and fill caches."""

import time

import torch


def time_rounds(step, rounds):
    for _ in range(3):
        step()
    torch.cuda.synchronize()
    started = time.perf_counter()
    for _ in range(rounds):
        step()
    torch.cuda.synchronize()
    print(f"seconds: {time.perf_counter() - started:.4f}")
