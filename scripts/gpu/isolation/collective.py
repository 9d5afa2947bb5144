"""Sums a tensor over all GPUs with NCCL, one process per GPU, and checks the sum."""

import argparse
import os

import torch
import torch.distributed as dist
import torch.multiprocessing as mp


def work(rank, count):
    dist.init_process_group("nccl", init_method="tcp://127.0.0.1:29511", rank=rank, world_size=count)
    torch.cuda.set_device(rank)
    for _ in range(200):
        values = torch.full((1 << 22,), float(rank + 1), device="cuda")
        dist.all_reduce(values)
    expected = count * (count + 1) / 2
    if not bool((values == expected).all()):
        raise RuntimeError(f"rank {rank}: expected {expected}, got {values[0].item()}")
    dist.barrier()
    dist.destroy_process_group()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset")
    parser.add_argument("--processes", type=int, required=True)
    parser.add_argument("--output", required=True)
    arguments = parser.parse_args()
    # NVLink multicast needs privileges that a container may lack.
    os.environ.setdefault("NCCL_NVLS_ENABLE", "0")
    mp.spawn(work, args=(arguments.processes,), nprocs=arguments.processes)
    print("all ranks agree", flush=True)


if __name__ == "__main__":
    main()
