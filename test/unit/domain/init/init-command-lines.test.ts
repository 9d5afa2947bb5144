import { describe, expect, it } from 'vitest'
import { findIn } from './init-project.ts'

type Texts = Readonly<Record<string, string>>

const predictClick = `import click, torch

@click.command()
@click.argument("input_file", type=click.Path(exists=True))
@click.option("--output-dir", "-o", help="where the (FASTA) results are")
@click.option("--gpus", default=None)
@click.option("--fast/--no-fast", default=True)
@click.pass_context
def predict(ctx, input_file, output_dir, gpus, fast):
    """Predict; see parser.add_argument("wrong") for nothing."""
`
const main = 'import sys\nfrom app.cli.main import cli\n\nif __name__ == "__main__":\n    sys.exit(cli())\n'
const clickGroup = (rest: string): Texts => ({
  'app/__init__.py': '',
  'app/__main__.py': main,
  'app/cli/__init__.py': '',
  'app/cli/predict.py': predictClick,
  'app/cli/tools.py': `import click\n\n@click.group()\ndef tools():\n    pass\n\n@tools.command("check")\n@click.argument("fasta")\ndef check_it(fasta):\n    pass\n`,
  'app/cli/main.py': rest,
})
const group = '@click.group()\n@click.option("--verbose", is_flag=True)\ndef cli(verbose):\n    pass\n\n'
const predicted = 'python3 -m app predict {dataset} --output-dir {output} --gpus {gpus}'

const groupInGroup = clickGroup(
  `import click\nfrom app.cli.shared import places\n\n@click.group()\n@click.option("--device", required=True)\ndef cli(device):\n    pass\n\n@cli.group()\ndef model():\n    pass\n\n@model.command(help="Runs it")\n@places\ndef run_all(fasta, out):\n    pass\n`,
)

const shapes: readonly (readonly [string, Texts, string])[] = [
  [
    'click commands of other modules, added to a group',
    clickGroup(
      `import click\nfrom app.cli import predict, tools\n\n${group}cli.add_command(predict.predict)\ncli.add_command(tools.tools)\n`,
    ),
    predicted,
  ],
  [
    'click commands under other names',
    clickGroup(
      `import click\nfrom .predict import (\n    predict as run_it,  # the work\n)\n\n${group}cli.add_command(run_it, name="classify")\n`,
    ),
    predicted.replace(' predict ', ' classify '),
  ],
  [
    'click commands that register themselves with an imported group, in a module that is loaded by name',
    {
      ...clickGroup(`import click\n\n${group}`),
      'app/cli/predict.py': predictClick
        .replace('import click, torch\n', 'import click, torch\nfrom app.cli.main import cli\n')
        .replace('@click.command()', '@cli.command()'),
    },
    predicted,
  ],
  [
    'argparse subcommands whose modules are given their parser',
    {
      'app/__init__.py': '',
      'app/__main__.py': 'from app.cli import main\n\nmain()\n',
      'app/cli.py': `import argparse
from app import predict, tools

def build():
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", required=False)
    commands = parser.add_subparsers(dest="command")
    tools.register(commands)
    sub = commands.add_parser("predict", help="FASTA")
    predict.add_arguments(sub)
    sub = commands.add_parser("other")
    sub.add_argument("--needed", required=True)
    return parser

def main():
    build().parse_args()
`,
      'app/predict.py':
        'import torch\n\ndef add_arguments(parser):\n    places = parser.add_argument_group("places")\n    places.add_argument("--input", required=True)\n    add_output(places)\n\ndef add_output(p):\n    p.add_argument("--outdir", required=True)\n',
      'app/tools.py':
        'def register(commands):\n    check = commands.add_parser("check")\n    check.add_argument("path")\n',
    },
    'python3 -m app predict --input {dataset} --outdir {output}',
  ],
  [
    'argparse subcommands of modules that a loop gives their parser, with shared parents',
    {
      'app/__init__.py': '',
      'app/__main__.py': `import argparse
from app import train, view

COMMANDS = [train, view]
parser = argparse.ArgumentParser()
common = argparse.ArgumentParser(add_help=False)
common.add_argument("--log")
commands = parser.add_subparsers()
for command in COMMANDS:
    command.register(commands, common)
`,
      'app/train.py':
        'import torch\n\ndef register(commands, common):\n    p = commands.add_parser("train", parents=[common, shared()])\n    p.add_argument("--output-dir")\n\ndef shared():\n    p = argparse.ArgumentParser(add_help=False)\n    p.add_argument("--epochs", default=50)\n    return p\n',
      'app/view.py':
        'def register(commands, common):\n    commands.add_parser("view", parents=[common]).add_argument("folder")\n',
    },
    'python3 -m app train --output-dir {output} --epochs 1',
  ],
]

