import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { problemsOf as listProblems } from '../config-problems.ts'

/** Problems of a config with these lines below `version`, without their position. */
const problemsOf = (...lines: readonly string[]): string[] =>
  listProblems(['version: 1', ...lines].join('\n'))
    .slice(1)
    .map((line) => line.replace(/^\S+\s+/, ''))

const command = 'pipeline: { command: [train] }'
const withInput = "pipeline: { command: [train, '{dataset}'] }"
const dataset = 'datasets: { small: { preset: small } }'

describe('a config without', () => {
  it('datasets and proof is valid for a program without an input file', () => {
    const config = parseConfig(`version: 1\n${command}\nsuites: { end-to-end: {} }`, 'w.yml')
    expect(config).toMatchObject({ datasets: {}, pipeline: { name: 'program', command: ['train'] } })
    expect(config.pipeline.proof).toBeUndefined()
  })

  it('a pipeline is valid for the suite command', () => {
    expect(
      problemsOf("suites: { command: { benchmarks: [{ name: a, command: [a], files: ['{output}/a'] }] } }"),
    ).toEqual([
      'suites.command.benchmarks[0].command: {output} is missing from the command, but files are read from it',
    ])
    expect(problemsOf('suites: { command: { benchmarks: [{ name: a, command: [a], files: [a.json] }] } }')).toEqual([])
  })

  it('a command is not, for suites that run it', () => {
    expect(problemsOf('suites: { end-to-end: {} }')).toEqual(['pipeline.command: required; suite end-to-end runs it'])
    expect(problemsOf('pipeline: { command: [] }', 'suites: { memory: {} }')).toContain(
      'pipeline.command: [] is not a list of at least 1 items',
    )
  })
})

describe('{dataset}', () => {
  it('is required where a suite names a dataset, and refused where it names none', () => {
    expect(problemsOf(command, dataset, 'suites: { end-to-end: { run: { dataset: small } } }')).toEqual([
      'pipeline.command: {dataset} is missing, so the command would not read the dataset',
    ])
    expect(problemsOf(withInput, dataset, 'suites: { end-to-end: { run: { dataset: small } }, memory: {} }')).toEqual([
      'pipeline.command[1]: {dataset} needs a dataset; set run.dataset of suite memory',
    ])
    expect(problemsOf(withInput, dataset, 'suites: { end-to-end: { run: { dataset: small } } }')).toEqual([])
  })

  it.each(['goal: { sequences: 9, gpus: 1, hours: 1 }', 'moreDatasets: [small]', 'sustained: { dataset: small }'])(
    'is needed for %s',
    (option) => {
      expect(problemsOf(command, dataset, `suites: { end-to-end: { ${option} } }`)).toEqual([
        `suites.end-to-end.${option.split(':')[0]}: needs a dataset; set run.dataset of this suite`,
      ])
    },
  )
})

describe('throughput', () => {
  const problemsWith = (throughput: string) =>
    problemsOf(`pipeline: { command: [train], throughput: { ${throughput} } }`, 'suites: { end-to-end: {} }')

  it('counts an event or a line', () => {
    expect(problemsWith('unit: tokens, event: tokens')).toEqual([])
    expect(problemsWith("unit: tokens, line: 'tokens: {count}'")).toEqual([])
  })

  it.each([
    ['unit: tokens', 'pipeline.throughput: set either event or line'],
    ["event: progress, line: 'at {count}'", 'pipeline.throughput: set either event or line'],
    ["line: 'tokens'", 'pipeline.throughput.line: "tokens": write {count} once, in the place of the number'],
  ])('refuses %s', (throughput, problem) => {
    expect(problemsWith(throughput)).toEqual([problem])
  })
})
