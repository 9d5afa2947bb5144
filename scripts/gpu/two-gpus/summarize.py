"""Tables from the results of run.py: python3 summarize.py results.json"""

import json
import pathlib
import statistics
import sys


def main(path):
    results = json.loads(pathlib.Path(path).read_text())
    print(f"{results['startedAt']}, {results['machine']}")
    for part, result in results.items():
        if isinstance(result, dict) and result.get("error"):
            print(f"\n{part}: {result['error']}")
    for part in ("training", "pipeline"):
        print_scaling(part, results.get(part, {}))
    for part in ("imbalance", "synchronous"):
        print_verdict(part, results.get(part, {}))
    print_sampling(results)
    print_interference(results.get("interference", {}))
    print_pull_requests(results.get("parallel", {}))


def list_counted(result):
    return [trial for trial in result.get("trials", []) if not (trial["isWarmup"] or trial["failure"] or trial["contamination"])]


def print_scaling(part, result):
    """Speed-up by warpgauge, by the stopwatch in the same runs, and by other runs without warpgauge."""
    groups = {count: [trial for trial in list_counted(result) if len(trial["gpus"] or []) == count] for count in (1, 2)}
    if not all(groups.values()):
        return
    print(f"\n## Scaling: {part}\n\n| GPUs | runs | wall time | stopwatch | without warpgauge |\n| -: | -: | -: | -: | -: |")
    columns = []
    for count, trials in groups.items():
        direct = result.get("directSeconds", {}).get(str(count), [])
        values = [[trial["wallSeconds"] for trial in trials], [trial["stopwatchSeconds"] for trial in trials], direct]
        columns.append([statistics.median(value) if value else None for value in values])
        cells = [" ".join(f"{seconds:.3f}" for seconds in value) for value in values]
        print(f"| {count} | {len(trials)} | {' | '.join(cells)} |")
    ratios = [one / more if one and more else None for one, more in zip(*columns)]
    names = ("warpgauge", "stopwatch", "without warpgauge")
    print("speed-up:", ", ".join(f"{name} {ratio:.4f}" for name, ratio in zip(names, ratios) if ratio))
    print("reported:", [item["value"] for item in result.get("speedups", [])])
    print_gpus([trial for trials in groups.values() for trial in trials])


def print_gpus(trials):
    print("\n| run | GPU | busy | DRAM | graphics | clock | NVLink sent | summed by the program |\n| :- | -: | -: | -: | -: | -: | -: | -: |")
    for trial in trials:
        seconds = (trial["monitor"]["endedMs"] - trial["monitor"]["startedMs"]) / 1000
        for use in trial["byGpu"]:
            if use["gpu"] not in trial["gpus"]:
                continue
            rate, summed = use["nvlinkSendBytesPerSecond"], trial["summedBytes"]
            cells = [f"{use[key]:.3f} s" if use.get(key) else "–" for key in ("busySeconds", "dramActiveSeconds", "graphicsActiveSeconds")]
            clock = f"{use['busyClockMhz']:.0f} MHz" if use.get("busyClockMhz") else "–"
            link = ["–" if value is None else f"{value / 1e9:.2f} GB" for value in (rate and rate * seconds, summed)]
            print(f"| {trial['case']} | {use['gpu']} | {' | '.join([*cells, clock, *link])} |")


def print_verdict(part, result):
    if "verdict" not in result:
        return
    print(f"\n## {part}: {result['verdict']}: {result['headline']}\n")
    print("| metric | gate | verdict | effect | interval |\n| :- | :- | :- | -: | :- |")
    for row in result["comparisons"]:
        print(f"| {row['metric']} | {'yes' if row['isGate'] else ''} | {row['verdict']} | {format_share(row['effect'])} | {format_interval(row['interval'])} |")
    for row in result["comparisons"]:
        if row["metric"].startswith("gpu_busy_time"):
            print(f"- {row['metric']}: {row['reason']}")
    for caution in result["cautions"]:
        print(f"- caution: {caution['subject']}: {caution['reason']}")


def format_share(value):
    return "–" if value is None else f"{value:+.2%}"


def format_interval(interval):
    return "–" if not interval else " to ".join(format_share(value) for value in interval)


def print_sampling(results):
    print("\n## Sampling\n\n| run | share of a core | samples | lost | late | longest gap |\n| :- | -: | -: | -: | -: | -: |")
    windows = list(results.get("sampling", {}).items())
    for part in ("training", "pipeline", "imbalance", "synchronous"):
        windows += [(f"{part}, GPU {trial['gpus']}", trial["monitor"]) for trial in results.get(part, {}).get("trials", [])]
    for name, monitor in windows:
        if not isinstance(monitor, dict) or monitor.get("samples") is None:
            continue
        share, gap = monitor["overheadCpuShare"], monitor["longestGapMs"]
        cells = ["–" if share is None else f"{share:.2%}", monitor["samples"], monitor["lostSamples"], monitor["lateSamples"]]
        print(f"| {name} | {' | '.join(map(str, cells))} | {'–' if gap is None else f'{gap:.0f} ms'} |")


def print_interference(result):
    if "trials" not in result:
        return
    print(f"\n## Interference on GPU 1: {result.get('headline')}\n\n| case | GPUs | wall time | contamination |\n| :- | :- | -: | :- |")
    for trial in result["trials"]:
        print(f"| {trial['case']} | {trial['gpus']} | {trial['wallSeconds']:.2f} s | {'; '.join(trial['contamination']) or 'none'} |")


def print_pull_requests(result):
    """Verdicts, and the noise of both sides together, each around its own mean."""
    print("\n## In parallel\n\n| GPU | command | planted | verdict | busy time | runs | noise: wall, busy, probe | seconds |\n| -: | :- | -: | :- | :- | -: | :- | -: |")
    for item in result.get("pullRequests", []):
        if "comparisons" not in item:
            print(f"| {item['gpu']} | {item['command']} | {item['percent']} % | {item.get('error')} | | | | |")
            continue
        busy = next((row for row in item["comparisons"] if row["metric"] == "gpu_busy_time"), None)
        said = f"{busy['verdict']} {format_share(busy['effect'])} ({format_interval(busy['interval'])})" if busy else "–"
        trials = list_counted(item)
        noise = ", ".join(format_noise(trials, read) for read in (read_wall, read_busy, read_probe))
        print(f"| {item['gpu']} | {item['command']} | {item['percent']} % | {item['verdict']} | {said} | {len(trials)} | {noise} | {item['seconds']} |")
        print(f"|  |  |  | {item['headline']} | | | | |")


def read_wall(trial):
    return trial["wallSeconds"]


def read_busy(trial):
    return next((use.get("busySeconds") for use in trial["byGpu"] if use["gpu"] in (trial["gpus"] or [])), None)


def read_probe(trial):
    return (trial["host"] or {}).get("probeSeconds")


def format_noise(trials, read):
    sides = [[read(trial) for trial in trials if trial["isHead"] == is_head] for is_head in (False, True)]
    shares = [statistics.stdev(side) / statistics.mean(side) for side in sides if len(side) > 1 and all(side)]
    return f"{statistics.mean(shares):.2%}" if shares else "–"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
