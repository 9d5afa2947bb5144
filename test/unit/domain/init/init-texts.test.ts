import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '../../../../src/config/load.ts'
import {
  buildDefaultChoices,
  detectDevices,
  trustModels,
  type Choices,
  type NamedChoices,
} from '../../../../src/domain/init/choices.ts'
import { buildConfigText, proposeProgramPaths } from '../../../../src/domain/init/config-text.ts'
import { findWhatToMeasure } from '../../../../src/domain/init/find.ts'
import { buildOwnProgram } from '../../../../src/domain/init/own-command.ts'
import { buildNextSteps } from '../../../../src/domain/init/next-steps.ts'
import { toConfigName, type BenchmarkFinding, type ProgramFinding } from '../../../../src/domain/init/project.ts'
import { listTemplates, buildWorkflowFiles } from '../../../../src/domain/init/workflow-files.ts'
import { formatComment, formatFlow, formatMapping } from '../../../../src/domain/init/yaml-text.ts'
import { aProject, fastaProgram, findIn } from './init-project.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    'true',
    'no',
    '~',
    '1e3',
    '0x1',
    '-',
    '--gpus',
    '-m',
    'a: b',
    'a #b',
    '- a',
    '{output}',
    "it's",
    'a\n  b\n',
    'a\n',
    '\n',
    ' a ',
    'null',
    '=',
    '*a',
    '&a',
    '!a',
    '%a',
    '@a',
    'a:',
  ),
)

describe('what is written as YAML reads back as it was', () => {
  it('one text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parse(`a: ${formatFlow(text)}\nb: ${formatFlow([text])}\n`)).toEqual({ a: text, b: [text] })
      }),
    )
  })

  it('lists, lists of lists and mappings', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1 }), (items) => {
        const entries = Object.fromEntries(items.map((item, index) => [`k${index}`, item]))
        const value = { list: items, lists: [items, items], maps: [entries, { inner: items }], ...entries }
        expect(parse(`x:\n${formatMapping(value, '  ', { maps: items }).join('\n')}\n`)).toEqual({ x: value })
      }),
    )
  })

  it('a comment, whatever stands in it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parse(`a: 1\n${formatComment(text)}\nb: 2\n`)).toEqual({ a: 1, b: 2 })
      }),
    )
  })
})

const action = 'acme/warpgauge@v0'
const word = anyText.filter((text) => !text.includes('{'))
const preparation = fc.record({
  setup: fc.array(fc.array(word, { minLength: 1 })),
  env: fc.dictionary(fc.stringMatching(/^[A-Z]{1,8}$/), word),
  passEnv: fc.array(fc.stringMatching(/^[A-Z]{1,8}_DIR$/)),
})
const program: fc.Arbitrary<ProgramFinding> = fc
  .tuple(preparation, word, word, fc.boolean(), fc.boolean())
  .map(([rest, name, evidence, takesGpus, usesGpu]) => ({
    ...rest,
    name: toConfigName(name),
    command: [`p${name}`, '{dataset}', '{output}'],
    gpuArguments: [],
    readsFasta: true,
    proofPath: '{output}/**',
    proofText: null,
    takesGpus,
    usesGpu,
    limit: null,
    hasFixedTime: takesGpus,
    missing: null,
    isMain: true,
    isEntry: false,
    evidence,
    file: 'a.py',
    main: 'a.py',
  }))
const request = { action, configPath: null, programPaths: [], modelCaches: [] }
const benchmark: fc.Arbitrary<BenchmarkFinding> = fc
  .tuple(preparation, word, fc.boolean())
  .map(([rest, name, usesGpu]) => ({
    ...rest,
    name: toConfigName(name),
    adapter: 'plain',
    command: [`p${name}`, '{output}/a.json'],
    files: ['{output}/a.json'],
    usesGpu,
    evidence: name,
  }))

