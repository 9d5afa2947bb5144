"""Records programs with planted changes and checks what `warpgauge kernels` says about them; README.md explains it."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time
from statistics import median

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PLANTS = ("none", "none", "launches", "slower", "new", "removed", "copies", "memory", "host")
# What the first sentence, or the line of transfers, has to say.
EXPECTED = {
    "none": r"same work|launches (and grids )?of all kernels are equal",
    "launches": r"runs [\d,]+ → [\d,]+ times",
    "slower": r"takes .* for equal launches",
    "new": r"is new: 30 launches|is new: 60 launches",
    "removed": r"is gone",
    "copies": r"copied to the GPU: ",
    "memory": r"peak of allocated GPU memory: ",
    "host": r"same work|launches (and grids )?of all kernels are equal",
}
SWEEP = {"torch": "elementwise", "cupy": "sweep", "jax": "fusion|loop|mul", "cpp": "sweep", "fork": "sweep", "triton": "sweep", "compile": "triton|mul", "ranks": "elementwise", "devices": "elementwise", "collective": "elementwise"}


def list_programs(binary):
    script = [sys.executable, str(HERE / "work.py")]
    return {
        "cpp": ([str(binary)], [], PLANTS),
        "fork": ([str(binary)], ["fork"], PLANTS),
        "torch": ([*script, "torch"], [], PLANTS),
        "cupy": ([*script, "cupy"], [], PLANTS),
        "jax": ([*script, "jax"], [], PLANTS),
        "triton": ([*script, "triton"], [], PLANTS),
        "compile": ([*script, "compile"], [], ("none", "launches", "slower", "new", "host")),
        "loader": ([*script, "loader"], [], ("none", "launches", "host")),
        **(list_parallel(script) if count_gpus() > 1 else {}),
        "ranks": ([sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2", str(HERE / "work.py"), "ranks"], [], ("none", "launches", "new", "host")),
    }


def count_gpus():
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    if visible is not None:
        return len([word for word in visible.split(",") if word])
    return len(subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.splitlines())


def list_parallel(script):
    """Programs on two GPUs."""
    plants = ("none", "none", "launches", "slower", "new", "host")
    start = [sys.executable, "-m", "torch.distributed.run", "--nproc-per-node", "2", str(HERE / "work.py")]
    return {"devices": ([*script, "devices"], [], plants), "collective": ([*start, "collective"], [], plants)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", default="node")
    parser.add_argument("--cli", default=str(ROOT / "dist" / "cli.js"))
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--programs", nargs="*")
    parser.add_argument("--costs", type=int, default=0, help="instead, time this many runs with and without the recorder, in turns")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    binary = arguments.out.parent / "work"
    subprocess.run(["nvcc", "-O3", "-arch=sm_90", "-o", str(binary), str(HERE / "work.cu")], check=True)
    tool = [arguments.node, arguments.cli, "kernels"]
    rows = []
    for name, (command, more, plants) in list_programs(binary).items():
        if arguments.programs and name not in arguments.programs:
            continue
        base = arguments.out / f"{name}.json"
        subprocess.run([*command, "none", *more], capture_output=True)  # Caches of compilers.
        done = subprocess.run([*tool, "--json", "--", *command, "none", *more], capture_output=True, text=True)
        base.write_text(done.stdout)
        if done.returncode or not done.stdout:
            rows.append({"program": name, "error": done.stderr[-800:]})
            continue
        for plant in plants if arguments.costs == 0 else ():
            if name == "compile":
                subprocess.run([*command, plant, *more], capture_output=True)
            rows.append(record(tool, name, plant, base, [*command, plant, *more]))
            print(json.dumps({key: rows[-1][key] for key in ("program", "plant", "isRight", "sentence")}, ensure_ascii=False)[:300], flush=True)
        if arguments.costs:
            rows.append({"program": name, **measure_cost(tool, [*command, "none", *more], arguments.costs)})
            print(json.dumps(rows[-1]), flush=True)
        (arguments.out / "results.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    (arguments.out / "results.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")
    wrong = [row for row in rows if row.get("isRight") is False or "error" in row]
    print(f"{len(rows)} rows, {len(wrong)} wrong")


def record(tool, name, plant, base, command):
    begun = time.monotonic()
    done = subprocess.run([*tool, "--base", str(base), "--", *command], capture_output=True, text=True, env={**os.environ, "COLUMNS": "160"})
    text = done.stderr[done.stderr.find("Kernels") :] if "Kernels" in done.stderr else done.stderr
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = " ".join(lines)
    start = next((index for index, line in enumerate(lines) if re.search("launches|same", line)), 0)
    sentence = " ".join(lines[start:])[:400]
    # JAX reserves three quarters of the GPU at its start: more memory shows as the copy that fills it.
    expected = EXPECTED["copies" if name == "jax" and plant == "memory" else plant]
    is_right = done.returncode == 0 and re.search(expected, said) is not None
    if plant in ("slower", "removed") and is_right and name in SWEEP:
        is_right = re.search(rf"({SWEEP[name]}).*(takes|is gone)", said) is not None
    return {"program": name, "plant": plant, "isRight": is_right, "sentence": sentence, "exit": done.returncode, "seconds": round(time.monotonic() - begun, 2), "output": text[-2500:]}


def measure_cost(tool, command, count):
    plain, recorded = [], []
    for _ in range(count):
        for times, words in ((plain, command), (recorded, [*tool, "--json", "--", *command])):
            begun = time.monotonic()
            subprocess.run(words, capture_output=True)
            times.append(round(time.monotonic() - begun, 3))
    return {"plainSeconds": plain, "recordedSeconds": recorded, "cost": round(median(recorded) - median(plain), 3)}


main()
