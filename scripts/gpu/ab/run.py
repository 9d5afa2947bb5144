"""Runs `warpgauge ab` on commits of a torch program with known slowdowns, next to plain wall-clock timing."""

import argparse
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import timeit
from statistics import NormalDist, mean, variance

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TRAINING_SECONDS = 2.0
HOST_SHARE = 0.06
# Relative changes of the training steps, and whether the host gets more work.
CHANGES = {"none": (0.0, False), "gpu +3 %": (0.03, False), "gpu +6 %": (0.06, False), "host only": (0.0, True)}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="directory for results.json and the run records")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--gpu", default="0", help="index of the GPU; `none` for a trial of the kit without one")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--changes", nargs="*", default=list(CHANGES), choices=list(CHANGES))
    return parser.parse_args()


class Kit:
    def __init__(self, arguments):
        self.arguments = arguments
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="ab-kit-"))
        self.work.chmod(0o755)
        self.path = self.work / "repository"
        self.environment = dict(os.environ)
        if arguments.gpu != "none":
            self.environment["CUDA_VISIBLE_DEVICES"] = arguments.gpu

    def git(self, *words):
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        return subprocess.run(["git", *identity, *words], cwd=self.path, check=True, capture_output=True, text=True).stdout.strip()

    def time_program(self, directory):
        started = time.perf_counter()
        subprocess.run([sys.executable, "train.py"], cwd=directory, env=self.environment, check=True, capture_output=True)
        return time.perf_counter() - started

    def write_program(self, steps, host_loops):
        text = (HERE / "train.py").read_text()
        text = re.sub(r"^STEPS = .*$", f"STEPS = {steps}", text, flags=re.MULTILINE)
        text = re.sub(r"^HOST_LOOPS = .*$", f"HOST_LOOPS = {host_loops}", text, flags=re.MULTILINE)
        (self.path / "train.py").write_text(text)

    def calibrate(self):
        """Chooses steps and host loops for the time that they shall take on this machine."""
        few, many = 100, 500
        self.write_program(few, 0)
        self.time_program(self.path)
        short = min(self.time_program(self.path) for _ in range(3))
        self.write_program(many, 0)
        long = min(self.time_program(self.path) for _ in range(3))
        steps = max(100, round(TRAINING_SECONDS * (many - few) / max(long - short, 1e-3) / 100) * 100)
        # In this process: a whole run varies by more than the loop takes.
        loop = "total = 0\nfor index in range(2_000_000):\n    total += index * index"
        loops_per_second = 2_000_000 / min(timeit.repeat(f"def work():\n    {loop.replace(chr(10), chr(10) + '    ')}\nwork()", number=1))
        seconds = short + (steps - few) * (long - short) / (many - few)
        return steps, round(loops_per_second * HOST_SHARE * seconds), seconds

    def create_repository(self):
        self.path.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")
        steps, loops, seconds = self.calibrate()
        self.write_program(steps, 0)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Train")
        for name, (share, is_host) in CHANGES.items():
            branch = to_branch(name)
            self.git("switch", "--quiet", "--create", branch, "main")
            self.write_program(round(steps * (1 + share)), loops if is_host else 0)
            (self.path / "notes.txt").write_text(f"{name}\n")
            self.git("add", "--all")
            self.git("commit", "--quiet", "--message", f"Change: {name}")
            self.git("worktree", "add", "--quiet", "--detach", str(self.work / branch), branch)
        self.git("worktree", "add", "--quiet", "--detach", str(self.work / "main"), "main")
        return {"steps": steps, "hostLoops": loops, "expectedSeconds": seconds}

    def run_ab(self, name, number):
        branch = to_branch(name)
        folder = self.arguments.out / f"{branch}-{number}"
        shutil.rmtree(folder, ignore_errors=True)
        self.git("switch", "--quiet", branch)
        gpus = "0" if self.arguments.gpu == "none" else "1"
        options = ["--base", "main", "--gpus", gpus, "--proof", "trained: loss", "--json", "--out", str(folder)]
        command = [self.arguments.node, self.arguments.cli, "ab", *options, "--", sys.executable, "train.py"]
        started = time.perf_counter()
        done = subprocess.run(command, cwd=self.path, env=self.environment, capture_output=True, text=True)
        seconds = time.perf_counter() - started
        result = {"tool": "warpgauge ab", "change": name, "round": number, "seconds": seconds, "exitCode": done.returncode}
        if not done.stdout.startswith("{"):
            return {**result, "verdict": "error", "stderr": done.stderr[-4000:]}, 0
        report = json.loads(done.stdout)
        gates = [describe_gate(item) for item in report["comparisons"] if item["isGate"]]
        runs = max((item["head"]["count"] for item in report["comparisons"] if item["head"]), default=0)
        headline = next((line for line in done.stderr.splitlines() if re.match(r"(Slower|Faster|Not slower|Inconclusive|Could)", line)), "")
        return {**result, "verdict": report["verdict"], "headline": headline, "runs": runs, "gates": gates}, runs

    def time_plainly(self, name, number, runs):
        """Alternates both sides and computes Welch's 95 % interval of the ratio on the logarithmic scale."""
        sides = {"main": [], to_branch(name): []}
        for side in sides:
            self.time_program(self.work / side)
        started = time.perf_counter()
        for index in range(runs):
            for side in list(sides) if index % 2 == 0 else reversed(list(sides)):
                sides[side].append(self.time_program(self.work / side))
        effect, interval = compare_means(*sides.values())
        verdict = "fail" if interval[0] > 0 else "pass" if interval[1] < 0.03 else "inconclusive"
        result = {"tool": "wall clock", "change": name, "round": number, "seconds": time.perf_counter() - started, "runs": runs}
        return {**result, "verdict": verdict, "effect": effect, "interval": interval, "samples": sides}


