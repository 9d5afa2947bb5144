"""Writes a baseline with kernels on one machine, and compares equal and changed heads with it on another; README.md explains it."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
# By program: source, setup, command, and the words of the loop that twelve more rounds change.
PROGRAMS = {
    "cuda": ("rounds.cu", [["nvcc", "-O3", "-arch=native", "-o", "rounds", "rounds.cu"]], ["./rounds", "4000"], ("round < rounds;", "round < rounds + 12;")),
    "torch": ("rounds.py", [], [sys.executable, "rounds.py", "3000"], ("range(int(sys.argv[1]))", "range(int(sys.argv[1]) + 12)")),
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--baselines", type=pathlib.Path, help="the folder `baselines` that an earlier call wrote; without it they are written")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    return parser.parse_args()


def write_config(name):
    _, setup, command, _ = PROGRAMS[name]
    return f"""version: 1
pipeline:
  name: {name}
  setup: {json.dumps(setup)}
  command: {json.dumps([*command, "{dataset}", "{output}"])}
  proof: {{ stdout: [done] }}
datasets:
  tiny: {{ preset: tiny, seed: 1 }}
suites:
  end-to-end: {{ run: {{ dataset: tiny }}, gpus: 1 }}
run: {{ warmups: 1, repeats: 3 }}
"""


class Repository:
    def __init__(self, name, arguments):
        self.name, self.arguments = name, arguments
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=f"baseline-{name}-"))
        source = PROGRAMS[name][0]
        shutil.copy(HERE / source, self.path)
        (self.path / ".gitignore").write_text("rounds\n/runs/\n")
        (self.path / ".github").mkdir()
        (self.path / ".github" / "warpgauge.yml").write_text(write_config(name))
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit("Program")

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@example.com", *words], cwd=self.path, check=True)

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def say(self, *words):
        done = subprocess.run([self.arguments.node, self.arguments.cli, *words], cwd=self.path, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{self.name}: {' '.join(words)}: exit {done.returncode}\n{done.stderr[-2000:]}")
        return done.stdout

    def measure(self, label):
        """What the report says of the kernels since the baseline."""
        self.say("run", "--out", f"runs/{label}")
        report = json.loads(self.say("report", f"runs/{label}", "--format", "json"))
        notes = [note for section in report["sections"] if section["id"].startswith("kernels-") for note in section["notes"]]
        return {"program": self.name, "head": label, "notes": notes, "verdict": report["verdict"], "sentence": report["sentence"]}

    def write(self):
        row = self.measure("first")
        self.say("baseline", "refresh", "runs/first", "--reason", "first record")
        shutil.copytree(self.path / "baselines", self.arguments.out / "baselines" / self.name)
        return [row]

    def compare(self):
        shutil.copytree(self.arguments.baselines / self.name, self.path / "baselines")
        self.commit("Baseline")
        rows = [self.measure("equal")]
        source, before, after = PROGRAMS[self.name][0], *PROGRAMS[self.name][3]
        text = (self.path / source).read_text()
        (self.path / source).write_text(text.replace(before, after, 1))
        self.commit("Twelve more rounds")
        return [*rows, self.measure("more")]


def main():
    arguments = parse_arguments()
    arguments.out = arguments.out.resolve()
    arguments.out.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in PROGRAMS:
        repository = Repository(name, arguments)
        rows += repository.compare() if arguments.baselines else repository.write()
        shutil.rmtree(repository.path, ignore_errors=True)
    (arguments.out / "baseline.json").write_text(json.dumps(rows, indent=1) + "\n")
    for row in rows:
        print(row["program"], row["head"], row["verdict"], *row["notes"][:3], sep=" | ", flush=True)


if __name__ == "__main__":
    main()
