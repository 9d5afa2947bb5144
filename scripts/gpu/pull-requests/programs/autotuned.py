"""A matrix product in Triton that chooses its tiles by trying them in each process, followed by an elementwise kernel."""

import torch
import triton
import triton.language as tl

from support import parse_arguments, print_calibration, require_output, run_batches, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0

CONFIGS = [
    triton.Config({"ROWS": rows, "COLUMNS": columns, "DEPTH": 32}, num_warps=warps)
    for rows, columns, warps in ((64, 64, 4), (128, 64, 4), (64, 128, 4), (128, 128, 8))
]


@triton.autotune(configs=CONFIGS, key=["size"])
@triton.jit
def multiply(left, right, out, size, ROWS: tl.constexpr, COLUMNS: tl.constexpr, DEPTH: tl.constexpr):
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    columns = tl.program_id(1) * COLUMNS + tl.arange(0, COLUMNS)
    depth = tl.arange(0, DEPTH)
    total = tl.zeros((ROWS, COLUMNS), dtype=tl.float32)
    for start in range(0, size, DEPTH):
        a = tl.load(left + rows[:, None] * size + (start + depth)[None, :])
        b = tl.load(right + (start + depth)[:, None] * size + columns[None, :])
        total += tl.dot(a, b)
    tl.store(out + rows[:, None] * size + columns[None, :], total.to(tl.bfloat16))


def build(size=2048):
    """A function from the index of a batch to its checksum, a tensor on the device."""
    torch.manual_seed(1)
    left, right = (torch.randn(size, size, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    out = torch.empty_like(left)

    def run_batch(index):
        for _ in range(4):
            multiply[lambda meta: (size // meta["ROWS"], size // meta["COLUMNS"])](left, right, out, size)
        return torch.nn.functional.gelu(out)[index % size].float().sum()

    return run_batch


@torch.inference_mode()
def main():
    arguments = parse_arguments()
    run_batch = build()
    if arguments.calibrate:
        return print_calibration(arguments.calibrate, run_batch, torch.cuda.synchronize)
    require_output(arguments)
    checksums = run_batches(run_batch, arguments.batches, REPEAT_EVERY)
    write_results(arguments.output, torch.stack(checksums).tolist())


if __name__ == "__main__":
    main()
