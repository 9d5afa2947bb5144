import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { problemsOf } from '../config-problems.ts'

const base = `version: 1
pipeline:
  name: predict
  command: [node, pipeline.mjs, "{dataset}", -o, "{output}"]
  proof: { stdout: [done] }
  logs: ["{output}/logs/*.log"]
datasets:
  small: { preset: small }
revisions:
  v1.0: { ref: v1.0 }
  paper: { ref: v1.0, declared: { wallSeconds: 1, source: paper } }
suites:
`

const variants = '  variants: { run: { dataset: small }, base: plain, options: { plain: [], fast: [--fast] } }\n'
const equivalence =
  '  equivalence: { run: { dataset: small }, against: [v1.0], tables: { results: { path: "{output}/r.csv" } } }\n'

function change(suites: string, from: string, to: string): string {
  const text = base + suites
  if (!text.includes(from)) throw new Error(`the config has no ${from}`)
  return text.replace(from, to)
}

test('X-27: variants and equivalence are read with their defaults', () => {
  const config = parseConfig(base + variants + equivalence, 'warpgauge.yml')
  expect(config.suites.variants).toMatchObject({ base: 'plain', gpus: 1, severity: 'warn', tradeOff: [] })
  expect(config.suites.equivalence).toMatchObject({ rtol: 1e-3, atol: 1e-3, minLabelAgreement: 1, severity: 'fail' })
})

describe.each([
  ['variants', variants],
  ['equivalence', equivalence],
])('%s', (_, suites) => {
  test('may take its options in any place of the command', () => {
    expect(problemsOf(change(suites, '"{dataset}"', '"{options}", --, "{dataset}"'))).toEqual([])
  })
})

test.each([
  [variants, 'base: plain', 'base: plian', 'suites.variants.base: unknown variant "plian" — did you mean "plain"?'],
  [variants, ', fast: [--fast]', '', 'suites.variants.options: name the base and at least one other variant'],
  [
    variants,
    'fast: [--fast]',
    'fast: { env: {} }',
    'suites.variants.options.fast: has the same options as "plain", so it would run the same command twice',
  ],
  [variants, '[--fast]', '["--n={gpu}"]', '{gpu} is not a placeholder — did you mean "{gpus}"?'],
  [
    variants,
    'base: plain',
    'base: plain, tradeOff: [plain]',
    '"plain" is the base, so it has no trade-off with itself',
  ],
  [
    variants,
    'base: plain',
    'base: plain, checkpointing: { with: fast, without: fast }',
    '"fast" is also the value of with',
  ],
  [variants, 'base: plain', 'base: plain, checkpointing: { with: fast, without: on }', 'unknown variant "on"'],
  [variants, '"{dataset}"', '--, "{dataset}"', 'the command ends its options with --'],
  [variants, '"{dataset}"', '"--x={options}", "{dataset}"', 'write "{options}" as a separate argument'],
  [variants, '"{dataset}"', '"{options}", "{options}", "{dataset}"', 'pipeline.command[3]: is repeated'],
  [equivalence, 'against: [v1.0], ', '', 'no reference; add revisions to against'],
  [equivalence, '[v1.0]', '[v1.1]', 'suites.equivalence.against[0]: unknown revision "v1.1" — did you mean "v1.0"?'],
  [equivalence, '[v1.0]', '[paper]', '"paper" is declared and does not run, so it has no table to compare'],
  [equivalence, '{output}/r', 'results/r', 'must contain {output}; another path could have a table of an older run'],
  [
    equivalence,
    ', tables: { results: { path: "{output}/r.csv" } }',
    '',
    'no table to compare; add tables, or results to pipeline.proof',
  ],
  [equivalence, '[v1.0]', '[v1.0], options: { same: [] }', 'suites.equivalence.options.same: sets no option'],
  [equivalence, '[v1.0]', '[v1.0], options: { v1.0: [-x] }', '"v1.0" is used twice'],
  [equivalence, '[v1.0]', '[v1.0], references: { a: { path: a.csv } }', 'references.a.sha256: required'],
])('%# a config with %s: %s → %s', (suites, from, to, said) => {
  const problems = problemsOf(change(suites, from, to))
  expect(problems.join('\n')).toContain(said)
  expect(problems.join('\n')).toMatch(/w\.yml:\d+:\d+/)
})

