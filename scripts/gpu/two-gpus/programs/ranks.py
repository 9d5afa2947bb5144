"""Starts a program once per GPU and ends all processes if one fails. This process never imports torch."""

import argparse
import os
import socket
import subprocess
import sys
import time

POLL_SECONDS = 0.02


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpus", type=int, default=1, help="number of processes, one per GPU")
    parser.add_argument("--batches", type=int, default=200, help="batches of all GPUs together")
    parser.add_argument("--output", help="directory of results.csv; created")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--tiny", action="store_true", help="small shapes, for a machine without a GPU")
    parser.add_argument("--calibrate", type=float, metavar="SECONDS", help="print the batches for SECONDS on one GPU and exit")
    parser.add_argument("--rank", type=int, help="of this process; set by the first process")
    parser.add_argument("--port", type=int, default=0, help="where the processes meet; set by the first process")
    return parser.parse_args()


def start_ranks(arguments):
    """Starts this program again with each rank; returns the exit code."""
    port = find_free_port()
    # NVLink multicast needs privileges that a container may lack.
    environment = {"NCCL_NVLS_ENABLE": "0", **os.environ}
    command = [sys.executable, *sys.argv, "--port", str(port)]
    ranks = [subprocess.Popen([*command, "--rank", str(rank)], env=environment) for rank in range(arguments.gpus)]
    try:
        return wait_for(ranks)
    finally:
        for process in ranks:
            if process.poll() is None:
                process.kill()
            process.wait()


def wait_for(ranks):
    """0 if all end with 0; otherwise the exit code of the first that fails."""
    while True:
        codes = [process.poll() for process in ranks]
        failed = [code for code in codes if code]
        if failed or None not in codes:
            return abs(failed[0]) if failed else 0
        time.sleep(POLL_SECONDS)


def find_free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def list_own_batches(arguments):
    """Batch indices of this rank: every n-th for n GPUs."""
    return range(arguments.rank, arguments.batches, arguments.gpus)


def is_repeated(position, rank, extra_gpu, every):
    """Whether the batch at this position of a rank is computed twice: every n-th on the GPU with more work."""
    return rank == extra_gpu and position % every == every - 1
