"""Trains a small network on one device; the constants below are what the commits of run.py change."""

import torch

STEPS = 400
HOST_LOOPS = 0
WIDTH = 4096
BATCH = 2048


def work_on_host(loops):
    total = 0
    for index in range(loops):
        total += index * index
    return total


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    width, batch = (WIDTH, BATCH) if device == "cuda" else (128, 64)
    torch.manual_seed(1)
    model = torch.nn.Sequential(
        torch.nn.Linear(width, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU(), torch.nn.Linear(width, 1)
    ).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    inputs = torch.randn(batch, width, device=device)
    targets = inputs[:, :1].clone()
    loss = None
    for _ in range(STEPS):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(inputs), targets)
        loss.backward()
        optimizer.step()
    work_on_host(HOST_LOOPS)
    print(f"trained: loss {loss.item():.6f}", flush=True)


if __name__ == "__main__":
    main()
