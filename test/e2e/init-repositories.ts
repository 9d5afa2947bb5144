/** Repositories as `warpgauge init` meets them, by their files. What they cannot build here is stood in for by tools on PATH. */
export type InitRepository = {
  readonly files: Readonly<Record<string, string>>
  readonly tag?: string
  /** Shell scripts that stand in for tools of these names. */
  readonly tools?: Readonly<Record<string, string>>
}

const counter = (module: string) => `import argparse

def main():
    parser = argparse.ArgumentParser(description="Counts bases of a FASTA file")
    commands = parser.add_subparsers(dest="command", required=True)
    predict = commands.add_parser("predict", help="Count and classify")
    predict.add_argument("input", help="FASTA file")
    predict.add_argument("--output", "-o", required=True)
    predict.add_argument("--gpus", default="0")
    predict.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    rows, name, count = [], None, 0
    for line in open(arguments.input):
        if line.startswith(">"):
            if name is not None:
                rows.append((name, count))
            name, count = line[1:].strip(), 0
        else:
            count += line.count("G") + line.count("C")
    rows.append((name, count))
    with open(arguments.output, "w") as table:
        table.write("name\\t${module}\\n")
        for row in rows:
            table.write("%s\\t%d\\n" % row)
`

const pythonCli: InitRepository = {
  tag: 'v1.0',
  files: {
    'pyproject.toml': `[project]
name = "classify"
version = "1.1"
dependencies = []

[project.scripts]
classify = "classify.cli:main"
`,
    'classify/__init__.py': '',
    'classify/__main__.py': 'from .cli import main\n\nmain()\n',
    'classify/cli.py': counter('gc'),
  },
}

/**
 * Its figures hardly differ, so that they are settled by few runs. Works on its GPU, as far as the stand-in driver
 * can tell, and writes what Google Benchmark writes.
 */
const sortBench = `#!/bin/sh
for word in "$@"; do case $word in --benchmark_out=*) file=\${word#--benchmark_out=};; esac; done
tell() { echo "$1" > "$CUDA_STAND_IN.new" && mv "$CUDA_STAND_IN.new" "$CUDA_STAND_IN"; }
gpu=\${CUDA_VISIBLE_DEVICES:-0}
tell "busy=$((1 << gpu)),process=$$@$gpu:1024"
sleep 1.5
tell busy=0
time=10000$(date +%N | cut -c1-3)
printf '{"context": {"executable": "sort_bench"}, "benchmarks": [{"name": "sort/1024", "run_name": "sort/1024", "run_type": "iteration", "iterations": 10, "real_time": %s, "cpu_time": %s, "time_unit": "ns"}]}' "$time" "$time" > "$file"`

const cuda: InitRepository = {
  files: {
    'CMakeLists.txt': `cmake_minimum_required(VERSION 3.25)
project(kernels LANGUAGES CXX CUDA)
# add_executable(old old.cu)
find_package(benchmark REQUIRED)
add_executable(predict src/predict.cu)
add_subdirectory(bench)
`,
    'bench/CMakeLists.txt': `add_executable(sort_bench sort_bench.cu)
target_link_libraries(sort_bench PRIVATE benchmark::benchmark_main)
`,
    'bench/sort_bench.cu': '#include <benchmark/benchmark.h>\n',
    'src/predict.cu': 'int main() { return 0; }\n',
  },
  tools: {
    cmake: `if [ "$1" = --build ]; then
mkdir -p "$2/bench"
cat > "$2/bench/sort_bench" <<'END'
${sortBench}
END
chmod +x "$2/bench/sort_bench"
fi`,
  },
}

