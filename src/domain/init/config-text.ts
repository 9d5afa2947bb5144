import type { Choices } from './choices.ts'
import { nameFrom, together, type Findings, type FoundBenchmark, type FoundProgram } from './project.ts'
import { comment, list, lists, mapping, scalar } from './yaml-text.ts'

/** Where warpgauge itself is found: by workflows, by editors and by people. */
export type Published = {
  /** `owner/name` on GitHub. */
  readonly repository: string
  /** What workflows use: `owner/name@ref`. */
  readonly action: string
}

/** What a config is written from. */
export type ConfigRequest = {
  readonly findings: Findings
  readonly choices: Choices
  readonly published: Published
  /** Path inside the repository, as commands name it; null: where it is looked for anyway. */
  readonly configPath: string | null
}

const shownOthers = 12

/** The config of a repository: it runs as it is, and every part says why it is there and what to change. */
export function configText(request: ConfigRequest): string {
  const { findings, choices, published } = request
  const schema = `https://raw.githubusercontent.com/${published.repository}/main/schema/config.schema.json`
  const docs = `https://github.com/${published.repository}/blob/main/docs`
  const parts = [
    `# yaml-language-server: $schema=${schema}`,
    comment('What warpgauge measures here. Written by `warpgauge init`; from now on it is yours to change.'),
    comment(`Every key:   ${docs}/config.md`),
    comment(`Every suite: ${docs}/suites.md`),
    ...name(request.configPath),
    ...pipelinePart(choices),
    '',
    ...datasetsPart(choices),
    ...revisionsPart(choices),
    '',
    ...suitesPart(choices),
    '',
    ...comparisonPart(request),
    ...othersPart(findings),
  ]
  return `${parts.join('\n')}\n`
}

/** A config beside the usual one needs a name of its own, which check and comment carry. */
function name(configPath: string | null): string[] {
  const file = configPath
    ?.split('/')
    .at(-1)
    ?.replace(/\.ya?ml$/, '')
  return ['version: 1', ...(file ? [`name: ${scalar(nameFrom(file))}`] : []), '']
}

function pipelinePart({ program, benchmarks }: Choices): string[] {
  const { setup, env, passEnv } = together([...(program ? [program] : []), ...benchmarks])
  const usesGpu = program?.usesGpu === true || benchmarks.some((benchmark) => benchmark.usesGpu)
  return [
    'pipeline:',
    ...(program ? programLines(program) : benchmarks.length > 0 ? unusedLines : standInLines),
    ...(usesGpu
      ? []
      : [
          comment('No GPU code was found: {gpus} are cores. Take this line out for a pipeline on GPUs.', '  '),
          '  devices: cpu',
        ]),
    ...(setup.length > 0
      ? [comment('Once per commit in a fresh checkout, outside the clock.', '  '), lists('setup', setup, '  ')]
      : []),
    ...(Object.keys(env).length > 0 ? [mapping('env', env, '  ')] : []),
    ...(passEnv.length > 0
      ? [
          comment(
            'Every run starts with an empty home and a bare environment; these are handed on where the runner has them.',
            '  ',
          ),
          list('passEnv', passEnv, '  '),
        ]
      : []),
  ]
}

function programLines({ name: programName, command, proofPath, evidence }: FoundProgram): string[] {
  return [
    comment(`Found in ${evidence}.`, '  '),
    `  name: ${scalar(programName)}`,
    comment('One entry per argument, no shell. {dataset} is the input, {output} a path that does not exist yet.', '  '),
    list('command', command, '  '),
    comment(
      'Exit code 0 proves nothing: a run counts when these files are there. Rows of a table tell the throughput too.',
      '  ',
    ),
    '  proof:',
    `    files: [{ path: ${scalar(proofPath)} }]`,
    comment(`results: { path: '{output}/results.tsv' }`, '    '),
  ]
}

const unusedLines = [
  comment(
    'Only the tools below are measured, so this command is never started. Put the command of your pipeline here',
    '  ',
  ),
  comment('when you want it measured as a whole: suites end-to-end, scaling, stages, memory …', '  '),
  '  name: tools',
  `  command: ['true']`,
  `  proof: { stdout: [never started] }`,
]

