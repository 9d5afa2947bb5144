"""Walks a new user's path (init, doctor, ab) through a CUDA and a Triton repository on a GPU; README.md explains it."""

import argparse
import json
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
# A machine without network has torch, but no index to install it from.
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
# Kernel 3 of SGEMM_CUDA uses shared memory only; kernel 10 is several times faster.
SLOW_KERNEL = ("case 10:\n    runSgemmWarptiling(", "case 10:\n    run_sgemm_shared_mem_block(")
LAUNCH = "    _attn_res_fwd_kernel[(n_tokens,)](\n"
# The medians of do_bench, whose duration says nothing: it repeats a kernel for a fixed time.
REPORT = """\
                    warpgauge.metric(f"{kernel_provider} {kernel_operation_mode} {x} {metric_name}", benchmark_result.y_50, metric_unit)
"""
RESULT_LINE = "                    y_values_50.append(benchmark_result.y_50)\n"
# The reference in PyTorch, whose module imports transformers and pytest, takes most of a run.
OWN_KERNELS = [('probe_provider="pytorch"', 'probe_provider="liger"', 2), ('["pytorch", "liger"]', '["liger"]', 1)]
METRICS = [f"bench:liger {mode} 8192 speed" for mode in ("forward", "full")]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--archives", required=True, type=pathlib.Path, help="directory with SGEMM_CUDA.tar.xz and Liger-Kernel.tar.xz")
    parser.add_argument("--out", required=True, type=pathlib.Path, help="directory for results.json and run-folders.tar.gz")
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"), type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seconds", type=float, default=285, help="time for everything; the last comparisons may be cut off")
    parser.add_argument("--only", choices=["SGEMM_CUDA", "Liger-Kernel"], help="one of the repositories")
    parser.add_argument("--capability", default="90", help="compute capability of the GPU, such as 90 for 9.0")
    return parser.parse_args()


