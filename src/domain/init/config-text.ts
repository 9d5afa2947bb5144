import type { Choices } from './choices.ts'
import {
  toConfigName,
  mergePreparations,
  type Findings,
  type BenchmarkFinding,
  type ProgramFinding,
} from './project.ts'
import { formatComment, formatList, formatLists, formatMapping, formatScalar } from './yaml-text.ts'

/** The repository of warpgauge that workflows, editors and documentation links refer to. */
export type ActionLocation = {
  /** `owner/name` on GitHub. */
  readonly repository: string
  /** The reference in workflows: `owner/name@ref`. */
  readonly action: string
}

/** Input of the generated config. */
export type ConfigRequest = {
  readonly findings: Findings
  readonly choices: Choices
  readonly published: ActionLocation
  /** Path in the repository for commands; null: the default path. */
  readonly configPath: string | null
}

const shownOthers = 12

/** Builds a config that runs without changes. Its comments explain every part. */
export function buildConfigText(request: ConfigRequest): string {
  const { findings, choices, published } = request
  const schema = `https://raw.githubusercontent.com/${published.repository}/main/schema/config.schema.json`
  const docs = `https://github.com/${published.repository}/blob/main/docs`
  const parts = [
    `# yaml-language-server: $schema=${schema}`,
    formatComment('What warpgauge measures here. Written by `warpgauge init`; from now on it is yours to change.'),
    formatComment(`Every key:   ${docs}/config.md`),
    formatComment(`Every suite: ${docs}/suites.md`),
    ...buildNameLines(request.configPath),
    ...buildPipelinePart(choices),
    '',
    ...buildDatasetsPart(choices),
    ...buildRevisionsPart(choices),
    '',
    ...buildSuitesPart(choices),
    '',
    ...buildComparisonPart(request),
    ...buildOthersPart(findings),
  ]
  return `${parts.join('\n')}\n`
}

/** A second config needs its own name, which appears in its check and comment. */
function buildNameLines(configPath: string | null): string[] {
  const file = configPath
    ?.split('/')
    .at(-1)
    ?.replace(/\.ya?ml$/, '')
  return ['version: 1', ...(file ? [`name: ${formatScalar(toConfigName(file))}`] : []), '']
}

function buildPipelinePart({ program, benchmarks }: Choices): string[] {
  const { setup, env, passEnv } = mergePreparations([...(program ? [program] : []), ...benchmarks])
  const usesGpu = program?.usesGpu === true || benchmarks.some((benchmark) => benchmark.usesGpu)
  return [
    'pipeline:',
    ...(program ? buildProgramLines(program) : benchmarks.length > 0 ? unusedLines : standInLines),
    ...(usesGpu
      ? []
      : [
          formatComment('No GPU code was found: {gpus} are cores. Take this line out for a pipeline on GPUs.', '  '),
          '  devices: cpu',
        ]),
    ...(setup.length > 0
      ? [
          formatComment('Once per commit in a fresh checkout, outside the clock.', '  '),
          formatLists('setup', setup, '  '),
        ]
      : []),
    ...(Object.keys(env).length > 0 ? [formatMapping('env', env, '  ')] : []),
    ...(passEnv.length > 0
      ? [
          formatComment(
            'Every run starts with an empty home and a bare environment; these are handed on where the runner has them.',
            '  ',
          ),
          formatList('passEnv', passEnv, '  '),
        ]
      : []),
  ]
}

function buildProgramLines({ name: programName, command, proofPath, evidence }: ProgramFinding): string[] {
  return [
    formatComment(`Found in ${evidence}.`, '  '),
    `  name: ${formatScalar(programName)}`,
    formatComment(
      'One entry per argument, no shell. {dataset} is the input, {output} a path that does not exist yet.',
      '  ',
    ),
    formatList('command', command, '  '),
    formatComment(
      'Exit code 0 proves nothing: a run counts when these files are there. Rows of a table tell the throughput too.',
      '  ',
    ),
    '  proof:',
    `    files: [{ path: ${formatScalar(proofPath)} }]`,
    formatComment(`results: { path: '{output}/results.tsv' }`, '    '),
  ]
}

const unusedLines = [
  formatComment(
    'Only the tools below are measured, so this command is never started. Put the command of your pipeline here',
    '  ',
  ),
  formatComment('when you want it measured as a whole: suites end-to-end, scaling, stages, memory …', '  '),
  '  name: tools',
  `  command: ['true']`,
  `  proof: { stdout: [never started] }`,
]