const standInLines = [
  comment(
    'A STAND-IN: nothing was found here that could be measured. It sorts the dataset, so that everything around it',
    '  ',
  ),
  comment('(workflow, check, comment, baseline) can be tried. Put the command of your pipeline in its place:', '  '),
  comment(`command: [python3, -m, yourtool, predict, '{dataset}', --gpus, '{gpus}', --output, '{output}']`, '  '),
  '  name: stand-in',
  `  command: [sort, '{dataset}', --output, '{output}']`,
  comment('Exit code 0 proves nothing: a run counts when these files are there.', '  '),
  '  proof:',
  `    files: [{ path: '{output}' }]`,
]

function datasetsPart(choices: Choices): string[] {
  if (!runsPipeline(choices)) return ['datasets: {}']
  return [
    comment('Made from the seed, the same bytes everywhere. A file of yours: { path: /data/real.fa }'),
    'datasets:',
    `  ${datasetOf(choices)}: { preset: ${datasetOf(choices)}, seed: 1 }`,
  ]
}

function revisionsPart({ tag }: Choices): string[] {
  return tag === null ? [] : ['', 'revisions:', `  ${scalar(nameFrom(tag))}: { ref: ${scalar(tag)} }`]
}

function suitesPart(choices: Choices): string[] {
  const { program, benchmarks, tag } = choices
  return [
    'suites:',
    ...(runsPipeline(choices)
      ? [
          comment('How long the whole takes, beside the merge base of a pull request.', '  '),
          `  end-to-end: { dataset: ${datasetOf(choices)} }`,
        ]
      : []),
    ...(tag === null
      ? []
      : [
          comment(`Faster or slower than ${tag}, run beside it on the same data.`, '  '),
          `  revision: { dataset: medium, against: [${scalar(nameFrom(tag))}] }`,
        ]),
    ...(program?.takesGpus && program.usesGpu
      ? [
          comment('How much faster with more GPUs. Counts that the runner lacks are listed as not tested.', '  '),
          '  scaling: { dataset: medium, gpus: [1, 2, 4, 8] }',
        ]
      : []),
    ...(benchmarks.length > 0 ? ['  command:', '    benchmarks:', ...benchmarks.flatMap(benchmarkLines)] : []),
  ]
}

function benchmarkLines(benchmark: FoundBenchmark): string[] {
  const indent = '        '
  return [
    comment(benchmark.evidence, '      '),
    `      - name: ${scalar(benchmark.name)}`,
    `${indent}gpus: ${benchmark.usesGpu ? 1 : 0}`,
    list('command', benchmark.command, indent),
    `${indent}adapter: ${scalar(benchmark.adapter)}`,
    list('files', benchmark.files, indent),
  ]
}

function comparisonPart({ configPath }: ConfigRequest): string[] {
  const config = configPath === null ? '' : ` --config ${configPath}`
  return [
    'comparison:',
    comment(
      'A change smaller than this is not reported. `warpgauge run --calibrate` tells what this machine can tell.',
      '  ',
    ),
    '  minEffect: 0.03',
    comment(
      'Committed samples, by machine. A pull request is measured beside its merge base and needs none; the history and',
      '  ',
    ),
    comment('the fixed anchor do. The first ones, on the machine that measures:', '  '),
    comment(`  warpgauge run${config} --out .warpgauge/first`, '  '),
    comment('  warpgauge baseline refresh .warpgauge/first --reason "first baseline"', '  '),
    comment('or from GitHub: gh workflow run warpgauge-refresh.yml -f reason="first baseline"', '  '),
    '  baselines: baselines',
  ]
}

function othersPart({ others }: Findings): string[] {
  if (others.length === 0) return []
  const left = others.length - shownOthers
  return [
    '',
    comment('Found here too, and not measured, because nobody but you can say how:'),
    ...others.slice(0, shownOthers).map(({ what, where }) => comment(`- ${what}: ${where}`)),
    ...(left > 0 ? [comment(`- and ${left} more`)] : []),
  ]
}

/** Sorting takes no time worth measuring on less. */
function datasetOf({ program }: Choices): string {
  return program === null ? 'large' : 'medium'
}

function runsPipeline({ program, benchmarks }: Choices): boolean {
  return program !== null || benchmarks.length === 0
}