def to_branch(name):
    return re.sub(r"[^a-z0-9]+", "-", name).strip("-")


def describe_gate(item):
    return {key: item.get(key) for key in ("metric", "verdict", "effect", "interval", "cost", "reason")}


def compare_means(base, head):
    one, other = [[math.log(value) for value in side] for side in (base, head)]
    parts = [variance(side) / len(side) for side in (one, other)]
    freedom = sum(parts) ** 2 / sum(part**2 / (len(side) - 1) for part, side in zip(parts, (one, other)))
    reach = compute_student_quantile(0.975, freedom) * math.sqrt(sum(parts))
    difference = mean(other) - mean(one)
    return math.expm1(difference), [math.expm1(difference - reach), math.expm1(difference + reach)]


def compute_student_quantile(probability, freedom):
    """Cornish-Fisher expansion (Abramowitz and Stegun 26.7.5); within 1 % from 4 degrees of freedom on."""
    z = NormalDist().inv_cdf(probability)
    terms = [
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    ]
    return z + sum(term / freedom ** (power + 1) for power, term in enumerate(terms))


def format_row(row):
    if row["tool"] == "wall clock":
        low, high = row["interval"]
        said = f"{row['effect']:+.1%} ({low:+.1%} to {high:+.1%})"
    else:
        said = row.get("headline") or row.get("stderr", "")[-300:]
    return f"{row['change']:10} {row['tool']:13} {row['verdict']:13} {row['seconds']:6.0f} s  {row.get('runs', 0):3} runs  {said}"


def main():
    arguments = parse_arguments()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    kit = Kit(arguments)
    try:
        results = {"program": kit.create_repository(), "rows": []}
        print(json.dumps(results["program"]), flush=True)
        for number in range(1, arguments.rounds + 1):
            for name in arguments.changes:
                measured, runs = kit.run_ab(name, number)
                rows = [measured, *([kit.time_plainly(name, number, runs)] if runs > 1 else [])]
                for row in rows:
                    print(format_row(row), flush=True)
                results["rows"] += rows
                (arguments.out / "results.json").write_text(json.dumps(results, indent=1))
    finally:
        shutil.rmtree(kit.work, ignore_errors=True)


if __name__ == "__main__":
    main()
