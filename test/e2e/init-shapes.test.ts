import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { InitRepository } from './init-repositories.ts'
import { expectMeasured, measureChange } from './init-measured.ts'
import { makeRepository, say, writeAll } from './init-rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-shapes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

type Files = Readonly<Record<string, string>>

/** Subcommands of argparse in other modules; the results are in directories of their own, next to an empty mark. */
const caller: Files = {
  'caller/__init__.py': '',
  'caller/__main__.py': 'from caller.cli import main\n\nmain()\n',
  'caller/cli.py': `import argparse
from caller import info, predict

def main():
    parser = argparse.ArgumentParser(prog="caller")
    commands = parser.add_subparsers(dest="command", required=True)
    for module in (info, predict):
        module.register(commands)
    arguments = parser.parse_args()
    arguments.function(arguments)
`,
  'caller/info.py': `def register(commands):
    parser = commands.add_parser("info")
    parser.add_argument("path")
`,
  'caller/predict.py': `import os

def register(commands):
    parser = commands.add_parser("predict", help="counts the bases of FASTA")
    parser.add_argument("input_file")
    parser.add_argument("--output-dir", "-o", required=True)
    parser.set_defaults(function=predict)

def predict(arguments):
    os.makedirs(os.path.join(arguments.output_dir, "sample_merged"))
    open(os.path.join(arguments.output_dir, ".done"), "w").close()
    open(os.path.join(arguments.output_dir, "done"), "w").close()
    with open(os.path.join(arguments.output_dir, "sample_merged", "results.csv"), "w") as table:
        print("bases", len(open(arguments.input_file).read()), file=table)
    print("Predicted everything")
`,
}

const link = 'ln -s "$(command -v python3)" "$place/bin/python"'
const environments: readonly (readonly [string, InitRepository, readonly string[]])[] = [
  [
    'pixi',
    {
      files: { ...caller, 'pixi.toml': '[workspace]\nname = "caller"\n[dependencies]\npython = "3.11.*"\n' },
      tools: { pixi: `[ "$*" = install ] || exit 2; place=.pixi/envs/default; mkdir -p "$place/bin"; ${link}` },
    },
    ['.pixi/envs/default/bin/python', '-m', 'caller'],
  ],
  [
    'conda',
    {
      files: { ...caller, 'environment.yml': 'name: caller\ndependencies:\n  - python=3.11\n' },
      tools: {
        conda: `[ "$*" = "env create --quiet --prefix .conda --file environment.yml" ] || exit 2; place=.conda; mkdir -p "$place/bin"; ${link}`,
      },
    },
    ['.conda/bin/python', '-m', 'caller'],
  ],
]

describe('a repository that init has never seen', () => {
  it.each(environments)(
    'with subcommands in other modules is measured in an environment of %s',
    async (_what, files, start) => {
      using repository = makeRepository(folder, files)
      const said = await measureChange(folder, repository)
      expect(said.init.stderr).toContain(
        `Measures on the CPU: ${start.join(' ')} predict {dataset} --output-dir {output}`,
      )
      expectMeasured(repository, said, ['end-to-end/caller'])
    },
  )

  const click = `import click

@click.command()
@click.argument("fasta")
@click.option("--out", required=True)
def predict(fasta, out):
    pass
`
  const shapes: readonly (readonly [string, Files, readonly string[]])[] = [
    [
      'a click group whose commands are in other modules',
      {
        'app/__main__.py': 'from app.cli import cli\n\ncli()\n',
        'app/__init__.py': '',
        'app/cli.py': `import click\nfrom app import predict\n\n@click.group()\ndef cli():\n    pass\n\ncli.add_command(predict.predict)\n`,
        'app/predict.py': click,
        'fix_it.py': 'import torch\nif __name__ == "__main__":\n    main()\n',
      },
      ['python3', '-m', 'app', 'predict', '{dataset}', '--out', '{output}'],
    ],
    [
      'a console script with extras',
      {
        'pyproject.toml':
          '[project]\nname = "app"\nversion = "1"\n[project.scripts]\npredict = "app.predict:predict [gpu]"\n[project.optional-dependencies]\ngpu = ["torch"]\n',
        'app/__init__.py': '',
        'app/predict.py': click.replace('import click', 'import click, torch'),
      },
      ['.venv/bin/predict', '{dataset}', '--out', '{output}'],
    ],
  ]

  it.each(shapes)('is understood: %s', async (_what, files, command) => {
    using repository = makeRepository(folder, { files })
    const said = await say(repository, 'init', '--yes', '--dry-run')
    const config = parse(said.stdout.replace(/^--- .*\n/, '').replace(/^--- [^]*$/m, '')) as { pipeline: object }
    expect(config.pipeline).toMatchObject({ command })
    expect(config.pipeline).not.toHaveProperty('placeholder')
  })
})

