"""Measures planned pull requests with warpgauge, one driver per GPU; README.md explains the options."""

import argparse
import hashlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time

from measured import keep_folder, read_result
from plan import PROGRAMS, plan_pull_requests
from repository import COMPILED, build_command, create_branch, create_repository, write_config

ROOT = pathlib.Path(__file__).resolve().parents[3]
STEP = pathlib.Path(__file__).parent
MOST_ARCHIVES = 4
SECONDS_TO_CANCEL = 30
DROPPED_VARIABLES = ("GITHUB_", "RUNNER_", "CI", "WARPGAUGE_", "XDG_")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path, help="results.jsonl, archives and machine.json go here")
    parser.add_argument("--gpus", default="0", help="physical indices, such as 0,1,2,3: one driver each")
    parser.add_argument("--deadline", type=float, default=400, help="seconds after which no pull request starts")
    parser.add_argument("--stop", type=float, default=540, help="seconds after which running ones are cancelled")
    parser.add_argument("--plan", type=pathlib.Path, help="JSON lines of plan.py; without it all of them")
    parser.add_argument("--done", type=pathlib.Path, nargs="*", default=[], help="results.jsonl of earlier calls: left out")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--seconds", type=float, default=3.5, help="work of one run, beside start and import")
    parser.add_argument("--batches", type=pathlib.Path, help="machine.json of an earlier call instead of calibrating")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--tiny", action="store_true", help="small shapes, for --device cpu")
    return parser.parse_args()


class Kit:
    """The queue of pull requests and the results, shared by all drivers."""

    def __init__(self, arguments, items):
        self.arguments = arguments
        self.items = items
        self.start = time.monotonic()
        self.lock = threading.Lock()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="pull-requests-"))
        self.batches = {}

    def seconds(self):
        return time.monotonic() - self.start

    def take(self):
        """The next pull request; None when the plan or the time is used up."""
        with self.lock:
            return self.items.pop(0) if self.items and self.seconds() < self.arguments.deadline else None

    def add(self, result):
        with self.lock, open(self.arguments.out / "results.jsonl", "a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")

    def say(self, text):
        with self.lock, open(self.arguments.out / "log.txt", "a", encoding="utf-8") as file:
            line = f"{self.seconds():6.1f} s  {text}"
            file.write(line + "\n")
            print(line, flush=True)


class Driver:
    """One GPU with its own home, caches, temporary directory, repositories and cores."""

    def __init__(self, kit, gpu, cores):
        self.kit = kit
        self.gpu = gpu
        self.cores = cores
        self.folder = kit.work / f"gpu-{gpu}"
        for name in ("home", "tmp", "repositories"):
            (self.folder / name).mkdir(parents=True)

    def environment(self):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(DROPPED_VARIABLES)}
        own = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}
        visible = {"CUDA_VISIBLE_DEVICES": self.gpu} if self.kit.arguments.device == "cuda" else {}
        return {**kept, **own, **visible}

    def start_process(self, command, directory):
        """Starts a command on the cores of this driver: they are set for the calling thread, and children inherit them."""
        os.sched_setaffinity(0, self.cores)
        return subprocess.Popen(
            command,
            cwd=directory,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            text=True,
        )

    def calibrate(self, program):
        """Batches of one run; fixed from here on and committed with the config of the repository."""
        options = self.kit.arguments
        start = ["python3", str(STEP / "programs" / f"{program}.py")]
        if program in COMPILED:
            start = [str(self.folder / program)]
            subprocess.run(build_command(program, start[0]), cwd=STEP / "programs", check=True)
        command = [*start, "--calibrate", str(options.seconds), "--device", options.device, *(["--tiny"] if options.tiny else [])]
        process = self.start_process(command, self.folder)
        output, _ = process.communicate(timeout=180)
        if process.returncode != 0:
            raise RuntimeError(f"{program} cannot be calibrated:\n{output[-3000:]}")
        found = json.loads(output.strip().splitlines()[-1])
        self.kit.say(f"{program}: {found}")
        self.kit.batches[program] = found["batches"]

    def repository(self, item):
        """One per program and config."""
        program, options = item["program"], self.kit.arguments
        batches = self.kit.batches[program]
        config = write_config(program, batches, options.device, options.tiny, item.get("comparison"))
        path = self.folder / "repositories" / f"{program}-{hashlib.sha256(config.encode()).hexdigest()[:8]}"
        if not path.exists():
            create_repository(path, program, config)
        return path

    def measure_all(self):
        while item := self.kit.take():
            try:
                self.measure(item)
            except Exception as error:  # one broken pull request must not end the session
                self.kit.add({**item, "gpu": self.gpu, "error": repr(error)})
                self.kit.say(f"GPU {self.gpu}: {item['id']}: {error!r}")

    def measure(self, item):
        options = self.kit.arguments
        path = self.repository(item)
        create_branch(path, item)
        folder = self.folder / "runs" / item["id"]
        command = [options.node, options.cli, "run", "--suite", "revision", "--base", "main", "--out", str(folder)]
        start = time.monotonic()
        process = self.start_process(command, path)
        output, is_cancelled = self.wait(process)
        result = {
            **item,
            "gpu": self.gpu,
            "batches": self.kit.batches[item["program"]],
            "exitCode": process.returncode,
            "isCancelled": is_cancelled,
            "seconds": round(time.monotonic() - start, 2),
            **read_result(folder),
        }
        if process.returncode not in (0, 1):
            result["output"] = output[-2000:]
        keep_folder(folder, self.folder / "kept" / item["id"])
        shutil.rmtree(folder, ignore_errors=True)
        self.kit.add(result)
        seen = result.get("headline") or result.get("error")
        self.kit.say(f"GPU {self.gpu}: {item['id']}: exit {process.returncode}, {result['seconds']} s, {seen}")

    def wait(self, process):
        """The output, and whether the time was up before the process had ended."""
        try:
            output, _ = process.communicate(timeout=max(1, self.kit.arguments.stop - self.kit.seconds()))
            return output, False
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
        try:
            output, _ = process.communicate(timeout=SECONDS_TO_CANCEL)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        return output, True


