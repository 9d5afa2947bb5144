"""Multiplies matrices for about 5 s; reports 0 or 240 stages live. Needs clients/python next to it."""

import sys
import time

import torch

sys.path.insert(0, "clients/python/src")
import warpgauge

STEPS = 240
PRODUCTS = 120
stages = int(sys.argv[1])
matrix = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)


def work(products=PRODUCTS):
    results = [matrix @ matrix for _ in range(products)]
    torch.cuda.synchronize()
    return results


work(10)
start = time.perf_counter()
for step in range(STEPS):
    if stages and step % (STEPS // stages) == 0:
        with warpgauge.stage(f"part {step % 8}"):
            work()
    else:
        work()
print("loop", time.perf_counter() - start)
