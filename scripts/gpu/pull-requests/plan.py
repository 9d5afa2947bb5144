"""Prints the planned pull requests as JSON lines: python3 plan.py [PROGRAM...] > plan.jsonl

The order is balanced: whoever stops after any number of lines has about the same share of each program and slowdown.
"""

import json
import sys

PROGRAMS = ("transformer", "training", "launches", "kernels")
# Autotuned kernels, JAX, CUDA C++, a GPU that waits for the CPU, and one at its power limit: a plan of their own.
OTHER_PROGRAMS = ("autotuned", "jax_training", "stencil", "host_bound", "dense")
ROUNDS = 3
# Of one round, for each program: percent more GPU work; 0: unchanged.
PERCENTS = (0, 5, 0, 3, 10)
OTHER_PERCENTS = (0, 1.5, 3, 0, 5, 1.5, 0)


def plan_pull_requests(programs=PROGRAMS):
    """Per program: 6 unchanged, 3 × 3 %, 3 × 5 %, 3 × 10 %; more for the programs that `plan_extras` names."""
    lines = []
    for round_number in range(ROUNDS):
        for place, percent in enumerate(PERCENTS):
            kind = "gpu" if percent else "unchanged"
            own = [program for program in PROGRAMS if program in programs]
            lines += [make_line(program, kind, percent, seed=round_number * 10 + place) for program in own]
        lines += [line for line in plan_extras(round_number) if line["program"] in programs]
    return lines


def plan_extras(round_number):
    """1 % more GPU work (5 in all rounds), 10 % more of one kernel (3), 10 % more work in the loader processes (3)."""
    small = 2 if round_number < 2 else 1
    stage = ("gemm", "attention", "conv")[round_number]
    return [
        *[make_line("transformer", "gpu", 1, seed=round_number * 10 + 5 + place) for place in range(small)],
        make_line("kernels", "stage", 10, seed=round_number * 10 + 5, stage=stage),
        make_line("training", "cpu", 10, seed=round_number * 10 + 5),
    ]


def plan_others(programs=OTHER_PROGRAMS):
    """Per program: 3 unchanged, 2 × 1.5 %, 3 %, 5 % more GPU work; also a slower host (5 and 10 %) and more power in equal kernels."""
    lines = []
    for place, percent in enumerate(OTHER_PERCENTS):
        lines += [make_line(program, "gpu" if percent else "unchanged", percent, seed=place) for program in OTHER_PROGRAMS]
        lines.append(make_line("host_bound", "host", 5 if place % 2 else 10, seed=10 + place))
        lines += [make_line("dense", "power", 0, seed=10 + place)] if place % 2 else []
    return [line for line in lines if line["program"] in programs]


def make_line(program, kind, percent, seed, stage=None):
    name = f"{program}-{stage or kind}-{percent}-{seed}"
    return {"id": name, "program": program, "kind": kind, "percent": percent, "stage": stage, "seed": seed}


if __name__ == "__main__":
    names = tuple(sys.argv[1:]) or PROGRAMS
    for item in [*plan_pull_requests(names), *plan_others(names)]:
        print(json.dumps(item))
