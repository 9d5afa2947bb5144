"""Runs the suites of examples/virnucpro on the real VirNucPro; README.md explains the steps and the output."""

import argparse
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

import yaml

from steps import STEPS

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
EXAMPLE = ROOT / "examples" / "virnucpro" / "warpgauge.yml"
# The classifiers of the repository, which fit the published models only.
WEIGHTS = ("300_model.pth", "500_model.pth")
# The program logs no batch of its last 2000 reading frames, so that fewer give no figure of packing.
GPU_SEQUENCES = {"small": 1000, "medium": 8000, "typical": 1500, "typical-large": 4500, "production": 8000}
CPU_SEQUENCES = {"small": 20, "medium": 60, "typical": 15, "typical-large": 45, "production": 3400}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    whole = lambda path: pathlib.Path(path).resolve()
    parser.add_argument("--repository", required=True, type=whole, help="a bare clone of broadinstitute/virnucpro-broad with v2.0 and main")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"), type=whole)
    parser.add_argument("--environment", type=whole, help="a virtual environment with its packages; without it, the setup of the example")
    parser.add_argument("--out", required=True, type=whole)
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--seconds", type=int, default=400, help="a step that would end later is left out")
    parser.add_argument("--steps", nargs="*", choices=list(STEPS), default=list(STEPS))
    return parser.parse_args()


