import { describe, expect, it } from 'vitest'
import { fillCommandLine } from '../../../../src/domain/init/argument-roles.ts'
import { parseCommandLines } from '../../../../src/domain/init/python-arguments.ts'
import { findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import { aProject, fastaProgram } from './init-project.ts'

const understood = (source: string) => parseCommandLines(source).map(fillCommandLine)

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
      `p.add_argument("--gpus", required=True)\na = s.add_parser("train")\na.add_argument("epochs")\nb = s.add_parser("predict")\nb.add_argument("reads")\nb.add_argument("--outdir")`,
      ['predict', '{dataset}', '--outdir', '{output}', '--gpus', '{gpus}'],
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

  it.each([
    [
      'another one is required',
      `p.add_argument("input")\np.add_argument("output")\np.add_argument("--model", required=True)`,
      'it requires --model',
    ],
    ['none is an output', `p.add_argument("input")`, 'no argument looks like an output'],
    ['none is an input', `p.add_argument("--output")`, 'no argument looks like an input file'],
    [
      'the only one of that name takes no value',
      `p.add_argument("input")\np.add_argument("--output", action="store_true")`,
      'no argument looks like an output',
    ],
  ])('are not guessed when %s', (_what, source, reason) => {
    expect(understood(source)).toEqual([{ reason }])
  })

  it('are none where none are declared', () => {
    expect(understood('import sys\nprint(sys.argv)')).toEqual([])
  })
})

describe('how a Python program is started', () => {
  const scripts = { project: { name: 'a', scripts: { go: 'pkg.cli:main' }, dependencies: ['torch'] } }
  const texts = { 'pkg/__init__.py': '', 'pkg/cli.py': fastaProgram }
  const programOf = (...input: Parameters<typeof aProject>) => findWhatToMeasure(aProject(...input)).programs[0]

  it('with pip in a virtual environment when it has dependencies', () => {
    expect(programOf(texts, { data: { 'pyproject.toml': scripts } })).toMatchObject({
      command: ['.venv/bin/go', '{dataset}', '--output', '{output}'],
      setup: [
        ['python3', '-m', 'venv', '.venv'],
        ['.venv/bin/python', '-m', 'pip', 'install', '--disable-pip-version-check', '.'],
      ],
    })
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

  it('is no program when its code does not mention FASTA: the data that warpgauge makes would be refused', () => {
    const findings = findWhatToMeasure(aProject({ 'a/__main__.py': fastaProgram.replace('reads FASTA', 'resizes') }))
    expect(findings.programs).toEqual([])
    expect(findings.others).toEqual([{ what: 'a (it does not mention FASTA)', where: 'a/__main__.py (python -m a)' }])
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
  const commandOf = (...input: Parameters<typeof aProject>) => findWhatToMeasure(aProject(...input)).benchmarks[0]

  it('are measured with what the package itself declares for them', () => {
    const data = {
      'pyproject.toml': { project: { name: 'a', 'optional-dependencies': { dev: ['pytest-benchmark>=5'] } } },
    }
    const found = commandOf({ 'tests/perf/test_a.py': test, 'tests/perf/test_b.py': test }, { data })
    expect(found?.command).toEqual([
      '.venv/bin/python',
      '-m',
      'pytest',
      'tests/perf',
      '--benchmark-only',
      '--benchmark-json={output}/benchmark.json',
    ])
    expect(found?.setup.at(-1)?.at(-1)).toBe('.[dev]')
  })

  it('get the tool itself where nothing declares it', () => {
    expect(commandOf({ 'bench/test_a.py': test })?.setup.at(-1)?.at(-1)).toBe('pytest-benchmark')
  })
})
