"""Prints the planned pull requests as JSON lines: python3 plan.py [PROGRAM...] > plan.jsonl

The order is balanced: whoever stops after any number of lines has about the same share of each program and slowdown.
"""

import json
import sys

PROGRAMS = ("transformer", "training", "launches", "kernels")
ROUNDS = 3
# Of one round, for each program: percent more GPU work; 0: unchanged.
PERCENTS = (0, 5, 0, 3, 10)


def plan_pull_requests(programs=PROGRAMS):
    """Per program: 6 unchanged, 3 × 3 %, 3 × 5 %, 3 × 10 %; more for the programs that `plan_extras` names."""
    lines = []
    for round_number in range(ROUNDS):
        for place, percent in enumerate(PERCENTS):
            kind = "gpu" if percent else "unchanged"
            lines += [make_line(program, kind, percent, seed=round_number * 10 + place) for program in programs]
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


def make_line(program, kind, percent, seed, stage=None):
    name = f"{program}-{stage or kind}-{percent}-{seed}"
    return {"id": name, "program": program, "kind": kind, "percent": percent, "stage": stage, "seed": seed}


if __name__ == "__main__":
    for item in plan_pull_requests(tuple(sys.argv[1:]) or PROGRAMS):
        print(json.dumps(item))