const cargo = `case "$*" in *--no-run*) exit 0;; esac
for name in count/1000 "group a"; do
  place="$CRITERION_HOME/$(echo "$name" | tr '/ ' '__')/new"
  mkdir -p "$place"
  printf '{"group_id":"x","full_id":"%s","directory_name":"x"}' "$name" > "$place/benchmark.json"
  printf '{"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":9.0,"upper_bound":11.0},"point_estimate":10.0,"standard_error":0.1},"median":{"confidence_interval":{"confidence_level":0.95,"lower_bound":9.0,"upper_bound":11.0},"point_estimate":1000%s.5,"standard_error":0.1},"slope":null}' "$(date +%N | cut -c1-2)" > "$place/estimates.json"
done`

const rustFiles = (folder: string): Record<string, string> => ({
  [`${folder}Cargo.toml`]: `[package]
name = "kmers"
version = "0.1.0"
edition = "2021"

[dev-dependencies]
criterion = "0.5"

[[bench]]
name = "count"
harness = false
`,
  [`${folder}src/main.rs`]: 'fn main() {}\n',
  [`${folder}benches/count.rs`]: 'use criterion::{criterion_group, criterion_main, Criterion};\n',
})

const rust: InitRepository = { files: rustFiles(''), tools: { cargo } }

const monorepo: InitRepository = {
  files: {
    'package.json':
      '{ "name": "tools", "private": true, "scripts": { "bench": "node bench/all.mjs", "lint": "true" } }\n',
    'bench/all.mjs': "console.log('nothing that an adapter reads')\n",
    'packages/caller/pyproject.toml': '[project]\nname = "caller"\nversion = "1"\n',
    'packages/caller/src/caller/__init__.py': '',
    'packages/caller/src/caller/__main__.py': `${counter('calls')}\nmain()\n`,
    ...rustFiles('crates/kmers/'),
    'tools/Makefile': "all:\n\ttrue\n\nbench: all\n\t@hyperfine --warmup 1 --export-json old.json 'ls packages'\n",
  },
  tools: { cargo },
}

const empty: InitRepository = { files: { 'README.md': '# Nothing yet\n' } }

/** A training script without a package; its torch is a module next to it, which computes nothing. */
const script: InitRepository = {
  files: {
    'torch.py': 'class nn: pass\n',
    'train.py': `import argparse, os, time
import torch

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--work-dir", "-o", type=str, default="out")
    parser.add_argument("--max-steps", type=int, default=-1, help="-1: without end")
    parser.add_argument("--device", type=str, default="cpu")
    args = parser.parse_args()
    os.makedirs(args.work_dir)
    step = 0
    while args.max_steps < 0 or step < args.max_steps:
        step += 1
        time.sleep(0.0005)
        if step % 10 == 0:
            print(f"step {step} on {args.device}", flush=True)
`,
  },
}

/** A program with arguments that only a person knows, and a file outside of the repository as input. */
const tool: InitRepository = {
  files: {
    'CMakeLists.txt': 'project(count LANGUAGES C)\nadd_executable(count src/count.c)\n',
    'src/count.c': 'int main(int argc, char **argv) { return work(argv[1]); }\n',
  },
  tools: {
    cmake: `if [ "$1" = --build ]; then
mkdir -p "$2"
printf '#!/bin/sh\\n[ $# = 1 ] || exit 3\\nsleep 0.05; echo "counted to $1"\\n' > "$2/count"
chmod +x "$2/count"
fi`,
  },
}

/** A program that the real make links with a compiler of the repository. */
const made: InitRepository = {
  files: {
    Makefile: `CC = sh tools/compile.sh
program = count
$(program): src/count.c
	$(CC) -O2 $< -o $@
run: $(program)
	./$(program) 1000
`,
    'src/count.c': 'int main(int argc, char **argv) { return work(argv[1]); }\n',
    'tools/compile.sh': `printf '#!/bin/sh\\n[ "$1" = 1000 ] || exit 3\\nsleep 0.05; echo "counted to $1"\\n' > "$4"
chmod +x "$4"
`,
    '.gitignore': '/count\n',
  },
}

export const programRepositories = { script, tool, made } as const

export const initRepositories = { 'Python CLI': pythonCli, CUDA: cuda, Rust: rust, monorepo, empty } as const
