"""Keeps GPU 0 busy until it is killed."""

import torch

values = torch.randn(8192, 8192, device="cuda")
while True:
    values @ values
    torch.cuda.synchronize()
