"""Measures programs on two GPUs with warpgauge; README.md explains the parts and the output."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PULL_REQUESTS = HERE.parent / "pull-requests"
sys.path.append(str(PULL_REQUESTS))

from bench import MONITOR_KEYS, Bench, OutOfTime, commit, list_device_options, end, run_git  # noqa: E402
from parallel import measure_parallel, run_threads  # noqa: E402
from repository import replace_constant  # noqa: E402

GPUS = 2
SECONDS_OF_WORK = {"data_parallel": 4.0, "shards": 5.0, "transformer": 1.5}
DIRECT_ROUNDS = 3
PASSED_VARIABLES = ["NCCL_NVLS_ENABLE", "TORCH_SYMM_MEM_DISABLE_MULTICAST", "NVSHMEM_DISABLE_NVLS"]
SECONDS_TO_COMPILE = 40
# Name, interval in ms (None: default), seconds of GPU work.
SAMPLED = [("contexts", None, 4), ("contexts-500", 500, 4), ("contexts-100", 100, 4), ("steady", None, 40)]
SECONDS_TO_PACK = 10


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="results.json, log.txt and runs.tar.xz go here")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--seconds", type=float, default=520, help="time limit of all parts together")
    parser.add_argument("--gpus", type=int, default=GPUS, help="GPUs of the part sampling")
    parser.add_argument("--sequences", type=int, default=6000, help="dataset of the torch pipeline")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--tiny", action="store_true", help="small shapes, for --device cpu")
    parser.add_argument("--parts", nargs="*", default=list(PARTS), choices=list(PARTS))
    return parser.parse_args()


def list_program_files(*names):
    return [HERE / "programs" / f"{name}.py" for name in (*names, "ranks", "stopwatch")]


def write_program_config(bench, name, command, proof, suites, **sections):
    pipeline = {"name": name, "command": command, "proof": proof, "passEnv": PASSED_VARIABLES}
    devices = {"devices": "cpu"} if bench.arguments.device == "cpu" else {}
    return {"version": 1, "pipeline": {**pipeline, **devices}, "suites": suites, **sections}


def prepare(bench):
    """Batches for the seconds of work on one GPU; modules of the torch pipeline are compiled meanwhile."""
    folder = bench.work / "calibration"
    folder.mkdir()
    pull_requests = [PULL_REQUESTS / "programs" / name for name in ("transformer.py", "support.py")]
    for file in [*list_program_files("data_parallel", "shards"), *pull_requests]:
        shutil.copy(file, folder)
    found = {}

    def calibrate(program, gpu):
        options = ["--calibrate", str(SECONDS_OF_WORK[program]), *list_device_options(bench)]
        _, output = bench.run_directly([sys.executable, f"{program}.py", *options], folder, gpu)
        found[program] = json.loads(output.strip().splitlines()[-1])

    compiling = start_tiny_pipeline(bench)
    run_threads([(calibrate, "data_parallel", "0"), (calibrate, "transformer", "1")])
    try:
        compiling.wait(timeout=SECONDS_TO_COMPILE)
    except subprocess.TimeoutExpired:
        end(compiling)
    each = found["transformer"]["secondsPerBatch"]
    found["shards"] = {"batches": max(200, 100 * round(SECONDS_OF_WORK["shards"] / each / 100))}
    bench.batches = {program: item["batches"] for program, item in found.items()}
    cores = len(os.sched_getaffinity(0))
    return {"batches": bench.batches, "cores": cores, "gpus": describe_gpus(), "pipelineExitCode": compiling.returncode}


def start_tiny_pipeline(bench):
    """Runs the torch pipeline on the CPU: in the sandbox, compiled modules of Python are read-only."""
    data = bench.work / "tiny.fa"
    data.write_text("".join(f">sequence-{index}\n{'ACGTTGCAAC' * 25}\n" for index in range(20)))
    options = ["--device", "cpu", "--size", "tiny", "--output-dir", str(bench.work / "tiny")]
    command = [sys.executable, "pipeline.py", "predict", str(data), *options]
    directory = ROOT / "examples" / "torch-pipeline"
    return bench.start(command, directory, bench.environment(bench.work / "direct"), bench.work / "tiny.txt")


def describe_gpus():
    if shutil.which("nvidia-smi") is None:
        return []
    query = "--query-gpu=index,name,driver_version,power.limit,clocks.max.sm,temperature.gpu"
    return subprocess.run(["nvidia-smi", query, "--format=csv,noheader"], capture_output=True, text=True).stdout.splitlines()


def measure_sampling(bench):
    """What sampling costs, and how many samples are lost, while eight workers create their contexts at once."""
    found = {}
    gpus = bench.arguments.gpus
    workers = ["--gpus", str(gpus), "--workers", str(max(1, 8 // gpus))]
    for name, interval, seconds in SAMPLED:
        folder = bench.work / "runs" / "sampling"
        folder.mkdir(parents=True, exist_ok=True)
        seconds = "1" if bench.arguments.tiny else str(seconds)
        options = ["--device", bench.arguments.device, "--seconds", seconds, *workers]
        program = [sys.executable, str(HERE / "programs" / "contexts.py"), *options]
        log = ["--log", str(folder / f"gpu_metrics_{name}.log")]
        interval = [] if interval is None else ["--interval", str(interval)]
        command = [bench.arguments.node, bench.arguments.cli, "monitor", *interval, "--json", *log, "--", *program]
        _, output = bench.run_directly(command, bench.work, ",".join(map(str, range(gpus))))
        (folder / f"{name}.json").write_text(output)
        telemetry = json.loads(output)["telemetry"]
        found[name] = {key: telemetry.get(key) for key in MONITOR_KEYS}
    return found


def measure_training(bench):
    """Scaling of data-parallel training, and the same runs without warpgauge."""
    batches = str(bench.batches["data_parallel"])
    options = ["--batches", batches, *list_device_options(bench)]
    command = ["python3", "stopwatch.py", "python3", "data_parallel.py", *options, "--gpus", "{gpuCount}"]
    config = write_program_config(bench, "training", command, {"stdout": ["trained: loss"]}, {"scaling": {}})
    path = bench.create_repository("training", config, [*list_program_files("data_parallel"), PULL_REQUESTS / "programs" / "support.py"])
    result = bench.run_warpgauge("training", "scaling", path, ["run", "--suite", "scaling"])
    directly = [sys.executable, "data_parallel.py", *options, "--gpus"]
    return {**result, "directSeconds": time_directly(bench, path, directly)}


def time_directly(bench, path, command):
    """Seconds by number of GPUs, in turns."""
    found = {count: [] for count in range(1, GPUS + 1)}
    try:
        for turn in range(DIRECT_ROUNDS):
            for count in sorted(found, reverse=turn % 2 == 1):
                visible = ",".join(map(str, range(count)))
                found[count].append(bench.run_directly([*command, str(count)], path, visible)[0])
    except (OutOfTime, subprocess.TimeoutExpired) as error:
        bench.say(f"timing without warpgauge ends early: {error}")
    return found


def measure_pipeline(bench):
    """Scaling of the torch pipeline with its loader processes; a stopwatch in each run times it directly."""
    options = bench.arguments
    device = ["--device", "cpu", "--size", "tiny"] if options.device == "cpu" else ["--size", "650M"]
    program = ["pipeline.py", "predict", "{dataset}", "--gpus", "{gpus}", "--parallel", "--persistent-models", *device]
    command = ["python3", "stopwatch.py", "python3", *program, "--output-dir", "{output}"]
    proof = {"results": {"path": "{output}/*_merged/prediction_results_highestscore.csv"}}
    datasets = {"input": {"preset": "large", "seed": 1, "sequences": options.sequences}}
    config = write_program_config(bench, "pipeline", command, proof, {"scaling": {"run": {"dataset": "input"}}}, datasets=datasets)
    files = [path for path in (ROOT / "examples" / "torch-pipeline").glob("*.*") if path.is_file()]
    path = bench.create_repository("pipeline", config, [*files, HERE / "programs" / "stopwatch.py"])
    return bench.run_warpgauge("pipeline", "scaling", path, ["run", "--suite", "scaling"])


def measure_imbalance(bench, program="shards", part="imbalance"):
    """The revision suite on both GPUs; in the head, GPU 1 has 10 % more work."""
    batches = bench.batches[program]
    options = ["--batches", str(batches), *list_device_options(bench)]
    command = ["python3", f"{program}.py", *options, "--gpus", "{gpuCount}"]
    proof = {"stdout": ["trained: loss"]}
    if program == "shards":
        command, proof = [*command, "--output", "{output}"], {"results": {"path": "{output}/results.csv", "rows": batches}}
    suites = {"revision": {"against": ["merge-base"], "gpus": GPUS}}
    config = write_program_config(bench, program, command, proof, suites, revisions={"merge-base": {"ref": "merge-base"}})
    shared = [PULL_REQUESTS / "programs" / name for name in ("transformer.py", "support.py")]
    path = bench.create_repository(part, config, [*list_program_files(program), *shared])
    run_git(path, "checkout", "--quiet", "-b", "head")
    source = path / f"{program}.py"
    source.write_text(replace_constant(source.read_text(), "EXTRA_GPU", "1"))
    commit(path, "Give GPU 1 more work")
    return bench.run_warpgauge(part, "revision", path, ["run", "--suite", "revision", "--base", "main"])


def measure_synchronous(bench):
    """The same for training, in which GPU 0 waits for GPU 1 inside a kernel of NCCL."""
    return measure_imbalance(bench, "data_parallel", "synchronous")


def measure_interference(bench):
    """Scaling while a process of somebody else keeps GPU 1 busy: only trials on both GPUs must be contaminated."""
    batches = max(200, bench.batches["shards"] // 2)
    options = ["--batches", str(batches), *list_device_options(bench), "--output", "{output}"]
    command = ["python3", "shards.py", *options, "--gpus", "{gpuCount}"]
    proof = {"results": {"path": "{output}/results.csv", "rows": batches}}
    scaling = {"run": {"warmups": 0, "repeats": 2}, "gpus": [1, GPUS]}
    config = write_program_config(bench, "shards", command, proof, {"scaling": scaling})
    shared = [PULL_REQUESTS / "programs" / name for name in ("transformer.py", "support.py")]
    path = bench.create_repository("interference", config, [*list_program_files("shards"), *shared])
    started = bench.start_warpgauge("interference", "scaling", path, ["run", "--suite", "scaling"])
    process, folder, _ = started
    while not (folder / "trials").exists() and process.poll() is None and bench.seconds() < bench.limit:
        time.sleep(0.05)
    program = [sys.executable, str(HERE.parent / "isolation" / "foreign.py")]
    foreign = bench.start(program, bench.work, bench.environment(bench.work / "foreign", "1"), bench.work / "foreign.txt")
    try:
        return {"foreignPid": foreign.pid, **bench.finish_warpgauge(started)}
    finally:
        foreign.kill()
        foreign.wait()


# In this order: function, seconds needed to begin, most seconds.
PARTS = {
    "sampling": (measure_sampling, 20, 150),
    "training": (measure_training, 60, 290),
    "imbalance": (measure_imbalance, 45, 90),
    "interference": (measure_interference, 30, 70),
    "pipeline": (measure_pipeline, 70, 150),
    "parallel": (measure_parallel, 50, 240),
    "synchronous": (measure_synchronous, 45, 260),
}


def main():
    arguments = parse_arguments()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    arguments.cli = str(pathlib.Path(arguments.cli).resolve())
    arguments.seconds -= SECONDS_TO_PACK
    bench = Bench(arguments)
    results = {"startedAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": prepare(bench)}
    bench.say(json.dumps(results["machine"]))
    for part in arguments.parts:
        measure, needed, most = PARTS[part]
        try:
            bench.limit_part(most)
            bench.seconds_left(needed)
            results[part] = measure(bench)
        except Exception as error:  # the other parts still say something
            results[part] = {"error": repr(error)}
            bench.say(f"{part}: {error!r}")
        bench.say(f"{part}: {results[part].get('headline', 'done')}")
        (arguments.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
        bench.pack()
    shutil.rmtree(bench.work, ignore_errors=True)


if __name__ == "__main__":
    main()
