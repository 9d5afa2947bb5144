"""Writes both checkouts of every pair of pairs.json, and the package einops, into one folder for a machine without a network."""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PATHS = {"linkedin/Liger-Kernel": ["src/liger_kernel"], "lucidrains/x-transformers": ["x_transformers"], "lucidrains/vit-pytorch": ["vit_pytorch"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", required=True, type=pathlib.Path, help="folder of clones, one per repository, named owner+name; missing ones are cloned from GitHub")
    parser.add_argument("--out", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for pair in json.loads((HERE / "pairs.json").read_text()):
        clone = arguments.clones / pair["repository"].replace("/", "+")
        if not clone.exists():
            subprocess.run(["git", "clone", "--quiet", "--bare", f"https://github.com/{pair['repository']}", str(clone)], check=True)
        for side in ("base", "head"):
            target = arguments.out / f"{pair[side]}.tar"
            if not target.exists():
                subprocess.run(["git", "-C", str(clone), "archive", "--format=tar", f"--output={target.resolve()}", pair[side], *PATHS[pair["repository"]]], check=True)
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(arguments.out / "packages"), "einops==0.8.1"], check=True)


if __name__ == "__main__":
    main()
