import { describe, expect, it } from 'vitest'
import { fillCommandLine } from '../../../../src/domain/init/command-line.ts'
import { readCommandLines } from '../../../../src/domain/init/python-commands.ts'
import { createPythonModules } from '../../../../src/domain/init/python-source.ts'
import { aProject, fastaProgram, findIn } from './init-project.ts'

const understood = (source: string, readsFasta = true) =>
  readCommandLines(createPythonModules(aProject({ 'main.py': source })), 'main.py').map((line) =>
    fillCommandLine(line, { readsFasta, contains: (path) => path === 'names.txt' }),
  )

describe('the arguments of a Python program', () => {
  it.each([
    [
      'argparse, with the order of positional arguments kept',
      `p.add_argument("out_dir")\np.add_argument("fasta", help="a (FASTA) file, \\")\\"")\np.add_argument("--threads", type=int, default=4)`,
      ['{output}', '{dataset}'],
    ],
    [
      'argparse with single quotes and underscores',
      `p.add_argument('-i', '--input_file', required=True)\np.add_argument('-o')`,
      ['--input_file', '{dataset}', '-o', '{output}'],
    ],
    [
      'a subcommand that needs a global option',
      `p = argparse.ArgumentParser()\np.add_argument("--gpus", required=True)\ns = p.add_subparsers()\na = s.add_parser("train")\na.add_argument("rate")\nb = s.add_parser("predict")\nb.add_argument("reads")\nb.add_argument("--outdir")`,
      ['--gpus', '{gpus}', 'predict', '{dataset}', '--outdir', '{output}'],
    ],
    [
      'click',
      `import click\n\n@click.command()\n@click.argument("sequences", type=click.Path())\n@click.option("--output-dir", "-o", "out", required=True)\n@click.option("--num-gpus", default=1)\ndef main(sequences, out, num_gpus):\n    pass\n`,
      ['{dataset}', '--output-dir', '{output}', '--num-gpus', '{gpuCount}'],
    ],
    [
      'a click group, by the name of the function',
      `import click\n\n@click.group()\ndef cli():\n    pass\n\n@cli.command()\n@click.argument("fasta")\n@click.option("--out", required=True)\ndef run_all(fasta, out):\n    pass\n`,
      ['run-all', '{dataset}', '--out', '{output}'],
    ],
  ])('are filled in: %s', (_what, source, args) => {
    expect(understood(source).find((line) => 'args' in line)).toMatchObject({ args })
  })

  it('are not guessed when another one is required', () => {
    const source = `p.add_argument("input")\np.add_argument("output")\np.add_argument("--model", required=True)`
    expect(understood(source)).toEqual([{ reason: 'it requires --model' }])
  })

  it.each([
    ['steps, and not epochs', '--max-steps', '-1', ['--max-steps', '100']],
    ['one epoch', '--num_train_epochs', '3', ['--num_train_epochs', '1']],
  ])('shorten training by %s', (_what, name, usual, args) => {
    const source = `p.add_argument("${name}", default=${usual})  # a comment, with a comma\np.add_argument("--batch-size", default=8)`
    expect(understood(source, false)).toMatchObject([{ args, limit: args.join(' ') }])
  })

  it('keep a number of steps that is small already, and prefer steps to epochs', () => {
    expect(
      understood(`p.add_argument("--steps", default=20)\np.add_argument("--epochs", default=20)`, false),
    ).toMatchObject([{ args: [], limit: null }])
  })

  it('use an input that the repository contains by its default, and the GPU where the default is the CPU', () => {
    const source = `p.add_argument("--input-file", default='names.txt')\np.add_argument("--work-dir", default="out")\np.add_argument("--device", default='cpu')`
    expect(understood(source, false)).toMatchObject([
      { args: ['--work-dir', '{output}'], hasOwnInput: true, gpuArguments: ['--device', 'cuda'], readsFasta: false },
    ])
  })

  it.each([
    ['p.add_argument("--gpus", type=int)', ['--gpus', '{gpuCount}']],
    ['p.add_argument("--devices", default="auto")', ['--devices', '{gpuCount}']],
    ['p.add_argument("--devices", default="0")', ['--devices', '{gpus}']],
    ['p.add_argument("--gpus", type=int, nargs="+")', ['--gpus', '{gpus}']],
    [
      'import click\n@click.command()\n@click.option("--devices", type=int, default=1)\ndef run():\n    pass\n',
      ['--devices', '{gpuCount}'],
    ],
  ])('tell ids of devices from their number: %s', (source, args) => {
    expect(understood(source)).toMatchObject([{ args, takesGpus: true }])
  })

  it.each([
    'import sys\nprint(sys.argv)',
    'import typer\napp = typer.Typer()\n@app.command()\ndef run(steps: int = 9):\n    pass\n',
    'import fire\ndef run(steps=1000):\n    pass\nfire.Fire(run)\n',
  ])('are none where none are declared with argparse or click: %j', (source) => {
    expect(understood(source)).toEqual([])
    expect(findIn({ 'a/__main__.py': source }).programs[0]?.missing).toBe(
      'its arguments are not declared with argparse or click',
    )
  })
})

