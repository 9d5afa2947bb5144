"""Products and sweeps with one planted change: work.py PROGRAM PLANT."""

import os
import sys
import time

ROUNDS, SIZE, COUNT = 300, 1024, 32 * 2**20


class Plant:
    def __init__(self, name):
        self.name = name
        self.copied = (48 if name == "copies" else 24) * 2**20
        self.count = COUNT + (2**20 if name == "slower" else 0)

    def runs(self, name, index, every):
        return self.name == name and index % every == 0


def run_torch(plant, compiled=False, device="cuda"):
    import torch

    torch.set_grad_enabled(False)

    def step(a, b, values):
        product = a @ b
        if plant.name != "removed":
            values.mul_(1.0001)
        return product

    if compiled:
        step = torch.compile(step, mode="reduce-overhead")
    a, b = (torch.ones(SIZE, SIZE, device=device) for _ in range(2))
    values = torch.zeros(plant.count, device=device)
    extra = torch.empty(256 * 2**20, dtype=torch.uint8, device=device) if plant.name == "memory" else None
    torch.zeros(plant.copied, dtype=torch.uint8).to(device)
    for index in range(ROUNDS):
        step(a, b, values)
        if plant.runs("launches", index, 100):
            a @ b
        if plant.runs("new", index, 10):
            values.clamp_(max=10)
        if plant.name == "host":
            time.sleep(0.001)
    torch.cuda.synchronize()
    print(f"allocated: {torch.cuda.max_memory_allocated()} reserved: {torch.cuda.max_memory_reserved()}")


def run_compile(plant):
    run_torch(plant, compiled=True)


def run_loader(plant):
    """Training with four loader processes."""
    import torch

    data = torch.utils.data.TensorDataset(torch.ones(64 * (303 if plant.name == "launches" else 300), 256))
    model = torch.nn.Linear(256, 256).cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for (batch,) in torch.utils.data.DataLoader(data, batch_size=64, num_workers=4):
        optimizer.zero_grad()
        loss = model(batch.cuda()).square().mean()
        loss.backward()
        optimizer.step()
        if plant.name == "host":
            time.sleep(0.001)
    torch.cuda.synchronize()


def run_ranks(plant):
    """One of two ranks on one GPU, started by torchrun."""
    import torch

    torch.distributed.init_process_group("gloo")
    run_torch(plant)
    torch.distributed.barrier()
    torch.distributed.destroy_process_group()


def run_devices(plant):
    """The same work on each of two GPUs, in one process; the change is on the second one alone."""
    import torch

    torch.set_grad_enabled(False)
    devices = [f"cuda:{index}" for index in range(2)]
    tensors = {device: [torch.ones(SIZE, SIZE, device=device) for _ in range(2)] for device in devices}
    values = {device: torch.zeros(plant.count if device == devices[-1] else COUNT, device=device) for device in devices}
    for index in range(ROUNDS):
        for device in devices:
            a, b = tensors[device]
            a @ b
            values[device].mul_(1.0001)
        if plant.runs("launches", index, 100):
            a @ b
        if plant.runs("new", index, 10):
            values[device].clamp_(max=10)
        if plant.name == "host":
            time.sleep(0.001)
    for device in devices:
        torch.cuda.synchronize(device)


def run_collective(plant):
    """One of two ranks on GPUs of their own that sum over NCCL in every round; rank 1 has the change."""
    import torch

    rank = int(os.environ["LOCAL_RANK"])
    torch.cuda.set_device(rank)
    torch.distributed.init_process_group("nccl")
    torch.set_grad_enabled(False)
    own = plant if rank == 1 else Plant("none")
    a, b = (torch.ones(SIZE, SIZE, device="cuda") for _ in range(2))
    values = torch.zeros(own.count, device="cuda")
    for index in range(ROUNDS):
        product = a @ b
        values.mul_(1.0001)
        if own.runs("launches", index, 100):
            a @ b
        if own.runs("new", index, 10):
            values.clamp_(max=10)
        torch.distributed.all_reduce(product)
        if own.name == "host":
            time.sleep(0.001)
    torch.cuda.synchronize()
    torch.distributed.destroy_process_group()


def run_cupy(plant):
    import cupy
    import numpy

    sweep = cupy.ElementwiseKernel("T x", "T y", "y = x * (T)1.0001", "sweep")
    a, b = (cupy.ones((SIZE, SIZE), dtype=cupy.float32) for _ in range(2))
    values = cupy.zeros(plant.count, dtype=cupy.float32)
    extra = cupy.empty(256 * 2**20, dtype=cupy.uint8) if plant.name == "memory" else None
    cupy.asarray(numpy.zeros(plant.copied, dtype=numpy.uint8))
    for index in range(ROUNDS):
        a @ b
        if plant.runs("launches", index, 100):
            a @ b
        if plant.name != "removed":
            sweep(values, values)
        if plant.runs("new", index, 10):
            cupy.minimum(values, 10, out=values)
        if plant.name == "host":
            time.sleep(0.001)
    cupy.cuda.runtime.deviceSynchronize()


def run_jax(plant):
    import jax
    import numpy

    product = jax.jit(lambda a, b: a @ b)
    sweep = jax.jit(lambda values: values * 1.0001, donate_argnums=0)
    clamp = jax.jit(lambda values: jax.numpy.minimum(values, 10), donate_argnums=0)
    a, b = (jax.numpy.ones((SIZE, SIZE), dtype="float32") for _ in range(2))
    values = jax.device_put(numpy.zeros(plant.count, dtype=numpy.float32))
    extra = jax.device_put(numpy.zeros(256 * 2**20, dtype=numpy.uint8)) if plant.name == "memory" else None
    jax.device_put(numpy.zeros(plant.copied, dtype=numpy.uint8)).block_until_ready()
    for index in range(ROUNDS):
        result = product(a, b)
        if plant.runs("launches", index, 100):
            result = product(a, b)
        if plant.name != "removed":
            values = sweep(values)
        if plant.runs("new", index, 10):
            values = clamp(values)
        if plant.name == "host":
            time.sleep(0.001)
    jax.block_until_ready([result, values])


def run_triton(plant):
    import torch
    import triton_kernels

    a, b = (torch.ones(SIZE, SIZE, device="cuda") for _ in range(2))
    values = torch.zeros(plant.count, device="cuda")
    extra = torch.empty(256 * 2**20, dtype=torch.uint8, device="cuda") if plant.name == "memory" else None
    torch.zeros(plant.copied, dtype=torch.uint8).cuda()
    for index in range(ROUNDS):
        a @ b
        if plant.runs("launches", index, 100):
            a @ b
        if plant.name != "removed":
            triton_kernels.sweep(values)
        if plant.runs("new", index, 10):
            triton_kernels.clamp(values)
        if plant.name == "host":
            time.sleep(0.001)
    torch.cuda.synchronize()


if __name__ == "__main__":
    program, plant = sys.argv[1:3]
    globals()[f"run_{program}"](Plant(plant))
