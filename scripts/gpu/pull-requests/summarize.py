"""Tables for docs/evidence from the results of run.py: python3 summarize.py RESULTS.jsonl..."""

import collections
import json
import pathlib
import statistics
import sys

HEADINGS = ("program", "planted", "pull requests", "failed", "passed", "inconclusive", "error", "runs per side", "GPU minutes")
KINDS = {
    "unchanged": "nothing",
    "gpu": "{percent} % GPU work",
    "stage": "{percent} % of {stage}",
    "cpu": "{percent} % loader CPU",
    "host": "{percent} % host",
    "power": "more power in equal kernels",
}
# Smallest share of the pull requests: detected slowdowns of GPU work by percent, unchanged heads that pass.
GOALS = {10: 0.95, 5: 0.95, 3: 0.85, 1.5: 0.95}
PASS_GOAL = 0.75
# Programs whose GPU never waits for the host.
GPU_BOUND = ("transformer", "kernels")


def read_results(paths):
    """Judged pull requests; the last line of an id counts. Cancelled and broken ones come second."""
    lines = [json.loads(line) for path in paths for line in pathlib.Path(path).read_text().splitlines()]
    by_id = {}
    for line in lines:
        if is_judged(line) or not is_judged(by_id.get(line["id"], {})):
            by_id[line["id"]] = line
    judged = [line for line in by_id.values() if is_judged(line)]
    return judged, [line for line in by_id.values() if not is_judged(line)]


def is_judged(line):
    return "verdict" in line and not line.get("isCancelled")


def describe(line):
    return KINDS[line["kind"]].format(**line)


def sort_key(line):
    return line["program"], list(KINDS).index(line["kind"]), line["percent"], line["stage"] or ""


def print_results(judged):
    groups = collections.defaultdict(list)
    for line in sorted(judged, key=sort_key):
        groups[line["program"], describe(line)].append(line)
    print(f"| {' | '.join(HEADINGS)} |\n| :- | :- |{' -: |' * (len(HEADINGS) - 2)}")
    for (program, planted), own in groups.items():
        count = collections.Counter(line["verdict"] for line in own)
        cells = [program, planted, len(own), count["fail"], count["pass"], count["inconclusive"], count["error"], mean_runs(own), minutes(own)]
        print(f"| {' | '.join(map(str, cells))} |")


def mean_runs(lines):
    return f"{statistics.mean(max(line['runs'].values()) for line in lines):.1f}"


def minutes(lines):
    return f"{sum(line['gpuSeconds'] for line in lines) / 60:.1f}"


def print_totals(judged):
    print("\n| question | result | goal |\n| :- | :- | :- |")
    for percent, goal in GOALS.items():
        own = [line for line in judged if line["kind"] == "gpu" and line["percent"] == percent]
        print_share(f"{percent} % more GPU work detected", own, "fail", f"≥ {goal:.0%}")
    both = [line for line in judged if line["kind"] == "gpu" and line["percent"] in (5, 10)]
    print_share("5 and 10 % together", both, "fail", "≥ 95%")
    small = [line for line in judged if line["kind"] == "gpu" and line["percent"] == 1]
    print_share("1 % more GPU work fails the check", small, "fail", "")
    bound = [line for line in small if line["program"] in GPU_BOUND]
    print_share("1 % named as slower, all programs", [name_slower(line, None) for line in small], "slower", "")
    print_share("1 % named within 5 runs per side, GPU-bound", [name_slower(line, 5) for line in bound], "slower", "≥ 80%")
    for kind in ("stage", "cpu", "host", "power"):
        own = [line for line in judged if line["kind"] == kind]
        print_share(f"{KINDS[kind].format(percent=10, stage='one kernel')} detected", own, "fail", "")
    unchanged = [line for line in judged if line["kind"] == "unchanged"]
    print_share("unchanged heads that fail", unchanged, "fail", "none")
    print_share("unchanged heads that pass", unchanged, "pass", f"≥ {PASS_GOAL:.0%}")
    slow = [line for line in judged if line["kind"] == "gpu" and line["percent"] > 1]
    print_share("3 to 10 % more GPU work that passes", slow, "pass", "none")
    print_cost(judged)


def name_slower(line, most_runs):
    """The line with the verdict `slower` if its busy time is one, whether or not that fails the check: 1 % costs less than `minCost`."""
    is_early = most_runs is None or max(line["runs"].values()) <= most_runs
    is_slower = any(row["metric"] == "gpu_busy_time" and row["isGate"] and row["verdict"] == "regression" for row in line["rows"])
    return {**line, "verdict": "slower" if is_slower and is_early else line["verdict"]}


def print_share(question, lines, verdict, goal):
    found = sum(line["verdict"] == verdict for line in lines)
    share = f"{found} of {len(lines)} ({found / len(lines):.0%})" if lines else "not measured"
    print(f"| {question} | {share} | {goal} |")


def print_cost(judged):
    if not judged:
        return
    runs = [max(line["runs"].values()) for line in judged]
    print(f"| runs per side, median and maximum | {statistics.median(runs):g}, {max(runs)} | |")
    print(f"| GPU minutes in runs, all and per pull request | {minutes(judged)}, {float(minutes(judged)) / len(judged):.2f} | |")
    print(f"| seconds per pull request, median | {statistics.median(line['seconds'] for line in judged):.0f} | |")


def print_rows(judged):
    """Per metric: verdicts of slower and of unchanged heads, and whether the metric decides."""
    print("\n| program | metric | gate | slower heads: regression / unchanged / inconclusive | unchanged heads: the same | median effect at 5 % |")
    print("| :- | :- | :- | -: | -: | -: |")
    metrics = dict.fromkeys((line["program"], row["metric"]) for line in sorted(judged, key=sort_key) for row in line["rows"])
    for program, metric in metrics:
        rows = [(line, row) for line in judged if line["program"] == program for row in line["rows"] if row["metric"] == metric]
        slower = [row for line, row in rows if line["kind"] == "gpu"]
        same = [row for line, row in rows if line["kind"] == "unchanged"]
        effects = [row["effect"] for line, row in rows if line["percent"] == 5 and row["effect"] is not None]
        effect = f"{statistics.median(effects):+.1%}" if effects else "–"
        gate = "yes" if any(row["isGate"] for _, row in rows) else ""
        print(f"| {program} | {metric} | {gate} | {count_verdicts(slower)} | {count_verdicts(same)} | {effect} |")


def count_verdicts(rows):
    count = collections.Counter(row["verdict"] for row in rows)
    return " / ".join(str(count[name]) for name in ("regression", "unchanged", "inconclusive"))


def print_unjudged(unjudged):
    if unjudged:
        print("\nNot judged:\n")
    for line in unjudged:
        reason = "cancelled, the time was up" if line.get("isCancelled") else line.get("error") or line.get("headline")
        print(f"- {line['id']}: {reason}")


def main(paths):
    judged, unjudged = read_results(paths)
    print_results(judged)
    print_totals(judged)
    print_rows(judged)
    print_unjudged(unjudged)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