describe('init with a command', () => {
  const job = `import pathlib, sys
place = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
if place.suffix == "":
    place.mkdir(parents=True)
    (place / "empty").touch()
    (place / "deep").mkdir()
    place = place / "deep" / "result.txt"
place.write_text("42")
`

  it.each([
    ['results/table.csv', '{output}/table.csv', '{output}/table.csv'],
    ['results', '{output}', '{output}/**'],
  ])('writes %s to a new place in each run, which is its proof', async (out, placeholder, proof) => {
    using repository = makeRepository(folder, { files: { 'job.py': job } })
    const said = await measureChange(folder, repository, '--', 'python3', 'job.py', '--out', out)
    expect(said.init.stderr).toContain(`Measures on the CPU: python3 job.py --out ${placeholder}`)
    expectMeasured(repository, said, ['end-to-end/job'])
    expect(readFileSync(join(repository.path, '.github/warpgauge.yml'), 'utf8')).toContain(`path: '${proof}'`)
  })

  it('does not count a run that writes nothing', async () => {
    using repository = makeRepository(folder, { files: { 'job.py': 'print("nothing")\n' } })
    const { run } = await measureChange(folder, repository, '--', 'python3', 'job.py', '--out', 'results')
    expect([run.exitCode, run.stdout + run.stderr]).toEqual([2, expect.stringContaining('no file matches {output}/**')])
  })

  it('counts a run that prints what the program prints at its end', async () => {
    using repository = makeRepository(folder, {
      files: { 'job.py': 'for n in range(3):\n    print(n)\nprint("All done")\n' },
    })
    const said = await measureChange(folder, repository, '--', 'python3', 'job.py')
    expect(readFileSync(join(repository.path, '.github/warpgauge.yml'), 'utf8')).toContain(
      'proof: { stdout: [All done] }',
    )
    expectMeasured(repository, said, ['end-to-end/job'])
  })

  it('refuses a command of a subfolder, which a run would start at the root', async () => {
    using repository = makeRepository(folder, { files: { 'job.py': 'print(1)\n', 'deep/job.py': 'print(2)\n' } })
    const deep = { ...repository, path: join(repository.path, 'deep') }
    const said = await say(deep, 'init', '--yes', '--', 'python3', 'job.py')
    expect(said.exitCode).toBe(2)
    expect(said.stderr).toContain('the command is meant for deep/, but runs start at the root of a checkout')
    expect(said.stderr).toContain('-- env --chdir=deep python3 job.py')
    expect((await say(deep, 'init', '--yes', '--dry-run')).exitCode).toBe(0)
  })

  it('warns of a file that no checkout has', async () => {
    using repository = makeRepository(folder, { files: { 'job.py': 'print("done")\n', '.gitignore': '/data/\n' } })
    writeAll(repository.path, { 'data/large.bin': 'x', 'new.txt': 'x' })
    const said = await say(
      repository,
      'init',
      '--yes',
      '--dry-run',
      '--',
      'python3',
      'job.py',
      'data/large.bin',
      'new.txt',
    )
    expect(said.stderr.match(/(?<=warning: ).* is not committed/g)).toEqual([
      'data/large.bin is not committed',
      'new.txt is not committed',
    ])
  })
})
