"""Compares equal and slightly longer GPU work with `warpgauge ab` and shows what recorded pairs decide; README.md explains it."""

import argparse
import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# Share of more rounds, and whether kernel time is the gate by name, which asks for records even where busy time suffices.
COMPARISONS = ((0.0, True), (0.003, True), (0.01, True), (0.0, True), (0.0, False), (0.01, False))
NAMES = ("gpu_kernel_time", "gpu_launches", "gpu_memory_allocated_peak", "gpu_busy_time", "gpu_in_use_time", "wall_time")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="directory for results.json and the run folders")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--minutes", type=float, default=8, help="no comparison starts that would most likely end later")
    parser.add_argument("--shares", type=float, nargs="*", help="instead of the usual comparisons: these shares of more work, again and again until the time is up")
    parser.add_argument("--gpus", default="1", help="0 tries the kit on a machine without one")
    parser.add_argument("--program", nargs="*", metavar="NAME=ROUNDS=COMMAND", default=[], help="instead of the two programs; {rounds} in the command")
    return parser.parse_args()


def list_programs(arguments, work):
    if arguments.program:
        return [(name, int(rounds), command) for name, rounds, command in (text.split("=", 2) for text in arguments.program)]
    programs = [("torch", 4000, f"{sys.executable} rounds.py {{rounds}}")]
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if nvcc is None:
        print("no nvcc: the CUDA program is left out", flush=True)
        return programs
    subprocess.run([nvcc, "-O3", "-arch=native", "-o", str(work / "rounds"), str(HERE / "rounds.cu")], check=True)
    return [("cuda", 5000, "./rounds {rounds}"), *programs]


def list_comparisons(shares):
    """Share of more rounds, and whether kernel time is the gate by name."""
    return itertools.cycle([(share, True) for share in shares]) if shares else COMPARISONS


def create_repository(work):
    shutil.copy(HERE / "rounds.py", work)
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run([*git, "init", "--quiet", "--initial-branch=main"], cwd=work, check=True)
    subprocess.run([*git, "add", "--all"], cwd=work, check=True)
    subprocess.run([*git, "commit", "--quiet", "--message", "Programs"], cwd=work, check=True)


def compare(arguments, work, program, share, is_named, folder):
    name, rounds, command = program
    sides = [command.format(rounds=count) for count in (rounds, round(rounds * (1 + share)))]
    options = ["--gpus", arguments.gpus, "--json", "--out", str(folder), "--proof", "done"]
    gate = ["--metric", "gpu_kernel_time"] if is_named else []
    shutil.rmtree(folder, ignore_errors=True)
    started = time.monotonic()
    done = subprocess.run(
        [arguments.node, arguments.cli, "ab", *options, *gate, "--command", sides[0], "--command", sides[1]], cwd=work, capture_output=True, text=True
    )
    row = {"program": name, "share": share, "gate": "gpu_kernel_time" if is_named else "auto", "seconds": round(time.monotonic() - started, 1)}
    if not done.stdout.startswith("{"):
        return {**row, "verdict": "error", "isRight": False, "stderr": done.stderr[-2000:]}
    report = json.loads(done.stdout)
    trials = json.loads((folder / "run.json").read_text())["trials"]
    rows = {item["metric"]: describe(item) for item in report["comparisons"] if item["metric"] in NAMES}
    recorded = [{"case": trial["caseId"][-12:], "seconds": trial.get("kernels", {}).get("seconds"), "problems": trial.get("kernels", {}).get("problems")} for trial in trials if trial.get("isRecorded")]
    judged = sum(1 for trial in trials if not trial["isWarmup"])
    text = {"terminal": done.stderr[-2500:], "sentence": report["sentence"]}
    return {**row, "verdict": report["verdict"], "judged": judged, "recorded": len(recorded), "isRight": is_right(row, report["verdict"], rows), "metrics": rows, "pairs": recorded, **text}


def describe(item):
    return {key: item.get(key) for key in ("verdict", "isGate", "effect", "interval", "excluded", "toleratedBecause", "reason")}


def is_right(row, verdict, rows):
    """A named gate fails by any slowdown that is shown; `auto` from 1 % on, which 1 % of the rounds may just miss."""
    kernel = rows.get("gpu_kernel_time", {"verdict": "none", "effect": None})
    if row["share"] == 0:
        return verdict == "pass" and kernel["verdict"] in ("unchanged", "none" if row["gate"] == "auto" else "unchanged")
    if row["gate"] == "auto":
        return verdict in ("fail", "pass") and kernel["verdict"] in ("regression", "none")
    return verdict == "fail" and kernel["verdict"] == "regression" and 0.5 * row["share"] < kernel["effect"] < 1.5 * row["share"]


def format_row(row):
    kernel = row.get("metrics", {}).get("gpu_kernel_time", {})
    effect = kernel.get("effect")
    size = "no kernel time" if effect is None else f"kernel time {effect:+.3%} ({kernel['verdict']})"
    counts = f"{row.get('judged', 0)} judged + {row.get('recorded', 0)} recorded runs"
    return f"{'ok   ' if row['isRight'] else 'WRONG'} {row['program']:6} {row['share']:+.1%} gate {row['gate']:15} {row['seconds']:5.0f} s {counts}: {row['verdict']}; {size}; {row.get('sentence', row.get('stderr', ''))[:300]}"


def main():
    arguments = parse_arguments()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="pairs-"))
    work.chmod(0o755)
    ends = time.monotonic() + arguments.minutes * 60
    rows = []
    try:
        programs = list_programs(arguments, work)
        create_repository(work)
        longest = dict.fromkeys((name for name, *_ in programs), 0.0)
        for number, (share, is_named) in enumerate(list_comparisons(arguments.shares)):
            if arguments.shares and time.monotonic() + max(longest.values()) > ends:
                break
            for program in programs:
                if time.monotonic() + longest[program[0]] > ends:
                    print(f"no time left for {program[0]} {share:+.1%}", flush=True)
                    continue
                rows.append(compare(arguments, work, program, share, is_named, arguments.out / f"{program[0]}-{number}"))
                longest[program[0]] = max(longest[program[0]], rows[-1]["seconds"])
                print(format_row(rows[-1]), flush=True)
                (arguments.out / "results.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    print(f"{len(rows)} comparisons, {sum(not row['isRight'] for row in rows)} wrong")


if __name__ == "__main__":
    main()
