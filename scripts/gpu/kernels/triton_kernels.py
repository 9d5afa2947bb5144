import triton
import triton.language as tl


@triton.jit
def sweep_kernel(values, count, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(values + offsets, tl.load(values + offsets, mask=offsets < count) * 1.0001, mask=offsets < count)


@triton.jit
def clamp_kernel(values, count, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(values + offsets, tl.minimum(tl.load(values + offsets, mask=offsets < count), 10.0), mask=offsets < count)


def sweep(values):
    sweep_kernel[(triton.cdiv(values.numel(), 1024),)](values, values.numel(), BLOCK=1024)


def clamp(values):
    clamp_kernel[(triton.cdiv(values.numel(), 1024),)](values, values.numel(), BLOCK=1024)
