"""Text that the CPU turns into numbers, then a few products on the GPU, batch after batch: each waits for the other."""

import re

import torch

from support import is_extra, parse_arguments, print_calibration, require_output, write_results

# Every n-th batch is computed twice on the GPU; 0: none.
REPEAT_EVERY = 0
# Every n-th batch is prepared twice on the CPU; 0: none.
HOST_REPEAT_EVERY = 0

WORD = re.compile(r"[a-z]+")
TEXT = " ".join(f"{chr(97 + index % 26) * (1 + index % 7)}{'.' if index % 11 == 0 else ''}" for index in range(4000))


def prepare(index):
    """About half of the time of a batch: the words of a text as numbers."""
    numbers = [sum(word.encode()) * (index + 1) % 1009 for word in WORD.findall(TEXT)]
    return torch.tensor(numbers, dtype=torch.float32)


def build(device, tiny):
    """A function from the index of a batch to its checksum, a number."""
    torch.manual_seed(1)
    size = 64 if tiny else 2048
    weight = torch.randn(size, size, device=device) / size

    def run_batch(index):
        for _ in range(2 if is_extra(index, HOST_REPEAT_EVERY) else 1):
            numbers = prepare(index)
        row = numbers[:size].to(device)
        for _ in range(2 if is_extra(index, REPEAT_EVERY) else 1):
            state = row.expand(size, size)
            for _ in range(5):
                state = state @ weight
            checksum = state.square().mean().item()
        return checksum

    return run_batch


@torch.inference_mode()
def main():
    arguments = parse_arguments()
    run_batch = build(arguments.device, arguments.tiny)
    if arguments.calibrate:
        return print_calibration(arguments.calibrate, run_batch, lambda: None)
    require_output(arguments)
    write_results(arguments.output, [run_batch(index) for index in range(arguments.batches)])


if __name__ == "__main__":
    main()
