"""Products of large matrices, about 13 ms each on an H100: for `accuracy.py`, since hardly any time lies between kernels."""

import torch

from support import parse_arguments, require_output, write_results


@torch.inference_mode()
def main():
    arguments = parse_arguments()
    require_output(arguments)
    torch.manual_seed(1)
    size, dtype = (256, torch.float32) if arguments.device == "cpu" else (16384, torch.bfloat16)
    left, right = (torch.rand(size, size, device=arguments.device, dtype=dtype) for _ in range(2))
    checksums = [(left @ right)[0, 0].float() for _ in range(arguments.batches)]
    write_results(arguments.output, torch.stack(checksums).tolist())


if __name__ == "__main__":
    main()