const memory =
  '  memory: { run: { dataset: small }, repeat: { options: [--repeat, "10"], count: 10 }, pressure: { args: [-b, "3072"] } }\n'
const stages = '  stages: { run: { dataset: small, maxRepeats: 8 }, gpus: [1, 2] }\n'

test('stages and memory are read with their defaults', () => {
  const { suites } = parseConfig(base + memory + stages, 'warpgauge.yml')
  expect(suites.memory).toMatchObject({ maxGrowthMegabytes: 100, maxPeakShare: 0.95, minAllocatorEfficiency: 0.7 })
  expect(suites.stages).toMatchObject({ minUtilization: 80, maxShare: 0.3, maxImbalance: 0.1, severity: 'fail' })
})

test.each([
  ['[--repeat, "10"]', '[]', 'suites.memory.repeat.options: sets no option, so it would repeat the plain command'],
  ['{ args: [-b, "3072"] }', '{ env: {} }', 'suites.memory.pressure: sets no option'],
  ['[--repeat, "10"]', '[--repeat, "{times}"]', '{times} is not a placeholder'],
  [
    '"{output}/logs/*.log"',
    'logs/*.log',
    'pipeline.logs[0]: must contain {output}; another path could have a log of an older run',
  ],
  ['gpus: [1, 2]', 'gpus: [2, 2]', 'suites.stages.gpus[1]: 2 is repeated'],
])('%s → %s is refused with its place', (from, to, problem) => {
  expect(problemsOf(change(memory + stages, from, to)).join('\n')).toContain(problem)
})

const exact = `${stages}run: { maxRepeats: 7 }\ncomparison: { confirm: exact }\n`

test.each([
  ['maxRepeats: 7', 'repeats: 3, maxRepeats: 6', 'run.maxRepeats: is 6'],
  ['maxRepeats: 8', 'maxRepeats: 5', 'suites.stages.run.maxRepeats: is 5'],
])('exact confirmation with %s → %s is refused', (from, to, problem) => {
  expect(problemsOf(change(exact, from, to)).join('\n')).toContain(
    `${problem}; comparison.confirm: exact needs 7 or more`,
  )
})

test('exact with seven pairs or more is taken, and default with any', () => {
  expect(parseConfig(base + exact, 'warpgauge.yml').comparison.confirm).toBe('exact')
  const plain = exact.replace('7', '3').replace('confirm: exact', 'confirm: default')
  expect(parseConfig(base + plain, 'warpgauge.yml').comparison.confirm).toBe('default')
})

const write = (telemetry: string) => change(stages, '  logs:', `  telemetry: ${telemetry}\n  logs:`)

test('formats and named files of telemetry can be mixed', () => {
  const sources = '[events, lightning, { format: nsys, files: ["{output}/trace.sqlite"] }]'
  expect(parseConfig(write(sources), 'a.yml').pipeline.telemetry).toEqual([
    'events',
    'lightning',
    { format: 'nsys', files: ['{output}/trace.sqlite'] },
  ])
})

test.each([
  ['[{ format: nsys, files: [trace.sqlite] }]', 'pipeline.telemetry[0].files[0]: must contain {output}'],
  ['[{ format: nsys, files: ["{output}/{outptu}"] }]', '{outptu} is not a placeholder'],
  ['[{ format: nsys, files: [] }]', 'pipeline.telemetry[0]'],
  ['[nsys]', 'pipeline.telemetry[0]'],
])('telemetry %s is refused', (telemetry, problem) => {
  expect(problemsOf(write(telemetry)).join('\n')).toContain(problem)
})

test.each([
  ['PERF-02', ''],
  ['PERF-04', ''],
  ['PERF-02x', 'ruleSet.severities.PERF-02x: unknown rule of production "PERF-02x" — did you mean "PERF-02"?'],
])('a severity of %s is of a rule of the set, or of a goal', (id, problem) => {
  const found = problemsOf(`${base}${variants}ruleSet: { severities: { ${id}: warn } }\n`)
  expect(
    found
      .slice(1)
      .join('')
      .replace(/^\S+\s+/, ''),
  ).toBe(problem)
})