describe('the config that init writes', () => {
  it('loads, whatever the repository is called inside', () => {
    const findings = findIn({})
    fc.assert(
      fc.property(fc.option(program), fc.option(benchmark), fc.boolean(), (found, tool, hasTag) => {
        const tag = found && hasTag ? 'v1.0' : null
        const measured = { program: found, benchmarks: tool ? [tool] : [] }
        const devices = detectDevices(measured.program, measured.benchmarks, findings)
        const choices: Choices = { ...measured, devices, labels: ['gpu'], trustModel: 'forks', tag, example: null }
        const config = parseConfig(buildConfigText({ ...request, findings, choices }), 'warpgauge.yml')
        expect(config.suites.command?.benchmarks[0]?.command).toEqual(tool?.command)
        expect(config.pipeline).toMatchObject(found ? { command: found.command } : {})
        expect(config.pipeline.devices).toBe(devices)
        expect(config.pipeline.placeholder).toBe(found || tool ? undefined : true)
        expect(new Set(Object.keys(config.suites))).toEqual(new Set(suitesOf(choices)))
      }),
    )
  })

  const write = (texts: Readonly<Record<string, string>>, named: Partial<NamedChoices> = {}) => {
    const project = aProject(texts)
    const findings = findWhatToMeasure(project)
    const choices = buildDefaultChoices(findings, project, { program: null, devices: null, ...named })
    const text = buildConfigText({ ...request, findings, choices, programPaths: proposeProgramPaths(project) })
    return { text, choices, findings, config: parseConfig(text, 'warpgauge.yml') }
  }

  it('lets kernel records decide only where all measured code is trusted, and runs on GPUs', () => {
    const project = aProject({})
    const findings = findWhatToMeasure(project)
    const decide = (devices: 'gpu' | 'cpu', trustModel: Choices['trustModel']) => {
      const choices = buildDefaultChoices(findings, project, { program: null, devices })
      const text = buildConfigText({ ...request, findings, choices: { ...choices, trustModel } })
      return parseConfig(text, 'warpgauge.yml').comparison.kernelRecords
    }
    expect(trustModels.map((trustModel) => decide('gpu', trustModel))).toEqual(['decide', 'may-fail', 'may-fail'])
    expect(decide('cpu', 'trusted')).toBe('may-fail')
  })

  it('marks a placeholder for people and for run, and says how the first baseline comes about', () => {
    const { text, config } = write({})
    expect(text).toContain('# PLACEHOLDER')
    expect(config.pipeline.placeholder).toBe(true)
    expect(config.datasets).toEqual({})
    expect(text).toContain('# warpgauge baseline refresh .warpgauge/first --reason "first baseline"')
    const widths = text
      .split('\n')
      .slice(4)
      .map((line) => line.length)
    expect(Math.max(...widths)).toBeLessThanOrEqual(120)
  })

  const script = `import argparse, torch
p.add_argument("--steps", default=5000)
p.add_argument("--device", default="cpu")
if __name__ == "__main__":
    main()
`

  it('follows the code with devices, labels and arguments, and invents no dataset', () => {
    const { choices, config } = write({ 'train.py': script, 'README.md': '', 'docs/a.rst': '' })
    expect([choices.devices, choices.labels]).toEqual(['gpu', ['self-hosted', 'gpu']])
    expect(config.pipeline.command).toEqual(['python3', 'train.py', '--steps', '100', '--device', 'cuda'])
    expect(config.datasets).toEqual({})
    expect(config.pipeline.paths).toEqual(['**', '!**/*.md', '!**/*.rst', '!docs/**'])
    const onCpu = write({ 'train.py': script }, { devices: 'cpu' })
    expect([onCpu.choices.labels, onCpu.config.pipeline.devices]).toEqual([['ubuntu-latest'], 'cpu'])
    expect(onCpu.config.pipeline.command).toEqual(['python3', 'train.py', '--steps', '100'])
  })

  it('generates less data for a GPU program that is measured on the CPU', () => {
    const texts = {
      'a/__main__.py': `${fastaProgram}import torch\n`,
      'a/model.py': 'import torch\n',
    }
    const findPreset = (named: Partial<NamedChoices>) => {
      const { config, text } = write(texts, named)
      return [Object.keys(config.datasets), /end-to-end: .*/.exec(text)?.[0]]
    }
    expect(findPreset({ devices: 'cpu' })).toEqual([['small'], 'end-to-end: { run: { dataset: small } }'])
    expect(findPreset({ devices: 'gpu' })).toEqual([['medium'], 'end-to-end: { run: { dataset: medium } }'])
  })

  it('takes a program to complete as the placeholder, with its setup', () => {
    const texts = {
      'CMakeLists.txt': 'project(x CUDA)\nadd_executable(k k.cu)\n',
      'k.cu': 'int main(int c, char **argv) { f(argv); }\n',
    }
    const { text, config } = write(texts)
    expect(text).toContain('# PLACEHOLDER: k: its arguments are not known.')
    expect(config.pipeline).toMatchObject({ placeholder: true, command: ['build/k'], devices: 'gpu' })
    expect(config.pipeline.setup).toHaveLength(2)
  })

  it('gives a second config baselines of its own, and says what the workflows of the first lack', () => {
    const { choices, findings } = write({ 'train.py': script })
    const second = { ...request, choices, configPath: '.github/warpgauge-libs.yml' }
    expect(parseConfig(buildConfigText({ ...second, findings }), 'x.yml').comparison.baselines).toBe('baselines-libs')
    const place = { elsewhere: null, ignoresRunFolders: true, environments: [], verdicts: [] }
    const steps = buildNextSteps({ ...second, ...place, paths: [], kept: ['.github/workflows/warpgauge.yml'] })
    expect(steps.flatMap(({ commands }) => commands)).toContain('git add baselines-libs')
    expect(steps.map(({ why }) => why)).toContain(
      'Nothing on GitHub measures .github/warpgauge-libs.yml yet: copy each job of .github/workflows/warpgauge.yml under another name, with the changes shown above',
    )
  })

  it('names the comparison of two commits as a command to copy, where it needs no more than a line', () => {
    const place = { elsewhere: null, configPath: null, ignoresRunFolders: true, modelCaches: [] }
    const rest = { ...place, action }
    const listAbCommands = (texts: Readonly<Record<string, string>>, named: Partial<NamedChoices> = {}) => {
      const { choices } = write(texts, named)
      const steps = buildNextSteps({ ...rest, choices, environments: [], verdicts: [], paths: [], kept: [] })
      return steps.flatMap(({ commands }) => commands).filter((command) => command.includes(' ab '))
    }
    const texts = { 'train.py': script, 'requirements.txt': 'torch\n' }
    expect(listAbCommands(texts, { devices: 'cpu' })).toEqual([
      "warpgauge ab --gpus 0 --setup 'python3 -m venv .venv' --setup '.venv/bin/python -m pip install --disable-pip-version-check -r requirements.txt' -- .venv/bin/python train.py --steps 100",
    ])
    expect(listAbCommands({ 'train.py': script })).toEqual([
      'warpgauge ab -- python3 train.py --steps 100 --device cuda',
    ])
    expect(listAbCommands({})).toEqual([])
  })

  it('asks for the repository of a copy of warpgauge whose origin is not known', () => {
    const { choices } = write({})
    const place = { elsewhere: null, ignoresRunFolders: true, environments: [], verdicts: [], paths: [], kept: [] }
    const listSteps = (used: string) => buildNextSteps({ ...request, ...place, choices, action: used })
    expect(listSteps('OWNER/warpgauge@v0')[0]).toEqual({
      why: 'Set the repository of your copy of warpgauge: OWNER/warpgauge@v0 is a placeholder',
      commands: ["grep -rl 'OWNER/warpgauge' .github | xargs sed -i 's|OWNER/warpgauge|your-name/warpgauge|g'"],
    })
    expect(listSteps('lab/warpgauge@v0')[0]?.why).toMatch(/^Commit/)
  })

  it.each([
    [['./build/k', '7'], ['build/k', '7'], 2],
    [['k', '7'], ['build/k', '7'], 2],
    [['python', './train.py', '--steps', '3'], ['python3', 'train.py', '--steps', '3'], 0],
    [['nvcc', '--version'], ['nvcc', '--version'], 0],
  ])('measures the named command %j, prepared as its program needs it', (words, command, steps) => {
    const texts = { 'CMakeLists.txt': 'project(x CUDA)\nadd_executable(k k.cu)\n', 'train.py': script }
    const project = aProject(texts)
    const findings = findWhatToMeasure(project)
    const { config } = write(texts, { program: buildOwnProgram(words, findings, project) })
    expect(config.pipeline.command).toEqual(command)
    expect(config.pipeline.setup).toHaveLength(steps)
    expect(config.pipeline.placeholder).toBeUndefined()
  })
})
function suitesOf({ program: found, benchmarks, tag }: Choices): string[] {
  const asked = {
    'end-to-end': found !== null || benchmarks.length === 0,
    revision: tag !== null,
    scaling: found?.takesGpus === true && found.usesGpu,
    command: benchmarks.length > 0,
  }
  return Object.entries(asked).flatMap(([suite, isAsked]) => (isAsked ? [suite] : []))
}

