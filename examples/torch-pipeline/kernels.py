#!/usr/bin/env python3
"""One pass of each model over one full batch, without the rest of the pipeline: its time, or a trace of its kernels."""

import argparse
import json
import os
import sys

from model import Model, read_model
from options import SIZES
from tokens import DNA_FIRST_WORD, ESM2_FIRST_RESIDUE

# Typical lengths of what chunks of 150 bases give.
SHAPES = {"dnabert": (147, DNA_FIRST_WORD), "esm2": (51, ESM2_FIRST_RESIDUE)}
SECONDS_EACH = 1.0
PASSES_TRACED = 3


def main(argv: list[str]) -> int:
    options = _options(argv)
    os.environ["HF_HUB_OFFLINE"] = "1"
    model = read_model(None, options.size)
    (_trace if options.what == "trace" else _time)(options, model)
    return 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="kernels.py", description=__doc__)
    parser.add_argument("what", choices=("time", "trace"), help="JSON of torch.utils.benchmark, or of torch.profiler")
    parser.add_argument("--output", required=True, help="the file to write")
    parser.add_argument("--gpus", type=int, default=0, metavar="ID", help="the device (default: 0)")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="(default: %(default)s)")
    parser.add_argument("--size", choices=SIZES, default="650M", help="shape of the ESM-2 model (default: %(default)s)")
    parser.add_argument("--tokens", type=int, nargs="+", default=[16384], help="in the batch (default: 16384)")
    return parser.parse_args(argv)


def _time(options: argparse.Namespace, model: Model) -> None:
    import torch
    from torch.utils.benchmark import Timer

    taken = []
    for name, tokens, one_pass in _passes(options, model):
        labels = {"label": name, "sub_label": f"{tokens} tokens", "num_threads": torch.get_num_threads()}
        timer = Timer("one_pass()", globals={"one_pass": one_pass}, **labels)
        taken.append(timer.blocked_autorange(min_run_time=SECONDS_EACH))
    keys = ("label", "sub_label", "description", "stmt", "env", "num_threads", "number_per_run", "raw_times")
    values = [{key: getattr(one, key) for key in keys} for one in taken]
    with open(options.output, "w", encoding="utf-8") as file:
        json.dump({"torch_version": torch.__version__, "measurements": values}, file)


def _trace(options: argparse.Namespace, model: Model) -> None:
    from torch.profiler import profile

    passes = list(_passes(options, model))
    with profile() as trace:
        for _, _, one_pass in passes:
            for _ in range(PASSES_TRACED):
                one_pass()
    trace.export_chrome_trace(options.output)


def _passes(options: argparse.Namespace, model: Model):
    """(model, tokens, function) of each pass, run once so that nothing is made for the first time later."""
    import torch
    from networks import make_network

    is_cuda = options.device == "cuda"
    device = torch.device(f"cuda:{options.gpus}" if is_cuda else "cpu")
    placement = {"device": device, "dtype": "bf16" if is_cuda else "fp32", "attention": "sdpa"}
    for name, (length, letter) in SHAPES.items():
        network = make_network(name, model, model.expected_length + 2, placement)
        for tokens in options.tokens:
            ids = torch.full((max(1, tokens // length), length), letter, device=device)
            one_pass = _pass_over(network, ids)
            one_pass()
            yield name, ids.numel(), one_pass


def _pass_over(network, ids):
    import torch

    mask = torch.ones_like(ids)

    @torch.inference_mode()
    def one_pass() -> None:
        network(input_ids=ids, attention_mask=mask)
        if ids.is_cuda:
            torch.cuda.synchronize(ids.device)

    return one_pass


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