class Walk:
    def __init__(self, arguments):
        self.arguments = arguments
        self.started = time.monotonic()
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="first-hour-"))
        self.work.chmod(0o755)
        self.folders = self.work / "runs"
        self.folders.mkdir()
        self.environment = dict(os.environ)
        for folder in ("/usr/local/cuda/bin", "/opt/cuda/bin"):
            if shutil.which("nvcc") is None and os.path.exists(f"{folder}/nvcc"):
                os.environ["PATH"] = self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"
        self.results = {"machine": describe_machine(), "steps": []}

    def get_seconds_left(self):
        return self.arguments.seconds - (time.monotonic() - self.started)

    def run(self, repository, step, words, limit, path):
        """Runs a command of the user; Ctrl-C after `limit` seconds, as an impatient user would."""
        started = time.monotonic()
        process = subprocess.Popen(
            words, cwd=path, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        is_cut = False
        try:
            stdout, stderr = process.communicate(timeout=max(1, limit))
        except subprocess.TimeoutExpired:
            is_cut = True
            process.send_signal(signal.SIGINT)
            try:
                stdout, stderr = process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                stdout, stderr = process.communicate()
        seconds = time.monotonic() - started
        result = {"repository": repository, "step": step, "command": shlex.join(words), "seconds": seconds, "exitCode": process.returncode, "isCut": is_cut}
        self.results["steps"].append({**result, "stderr": stderr[-20000:], "stdout": "" if stdout.startswith("{") else stdout[-20000:]})
        print(f"{repository:13} {step:22} {seconds:6.1f} s  exit {process.returncode}{'  cut off' if is_cut else ''}", flush=True)
        return stdout, stderr

    def warpgauge(self, repository, step, words, limit, path):
        return self.run(repository, step, [self.arguments.node, self.arguments.cli, *words], limit, path)

    def unpack(self, name):
        path = self.work / name
        path.mkdir()
        with tarfile.open(self.arguments.archives / f"{name}.tar.xz") as archive:
            archive.extractall(path)
        git(path, "init", "--quiet", "--initial-branch=main")
        commit(path, "Newest commit")
        return path

    def compare(self, name, path, words, branch, limit):
        git(path, "switch", "--quiet", branch)
        folder = self.folders / f"{name}-{branch}"
        at = words.index("--")
        options = [*words[1:at], "--json", "--out", str(folder), *words[at:]]
        stdout, stderr = self.warpgauge(name, f"ab: {branch}", options, min(limit, self.get_seconds_left()), path)
        step = self.results["steps"][-1]
        if stdout.startswith("{"):
            report = json.loads(stdout)
            step.update(verdict=report["verdict"], sentence=report["sentence"], comparisons=[describe(item) for item in report["comparisons"]])
        print("   ", (step.get("sentence") or stderr.strip()[-600:]).replace("\n", "\n    "), flush=True)

    def save(self):
        out = self.arguments.out
        out.mkdir(parents=True, exist_ok=True)
        (out / "results.json").write_text(json.dumps({**self.results, "seconds": time.monotonic() - self.started}, indent=1))
        with tarfile.open(out / "run-folders.tar.gz", "w:gz") as archive:
            archive.add(self.folders, "runs")


def describe(item):
    sides = {side: item[side] and {key: item[side].get(key) for key in ("count", "median", "standardDeviation")} for side in ("base", "head")}
    return {key: item.get(key) for key in ("metric", "unit", "isGate", "verdict", "effect", "interval", "cost", "reason")} | sides


def describe_machine():
    commands = {
        "gpu": ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"],
        "nvcc": ["nvcc", "--version"],
        "cmake": ["cmake", "--version"],
        "python": [sys.executable, "-c", "import sys, torch, triton; print(sys.version.split()[0], torch.__version__, triton.__version__)"],
    }
    return {name: run_quietly(words)[1].strip() for name, words in commands.items()}


def run_quietly(words, path=None):
    try:
        done = subprocess.run(words, cwd=path, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return False, str(error)
    return done.returncode == 0, done.stdout + done.stderr


def git(path, *words):
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    subprocess.run(["git", *identity, *words], cwd=path, check=True, capture_output=True)


def commit(path, message):
    git(path, "add", "--all", "--force")
    git(path, "commit", "--quiet", "--message", message)


def replace(path, old, new, count=1):
    text = path.read_text()
    if text.count(old) != count:
        raise SystemExit(f"{path.name} has changed: {old!r} is in it {text.count(old)} times")
    path.write_text(text.replace(old, new))


def create_heads(path, plant):
    """The branches `slower` and `unchanged`; the second changes a page only."""
    git(path, "switch", "--quiet", "--create", "slower", "main")
    plant()
    commit(path, "Plant a slowdown")
    git(path, "switch", "--quiet", "--create", "unchanged", "main")
    with open(path / "README.md", "a") as page:
        page.write("\nOne more line.\n")
    commit(path, "Change a page")


def find_suggestion(text):
    """The command `warpgauge ab …` among the next steps of init, without its first word."""
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("warpgauge ab ")]
    return shlex.split(lines[0]) if lines else None


def walk_sgemm(walk):
    path = walk.unpack("SGEMM_CUDA")
    replace(path / "CMakeLists.txt", "set(CUDA_COMPUTE_CAPABILITY 86)", f"set(CUDA_COMPUTE_CAPABILITY {walk.arguments.capability})")
    commit(path, "Set the compute capability, as the README says")
    _, text = walk.warpgauge("SGEMM_CUDA", "init", ["init", "--yes", "--", "build/sgemm", "10"], 30, path)
    commit(path, "Measure with warpgauge")
    walk.warpgauge("SGEMM_CUDA", "doctor", ["doctor"], 30, path)
    words = find_suggestion(text)
    is_configured, output = run_quietly(["cmake", "-S", ".", "-B", str(walk.work / "probe")], path)
    if words is None or not is_configured:
        walk.results["cmake"] = output[-4000:]
        build = f"mkdir -p build && nvcc -O3 -std=c++20 -arch=sm_{walk.arguments.capability} -Isrc -o build/sgemm sgemm.cu src/runner.cu -lcublas"
        words = ["warpgauge", "ab", "--setup", build, "--", "build/sgemm", "10"]
    create_heads(path, lambda: replace(path / "src" / "runner.cu", *SLOW_KERNEL))
    return path, words


def launch_twice(path):
    replace(path, LAUNCH, "    for _ in range(2):\n" + LAUNCH.replace("    _", "      _"))


def walk_liger(walk):
    path = walk.unpack("Liger-Kernel")
    _, text = walk.warpgauge("Liger-Kernel", "init", ["init", "--yes"], 30, path)
    commit(path, "Measure with warpgauge")
    walk.warpgauge("Liger-Kernel", "doctor", ["doctor"], 30, path)
    scripts = path / "benchmark" / "scripts"
    shutil.copytree(ROOT / "clients" / "python" / "src" / "warpgauge", scripts / "warpgauge", ignore=shutil.ignore_patterns("__pycache__"))
    replace(scripts / "utils.py", "import torch\n\nfrom liger_kernel", "import torch\nimport warpgauge\n\nfrom liger_kernel")
    replace(scripts / "utils.py", RESULT_LINE, RESULT_LINE + REPORT)
    for old, new, count in OWN_KERNELS:
        replace(scripts / "benchmark_attn_res.py", old, new, count)
    commit(path, "Report the medians of the benchmarks")
    words = find_suggestion(text) or []
    # The program imports torch from the interpreter that runs this file, next to what the setup installs.
    walk.environment.update(OFFLINE, PYTHONPATH=sysconfig.get_path("purelib"))
    is_virtual, output = run_quietly([sys.executable, "-m", "venv", str(walk.work / "venv")])
    if not words or not is_virtual:
        walk.results["venv"] = output[-4000:]
        install = f"{sys.executable} -m pip install --target .site ."
        words = ["warpgauge", "ab", "--setup", install, "--", "env", "PYTHONPATH=.site", sys.executable, "benchmark/scripts/benchmark_attn_res.py"]
    options = [word for name in [*OFFLINE, "PYTHONPATH"] for word in ("--pass-env", name)]
    metrics = [word for name in METRICS for word in ("--metric", name)]
    create_heads(path, lambda: launch_twice(path / "src" / "liger_kernel" / "ops" / "attn_res.py"))
    # What do_bench measures needs no warm-up run, and three runs of each side suffice.
    return path, [*words[:2], "--warmup", "0", "--runs", "3", *options, *metrics, *words[2:]]


def main():
    walk = Walk(parse_arguments())
    try:
        print(json.dumps(walk.results["machine"], indent=1), flush=True)
        only = walk.arguments.only
        sgemm = only != "Liger-Kernel" and walk_sgemm(walk)
        if sgemm:
            walk.compare("SGEMM_CUDA", *sgemm, "slower", 100)
        liger = only != "SGEMM_CUDA" and walk_liger(walk)
        if liger:
            walk.compare("Liger-Kernel", *liger, "slower", 130)
        if sgemm:
            walk.compare("SGEMM_CUDA", *sgemm, "unchanged", 70)
        if liger:
            walk.compare("Liger-Kernel", *liger, "unchanged", 120)
    finally:
        walk.save()
        shutil.rmtree(walk.work, ignore_errors=True)


if __name__ == "__main__":
    main()
