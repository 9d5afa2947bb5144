"""Compares gpu_busy_time of `warpgauge monitor` with the kernel timeline of torch.profiler, both of the same process.

python3 accuracy.py --out DIR --batches machine.json [PROGRAM...]
"""

import argparse
import json
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = pathlib.Path(__file__).parent / "programs"
INSIDE = "--inside"
COPIES = ("Memcpy", "Memset")
# The profiler keeps 128 MiB of records; fewer launches than this fit.
LAUNCHES_PER_BATCH = {"launches": 550}
MOST_LAUNCHES = 150_000


def profile_program(timeline, program, options):
    """Runs the program in this process under torch.profiler and writes the busy time by the kernel timeline."""
    from torch.autograd import DeviceType
    from torch.profiler import ProfilerActivity, profile

    is_cpu = "cpu" in options
    activity, device = (ProfilerActivity.CPU, DeviceType.CPU) if is_cpu else (ProfilerActivity.CUDA, DeviceType.CUDA)
    sys.argv = [program, *options]
    sys.path.insert(0, os.path.dirname(program))
    with profile(activities=[activity]) as profiler:
        start = time.time()
        runpy.run_path(program, run_name="__main__")
        end = time.time()
    events = profiler.profiler.kineto_results.events()
    on_gpu = [event for event in events if event.device_type() == device and not event.is_user_annotation()]
    on_gpu = [event for event in on_gpu if not event.name().endswith(" Sync")]
    copies = [event for event in on_gpu if event.name().startswith(COPIES)]
    kernels = [event for event in on_gpu if not event.name().startswith(COPIES)]
    found = {
        "kernels": len(kernels),
        "copies": len(copies),
        "kernelSeconds": measure_union(kernels),
        "kernelAndCopySeconds": measure_union(kernels + copies),
        "summedKernelSeconds": sum(event.duration_ns() for event in kernels) / 1e9,
        "lastKernelBeforeEndSeconds": end - max((event.end_ns() for event in kernels), default=0) / 1e9,
        "programSeconds": end - start,
    }
    pathlib.Path(timeline).write_text(json.dumps(found))


def measure_union(events):
    """Seconds covered by at least one of the events."""
    covered, last = 0, 0
    for start, end in sorted((event.start_ns(), event.end_ns()) for event in events):
        covered += max(0, end - max(start, last))
        last = max(last, end)
    return covered / 1e9


def compare(options, program, scratch):
    """Runs one program under the monitor; returns both readings."""
    timeline = scratch / f"timeline-{program}.json"
    run = ["--output", str(scratch / program), "--batches", str(choose_batches(options, program))]
    run += ["--workers", "0"] if program == "training" else []
    run += ["--device", "cpu", "--tiny"] if options.device == "cpu" else []
    command = ["python3", __file__, INSIDE, str(timeline), str(PROGRAMS / f"{program}.py"), *run]
    monitor = [options.node, options.cli, "monitor", "--json", "--", *command]
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": str(options.gpu)}
    process = subprocess.run(monitor, env=environment, capture_output=True, text=True, timeout=120)
    if process.returncode != 0 or not timeline.exists():
        raise RuntimeError(f"{program}: exit {process.returncode}\n{process.stderr[-3000:]}")
    watched = json.loads(process.stdout)
    found = json.loads(timeline.read_text())
    return {"program": program, **found, **read_monitor(watched, options.gpu)}


def choose_batches(options, program):
    batches = json.loads(options.batches.read_text())["batches"][program] if options.batches else 400
    return min(batches, MOST_LAUNCHES // LAUNCHES_PER_BATCH.get(program, 1))


def read_monitor(watched, gpu):
    use = next((item for item in watched["telemetry"]["gpus"] if item["gpu"] == gpu), None)
    if use is None:
        raise RuntimeError(f"the monitor did not see GPU {gpu}: {watched['monitor']}")
    work = use.get("work") or {}
    utilization = use["utilizationPercent"]
    return {
        "busySeconds": work.get("busySeconds"),
        "busySource": work.get("busySource"),
        "graphicsActiveSeconds": work.get("graphicsActiveSeconds"),
        "utilizationTimesWallSeconds": utilization and utilization["mean"] / 100 * watched["wallSeconds"],
        "wallSeconds": watched["wallSeconds"],
        "problems": watched["telemetry"]["problems"],
    }


def print_rows(rows):
    print("| program | kernels | gpu_busy_time | against kernels | against kernels and copies | mean utilization × wall time |")
    print("| :- | -: | -: | -: | -: | -: |")
    for row in rows:
        kernels, both = row["kernelSeconds"], row["kernelAndCopySeconds"]
        busy, weak = row["busySeconds"], row["utilizationTimesWallSeconds"]
        source = f" ({row['busySource']})" if row["busySource"] else ""
        cells = [
            f"{kernels:.4f} s ({row['kernels']})",
            "not available" if busy is None else f"{busy:.4f} s{source}",
            format_difference(busy, kernels),
            format_difference(busy, both),
            format_difference(weak, kernels),
        ]
        print(f"| {row['program']} | {' | '.join(cells)} |")


def format_difference(value, reference):
    return "–" if value is None or not reference else f"{100 * (value / reference - 1):+.2f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", default=["transformer", "launches", "kernels"])
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--batches", type=pathlib.Path, help="machine.json of run.py; without it 400 batches")
    parser.add_argument("--gpu", type=int, default=0, help="physical index")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"], help="cpu: tries the script without a GPU")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for program in options.programs:
            try:
                rows.append(compare(options, program, pathlib.Path(scratch)))
            except Exception as error:  # the other programs still count
                print(f"{program}: {error}", file=sys.stderr)
    with open(options.out / "accuracy.jsonl", "a", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    print_rows(rows)


if __name__ == "__main__":
    if sys.argv[1:2] == [INSIDE]:
        profile_program(*sys.argv[2:4], sys.argv[4:])
    else:
        main()
