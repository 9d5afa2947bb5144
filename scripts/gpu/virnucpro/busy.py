"""A fixed amount of GPU work; prints its seconds, without the start of Python and torch."""

import sys
import time

import torch

device = torch.device(sys.argv[1])
size, rounds = (8192, 400) if device.type == "cuda" else (512, 300)
left = torch.randn(size, size, device=device, dtype=torch.bfloat16 if device.type == "cuda" else torch.float32)


def work(count):
    for _ in range(count):
        torch.matmul(left, left)
    if device.type == "cuda":
        torch.cuda.synchronize()


work(rounds // 4)
begun = time.perf_counter()
work(rounds)
print(f"busy seconds: {time.perf_counter() - begun:.6f}", flush=True)