describe('a command line in other modules than the entry', () => {
  const first = (texts: Texts) => findIn(texts).programs[0]

  it.each(shapes)('is found: %s', (_what, texts, command) => {
    expect(first(texts)).toMatchObject({ command: command.split(' '), missing: null, isMain: true, usesGpu: true })
  })

  it('names the module that declares it, so that a tag without it is not compared', () => {
    expect(first(shapes[0]?.[1] ?? {})?.file).toBe('app/cli/predict.py')
  })

  it('is incomplete where a group requires an option that is not known', () => {
    const shared =
      'import click\n\ndef places(f):\n    f = click.option("--out", required=True)(f)\n    return click.argument("fasta")(f)\n'
    const texts: Texts = { ...groupInGroup, 'app/cli/shared.py': shared }
    expect(first(texts)).toMatchObject({ missing: '`model run-all` requires --device' })
    const own = texts['app/cli/main.py']?.replace('required=True', 'is_flag=True') ?? ''
    const { command } = first({ ...texts, 'app/cli/main.py': own }) ?? {}
    expect(command?.slice(3).join(' ')).toBe('model run-all {dataset} --out {output}')
  })

  it('is incomplete where the version of click decides the name of the subcommand', () => {
    const texts = clickGroup(
      `import click\nfrom app.cli.predict import predict_cmd\n\n${group}cli.add_command(predict_cmd)\n`,
    )
    const command = predictClick.replace('def predict(', 'def predict_cmd(')
    expect(first({ ...texts, 'app/cli/predict.py': command })?.missing).toBe(
      'its subcommand is `predict` or `predict-cmd`, by the version of click',
    )
  })

  it('is incomplete where a loop over texts creates the subcommands, also next to a module with arguments', () => {
    const texts = {
      'app/__init__.py':
        'import argparse\nfrom app import predict\n\ndef main():\n    parser = argparse.ArgumentParser("app")\n    commands = parser.add_subparsers()\n    for name in ["predict"]:\n        commands.add_parser(name, parents=[globals()[name].argparser()])\n',
      'app/__main__.py': 'from . import main\n\nmain()\n',
      'app/predict.py':
        'import argparse\n\ndef argparser():\n    parser = argparse.ArgumentParser(add_help=False)\n    parser.add_argument("reads", help="FASTA")\n    return parser\n',
    }
    expect(first(texts)).toMatchObject({
      command: ['python3', '-m', 'app'],
      missing: 'its subcommands are not known',
    })
  })

  it('belongs to the nearest module, and not to a library that has one too', () => {
    const texts = {
      'app/__init__.py': '',
      'app/__main__.py': 'from app.convert import convert\nfrom app.cli import main\n\nmain()\n',
      'app/convert.py':
        'import argparse\n\ndef convert():\n    p = argparse.ArgumentParser()\n    p.add_argument("fasta")\n',
      'app/cli.py':
        'import argparse, app.convert\n\ndef main():\n    p = argparse.ArgumentParser()\n    p.add_argument("reads", help="FASTA")\n    p.add_argument("--out")\n',
    }
    expect(first(texts)?.command).toEqual(['python3', '-m', 'app', '{dataset}', '--out', '{output}'])
  })
})

describe('the entry of a package', () => {
  const script = 'import torch\nif __name__ == "__main__":\n    main()\n'
  const names = (texts: Texts) => findIn(texts).programs.map(({ name, missing }) => [name, missing])

  it('comes before scripts, also where it has to be completed', () => {
    const texts = {
      'app/__main__.py': 'import argparse\np = argparse.ArgumentParser()\np.add_argument("weights")\n',
      'app/model.py': 'import torch\n',
      'benchmark_fix.py': script,
      'app/train.py': script,
    }
    expect(names(texts)).toEqual([
      ['app', 'it requires weights'],
      ['app-train', null],
      ['benchmark_fix', null],
    ])
  })

  it('comes after a training script of which the steps are known, and after benchmarks', () => {
    const texts = {
      'app/__main__.py': 'import argparse, torch\np = argparse.ArgumentParser()\np.add_argument("weights")\n',
      'train.py': `import argparse\n${script}    p.add_argument("--max-steps", default=9000)\n`,
      'benchmarks/attention.py': script,
    }
    expect(names(texts).map(([name]) => name)).toEqual(['train', 'benchmarks-attention', 'app'])
  })
})
