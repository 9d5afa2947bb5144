"""Five kinds of kernels in five stages. Shares of the GPU time by estimate: gemm 30 %, attention 25 %, conv 20 %, rest 25 %."""

import torch
from torch.nn import functional

from support import StageEvents, is_extra, parse_arguments, print_calibration, require_output, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0
# Only this stage computes batches twice; empty: all stages.
REPEAT_STAGE = ""

STAGES = ("gemm", "conv", "attention", "reduction", "elementwise")


def build_gemm(device, dtype, tiny):
    size = 64 if tiny else 4096
    a, b = (torch.randn(size, size, device=device, dtype=dtype) for _ in range(2))
    return lambda: repeat(14, lambda: a @ b)


def build_conv(device, dtype, tiny):
    rows, channels, size = (2, 8, 16) if tiny else (64, 128, 56)
    images = torch.randn(rows, channels, size, size, device=device, dtype=dtype)
    weight = torch.randn(channels, channels, 3, 3, device=device, dtype=dtype)
    images, weight = (item.contiguous(memory_format=torch.channels_last) for item in (images, weight))
    return lambda: repeat(12, lambda: functional.conv2d(images, weight, padding=1))


def build_attention(device, dtype, tiny):
    shape = (1, 2, 64, 16) if tiny else (8, 16, 2048, 64)
    q, k, v = (torch.randn(shape, device=device, dtype=dtype) for _ in range(3))
    return lambda: repeat(7, lambda: functional.scaled_dot_product_attention(q, k, v))


def build_reduction(device, dtype, tiny):
    rows, columns = (64, 64) if tiny else (16_384, 4096)
    values = torch.randn(rows, columns, device=device, dtype=torch.float32)
    return lambda: repeat(12, lambda: values.sum(dim=1))


def build_elementwise(device, dtype, tiny):
    size = 4096 if tiny else 64 * 2**20
    values = torch.randn(size, device=device, dtype=dtype)
    return lambda: repeat(4, lambda: functional.gelu(values) * 0.5 + values)


def repeat(times, compute):
    for _ in range(times):
        result = compute()
    return result.flatten()[:64].float().sum()


def build(device, tiny):
    """By stage: a function that computes one batch and returns its checksum, a tensor on the device."""
    torch.manual_seed(1)
    dtype = torch.float32 if device == "cpu" else torch.bfloat16
    makers = (build_gemm, build_conv, build_attention, build_reduction, build_elementwise)
    return {stage: make(device, dtype, tiny) for stage, make in zip(STAGES, makers)}


@torch.inference_mode()
def main():
    arguments = parse_arguments()
    synchronize = torch.cuda.synchronize if arguments.device == "cuda" else lambda: None
    stages = build(arguments.device, arguments.tiny)
    if arguments.calibrate:
        run_all = lambda _index: [run_batch() for run_batch in stages.values()]
        return print_calibration(arguments.calibrate, run_all, synchronize)
    require_output(arguments)
    events = StageEvents()
    checksums = []
    synchronize()
    for stage, run_batch in stages.items():
        events.emit("stage-start", stage)
        every = REPEAT_EVERY if REPEAT_STAGE in ("", stage) else 0
        for index in range(arguments.batches):
            for _ in range(2 if is_extra(index, every) else 1):
                checksum = run_batch()
            checksums.append(checksum)
        synchronize()
        events.emit("stage-end", stage)
    write_results(arguments.output, torch.stack(checksums).tolist())


if __name__ == "__main__":
    main()
