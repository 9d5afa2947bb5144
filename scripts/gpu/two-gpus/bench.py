"""Repositories, processes of warpgauge and what they leave, for run.py."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time

KEPT_FILES = ("run.json", "report.json", "report.md", "warpgauge.yml")
DROPPED_VARIABLES = ("GITHUB_", "RUNNER_", "CI", "WARPGAUGE_", "XDG_")
MONITOR_KEYS = (
    *("startedMs", "endedMs", "samples", "lateSamples", "lostSamples", "longestGapMs", "overheadCpuShare"),
    *("foreignProcesses", "problems"),
)
SECONDS_TO_CANCEL = 20


class OutOfTime(Exception):
    """The remaining time is too short for this step."""


class Bench:
    """The working directory of this session and its time limit."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.started = time.monotonic()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="two-gpus-"))
        self.work.chmod(0o755)
        self.limit = arguments.seconds

    def seconds(self):
        return time.monotonic() - self.started

    def limit_part(self, seconds):
        """Steps from here on end after `seconds`, and never after the end of the session."""
        self.limit = min(self.seconds() + seconds, self.arguments.seconds)

    def seconds_left(self, needed=0):
        left = self.limit - self.seconds()
        if left <= needed:
            raise OutOfTime(f"{left:.0f} s are left, {needed:.0f} s are needed")
        return left

    def say(self, text):
        line = f"{self.seconds():6.1f} s  {text}"
        print(line, flush=True)
        with open(self.arguments.out / "log.txt", "a", encoding="utf-8") as file:
            file.write(line + "\n")

    def create_repository(self, name, config, files):
        path = self.work / "repositories" / name
        (path / ".github").mkdir(parents=True)
        for source in files:
            shutil.copy(source, path)
        (path / ".gitignore").write_text("__pycache__/\n")
        (path / ".github" / "warpgauge.yml").write_text(json.dumps(config))
        run_git(path, "init", "--quiet", "--initial-branch=main")
        commit(path, "Add the program")
        return path

    def environment(self, home, visible=None):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(DROPPED_VARIABLES)}
        folders = {"HOME": home / "home", "TMPDIR": home / "tmp"}
        for folder in folders.values():
            folder.mkdir(parents=True, exist_ok=True)
        chosen = {} if visible is None or self.arguments.device == "cpu" else {"CUDA_VISIBLE_DEVICES": visible}
        return {**kept, **{name: str(folder) for name, folder in folders.items()}, **chosen}

    def start(self, command, directory, environment, log):
        with open(log, "a", encoding="utf-8") as file:
            return subprocess.Popen(
                command,
                cwd=directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def run_directly(self, command, directory, visible):
        """Seconds of a command outside of warpgauge, from before its start to after its end."""
        options = {"cwd": directory, "env": self.environment(self.work / "direct", visible), "start_new_session": True, "text": True}
        limit = self.seconds_left()
        started = time.perf_counter()
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        try:
            output, errors = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
        seconds = time.perf_counter() - started
        if process.returncode != 0:
            raise RuntimeError(f"{command}: exit {process.returncode}\n{(output + errors)[-2000:]}")
        return seconds, output

    def start_warpgauge(self, part, name, path, words, visible=None):
        """Starts warpgauge in a repository; its run folder lies next to the others of this part."""
        folder = self.work / "runs" / part / name
        folder.parent.mkdir(parents=True, exist_ok=True)
        command = [self.arguments.node, self.arguments.cli, *words[:1], "--out", str(folder), *words[1:]]
        home = self.work / f"home-{visible or 'all'}"
        log = folder.with_name(f"{name}.txt")
        return self.start(command, path, self.environment(home, visible), log), folder, log

    def finish_warpgauge(self, started):
        """Waits for the end or the limit; figures of the run."""
        process, folder, log = started
        began = time.monotonic()
        is_cancelled = False
        try:
            process.wait(timeout=max(1, self.limit - self.seconds()))
        except subprocess.TimeoutExpired:
            is_cancelled = True
            end(process)
        waited = round(time.monotonic() - began, 1)
        result = {"exitCode": process.returncode, "isCancelled": is_cancelled, "waitedSeconds": waited, **read_run(folder)}
        if process.returncode not in (0, 1):
            result["output"] = log.read_text()[-2000:]
        return result

    def run_warpgauge(self, part, name, path, words):
        return self.finish_warpgauge(self.start_warpgauge(part, name, path, words))

    def pack(self):
        """Keeps records, reports and samples of all parts so far as one archive."""
        runs, packed = self.work / "runs", self.work / "runs.tar.xz"
        with tarfile.open(packed, "w:xz", preset=2) as archive:
            for file in sorted(runs.rglob("*")):
                is_kept = file.name in KEPT_FILES or file.suffix in (".txt", ".json") or file.match("gpu_metrics_*.log")
                if file.is_file() and is_kept:
                    archive.add(file, arcname=f"runs/{file.relative_to(runs)}")
        shutil.copy(packed, self.arguments.out)


def list_device_options(bench):
    return ["--device", bench.arguments.device, *(["--tiny"] if bench.arguments.tiny else [])]


def end(process):
    """Asks a process to end; after a while its whole session is killed."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=SECONDS_TO_CANCEL)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run_git(path, *arguments):
    subprocess.run(["git", *arguments], cwd=path, check=True, capture_output=True, timeout=60)


def commit(path, message):
    run_git(path, "add", "--all")
    run_git(path, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", message)


def read_run(folder):
    """The trials of a run folder and the report, reduced; `error` says what is missing."""
    try:
        record = json.loads((folder / "run.json").read_text())
    except (OSError, ValueError) as error:
        return {"error": str(error)}
    trials = [read_trial(folder, trial, record) for trial in record["trials"]]
    try:
        report = json.loads((folder / "report.json").read_text())
    except (OSError, ValueError) as error:
        return {"status": record["status"], "isolation": record.get("isolation"), "trials": trials, "error": str(error)}
    speedups = [item for item in report["derived"] if item["name"] == "speedup"]
    return {
        "status": record["status"],
        "isolation": record.get("isolation"),
        "verdict": report["verdict"],
        "headline": report["sentence"],
        "speedups": [{key: item[key] for key in ("axes", "value", "interval", "reason")} for item in speedups],
        "comparisons": [read_comparison(row) for row in report["comparisons"]],
        "cautions": [item for item in report.get("findings", []) if item.get("kind") == "caution"],
        "trials": trials,
    }


def read_comparison(row):
    return {key: row.get(key) for key in ("metric", "isGate", "verdict", "effect", "interval", "reason")}


def read_trial(folder, trial, record):
    telemetry = trial.get("telemetry") or {}
    log = folder / trial["stdoutPath"]
    output = log.read_text() if log.exists() else ""
    return {
        "case": trial["caseId"],
        "isHead": trial["commit"] == record["revisions"][0]["commit"],
        "isWarmup": trial["isWarmup"],
        "gpus": trial.get("gpus"),
        "wallSeconds": trial["wallSeconds"],
        "stopwatchSeconds": find_number(r"^stopwatch: (\S+) s$", output),
        "summedBytes": find_number(r"^bytes summed over GPUs: (\d+)$", output),
        "failure": (trial["failure"] or {}).get("detail"),
        "contamination": trial["contamination"],
        "host": trial["host"],
        "monitor": {key: telemetry.get(key) for key in MONITOR_KEYS},
        "byGpu": [read_gpu(use) for use in telemetry.get("gpus") or []],
    }


def find_number(pattern, text):
    found = re.search(pattern, text, re.MULTILINE)
    return float(found[1]) if found else None


def read_gpu(use):
    link = {key: use.get(key) for key in ("nvlinkReceiveBytesPerSecond", "nvlinkSendBytesPerSecond")}
    return {
        "gpu": use["gpu"],
        **(use.get("work") or {}),
        "ownMemoryPeakBytes": use.get("ownMemoryPeakBytes"),
        **{key: spread and spread["mean"] for key, spread in link.items()},
    }
