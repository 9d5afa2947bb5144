"""Coupled oscillators in steps of many short kernels, each launched from Python: the GPU waits for the launches."""

import torch

from support import parse_arguments, print_calibration, require_output, run_batches, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0

STEPS_PER_BATCH = 50
TIME_STEP = 0.01


def build(device, tiny):
    """A function from the index of a batch to its checksum, a tensor on the device. About 500 launches per batch."""
    torch.manual_seed(1)
    size = 256 if tiny else 65_536
    steps = 5 if tiny else STEPS_PER_BATCH
    start = torch.randn(size, device=device)
    stiffness = torch.rand(size, device=device)

    def run_batch(index):
        place = torch.roll(start, index % 7)
        speed = torch.zeros_like(place)
        for _ in range(steps):
            stretch = torch.roll(place, 1) - place
            force = stretch * stiffness - torch.sin(place)
            speed = (speed + force * TIME_STEP) * 0.999
            place = place + speed * TIME_STEP
        return place.square().mean()

    return run_batch


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