def share_cores(count):
    """One disjoint set of cores per driver."""
    cores = sorted(os.sched_getaffinity(0))
    size = max(1, len(cores) // count)
    return [set(cores[place * size : (place + 1) * size] or cores) for place in range(count)]


def find_batches(kit, drivers, programs):
    """Calibrates the programs, several GPUs at a time, each GPU one program after the other."""
    if kit.arguments.batches:
        kit.batches.update(json.loads(kit.arguments.batches.read_text())["batches"])
    missing = [program for program in programs if program not in kit.batches]
    failures = []

    def calibrate(driver, own):
        try:
            for program in own:
                driver.calibrate(program)
        except Exception as error:
            failures.append(error)

    run_threads([(calibrate, driver, missing[place :: len(drivers)]) for place, driver in enumerate(drivers)])
    if failures:
        raise failures[0]


def run_threads(tasks):
    threads = [threading.Thread(target=task[0], args=task[1:]) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def describe_machine(kit):
    query = "--query-gpu=index,name,uuid,driver_version,power.limit,clocks.max.sm,temperature.gpu"
    has_tool = shutil.which("nvidia-smi") is not None
    command = ["nvidia-smi", query, "--format=csv"]
    gpus = subprocess.run(command, capture_output=True, text=True).stdout if has_tool else ""
    machine = {
        "batches": kit.batches,
        "cores": len(os.sched_getaffinity(0)),
        "gpus": gpus.splitlines(),
        "workSeconds": kit.arguments.seconds,
        "startedAt": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
    (kit.arguments.out / "machine.json").write_text(json.dumps(machine, indent=2) + "\n")


def pack_runs(kit, drivers):
    """One archive per driver, at most four in all."""
    for place in range(min(MOST_ARCHIVES, len(drivers))):
        own = drivers[place::MOST_ARCHIVES]
        archive = kit.arguments.out / f"runs-{'-'.join(driver.gpu for driver in own)}.tar.xz"
        with tarfile.open(archive, "w:xz", preset=6) as tar:
            for driver in own:
                for folder in sorted((driver.folder / "kept").glob("*")):
                    tar.add(folder, arcname=f"runs/{folder.name}")


def read_plan(arguments):
    done = set()
    for path in arguments.done:
        results = [json.loads(line) for line in path.read_text().splitlines()]
        done |= {result["id"] for result in results if "verdict" in result and not result.get("isCancelled")}
    lines = arguments.plan.read_text().splitlines() if arguments.plan else []
    items = [json.loads(line) for line in lines] if arguments.plan else plan_pull_requests(PROGRAMS)
    return [item for item in items if item["id"] not in done]


def main():
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    kit = Kit(arguments, read_plan(arguments))
    gpus = arguments.gpus.split(",")
    drivers = [Driver(kit, gpu, cores) for gpu, cores in zip(gpus, share_cores(len(gpus)))]
    find_batches(kit, drivers, sorted({item["program"] for item in kit.items}))
    describe_machine(kit)
    kit.say(f"{len(kit.items)} pull requests on {len(drivers)} GPUs")
    run_threads([(driver.measure_all,) for driver in drivers])
    pack_runs(kit, drivers)
    kit.say(f"{len(kit.items)} pull requests are left")
    shutil.rmtree(kit.work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
