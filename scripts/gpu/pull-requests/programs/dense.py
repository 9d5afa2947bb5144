"""Products of large matrices that draw as much power as the GPU may: the clock follows the data."""

import torch

from support import parse_arguments, print_calibration, require_output, run_batches, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0
# Share of the values that are not zero. More of them draw more power in equal kernels.
DENSITY = 0.1

SIZE = 8192


def build(device, tiny):
    """A function from the index of a batch to its checksum, a tensor on the device."""
    torch.manual_seed(1)
    size = 64 if tiny else SIZE
    dtype = torch.float32 if device == "cpu" else torch.bfloat16
    left, right = (fill(torch.randn(size, size, device=device, dtype=dtype)) for _ in range(2))

    def run_batch(index):
        return (left @ right)[index % size].float().sum()

    return run_batch


def fill(values):
    return values * (torch.rand(values.shape, device=values.device) < DENSITY)


@torch.inference_mode()
def main():
    arguments = parse_arguments()
    run_batch = build(arguments.device, arguments.tiny)
    synchronize = torch.cuda.synchronize if arguments.device == "cuda" else lambda: None
    if arguments.calibrate:
        return print_calibration(arguments.calibrate, run_batch, synchronize)
    require_output(arguments)
    checksums = run_batches(run_batch, arguments.batches, REPEAT_EVERY)
    write_results(arguments.output, torch.stack(checksums).tolist())


if __name__ == "__main__":
    main()
