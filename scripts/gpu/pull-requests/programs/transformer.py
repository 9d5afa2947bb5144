"""Inference with a transformer encoder: one long queue of large kernels keeps the GPU busy. About 2.7 TFLOP per batch."""

import torch
from torch import nn
from torch.nn import functional

from support import parse_arguments, print_calibration, require_output, run_batches, write_results

# Every n-th batch is computed twice; 0: none.
REPEAT_EVERY = 0


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.wide = nn.Linear(width, 4 * width)
        self.narrow = nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.qkv(self.norms[0](x)).view(batch, length, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.narrow(functional.gelu(self.wide(self.norms[1](x))))


def build(device, tiny):
    """A function from the index of a batch to its checksum, a tensor on the device."""
    torch.manual_seed(1)
    width, heads, layers, rows, length = (64, 4, 2, 2, 32) if tiny else (1024, 16, 12, 16, 512)
    dtype = torch.float32 if device == "cpu" else torch.bfloat16
    with torch.device(device):
        embed = nn.Embedding(1000, width, dtype=dtype)
        blocks = nn.Sequential(*[Block(width, heads) for _ in range(layers)]).to(dtype).eval()
    inputs = [torch.randint(0, 1000, (rows, length)) for _ in range(8)]
    if device == "cuda":
        inputs = [tokens.pin_memory() for tokens in inputs]

    def run_batch(index):
        tokens = inputs[index % len(inputs)].to(device, non_blocking=True)
        return blocks(embed(tokens)).float().mean()

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
