"""Shows requirements of VirNucPro on real GPUs; README.md explains the steps and the output."""

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from statistics import median

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).parent
PIPELINE = ROOT / "examples" / "torch-pipeline"
STEPS = ("overhead", "peaks", "advice", "leak", "resume")
GPU_STAGES = ["DNABERT-S Feature Extraction", "ESM-2 Feature Extraction"]
LEAK = "\n_KEPT = []\n\n\ndef keep_twenty_megabytes(device):\n    _KEPT.append(torch.zeros(10 * 10**6, dtype=torch.uint8, device=device))\n"
CONTEXT_TOLERANCE_BYTES = 64 * 2**20


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"), type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--gpus", type=int, default=1)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--repeats", type=int, default=16, help="runs per variant of the step advice")
    parser.add_argument("--steps", nargs="*", default=STEPS, choices=STEPS)
    return parser.parse_args()


class Kit:
    def __init__(self, arguments):
        self.arguments = arguments
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="virnucpro-"))
        self.environment = {name: value for name, value in os.environ.items() if not re.match("GITHUB_|RUNNER_|CI$|WARPGAUGE_", name)}
        arguments.out.mkdir(parents=True, exist_ok=True)

    def create_repository(self, name, suites, datasets, leaks=False, program=None):
        """A git repository with the pipeline and a config with these suites."""
        path = self.work / name
        shutil.copytree(PIPELINE, path, ignore=shutil.ignore_patterns("__pycache__", ".github"))
        shutil.copy(HERE / "parts.py", path)
        if leaks:
            module = path / "shard_run.py"
            text = module.read_text().replace("        self.reductions = reductions\n        stats, seconds", "        keep_twenty_megabytes(self._device)\n        self.reductions = reductions\n        stats, seconds")
            if "keep_twenty_megabytes" not in text:
                raise SystemExit("shard_run.py has changed: adapt the leak of run.py")
            module.write_text(text + LEAK)
        options = ["--gpus", "{gpus}", "--parallel", "--device", self.arguments.device, "--size", self.size()]
        command = ["python3", "pipeline.py", "predict", "{dataset}", "--output-dir", "{output}", *options]
        proof = {"results": {"path": "{output}/*_merged/prediction_results_highestscore.csv"}, "stdout": ["Pipeline completed successfully!"]}
        config = {
            "version": 1,
            "pipeline": {
                "name": "predict", "devices": "gpu" if self.arguments.device == "cuda" else "cpu",
                "command": program["command"] + options if program else command,
                "proof": program["proof"] if program else proof,
                "telemetry": ["events", "pipeline-state", "pipeline-log"],
                "exitCodes": {"0": "success", "1": "failure", "2": "partial", "4": "out-of-memory"}, "timeoutMinutes": 5,
            },
            "datasets": datasets, "suites": suites,
            "run": {"warmups": 0, "repeats": 1, "maxRepeats": 1, "isolation": "none", "sampleIntervalMs": 50,
                    "preflight": {"waitMinutes": 1, "minFreeDiskGigabytes": 0}},
            "comparison": {"reference": "baseline"},
        }
        (path / ".github").mkdir()
        (path / ".github" / "warpgauge.yml").write_text(json.dumps(config))
        for command in (["init", "--quiet", "--initial-branch=main"], ["add", "--all"],
                        ["-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "Add the pipeline"]):
            subprocess.run(["git", *command], cwd=path, check=True, capture_output=True)
        return path

    def size(self):
        return "650M" if self.arguments.device == "cuda" else "tiny"

    def start(self, path, *extra):
        log = open(path.with_suffix(".log"), "a", encoding="utf-8")
        command = [self.arguments.node, self.arguments.cli, "run", "--out", str(path / "run"), *extra]
        return subprocess.Popen(command, cwd=path, env=self.environment, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)

    def report(self, path):
        """The JSON report of the run in this repository; a copy and the output of the run go to --out."""
        command = [self.arguments.node, self.arguments.cli, "report", str(path / "run"), "--format", "json"]
        done = subprocess.run(command, cwd=path, env=self.environment, capture_output=True, text=True)
        shutil.copy(path.with_suffix(".log"), self.arguments.out)
        (self.arguments.out / f"{path.name}.json").write_text(done.stdout)
        if not done.stdout:
            raise RuntimeError(done.stderr[-500:])
        return json.loads(done.stdout)

    def measure(self, path):
        self.start(path).wait(timeout=500)
        return self.report(path)

    def trials(self, path):
        return json.loads((path / "run" / "run.json").read_text())["trials"]


def find(report, name, **axes):
    return [item for item in report["derived"] if item["name"] == name and all(item["axes"].get(axis) == value for axis, value in axes.items())]


def show_overhead(kit):
    """F-10: in turns, so that clocks and temperature are the same on both sides."""
    plain, watched, cpu = [], [], []
    command = [sys.executable, str(HERE / "busy.py"), kit.arguments.device]
    monitor = [kit.arguments.node, kit.arguments.cli, "monitor", "--interval", "100", "--json", "--", *command]
    for _ in range(4):
        done = subprocess.run(command, env=kit.environment, capture_output=True, text=True, check=True)
        plain.append(float(re.search(r"busy seconds: (\S+)", done.stdout)[1]))
        done = subprocess.run(monitor, env=kit.environment, capture_output=True, text=True, check=True)
        watched.append(float(re.search(r"busy seconds: (\S+)", done.stdout + done.stderr)[1]))
        cpu.append(json.loads(done.stdout)["telemetry"]["overheadCpuShare"])
    overhead = median(watched) / median(plain) - 1
    return {"plainSeconds": plain, "monitoredSeconds": watched, "samplerCpuShare": cpu, "overhead": overhead, "passed": overhead < 0.01}


def show_peaks(kit):
    """F-18: what the driver reports for a stage is the peak of torch's allocator and the CUDA context."""
    suite = {"run": {"dataset": "data", "sampleIntervalMs": 20}, "gpus": [1], "gpuStages": GPU_STAGES}
    path = kit.create_repository("peaks", {"stages": suite}, {"data": {"preset": "large", "seed": 1, "sequences": 8000}})
    kit.measure(path)
    [trial] = kit.trials(path)[-1:]
    observed = {row["stage"]: row["memoryPeakBytes"] for row in (trial["gpuByStage"] or {"rows": []})["rows"] if row["stage"] in GPU_STAGES}
    reserved = {one["stage"]: one["reservedBytes"] for one in trial["pipeline"]["allocator"] if one["when"] == "peak"}
    rows = [{"stage": stage, "observedBytes": observed[stage], "reservedBytes": reserved.get(stage)} for stage in observed]
    contexts = [row["observedBytes"] - row["reservedBytes"] for row in rows if row["observedBytes"] and row["reservedBytes"]]
    passed = len(contexts) == 2 and abs(contexts[0] - contexts[1]) <= CONTEXT_TOLERANCE_BYTES and min(contexts) > 0
    return {"stages": rows, "contextBytes": contexts, "passed": passed}


def show_advice(kit):
    """F-21"""
    options = {"standard": [], "persistent-models": ["--persistent-models"]}
    # Single runs give no interval, and six leave a gain of 10 % within the noise.
    repeats = kit.arguments.repeats
    suite = {"run": {"dataset": "data", "repeats": repeats, "maxRepeats": repeats}, "gpus": kit.arguments.gpus, "base": "standard", "options": options, "tradeOff": ["persistent-models"]}
    path = kit.create_repository("advice", {"variants": suite}, {"data": {"preset": "large", "seed": 1, "sequences": 4000}})
    report = kit.measure(path)
    advice = [row for section in report["sections"] if section["id"].startswith("trade") or section["title"] == "Memory for speed" for row in section["rows"]]
    figures = {name: [item["value"] for item in find(report, name, variant="persistent-models")] for name in ("speedup", "memory_overhead")}
    return {"advice": advice, **figures, "passed": bool(advice) and None not in figures["memory_overhead"] and bool(figures["memory_overhead"])}


def show_leak(kit):
    """F-17"""
    repeat = {"options": ["--num-workers", "0", "--repeat", "14"], "count": 14, "stage": "Consensus Scoring"}
    suite = {"run": {"dataset": "data"}, "gpus": 1, "repeat": repeat, "maxGrowthMegabytes": 100}
    data = {"data": {"preset": "small", "seed": 1, "sequences": 600}}
    results = {}
    for name, leaks in (("tight", False), ("leaking", True)):
        report = kit.measure(kit.create_repository(name, {"memory": suite}, data, leaks))
        judged = [item for item in report["requirements"] if "memory_growth" in item["value"] or "LEAK" in item["id"].upper()]
        results[name] = [{key: item[key] for key in ("id", "axes", "actual", "limit", "status", "reason")} for item in judged]
    failed = {name: any(item["status"] == "fail" for item in items) for name, items in results.items()}
    return {**results, "passed": failed == {"tight": False, "leaking": True}}


def show_resumed(kit):
    """A production run that is killed after its first part and resumed."""
    program = {"command": ["python3", "parts.py", "{dataset}", "--output", "{output}", "{options}"],
               "proof": {"results": {"path": "{output}/results.csv"}, "stdout": ["all parts are complete"]}}
    suite = {"run": {"dataset": "data"}, "gpus": kit.arguments.gpus, "minSequences": 0, "resume": ["--resume"], "firstLookMinutes": 5}
    path = kit.create_repository("resume", {"production": suite}, {"data": {"preset": "large", "seed": 1, "sequences": 9000}}, program=program)
    run = kit.start(path)
    deadline = time.monotonic() + 120
    while not list((path / "run").rglob("part-0.csv")) and run.poll() is None and time.monotonic() < deadline:
        time.sleep(0.5)
    time.sleep(3)
    # As with a lost machine: nothing of the run is left.
    survivors = list_session(run.pid)
    for pid in survivors:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    run.wait(timeout=30)
    kept = [str(part.relative_to(path)) for part in (path / "run").rglob("part-*.csv")]
    kit.start(path, "--resume").wait(timeout=240)
    report = kit.report(path)
    [hours] = find(report, "total_hours")[:1] or [{"value": None, "reason": "missing"}]
    attempts = [(trial.get("progress") or {}).get("lostAttempts") for trial in kit.trials(path)]
    rows = [trial["resultRows"] for trial in kit.trials(path)]
    return {"keptParts": kept, "totalHours": hours["value"], "reason": hours["reason"], "lostAttempts": attempts, "resultRows": rows,
            "passed": hours["value"] is not None and any(attempts) and bool(kept)}


def list_session(session):
    """Processes of the run: its session, and everything that they started."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid=,sid="], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = {pid for pid, _, sid in rows if sid == session}
    while True:
        more = {pid for pid, parent, _ in rows if parent in found} - found
        if not more:
            return sorted(found)
        found |= more


def main():
    arguments = parse_arguments()
    kit = Kit(arguments)
    steps = dict(zip(STEPS, (show_overhead, show_peaks, show_advice, show_leak, show_resumed)))
    results = {}
    for name in arguments.steps:
        begun = time.monotonic()
        try:
            results[name] = steps[name](kit)
        except Exception as error:
            results[name] = {"passed": False, "error": f"{type(error).__name__}: {error}"}
        results[name]["seconds"] = round(time.monotonic() - begun, 1)
        print(f"{name}: {'passed' if results[name]['passed'] else 'FAILED'} in {results[name]['seconds']} s", flush=True)
        (arguments.out / "results.json").write_text(json.dumps(results, indent=2) + "\n")
    shutil.rmtree(kit.work, ignore_errors=True)
    sys.exit(0 if all(result["passed"] for result in results.values()) else 1)


main()
