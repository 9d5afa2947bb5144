"""Noise per counter from the run folders: python3 noise.py RESULTS.jsonl RUNS (an unpacked runs-*.tar.xz) prints tables."""

import json
import math
import pathlib
import statistics
import sys

WORK = {
    "busySeconds": "gpu_busy_time",
    "dramActiveSeconds": "GPM DRAM-active time",
    "graphicsActiveSeconds": "GPM graphics-active time",
    "energyAboveIdleJoules": "energy above idle",
}


def read_values(trial):
    """By name: every counter of one run. What was not measured is left out."""
    values = {"wall time": trial["wallSeconds"]}
    host = trial.get("host")
    if host and host["userCpuSeconds"] is not None:
        values["CPU time"] = host["userCpuSeconds"] + host["systemCpuSeconds"]
    gpus = [use for use in (trial["telemetry"] or {"gpus": []})["gpus"] if use["gpu"] in trial.get("gpus", [use["gpu"]])]
    for use in gpus:
        values.update(read_gpu(use, trial["wallSeconds"], f" of GPU {use['gpu']}" if len(gpus) > 1 else ""))
    for stage in trial["stages"]:
        values[f"stage {stage['stage']}"] = stage["seconds"]
    for row in (trial.get("gpuByStage") or {"rows": []})["rows"]:
        values[f"busy time of stage {row['stage']}"] = (row.get("work") or {}).get("busySeconds")
    return {name: value for name, value in values.items() if value is not None and value > 0}


def read_gpu(use, seconds, suffix):
    work = use.get("work") or {}
    utilization = use["utilizationPercent"]
    source = f" ({work['busySource']})" if work.get("busySource") else ""
    return {
        f"energy{suffix}": use["energyJoules"],
        f"mean utilization × wall time{suffix}": utilization and utilization["mean"] / 100 * seconds,
        **{f"{name}{source if key == 'busySeconds' else ''}{suffix}": work.get(key) for key, name in WORK.items()},
    }


def read_sides(record):
    """Counted runs as (base, head), each a list of values by name."""
    head = record["revisions"][0]["commit"]
    counted = [trial for trial in record["trials"] if not (trial["isWarmup"] or trial["failure"] or trial["contamination"])]
    sides = [[read_values(trial) for trial in counted if (trial["commit"] == head) == is_head] for is_head in (False, True)]
    return sides[0], sides[1]


def logs(runs, name):
    return [math.log(values[name]) for values in runs if name in values]


def pool_deviation(groups):
    """Standard deviation around the mean of each group; None below two degrees of freedom."""
    groups = [group for group in groups if len(group) > 1]
    freedom = sum(len(group) - 1 for group in groups)
    if freedom < 2:
        return None, freedom
    squares = sum((len(group) - 1) * statistics.variance(group) for group in groups)
    return math.sqrt(squares / freedom), freedom


def compute_t(base, head):
    """Welch's t of the difference of the logarithms; None with fewer than two runs on a side."""
    if min(len(base), len(head)) < 2:
        return None
    spread = math.sqrt(statistics.variance(base) / len(base) + statistics.variance(head) / len(head))
    return (statistics.mean(head) - statistics.mean(base)) / spread if spread > 0 else None


def summarize_program(entries):
    """Rows (name, noise, degrees of freedom, median effect and t of the heads with 5 % more GPU work)."""
    names = dict.fromkeys(name for _, base, _ in entries for values in base for name in values)
    rows = []
    for name in names:
        groups = [logs(base, name) for _, base, _ in entries]
        groups += [logs(head, name) for item, _, head in entries if item["kind"] == "unchanged"]
        noise, freedom = pool_deviation(groups)
        pairs = [(logs(base, name), logs(head, name)) for item, base, head in entries if is_five_percent(item)]
        pairs = [pair for pair in pairs if all(pair)]
        effects = [statistics.mean(head) - statistics.mean(base) for base, head in pairs]
        scores = [t for t in (compute_t(*pair) for pair in pairs) if t is not None]
        rows.append((name, noise, freedom, effects, scores))
    return rows


def is_five_percent(item):
    return item["kind"] == "gpu" and item["percent"] == 5


def print_table(program, rows, count):
    print(f"\n**{program}**, {count} pull requests\n")
    print("| counter | noise | degrees of freedom | effect of 5 % more GPU work | t (median of heads) |")
    print("| :- | -: | -: | -: | -: |")
    for name, noise, freedom, effects, scores in rows:
        cells = [
            "–" if noise is None else f"{100 * noise:.2f} %",
            str(freedom),
            f"{100 * math.expm1(statistics.median(effects)):+.1f} %" if effects else "–",
            f"{statistics.median(scores):.1f} ({len(scores)})" if scores else "–",
        ]
        print(f"| {name} | {' | '.join(cells)} |")


def main(results_path, runs_path):
    programs = {}
    for line in pathlib.Path(results_path).read_text().splitlines():
        item = json.loads(line)
        path = pathlib.Path(runs_path, item["id"], "run.json")
        if path.exists():
            programs.setdefault(item["program"], []).append((item, *read_sides(json.loads(path.read_text()))))
    for program, entries in programs.items():
        print_table(program, summarize_program(entries), len(entries))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
