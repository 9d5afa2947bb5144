"""Products and sweeps of torch in so many rounds: rounds.py NUMBER."""

import sys

import torch

torch.set_grad_enabled(False)
a, b = (torch.ones(2048, 2048, device="cuda") for _ in range(2))
values = torch.zeros(2**22, device="cuda")
for _ in range(int(sys.argv[1])):
    a @ b
    values.mul_(1.0001)
torch.cuda.synchronize()
print("done")