const trainProgram = `import argparse
p.add_argument("--output-dir", required=True)
p.add_argument("--max-steps", type=int, default=1000)
`

describe('how a Python program is started', () => {
  const scripts = { project: { name: 'a', scripts: { go: 'pkg.cli:main' }, dependencies: ['torch'] } }
  const texts = { 'pkg/__init__.py': '', 'pkg/cli.py': fastaProgram }
  const programOf = (...input: Parameters<typeof aProject>) => findIn(...input).programs[0]

  it('with pip in a virtual environment when it has dependencies', () => {
    expect(programOf(texts, { data: { 'pyproject.toml': scripts } })).toMatchObject({
      command: ['.venv/bin/go', '{dataset}', '--output', '{output}'],
      setup: [
        ['python3', '-m', 'venv', '.venv'],
        ['.venv/bin/python', '-m', 'pip', 'install', '--disable-pip-version-check', '-e', '.'],
      ],
    })
  })

  it('not editable with a build tool that would build at import', () => {
    const data = { 'pyproject.toml': { ...scripts, 'build-system': { 'build-backend': 'mesonpy' } } }
    expect(programOf(texts, { data })?.setup.at(-1)?.slice(-2)).toEqual(['--disable-pip-version-check', '.'])
  })

  it.each([
    ['uv.lock', ['uv', 'sync', '--frozen'], '.venv/bin/go'],
    ['pixi.lock', ['pixi', 'install', '--frozen'], '.pixi/envs/default/bin/go'],
    ['poetry.lock', ['poetry', 'install', '--no-interaction'], '.venv/bin/go'],
  ])('with the tool whose lock file is there: %s', (lock, setup, program) => {
    const found = programOf({ ...texts, [lock]: '' }, { data: { 'pyproject.toml': scripts } })
    expect([found?.setup, found?.command[0]]).toEqual([[setup], program])
  })

  it('without any preparation when it needs none, from where its package lies', () => {
    const found = programOf({ 'tools/src/pkg/__main__.py': fastaProgram })
    expect(found).toMatchObject({
      command: ['python3', '-m', 'pkg', '{dataset}', '--output', '{output}'],
      setup: [],
      env: { PYTHONPATH: 'tools/src' },
    })
  })

  it.each([
    ['a file', fastaProgram, '{output}'],
    ['a directory', fastaProgram.replace('--output', '--output-dir'), '{output}/**'],
    ['no output', fastaProgram.replace(/^.*--output.*\n/m, ''), null],
    ['a directory of a program without input', trainProgram, null],
  ])('is proven by what it writes: %s', (_what, program, proofPath) => {
    const found = programOf({ 'a/__main__.py': program })
    expect(found).toMatchObject({ missing: null, proofPath })
  })

  it('is incomplete when its code does not mention FASTA: the data that warpgauge makes would be refused', () => {
    const [found] = findIn({ 'a/__main__.py': fastaProgram.replace('reads FASTA', 'resizes') }).programs
    expect(found).toMatchObject({ name: 'a', missing: 'it requires input', evidence: 'a/__main__.py (python -m a)' })
  })

  it.each([
    ['below a directory of tools', 'tools/count/pyproject.toml', 'tools/count/src/count/cli.py', 'count.cli:main'],
    ['where the directory of the manifest is the package', 'tools/pyproject.toml', 'tools/cli.py', 'tools.cli:main'],
    ['where a build maps the package', 'libs/pyproject.toml', 'libs/code/count/cli.py', 'count.cli:main'],
  ])('by a console script %s', (_what, manifest, file, target) => {
    const data = { [manifest]: { project: { name: 'x', scripts: { count: target } } } }
    expect(programOf({ [file]: fastaProgram }, { data })).toMatchObject({ name: 'count', file, missing: null })
  })

  it('by a console script of setup.py, and names one whose module is elsewhere', () => {
    const script = 'setup(entry_points={"console_scripts": ["go = pkg.cli:main", "gone=other.cli:main"]})\n'
    const { programs } = findIn({ ...texts, 'setup.py': script })
    expect(programs.map(({ name, missing }) => [name, missing])).toEqual([
      ['go', null],
      ['gone', 'its module is not in the repository'],
    ])
  })

  it('knows GPU code by its imports', () => {
    const files = { 'a/__main__.py': fastaProgram, 'a/model.py': 'from torch import nn\n' }
    expect(programOf(files)?.usesGpu).toBe(true)
    expect(programOf({ ...files, 'a/model.py': 'import torchlight\n' })?.usesGpu).toBe(false)
    expect(programOf({ ...files, 'a/model.py': 'import os, jax.numpy as np\n' })?.usesGpu).toBe(true)
  })
})

