"""Creates many contexts at once: several worker processes per GPU, each with idle loader processes, then GPU work."""

import argparse
import subprocess
import sys
import time

LOADERS = 4


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, default=2)
    parser.add_argument("--workers", type=int, default=4, help="processes per GPU")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--gpu", type=int, help="of this process; set by the first process")
    return parser.parse_args()


def work(arguments):
    import torch

    loaders = [subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) for _ in range(LOADERS)]
    device = torch.device("cuda", arguments.gpu) if arguments.device == "cuda" else torch.device("cpu")
    size = 2048 if arguments.device == "cuda" else 64
    values = torch.randn(size, size, device=device)
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        (values @ values).sum().item()
    for loader in loaders:
        loader.communicate(b"\n")


def main():
    arguments = parse_arguments()
    if arguments.gpu is not None:
        return work(arguments)
    command = [sys.executable, *sys.argv]
    gpus = [gpu for gpu in range(arguments.gpus) for _ in range(arguments.workers)]
    workers = [subprocess.Popen([*command, "--gpu", str(gpu)]) for gpu in gpus]
    return max(abs(worker.wait()) for worker in workers)


if __name__ == "__main__":
    sys.exit(main())
