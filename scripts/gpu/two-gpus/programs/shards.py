"""Inference on all GPUs, one process each: every GPU computes its share of the batches of `transformer.py` without communication."""

import pathlib
import sys

from ranks import is_repeated, list_own_batches, parse_arguments, start_ranks

# Rank with 10 % more work; None: no rank.
EXTRA_GPU = None
EXTRA_EVERY = 10


def infer(arguments):
    """Computes the share of one rank and writes its checksums."""
    import torch
    from transformer import build

    device = "cuda" if arguments.device == "cuda" else "cpu"
    if device == "cuda":
        torch.cuda.set_device(arguments.rank)
    with torch.inference_mode():
        run_batch = build(device, arguments.tiny)
        checksums = []
        for position, index in enumerate(list_own_batches(arguments)):
            for _ in range(2 if is_repeated(position, arguments.rank, EXTRA_GPU, EXTRA_EVERY) else 1):
                checksum = run_batch(index)
            checksums.append(checksum)
        values = torch.stack(checksums).tolist()
    lines = [f"{index},{value:.6g}\n" for index, value in zip(list_own_batches(arguments), values)]
    pathlib.Path(arguments.output, f"part-{arguments.rank}").write_text("".join(lines))


def main():
    arguments = parse_arguments()
    if arguments.rank is not None:
        return infer(arguments)
    output = pathlib.Path(arguments.output)
    output.mkdir(parents=True)
    code = start_ranks(arguments)
    if code == 0:
        parts = [(output / f"part-{rank}").read_text() for rank in range(arguments.gpus)]
        (output / "results.csv").write_text("batch,checksum\n" + "".join(parts))
    return code


if __name__ == "__main__":
    sys.exit(main())