describe('tests that take the fixture of pytest-benchmark', () => {
  const test = 'def test_speed(benchmark):\n    benchmark(len, "a")\n'
  const commandOf = (...input: Parameters<typeof aProject>) => findIn(...input).benchmarks[0]

  it('are measured with what the package itself declares for them', () => {
    const data = {
      'pyproject.toml': { project: { name: 'a', 'optional-dependencies': { dev: ['pytest-benchmark>=5'] } } },
    }
    const found = commandOf({ 'tests/perf/test_a.py': test, 'tests/perf/test_b.py': test }, { data })
    expect(found?.command.join(' ')).toBe(
      '.venv/bin/python -m pytest tests/perf --benchmark-only --benchmark-json={output}/benchmark.json',
    )
    expect(found?.setup.at(-1)?.at(-1)).toBe('.[dev]')
  })

  it('are measured alone where they are in one file', () => {
    expect(commandOf({ 'bench/test_a.py': test, 'bench/other.py': '' })?.command[3]).toBe('bench/test_a.py')
  })

  it('get the tool itself where nothing declares it', () => {
    expect(commandOf({ 'bench/test_a.py': test })?.setup.at(-1)?.at(-1)).toBe('pytest-benchmark')
    const data = { 'pyproject.toml': { project: { name: 'a', 'optional-dependencies': { gpu: ['torch'] } } } }
    const files = { 'bench/test_a.py': test, 'a/model.py': 'import torch\n' }
    expect(commandOf(files, { data })?.setup.at(-1)?.slice(-3)).toEqual(['-e', '.[gpu]', 'pytest-benchmark'])
  })
})

describe('scripts that compute on GPUs', () => {
  const train = `import argparse, torch
p.add_argument("--epochs", type=int, default=90)
if __name__ == "__main__":
    loss.backward()
`
  const scriptsOf = (texts: Readonly<Record<string, string>>) => findIn(texts).programs

  it('in a directory of benchmarks come before examples and reports of the environment', () => {
    const guard = "if __name__ == '__main__':\n    main()\n"
    const source = `import torch\ndef main():\n    torch.ones(1)\n${guard}`
    const paths = [
      'examples/lightning/training.py',
      'src/liger_kernel/env_report.py',
      'benchmark/scripts/benchmark_ce.py',
    ]
    const { programs } = findIn(Object.fromEntries(paths.map((path) => [path, source])))
    expect(programs[0]?.file).toBe('benchmark/scripts/benchmark_ce.py')
  })

  it('are found without a package; training first, then benchmarks, then examples', () => {
    const guard = 'import triton\nif __name__ == "__main__":\n    main()\n'
    const found = scriptsOf({
      'train.py': train,
      'bench/bench_softmax.py': guard,
      'examples/train.py': train,
      'lib/kernels.py': 'import triton\n',
      'tests/train.py': train,
      'bench/plot_bench.py': 'if __name__ == "__main__":\n    plot()\n',
    })
    expect(found.map(({ command, usesGpu, missing }) => [command.join(' '), usesGpu, missing])).toEqual([
      ['python3 train.py --epochs 1', true, null],
      ['python3 bench/bench_softmax.py', true, null],
      ['python3 examples/train.py --epochs 1', true, null],
    ])
  })

  it('say so if they repeat their work for a fixed time, also through a module next to them', () => {
    const guard = 'if __name__ == "__main__":\n    main()\n'
    const found = scriptsOf({
      'bench/bench_a.py': `import torch\nfrom utils import run\n${guard}`,
      'bench/bench_b.py': `import torch\nfrom other import run\n${guard}`,
      'bench/bench_c.py': `import torch\n${guard}    timer.blocked_autorange()\n`,
      'bench/utils.py': 'import triton\nms = triton.testing.do_bench(fn)\n',
    })
    expect(found.map(({ file, hasFixedTime }) => [file, hasFixedTime])).toEqual([
      ['bench/bench_a.py', true],
      ['bench/bench_b.py', false],
      ['bench/bench_c.py', true],
    ])
  })

  it('are incomplete when they require what is not known', () => {
    const source = train.replace('"--epochs"', '"--data-root", required=True)\np.add_argument("--epochs"')
    expect(scriptsOf({ 'train.py': source })[0]).toMatchObject({ missing: 'it requires --data-root' })
    const parsed = 'import torch\nfrom opts import parse_args\nif __name__ == "__main__":\n    main(parse_args())\n'
    expect(scriptsOf({ 'run.py': parsed })[0]?.missing).toMatch(/not declared/)
  })

  it('with hydra get overrides for the output directory and the number of epochs', () => {
    const source =
      'import hydra, torch\n@hydra.main(config_path="../conf", config_name="config")\ndef main(cfg): ...\nif __name__ == "__main__":\n    main()\n'
    const config = 'defaults:\n  - model: small\nseed: 1\ntrainer:\n  max_epochs: 100\n  devices: 1\n'
    const [found] = scriptsOf({ 'src/train.py': source, 'conf/config.yaml': config })
    expect(found?.command.slice(1)).toEqual(['src/train.py', 'hydra.run.dir={output}', 'trainer.max_epochs=1'])
    expect(found?.limit).toBe('trainer.max_epochs=1')
  })
})
