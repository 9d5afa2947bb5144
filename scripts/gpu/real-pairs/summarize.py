"""Table of real pairs: what `warpgauge ab` said, next to the kernel time of the recorded runs."""

import json
import sys
from statistics import mean

# The config's comparison.minGpuEffect.
SMALLEST = 0.01


def find_truth(records):
    """Mean kernel time of both sides in seconds, and the largest relative difference between runs of one side."""
    sides = {side: [item["seconds"] for item in records if item["side"] == side and item.get("seconds")] for side in ("base", "head")}
    if min(map(len, sides.values())) == 0:
        return None
    return mean(sides["base"]), mean(sides["head"]), max(max(values) / min(values) - 1 for values in sides.values())


def find(report, metric):
    return next((row for row in report["comparisons"] if row["metric"] == metric and ":" not in metric), None)


def percent(value):
    return "–" if value is None else f"{100 * value:+.2f} %"


def describe(item):
    found, report = find_truth(item["records"]), item["judged"]["report"]
    if found is None or report is None:
        return None
    base, head, spread = found
    truth = head / base - 1
    busy = find(report, "gpu_busy_time")
    # Busy time includes gaps between kernels, so the change in seconds is the same part of a longer time.
    share = (head - base) / busy["base"]["median"] if busy and busy.get("base") else None
    covered = share is not None and busy["interval"] and busy["interval"][0] <= share <= busy["interval"][1]
    isSlower = truth >= SMALLEST
    verdict = {1: "slower"}.get(item["judged"]["exit"], "not slower" if report["conclusion"] != "inconclusive" else "inconclusive")
    right = "open" if verdict == "inconclusive" else "right" if (verdict == "slower") == isSlower else "wrong"
    interval = f" ({percent(busy['interval'][0])} to {percent(busy['interval'][1])})" if busy and busy["interval"] else ""
    runs = max((row["head"]["count"] for row in report["comparisons"] if row.get("head")), default=0)
    return right, covered, [
        item["repository"].split("/")[1], item["head"][:8], item["case"], item.get("gpu", ""), percent(truth), percent(spread).replace("+", "±"), percent(share),
        (percent(busy["effect"]) + interval) if busy else "–", "yes" if covered else "no", str(runs), f"{item['judged']['seconds']:.0f} s",
        report["sentence"], right,
    ]


def main():
    rows, failed = [], []
    for line in open(sys.argv[1], encoding="utf-8"):
        item = json.loads(line)
        row = describe(item) if "judged" in item else None
        (rows if row else failed).append(row or item)
    titles = ["repository", "head", "case", "GPU", "kernel time", "between runs", "of busy time", "busy time (95 %)", "covers", "runs", "time", "first line", ""]
    print("| " + " | ".join(titles) + " |\n|" + " :- |" * len(titles))
    for _, _, cells in sorted(rows, key=lambda row: row[2]):
        print("| " + " | ".join(cells) + " |")
    print(f"\n{len(rows)} pairs: {sum(row[0] == 'right' for row in rows)} right, {sum(row[0] == 'open' for row in rows)} open, "
          f"{sum(row[0] == 'wrong' for row in rows)} wrong; {sum(bool(row[1]) for row in rows)} intervals of busy time contain the change of kernel time")
    for item in failed:
        print(f"not measured: {item['case']} {item['head'][:8]}: {item.get('error')}")


if __name__ == "__main__":
    main()
