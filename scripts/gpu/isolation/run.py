"""Compares runs inside the sandbox with runs outside of it on real GPUs; README.md explains the output."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from statistics import median

ROOT = pathlib.Path(__file__).resolve().parents[3]
STEP = pathlib.Path(__file__).parent
# A run outside compiles modules of Python that runs inside can read but not write.
MODES = ("none", "bubblewrap")
DROPPED_VARIABLES = ("GITHUB_", "RUNNER_", "CI", "WARPGAUGE_", "XDG_")
UNPRIVILEGED = 1000
START_TURNS = 4
ALL_STEPS = ("start", "pipeline", "collective", "foreign", "unprivileged", "programs")
PROGRAMS = ("cpp", "torch", "triton", "cupy", "jax")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="results.json and the run records go here")
    parser.add_argument("--gpus", type=int, default=1, help="number of GPUs: the first ones are used")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--sequences", type=int, default=4000)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--steps", nargs="*", default=ALL_STEPS, choices=ALL_STEPS)
    return parser.parse_args()


class Bench:
    """The working directory of this session, and how warpgauge is started in it."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="isolation-"))
        self.work.chmod(0o755)

    def create_repository(self, name, config, files):
        path = self.work / name
        (path / ".github").mkdir(parents=True)
        for source in files:
            shutil.copy(source, path)
        (path / ".github" / "warpgauge.yml").write_text(json.dumps(config))
        run_git(path, "init", "--quiet", "--initial-branch=main")
        run_git(path, "add", "--all")
        run_git(path, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Add the program")
        return path

    def start(self, path, suite, user=None):
        """A process of `warpgauge run`, its run folder, and where its output goes."""
        folder = path / "run"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(DROPPED_VARIABLES)}
        home = path / "home"
        home.mkdir()
        log = open(path / "warpgauge.log", "w+", encoding="utf-8")
        options = {}
        if user is not None:
            subprocess.run(["chown", "-R", f"{user}:{user}", str(path)], check=True)
            options = {"user": user, "group": user, "extra_groups": []}
        command = [self.arguments.node, self.arguments.cli, "run", "--suite", suite, "--out", str(folder)]
        environment = {**kept, "HOME": str(home), "GIT_CONFIG_COUNT": "0"}
        process = subprocess.Popen(command, cwd=path, env=environment, stdout=log, stderr=subprocess.STDOUT, **options)
        return process, folder, log

    def finish(self, name, started):
        """Waits for the run; its record, reduced."""
        process, folder, log = started
        try:
            process.wait(timeout=240)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
        log.seek(0)
        output = log.read()
        result = {"exitCode": process.returncode, "output": output[-1500:]}
        try:
            record = json.loads((folder / "run.json").read_text())
        except (OSError, ValueError) as error:
            return {**result, "error": str(error)}
        self.arguments.out.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "run.json", self.arguments.out / f"{name}.json")
        return {**result, "isolation": record.get("isolation"), "trials": [read_trial(trial) for trial in record["trials"]]}


def read_trial(trial):
    telemetry = trial.get("telemetry") or {}
    return {
        "case": trial["caseId"],
        "wallSeconds": trial["wallSeconds"],
        "cpuSeconds": (telemetry.get("host") or {}).get("cpuSeconds"),
        "failure": (trial["failure"] or {}).get("detail"),
        "contamination": trial["contamination"],
        "ownMemoryPeakBytes": {gpu["gpu"]: gpu.get("ownMemoryPeakBytes") for gpu in telemetry.get("gpus") or []},
        "foreignProcesses": telemetry.get("foreignProcesses"),
        "busySeconds": {gpu["gpu"]: (gpu.get("work") or {}).get("busySeconds") for gpu in telemetry.get("gpus") or []},
        "kernels": read_kernels(trial.get("kernels")),
    }


def read_kernels(record):
    if record is None:
        return None
    kernels = record.get("kernels") or []
    return {"launches": sum(kernel["launches"] for kernel in kernels), "seconds": record.get("seconds"), "code": record.get("code"), "problems": record.get("problems")}


def run_git(path, *arguments):
    subprocess.run(["git", *arguments], cwd=path, check=True, capture_output=True, timeout=60)


def write_config(command, gpus, isolation, repeats, proof, device, dataset=None):
    tiny = {"preset": "tiny", "seed": 1}
    pipeline = {"name": "isolation", "command": command, "proof": proof, **({"devices": "cpu"} if device == "cpu" else {})}
    return {
        "version": 1,
        "pipeline": pipeline,
        "datasets": {"input": dataset or tiny},
        "suites": {"scaling": {"run": {"dataset": "input"}, "gpus": [gpus]}},
        "run": {"isolation": isolation, "warmups": 0, "repeats": repeats},
    }


