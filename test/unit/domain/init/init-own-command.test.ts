import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { buildDefaultChoices } from '../../../../src/domain/init/choices.ts'
import { buildConfigText } from '../../../../src/domain/init/config-text.ts'
import { findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import { findModelCaches } from '../../../../src/domain/init/python-tools.ts'
import { buildNextSteps } from '../../../../src/domain/init/next-steps.ts'
import { buildOwnProgram } from '../../../../src/domain/init/own-command.ts'
import { aProject } from './init-project.ts'

type Texts = Readonly<Record<string, string>>

const action = 'acme/warpgauge@v0'

/** What `init -- COMMAND` writes for a command in a repository of these files. */
function write(texts: Texts, command: string) {
  const project = aProject(texts)
  const findings = findWhatToMeasure(project)
  const program = buildOwnProgram(command.split(' '), findings, project)
  const choices = buildDefaultChoices(findings, project, { program, devices: null })
  const modelCaches = findModelCaches(project, program.main)
  const request = { findings, choices, action, configPath: null, programPaths: [], modelCaches }
  const text = buildConfigText(request)
  const where = { elsewhere: null, ignoresRunFolders: true, paths: [] }
  const steps = buildNextSteps({ ...request, ...where, environments: [], verdicts: [], kept: [] })
  const { pipeline } = parseConfig(text, 'warpgauge.yml')
  const words = pipeline.command.join(' ')
  return { text, pipeline, command: words, files: pipeline.proof?.files.map(({ path }) => path), steps }
}

const train = `import argparse, torch

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("target_dir", metavar="OUT")
    parser.add_argument("--work-dir", "-w")
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--report")
    for epoch in range(3):
        print("epoch", epoch)
    print(f"Finished after {epoch} epochs")
`
const named = { 'job.py': train.replace('target_dir', 'output_dir'), 'data/in.txt': '' }

describe('the output of a command that the user names', () => {
  it.each([
    ['./build/sim --out results/x', './build/sim --out {output}', ['{output}/**']],
    [
      './build/sim --size 3 --output=results/table.csv',
      './build/sim --size 3 --output={output}/table.csv',
      ['{output}/table.csv'],
    ],
    ['./build/sim -o out.h5 --log-dir logs', './build/sim -o {output}/out.h5 --log-dir {output}/logs', ['{output}/**']],
    [
      'python3 hydra.py hydra.run.dir=x trainer.output_dir=runs/1',
      'python3 hydra.py hydra.run.dir=x trainer.output_dir={output}',
      ['{output}/**'],
    ],
    ['./build/sim --out {output}', './build/sim --out {output}', ['{output}/**']],
    ['./build/sim --out {output}/a.csv', './build/sim --out {output}/a.csv', ['{output}/**']],
    ['python3 job.py data/in.txt runs/one --fast', 'python3 job.py data/in.txt {output} --fast', ['{output}/**']],
    [
      'python3 job.py --report r.txt -w runs data/in.txt runs/one',
      'python3 job.py --report r.txt -w {output}/runs data/in.txt {output}/one',
      ['{output}/**'],
    ],
  ])('%s', (given, command, files) => {
    expect(write(named, given)).toMatchObject({ command, files })
  })

  it.each([
    ['what the repository has is an input', './build/sim --output-dir data'],
    ['a number is none', './build/sim --results 5'],
    ['nor is a device', './build/sim -o /dev/null'],
    ['an option without a value has none', './build/sim --output --size 3'],
    ['a directory of models is an input', './build/sim model --model-path /data/llama'],
  ])('is not guessed: %s', (_what, given) => {
    expect(write(named, given).command).toBe(given)
  })

  it('is shown next to the command', () => {
    expect(write(named, './build/sim --out results/x').text).toContain(
      '# Found in your command; a new place in each run: {output} for results/x.',
    )
  })
})

describe('the proof of a command without an output', () => {
  it('is the last text that it prints in every run', () => {
    expect(write(named, 'python3 job.py data/in.txt').pipeline.proof).toEqual({ files: [], stdout: ['Finished after'] })
  })

  it('is left to its user where it prints none for certain', () => {
    const silent = {
      'job.py':
        'def usage():\n    print("usage: job")\n\nif __name__ == "__main__":\n    if slow:\n        print("slow and done")\n',
    }
    const { pipeline, text } = write(silent, 'python3 job.py')
    expect(pipeline.proof).toBeUndefined()
    expect(text).toContain("# proof: { stdout: ['a text that it prints at its end'] }")
  })
})

describe('the models that a program downloads', () => {
  const ownPackage = {
    'app/__init__.py': '',
    'app/__main__.py': 'from app.cli import main\n\nmain()\n',
    'app/cli.py':
      'import argparse\nfrom app import model\n\ndef main():\n    p = argparse.ArgumentParser()\n    p.add_argument("x")\n',
    'app/model.py':
      'import esm\nfrom transformers import AutoModel\nmodel = AutoModel.from_pretrained("a/b")\nother = esm.pretrained.esm2()\n',
    'other.py': 'import whisper\nwhisper.load_model("base")\n',
  }

  it('are found in caches that runs inherit, also through imports, and nothing else is passed', () => {
    const { pipeline, text, steps } = write(ownPackage, 'python3 -m app x.txt')
    expect(pipeline.passEnv).toEqual(['HF_HOME', 'TORCH_HOME'])
    expect(pipeline.env).toEqual({ HF_HUB_OFFLINE: '1', TRANSFORMERS_OFFLINE: '1' })
    expect(text).toContain(
      '# Set HF_HOME, TORCH_HOME on the runner: where the models are, so that no run downloads them.',
    )
    expect(steps.flatMap(({ commands }) => commands)).toEqual(
      expect.arrayContaining(['export HF_HOME=~/.cache/huggingface', 'export TORCH_HOME=~/.cache/torch']),
    )
    expect(steps.flatMap(({ commands }) => commands).find((one) => one.includes(' ab '))).toContain(
      '--pass-env HF_HOME --pass-env TORCH_HOME',
    )
  })

  it.each([
    ['import whisper\nmodel = whisper.load_model("base")\n', ['XDG_CACHE_HOME']],
    ['import os\nplace = os.environ.get("TRANSFORMERS_CACHE", "models")\n', []],
    ['import os\nos.environ["HF_HOME"] = "/srv"\nx = A.from_pretrained("b")\n', []],
    ['import os\nplace = os.environ["TRANSFORMERS_CACHE"]\n', ['TRANSFORMERS_CACHE']],
    ['from torchvision import models\nnet = models.resnet18()\n', ['TORCH_HOME']],
    ['from torchvision import transforms\n', []],
    ['from transformers import BertConfig\nconfig = BertConfig()\n', []],
  ])('of %j are in %j', (source, caches) => {
    expect(write({ 'job.py': source }, 'python3 job.py').pipeline.passEnv).toEqual(caches)
  })

  it('of a program that init finds are passed too', () => {
    const project = aProject({
      'train.py': 'import torch\nmodel = torch.hub.load("a", "b")\nif __name__ == "__main__":\n    main()\n',
    })
    const findings = findWhatToMeasure(project)
    const { program } = buildDefaultChoices(findings, project, { program: null, devices: null })
    expect(findModelCaches(project, program?.main ?? '')).toEqual(['TORCH_HOME'])
  })
})

describe('a command of a script that init does not find', () => {
  it('gets the environment of its package', () => {
    const texts = { 'requirements.txt': 'torch\n', 'tools/run_it.py': 'import torch\nprint("done with it")\n' }
    const { pipeline } = write(texts, 'python tools/run_it.py --size 3')
    expect(pipeline).toMatchObject({
      command: ['.venv/bin/python', 'tools/run_it.py', '--size', '3'],
      devices: 'gpu',
      proof: { stdout: ['done with it'] },
    })
    expect(pipeline.setup).toHaveLength(2)
  })
})