const standInLines = [
  formatComment(
    'A STAND-IN: nothing was found here that could be measured. It sorts the dataset, so that everything around it',
    '  ',
  ),
  formatComment(
    '(workflow, check, comment, baseline) can be tried. Put the command of your pipeline in its place:',
    '  ',
  ),
  formatComment(`command: [python3, -m, yourtool, predict, '{dataset}', --gpus, '{gpus}', --output, '{output}']`, '  '),
  '  name: stand-in',
  `  command: [sort, '{dataset}', --output, '{output}']`,
  formatComment('Exit code 0 proves nothing: a run counts when these files are there.', '  '),
  '  proof:',
  `    files: [{ path: '{output}' }]`,
]

function buildDatasetsPart(choices: Choices): string[] {
  if (!isPipelineMeasured(choices)) return ['datasets: {}']
  return [
    formatComment('Made from the seed, the same bytes everywhere. A file of yours: { path: /data/real.fa }'),
    'datasets:',
    `  ${chooseDataset(choices)}: { preset: ${chooseDataset(choices)}, seed: 1 }`,
  ]
}

function buildRevisionsPart({ tag }: Choices): string[] {
  return tag === null ? [] : ['', 'revisions:', `  ${formatScalar(toConfigName(tag))}: { ref: ${formatScalar(tag)} }`]
}

function buildSuitesPart(choices: Choices): string[] {
  const { program, benchmarks, tag } = choices
  return [
    'suites:',
    ...(isPipelineMeasured(choices)
      ? [
          formatComment('How long the whole takes, beside the merge base of a pull request.', '  '),
          `  end-to-end: { dataset: ${chooseDataset(choices)} }`,
        ]
      : []),
    ...(tag === null
      ? []
      : [
          formatComment(`Faster or slower than ${tag}, run beside it on the same data.`, '  '),
          `  revision: { dataset: medium, against: [${formatScalar(toConfigName(tag))}] }`,
        ]),
    ...(program?.takesGpus && program.usesGpu
      ? [
          formatComment('How much faster with more GPUs. Counts that the runner lacks are listed as not tested.', '  '),
          '  scaling: { dataset: medium, gpus: [1, 2, 4, 8] }',
        ]
      : []),
    ...(benchmarks.length > 0 ? ['  command:', '    benchmarks:', ...benchmarks.flatMap(buildBenchmarkLines)] : []),
  ]
}

function buildBenchmarkLines(benchmark: BenchmarkFinding): string[] {
  const indent = '        '
  return [
    formatComment(benchmark.evidence, '      '),
    `      - name: ${formatScalar(benchmark.name)}`,
    `${indent}gpus: ${benchmark.usesGpu ? 1 : 0}`,
    formatList('command', benchmark.command, indent),
    `${indent}adapter: ${formatScalar(benchmark.adapter)}`,
    formatList('files', benchmark.files, indent),
  ]
}

function buildComparisonPart({ configPath }: ConfigRequest): string[] {
  const config = configPath === null ? '' : ` --config ${configPath}`
  return [
    'comparison:',
    formatComment(
      'A change smaller than this is not reported. `warpgauge run --calibrate` tells what this machine can tell.',
      '  ',
    ),
    '  minEffect: 0.03',
    formatComment(
      'Committed samples, by machine. A pull request is measured beside its merge base and needs none; the history and',
      '  ',
    ),
    formatComment('the fixed anchor do. The first ones, on the machine that measures:', '  '),
    formatComment(`  warpgauge run${config} --out .warpgauge/first`, '  '),
    formatComment('  warpgauge baseline refresh .warpgauge/first --reason "first baseline"', '  '),
    formatComment('or from GitHub: gh workflow run warpgauge-refresh.yml -f reason="first baseline"', '  '),
    '  baselines: baselines',
  ]
}

function buildOthersPart({ others }: Findings): string[] {
  if (others.length === 0) return []
  const left = others.length - shownOthers
  return [
    '',
    formatComment('Found here too, and not measured, because nobody but you can say how:'),
    ...others.slice(0, shownOthers).map(({ what, where }) => formatComment(`- ${what}: ${where}`)),
    ...(left > 0 ? [formatComment(`- and ${left} more`)] : []),
  ]
}

/** Sorting a smaller dataset is too fast to measure. */
function chooseDataset({ program }: Choices): string {
  return program === null ? 'large' : 'medium'
}

function isPipelineMeasured({ program, benchmarks }: Choices): boolean {
  return program !== null || benchmarks.length === 0
}
