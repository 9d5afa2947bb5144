"""Judges real pairs of commits with `warpgauge ab`, and finds the truth with kernel records of alternating runs; README.md explains it."""

import argparse
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
ORDER = ("base", "head", "head", "base")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", required=True, type=pathlib.Path, help="the folder that prepare.py wrote")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--gpus", default="0")
    parser.add_argument("--seconds", type=float, default=1.5, help="time of the measured part of a run")
    parser.add_argument("--only", nargs="*", type=int, help="indices of pairs.json")
    parser.add_argument("--smoke", action="store_true", help="start each program once, and measure nothing")
    parser.add_argument("--limit", type=float, default=400, help="seconds after which a comparison is stopped")
    parser.add_argument("--deadline", type=float, default=540, help="seconds after which no pair starts")
    return parser.parse_args()


def shorten(report):
    """What a reader sees, and the figures of each metric."""
    return report and {name: report[name] for name in ("sentence", "verdict", "conclusion", "comparisons", "findings", "counts")}


def summarize(record):
    kernels = sorted(record["kernels"], key=lambda kernel: -kernel["seconds"])
    named = [{"name": kernel["name"][:80], "launches": kernel["launches"], "seconds": kernel["seconds"]} for kernel in kernels[:12]]
    return {"launches": sum(kernel["launches"] for kernel in kernels), "seconds": sum(kernel["seconds"] for kernel in kernels), "kernels": named}


class Pair:
    def __init__(self, index, pair, gpu, arguments):
        self.index, self.pair, self.arguments = index, pair, arguments
        self.work = pathlib.Path(tempfile.mkdtemp(prefix=f"pair-{index}-"))
        self.environment = {**os.environ, "CUDA_VISIBLE_DEVICES": gpu, "TRITON_CACHE_DIR": str(self.work / "triton")}
        self.rounds = 0

    def write(self, side, path):
        path.mkdir(exist_ok=True)
        subprocess.run(["tar", "-xf", str(self.arguments.pairs.resolve() / f"{self.pair[side]}.tar"), "-C", str(path)], check=True)
        shutil.copy(HERE / "programs" / self.pair["program"], path / "bench.py")
        shutil.copy(HERE / "programs" / "rounds.py", path)
        shutil.copytree(self.arguments.pairs / "packages", path / "packages", dirs_exist_ok=True)

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *words], cwd=self.work / "repository", check=True, capture_output=True)

    def prepare(self):
        repository = self.work / "repository"
        for side in ("base", "head"):
            self.write(side, self.work / side)
            if repository.exists():
                for child in repository.iterdir():
                    if child.name != ".git":
                        shutil.rmtree(child) if child.is_dir() else child.unlink()
            self.write(side, repository)
            if side == "base":
                self.git("init", "--quiet", "--initial-branch=main")
            self.git("add", "--all")
            self.git("commit", "--quiet", "--allow-empty", "--message", side)

    def command(self, rounds):
        return [sys.executable, "bench.py", self.pair["case"], "--rounds", str(rounds)]

    def start(self, side, rounds):
        done = subprocess.run(self.command(rounds), cwd=self.work / side, env=self.environment, capture_output=True, text=True, timeout=180)
        if done.returncode != 0:
            raise RuntimeError(f"{side}: {done.stderr.strip().splitlines()[-1][:300] if done.stderr.strip() else done.returncode}")
        return float(re.search(r"seconds: (\S+)", done.stdout)[1])

    def calibrate(self):
        """Both sides start once, so that their kernels are compiled; rounds for the wanted time of the base."""
        seconds = self.start("base", 20)
        self.start("head", 20)
        self.rounds = max(20, round(20 * self.arguments.seconds / max(seconds, 1e-4)))

    def judge(self):
        started = time.time()
        words = [self.arguments.node, self.arguments.cli, "ab", "--base", "HEAD~1", "--pass-env", "TRITON_CACHE_DIR", "--json", "--out", str(self.work / "run"), "--", *self.command(self.rounds)]
        with open(self.arguments.out / f"{self.index}-progress.txt", "w", encoding="utf-8") as progress:
            process = subprocess.Popen(words, cwd=self.work / "repository", env=self.environment, stdout=subprocess.PIPE, stderr=progress, text=True)
            # A stopped comparison reports what its runs show.
            stop = threading.Timer(self.arguments.limit, process.terminate)
            stop.start()
            output, _ = process.communicate()
            stop.cancel()
        record = self.work / "run" / "run.json"
        if record.exists():
            shutil.copy(record, self.arguments.out / f"{self.index}-run.json")
        report = json.loads(output) if output.strip() else None
        return {"exit": process.returncode, "seconds": time.time() - started, "report": shorten(report)}

    def record(self):
        records = []
        for side in ORDER:
            words = [self.arguments.node, self.arguments.cli, "kernels", "--json", "--", *self.command(self.rounds)]
            done = subprocess.run(words, cwd=self.work / side, env=self.environment, capture_output=True, text=True, timeout=180)
            record = json.loads(done.stdout) if done.returncode == 0 else None
            records.append({"side": side, **(summarize(record) if record else {"error": done.stderr[-500:]})})
        return records

    def measure(self):
        self.prepare()
        self.calibrate()
        if self.arguments.smoke:
            return {"rounds": self.rounds}
        judged = self.judge()
        return {"rounds": self.rounds, "judged": judged, "records": self.record()}


def main():
    arguments = parse_arguments()
    arguments.out.mkdir(parents=True, exist_ok=True)
    pairs = json.loads((HERE / "pairs.json").read_text())
    waiting = queue.Queue()
    for index in arguments.only or range(len(pairs)):
        waiting.put(index)
    lock, started = threading.Lock(), time.time()

    def drive(gpu):
        while time.time() - started < arguments.deadline:
            try:
                index = waiting.get_nowait()
            except queue.Empty:
                return
            pair = Pair(index, pairs[index], gpu, arguments)
            begun = time.time()
            try:
                result = pair.measure()
            except Exception as error:  # A pair that cannot run is a result as well.
                result = {"error": f"{type(error).__name__}: {error}"}
            with lock, open(arguments.out / "results.jsonl", "a", encoding="utf-8") as file:
                file.write(json.dumps({"index": index, **pairs[index], **result}) + "\n")
            verdict = (result.get("judged") or {}).get("report") or {}
            print(f"{index:02} {pairs[index]['case']} {result.get('rounds')} {time.time() - begun:.0f} s: {verdict.get('sentence') or result.get('error') or 'runs'}", flush=True)
            shutil.rmtree(pair.work, ignore_errors=True)

    threads = [threading.Thread(target=drive, args=(gpu,)) for gpu in arguments.gpus.split(",")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