def measure_start(bench):
    """Wall time of a program that does nothing, by mode: what the sandbox adds to a trial."""
    command = ["python3", "-c", "import os, sys; os.makedirs(sys.argv[1]); open(sys.argv[1] + '/done', 'w').write('1')", "{output}", "{dataset}"]
    found = {mode: [] for mode in MODES}
    for turn in range(START_TURNS):
        for mode in MODES:
            name = f"start-{mode}-{turn}"
            config = write_config(command, 1, mode, 10, {"files": [{"path": "{output}/done"}]}, "cpu")
            result = bench.finish(name, bench.start(bench.create_repository(name, config, []), "scaling"))
            found[mode] += [trial["wallSeconds"] for trial in result.get("trials", [])]
    return {mode: {"trials": len(times), "medianSeconds": median(times), "wallSeconds": times} for mode, times in found.items()}


def pipeline_config(bench, mode, gpus, repeats):
    options = bench.arguments
    device = ["--device", "cpu", "--size", "tiny"] if options.device == "cpu" else ["--size", "650M"]
    command = ["python3", "pipeline.py", "predict", "{dataset}", "--gpus", "{gpus}", "--parallel", "--num-workers", "4", *device]
    command += ["--output-dir", "{output}"]
    proof = {"results": {"path": "{output}/*_merged/prediction_results_highestscore.csv"}}
    dataset = {"preset": "large", "seed": 1, "sequences": options.sequences}
    return write_config(command, gpus, mode, repeats, proof, options.device, dataset)


def pipeline_files():
    return sorted(path for path in (ROOT / "examples" / "torch-pipeline").glob("*.*") if path.is_file())


def measure_pipeline(bench):
    """The torch pipeline with its loader processes on all GPUs, by mode."""
    found = {}
    for mode in MODES:
        config = pipeline_config(bench, mode, bench.arguments.gpus, bench.arguments.repeats)
        path = bench.create_repository(f"pipeline-{mode}", config, pipeline_files())
        found[mode] = bench.finish(f"pipeline-{mode}", bench.start(path, "scaling"))
    return found


def measure_collective(bench):
    """NCCL between all GPUs inside the sandbox: one process per GPU."""
    gpus = bench.arguments.gpus
    command = ["python3", "collective.py", "{dataset}", "--processes", "{gpuCount}", "--output", "{output}"]
    proof = {"stdout": ["all ranks agree"]}
    config = write_config(command, gpus, "bubblewrap", 2, proof, bench.arguments.device)
    path = bench.create_repository("collective", config, [STEP / "collective.py"])
    return bench.finish("collective", bench.start(path, "scaling"))


def measure_foreign(bench):
    """A process of somebody else keeps GPU 0 busy: every run inside the sandbox must be marked as contaminated."""
    config = pipeline_config(bench, "bubblewrap", 1, 1)
    path = bench.create_repository("foreign", config, pipeline_files())
    started = bench.start(path, "scaling")
    time.sleep(6)
    foreign = subprocess.Popen(["python3", str(STEP / "foreign.py")], start_new_session=True)
    try:
        return bench.finish("foreign", started)
    finally:
        foreign.kill()
        foreign.wait()


def measure_unprivileged(bench):
    """The pipeline on one GPU by a user without privileges, who needs a user namespace."""
    config = pipeline_config(bench, "bubblewrap", 1, 1)
    path = bench.create_repository("unprivileged", config, pipeline_files())
    return bench.finish("unprivileged", bench.start(path, "scaling", user=UNPRIVILEGED))


def measure_programs(bench):
    """Programs of five kinds, in the sandbox and without it: the same launches and machine code, and GPU figures in both."""
    kernels = ROOT / "scripts" / "gpu" / "kernels"
    binary = bench.work / "work"
    subprocess.run(["nvcc", "-O3", "-arch=native", "-o", str(binary), str(kernels / "work.cu")], check=True)
    found = {}
    for program in PROGRAMS:
        start = "./work none" if program == "cpp" else f"python3 work.py {program} none"
        command = ["sh", "-c", f'{start} && mkdir -p "$1" && echo done > "$1/done"', "sh", "{output}", "{dataset}"]
        for mode in MODES:
            config = write_config(command, 1, mode, 2, {"files": [{"path": "{output}/done"}]}, bench.arguments.device)
            config["run"]["warmups"] = 1
            name = f"programs-{program}-{mode}"
            path = bench.create_repository(name, config, [kernels / "work.py", kernels / "triton_kernels.py", binary])
            found[f"{program}-{mode}"] = bench.finish(name, bench.start(path, "scaling"))
    return found


MEASUREMENTS = {
    "start": measure_start,
    "pipeline": measure_pipeline,
    "collective": measure_collective,
    "foreign": measure_foreign,
    "unprivileged": measure_unprivileged,
    "programs": measure_programs,
}


def main():
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    bench = Bench(arguments)
    results = {}
    for name in arguments.steps:
        began = time.monotonic()
        try:
            results[name] = MEASUREMENTS[name](bench)
        except Exception as error:  # the other steps still say something
            results[name] = {"error": repr(error)}
        print(f"{name}: {time.monotonic() - began:.1f} s", flush=True)
        (arguments.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    shutil.rmtree(bench.work, ignore_errors=True)


if __name__ == "__main__":
    main()