class Kit:
    def __init__(self, arguments):
        self.arguments, self.begun, self.longest = arguments, time.monotonic(), {}
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="virnucpro-real-"))
        self.work.chmod(0o755)
        self.cpu = arguments.device == "cpu"
        self.path = self.work / "repository"
        arguments.out.mkdir(parents=True, exist_ok=True)
        self.environment = {name: value for name, value in os.environ.items() if not re.match("GITHUB_|RUNNER_|CI$|WARPGAUGE_|PYTHONPATH", name)}
        if arguments.environment:
            # Virtual environments on PATH can be read in the sandbox.
            self.environment["PATH"] = f"{arguments.environment / 'bin'}:{self.environment['PATH']}"
        self.python_path = [*filter(None, os.environ.get("PYTHONPATH", "").split(":")), *self.list_stand_ins()]

    def list_stand_ins(self):
        """Packages that this machine lacks; none of them changes the program."""
        if self.cpu:
            return [str(HERE / "cpu")]
        return [] if importlib.util.find_spec("flash_attn") else [str(HERE / "shim")]

    def run_git(self, *words):
        return subprocess.run(["git", *words], cwd=self.path, capture_output=True, text=True)

    def git(self, *words):
        done = self.run_git(*words)
        if done.returncode:
            raise RuntimeError(f"git {' '.join(words)}: {done.stderr}")
        return done.stdout.strip()

    def create_repository(self):
        shutil.copytree(self.arguments.repository, self.path / ".git")
        self.git("config", "core.bare", "false")
        # The models need the code.
        self.git("checkout", "main", "--", "virnucpro")
        self.choose_models("small")

    def choose_models(self, size):
        """A checkout of main, and v2.0, with the classifiers of these models and no other change."""
        size = "tiny" if self.cpu else size
        self.models = self.work / size
        if not self.models.exists():
            self.write_models(size)
        old = self.replace_weights("v2.0")
        self.git("update-ref", "refs/tags/v2.0", old)
        self.git("update-ref", "refs/heads/main", self.replace_weights("main", "-p", old))
        self.git("checkout", "--force", "main")

    def replace_weights(self, revision, *parent):
        """A commit with the tree of this revision, except for the classifiers."""
        self.git("read-tree", revision)
        for name in WEIGHTS:
            self.git("update-index", "--add", "--cacheinfo", f"100644,{self.git('hash-object', '-w', str(self.models / name))},{name}")
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
        return self.git(*identity, "commit-tree", self.git("write-tree"), *parent, "-m", f"{revision} with random classifiers")

    def write_models(self, size):
        self.models.mkdir()
        environment = {**self.environment, "PYTHONPATH": ":".join(self.python_path), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [self.find_python(), str(HERE / "models.py"), str(self.models), size]
        done = subprocess.run(command, cwd=self.path, env=environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(done.stderr[-2000:])

    def find_python(self):
        return str(self.arguments.environment / "bin" / "python") if self.arguments.environment else sys.executable

    def write_config(self, name, suites):
        """The config of the example with one GPU, these suites, less data and single runs; commands, proof and limits stay."""
        config = yaml.safe_load(EXAMPLE.read_text())
        del config["datasets"]["subset"]
        for dataset, sequences in (CPU_SEQUENCES if self.cpu else GPU_SEQUENCES).items():
            preset = config["datasets"][dataset].get("preset", "medium")
            config["datasets"][dataset] = {"preset": preset, "seed": 42, "orfShare": 0.6, "sequences": sequences}
        config["revisions"] = {"v2.0": {"ref": "v2.0"}}
        for suite, changes in suites.items():
            own = config["suites"][suite]
            own.update(changes, run={**own.get("run", {}), **changes.get("run", {})})
            # None leaves a key of the example out.
            config["suites"][suite] = {key: value for key, value in own.items() if value is not None}
        config["suites"] = {suite: config["suites"][suite] for suite in suites}
        config["requirements"] = [item for item in config["requirements"] if item["suite"] in suites]
        if name != "revision":
            # Each imports torch for every revision of every run.
            del config["pipeline"]["versions"]
        config["pipeline"].update(devices="cpu" if self.cpu else "gpu", timeoutMinutes=6)
        config["pipeline"]["env"].update(PYTHONPATH=":".join(self.python_path))
        if self.cpu:
            # Half precision takes a CPU ten times as long; threads of five processes slow each other down.
            config["pipeline"]["env"].update(VIRNUCPRO_DISABLE_FP16="1", OMP_NUM_THREADS="1")
        if self.arguments.environment:
            config["pipeline"]["setup"] = [["ln", "-s", str(self.arguments.environment), ".venv"]]
        config["run"] = {"warmups": 0, "repeats": 1, "maxRepeats": 1, "preflight": {"waitMinutes": 1, "minFreeDiskGigabytes": 0}}
        config["comparison"] = {"reference": "baseline"}
        path = self.work / f"{name}.yml"
        path.write_text(yaml.safe_dump(config))
        return path

    def measure(self, name, suites):
        """One run of warpgauge; its folder, its report and the trials."""
        config, out = self.write_config(name, suites), self.work / f"run-{name}"
        models = {"HF_HOME": str(self.models / "huggingface"), "TORCH_HOME": str(self.models / "torch")}
        command = [self.arguments.node, str(self.arguments.cli), "run", "--config", str(config), "--out", str(out)]
        done = subprocess.run(command, cwd=self.path, env={**self.environment, **models}, capture_output=True, text=True, timeout=600)
        (self.work / f"{name}.log").write_text(done.stdout + done.stderr)
        return out, self.report(out), json.loads((out / "run.json").read_text())["trials"]

    def report(self, out):
        command = [self.arguments.node, str(self.arguments.cli), "report", str(out), "--format", "json"]
        done = subprocess.run(command, cwd=self.path, env=self.environment, capture_output=True, text=True)
        (self.work / f"{out.name}.json").write_text(done.stdout or done.stderr)
        if not done.stdout:
            raise RuntimeError(done.stderr[-1000:])
        return json.loads(done.stdout)

    def summarize(self, report, trials):
        self.longest[self.models.name] = max([self.longest.get(self.models.name, 0), *(trial["wallSeconds"] or 0 for trial in trials)])
        rows = [{"case": trial["caseId"], "failure": trial["failure"], "rows": trial["resultRows"], "seconds": trial["wallSeconds"]} for trial in trials]
        figures = [[item["suite"], item["axes"], item["name"], item["value"], item["unit"]] for item in report["derived"] if item["value"] is not None]
        limits = [[item["id"], item["status"], item["actual"], item["limit"]] for item in report["requirements"] if item["status"] != "not evaluated"]
        return {"verdict": report["verdict"], "limits": limits, "trials": rows, "figures": figures}

    def ingest(self, out, trial):
        """The trial that `warpgauge ingest` builds from the logs of a run."""
        files = self.work / "left"
        files.mkdir()
        logs = [out / trial[stream] for stream in ("stdoutPath", "stderrPath")]
        for path in logs:
            shutil.copy(path, files)
        case = {"suite": "production", "adapter": "auto", "files": [path.name for path in logs]}
        shutil.copy(self.work / "production.yml", files)
        (files / "manifest.json").write_text(json.dumps({"config": "production.yml", "cases": [case]}))
        folder = self.work / "run-ingested"
        command = [self.arguments.node, str(self.arguments.cli), "ingest", str(files / "manifest.json"), "--out", str(folder)]
        done = subprocess.run(command, cwd=self.path, env=self.environment, capture_output=True, text=True)
        (self.work / "ingest.log").write_text(done.stdout + done.stderr)
        self.report(folder)
        return json.loads((folder / "run.json").read_text())["trials"][0]

    def save(self, results):
        """Results so far, and logs, reports and records as one file; outputs of the program stay behind."""
        (self.arguments.out / "results.json").write_text(json.dumps(results, indent=1) + "\n")
        temporary = self.work / "runs.tar.xz"
        with tarfile.open(temporary, "w:xz") as archive:
            for path in sorted(self.work.glob("*.*")) + sorted(self.work.glob("run-*/run.json")) + sorted(self.work.glob("run-*/**/*.log")):
                if path.is_file() and path != temporary and path.stat().st_size < 2**22:
                    archive.add(path, path.relative_to(self.work))
        # A kit that is cut off leaves a complete file.
        shutil.copy(temporary, self.arguments.out / "runs.tar.xz.new")
        (self.arguments.out / "runs.tar.xz.new").replace(self.arguments.out / "runs.tar.xz")


def main():
    arguments = parse_arguments()
    # Ends as at an error, with results.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    kit = Kit(arguments)
    results = {"device": arguments.device}
    try:
        kit.create_repository()
        print(f"prepared in {time.monotonic() - kit.begun:.0f} s", flush=True)
        for name in arguments.steps:
            results[name] = perform(kit, name)
            print(f"{name}: {json.dumps({key: results[name][key] for key in ('passed', 'skipped', 'error', 'seconds') if key in results[name]})}", flush=True)
            kit.save(results)
    finally:
        kit.save(results)
        shutil.rmtree(kit.work, ignore_errors=True)
    sys.exit(0 if all(result.get("passed", True) for result in results.values() if isinstance(result, dict)) else 1)


def perform(kit, name):
    run, models, trials, needs_gpu = STEPS[name]
    begun = time.monotonic()
    # Models that were not run yet take at least as long as others.
    longest = kit.longest.get("tiny" if kit.cpu else models, max(kit.longest.values(), default=0))
    if needs_gpu and kit.cpu:
        return {"skipped": "needs a GPU"}
    if begun - kit.begun + trials * longest > kit.arguments.seconds:
        return {"skipped": "no time left"}
    try:
        kit.choose_models(models)
        result = run(kit)
    except Exception as error:
        result = {"passed": False, "error": f"{type(error).__name__}: {error}"}
    return {**result, "seconds": round(time.monotonic() - begun, 1)}


main()