describe('the workflows that init writes', () => {
  const example = (name: string) =>
    readFileSync(new URL(`../../../../examples/workflows/${name}.yml`, import.meta.url), 'utf8')
  const write = (
    trustModel: Choices['trustModel'],
    changes: { labels?: string[]; configPath?: string; checkoutSettings?: string[] } = {},
  ) => {
    const templates = new Map(listTemplates(trustModel).map((name) => [name, example(name)]))
    return buildWorkflowFiles(templates, {
      labels: changes.labels ?? ['self-hosted', 'gpu'],
      action: 'OWNER/warpgauge@v0',
      configPath: changes.configPath ?? null,
      checkoutSettings: changes.checkoutSettings ?? [],
    })
  }

  it.each(trustModels)('are the examples themselves but for file names: %s', (trustModel) => {
    for (const { path, text } of write(trustModel)) {
      const name =
        path === '.github/workflows/warpgauge.yml' ? 'pull-request' : path.replace(/^.*warpgauge-|\.yml$/g, '')
      const lines = new Set(example(name).split('\n').map(withoutNames))
      expect(
        text
          .split('\n')
          .map(withoutNames)
          .filter((line) => !lines.has(line)),
      ).toEqual([])
      expect(parse(text)).toMatchObject({ permissions: {} })
    }
  })

  it.each(trustModels)('measure each pull request and each merge group once: %s', (trustModel) => {
    const all = write(trustModel).map(({ text }) => parse(text) as { on: object; jobs: object })
    for (const event of ['pull_request', 'merge_group']) expect(all.filter(({ on }) => event in on)).toHaveLength(1)
  })

  it.each([
    ['trusted', []],
    ['collaborators', ['warpgauge-run.yml']],
    ['forks', ['warpgauge-measure.yml', 'warpgauge-run.yml']],
  ] as const)('let code of forks run only where that was asked for: %s', (trustModel, files) => {
    const allowing = write(trustModel).filter(({ text }) => text.includes('allow-forks: true'))
    expect(allowing.map(({ path }) => path.replace(/^.*\//, ''))).toEqual(files)
  })

  it.each(trustModels)('get Git LFS and submodules in each measuring job, and in no other: %s', (trustModel) => {
    type Steps = { readonly steps: readonly { readonly uses?: string; readonly with?: Record<string, unknown> }[] }
    for (const { text } of write(trustModel, { checkoutSettings: ['lfs: true', 'submodules: recursive'] }))
      for (const [name, job] of Object.entries((parse(text) as { jobs: Record<string, Steps> }).jobs))
        for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
          expect([name, step.with?.['lfs'], step.with?.['submodules']]).toEqual(
            step.with?.['fetch-depth'] === 0 ? ['measure', true, 'recursive'] : [name, undefined, undefined],
          )
  })

  it('put the labels into every job of the runner with the GPUs, and nowhere else', () => {
    for (const { text, path } of write('forks', { labels: ['h200', 'on'] })) {
      expect([path, text.includes('[self-hosted, gpu]')]).toEqual([path, false])
      const { jobs } = parse(text) as { jobs: Record<string, { 'runs-on': unknown }> }
      for (const job of Object.values(jobs)) expect(['ubuntu-latest', ['h200', 'on']]).toContainEqual(job['runs-on'])
    }
  })
})

function withoutNames(line: string): string {
  return line.replaceAll(/(?:warpgauge-)+(?=\w+\.yml)/g, '')
}
