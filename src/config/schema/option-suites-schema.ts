import { z } from 'zod'
import { isSameOptions, toCaseOptions } from '../../domain/core/case-options.ts'
import { formatShortJson } from '../../domain/core/errors.ts'
import { cpuTime, parseStageName, throughput, wallTime } from '../../domain/core/metric.ts'
import { listParameters, countSettings } from '../../domain/sweep/settings.ts'
import { formatSuggestion } from '../validation/find-nearest.ts'
import { requireOutput, listKnownPlaceholders, placeholders } from '../validation/placeholders.ts'
import { createNameCheck, refine, unique, type Report } from '../validation/problem.ts'
import {
  commonRun,
  gpuCount,
  gpuCounts,
  gpus,
  name,
  options,
  severity,
  share,
  suiteRun,
  wholeShare,
  withoutOptions,
} from './suite-common.ts'

/** Option sets by name: arguments and variables that are added to the command of the pipeline. All must differ. */
const optionSets = z.record(name, options).check(
  refine((sets, report) => {
    for (const [index, [key, written]] of Object.entries(sets).entries()) {
      const earlier = Object.entries(sets).slice(0, index)
      const same = earlier.find(([, other]) => isSameOptions(toCaseOptions(other), toCaseOptions(written)))
      const text = `has the same options as ${formatShortJson(same?.[0])}, so it would run the same command twice`
      if (same) report([key], text)
    }
  }),
)

const checkpointing = z.strictObject({
  with: name.describe('Variant with checkpoints'),
  without: name.describe('The same variant without checkpoints'),
  maxOverhead: share.default(0.1).describe('Largest loss of throughput by checkpoints, as a share'),
})

/** The suite that compares option sets of one command with a base set. */
export const variants = z
  .strictObject({
    run: suiteRun,
    gpus: z
      .union([gpuCount, gpuCounts.max(16).check(unique)])
      .default(1)
      .describe(
        'Number of GPUs, or several, such as [1, 2, 4]; every variant runs with each and is compared with the base',
      ),
    base: name.describe('Variant that all others are compared with'),
    options: optionSets.describe(
      'Variants by name, including the base: environment variables, and arguments that replace {options} in command or are appended',
    ),
    tradeOff: z
      .array(name)
      .default([])
      .describe(
        'Variants that trade memory for speed, such as persistent models; the report advises by speed-up and memory',
      ),
    checkpointing: checkpointing.optional().describe('Cost of writing checkpoints'),
    severity: severity.default('warn').describe('Effect of a variant without gain, or of a cost above its limit'),
  })
  .check(
    refine(({ base, options: sets, tradeOff, checkpointing: pair }, report) => {
      const check = createNameCheck('variant', Object.keys(sets), report)
      if (Object.keys(sets).length < 2) report(['options'], 'name the base and at least one other variant')
      check(['base'], base)
      for (const [index, one] of tradeOff.entries()) check(['tradeOff', index], one)
      check(['checkpointing', 'with'], pair?.with)
      check(['checkpointing', 'without'], pair?.without)
      if (tradeOff.includes(base))
        report(
          ['tradeOff', tradeOff.indexOf(base)],
          `${formatShortJson(base)} is the base, so it has no trade-off with itself`,
        )
      if (pair && pair.with === pair.without)
        report(['checkpointing', 'without'], `${formatShortJson(pair.without)} is also the value of with`)
    }),
  )

const mostSettings = 500
const mostParameters = 8
const objectives = [wallTime.name, throughput.name, cpuTime.name]
/** Axes of every case; a parameter of that name would hide them. */
const caseAxes = ['gpus', 'revision', 'arm', 'gpu']
const value = z.union([z.string().min(1).max(200), z.number(), z.boolean()])
const parameterName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'use letters, digits, dots, dashes and underscores')

/** The suite that measures the combinations of parameter values, all of them or the better ones more often. */
export const sweep = z
  .strictObject({
    run: suiteRun,
    gpus,
    parameters: z
      .record(parameterName, z.array(value).min(1).max(50).check(unique))
      .describe('Values by parameter; every combination is a setting. true and false switch an option on and off'),
    options: z
      .array(z.string())
      .optional()
      .describe(
        'Arguments with {param.NAME}; they replace {options} in command, or are appended. Default: --NAME VALUE for every parameter',
      ),
    env: z.record(z.string(), z.string()).default({}).describe('Environment variables; {param.NAME} is replaced'),
    method: z
      .enum(['grid', 'halving'])
      .default('grid')
      .describe(
        'grid: run all repeats of every setting; halving: run all settings, then repeatedly the better half with twice the repeats, within gpuMinutes and maxRepeats',
      ),
    objective: z
      .string()
      .min(1)
      .default('wall_time')
      .describe('Metric to optimize: wall_time, throughput, cpu_time or stage:NAME'),
  })
  .check(
    refine(({ parameters, options: args, env, objective }, report) => {
      checkSettings(parameters, report)
      checkParameterUse(Object.keys(parameters), args, env, report)
      const text = `is neither a metric of a run nor stage:NAME${formatSuggestion(objective, objectives)}`
      if (!objectives.includes(objective) && !parseStageName(objective))
        report(['objective'], `${formatShortJson(objective)} ${text}`)
    }),
  )

type Parameters = Readonly<Record<string, readonly z.infer<typeof value>[]>>

function checkSettings(parameters: Parameters, report: Report): void {
  const count = Object.keys(parameters).length
  const settings = countSettings(parameters)
  if (count > mostParameters) report(['parameters'], `has ${count} parameters, at most ${mostParameters}`, 'key')
  else if (settings > mostSettings)
    report(['parameters'], `gives ${settings} settings, at most ${mostSettings}; use fewer values`, 'key')
  else if (settings < 2) report(['parameters'], 'gives only one setting; add a value to a parameter', 'key')
  for (const parameter of Object.keys(parameters).filter((one) => caseAxes.includes(one)))
    report(['parameters', parameter], `${formatShortJson(parameter)} is an axis of every case; use another name`, 'key')
}

/** An unused parameter would repeat the same run under several names. */
function checkParameterUse(
  names: readonly string[],
  args: readonly string[] | undefined,
  env: Readonly<Record<string, string>>,
  report: Report,
): void {
  const check = createNameCheck('parameter', names, report)
  const used = new Set<string>()
  const mark = (path: readonly PropertyKey[], text: string) => {
    for (const parameter of listParameters(text)) {
      check(path, parameter)
      used.add(parameter)
    }
  }
  for (const [index, text] of (args ?? []).entries()) mark(['options', index], text)
  for (const [key, text] of Object.entries(env)) mark(['env', key], text)
  for (const parameter of args === undefined ? [] : names.filter((one) => !used.has(one)))
    report(['parameters', parameter], `is not used; write {param.${parameter}} into options or env`, 'key')
}

const column = z.string().min(1).max(80)
const amount = z.number().min(0)
const rtol = amount.describe('Relative tolerance: |a − b| ≤ atol + rtol · |b|, where b is the reference')
const atol = amount.describe('Absolute tolerance')

const table = z.strictObject({
  path: z
    .string()
    .min(1)
    .check(requireOutput('a table'), placeholders)
    .describe('Table with one header line, separated by tabs or commas; may contain *'),
  id: column.optional().describe('Column that joins rows; default: the first column'),
  labels: z
    .array(column)
    .max(32)
    .optional()
    .describe('Columns that must agree as text; default: Prediction, Is_Virus, label and class'),
  scores: z
    .union([
      z.array(column).max(32),
      z.record(column, z.strictObject({ rtol: rtol.optional(), atol: atol.optional() })),
    ])
    .optional()
    .describe(
      'Columns that must agree as numbers, optionally with their own tolerances; default: score1, max_score_0 …',
    ),
})

const reference = z.strictObject({
  path: z.string().min(1).describe('A stored table: absolute, or in the repository'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the table, so that a change cannot replace it'),
  table: name.optional().describe('Name from tables that it belongs to, when there are several'),
})

/** The suite that compares result tables of the head with those of revisions, option sets and stored files. */
export const equivalence = z
  .strictObject({
    run: suiteRun,
    gpus,
    tables: z
      .record(name, table)
      .default({})
      .describe('Result tables to compare; default: that of pipeline.proof.results'),
    against: z.array(name).default([]).describe('Names from revisions whose results the head must reproduce'),
    options: optionSets.default({}).describe('Option sets that must reproduce the results of the plain command'),
    references: z.record(name, reference).default({}).describe('Stored tables that the head must agree with'),
    rtol: rtol.default(1e-3),
    atol: atol.default(1e-3),
    minLabelAgreement: wholeShare.default(1).describe('Smallest share of rows with the same labels'),
    minScoreAgreement: wholeShare.default(1).describe('Smallest share of rows with all scores within the tolerance'),
    severity: severity.default('fail').describe('Effect of different results'),
  })
  .check(
    refine(({ against, options: sets, references, tables }, report) => {
      const sides = [...against, ...Object.keys(sets), ...Object.keys(references)]
      if (sides.length === 0)
        report([], 'no reference; add revisions to against, option sets to options, or stored tables to references')
      for (const [index, side] of sides.entries())
        if (side === 'head' || sides.indexOf(side) !== index)
          report([], `${formatShortJson(side)} is used twice; use another name`)
      const names = Object.keys(tables)
      const check = createNameCheck('table', names, report)
      for (const [key, { table: named }] of Object.entries(references)) {
        check(['references', key, 'table'], named)
        if (named === undefined && names.length > 1)
          report(['references', key], `name the table it belongs to: ${names.join(', ')}`)
      }
      for (const [key, written] of Object.entries(sets))
        if (isSameOptions(toCaseOptions(written), { args: [], env: {} })) report(['options', key], withoutOptions)
    }),
  )

/** Names of the output formats that can be read; `auto`: detected from the content. */
export const readerNames = [
  'auto',
  'pipeline-log',
  'pipeline-state',
  'events',
  'worker-logs',
  'shard-manifest',
  'gpu-metrics',
  'batch-size-profile',
  'virnucpro-report',
  'virnucpro-compare',
  'pytest-benchmark',
  'google-benchmark',
  'go-benchmark',
  'asv',
  'hyperfine',
  'nvbench',
  'torch-benchmark',
  'criterion',
  'cargo-bench',
  'jmh',
  'benchmarkdotnet',
  'catch2',
  'pyperf',
  'vitest',
  'mitata',
  'bencher',
  'chrome-trace',
  'nsys',
  'rocprof',
  'nvidia-smi',
  'dcgm',
  'bench-serve',
  'aiperf',
  'k6',
  'mlperf',
  'perf-stat',
  'otava',
  'lightning',
  'transformers',
  'customSmallerIsBetter',
  'customBiggerIsBetter',
  'plain',
] as const

const benchmark = z
  .strictObject({
    run: suiteRun.describe('Settings of this tool, as in suites.SUITE.run'),
    name: name.describe('Name of the case in every table'),
    command: z
      .array(z.string().check(placeholders))
      .min(1)
      .describe(
        'Argument list of the tool; {dataset} {gpus} {gpuCount} {output} are replaced. {output} is an empty directory',
      ),
    adapter: z
      .enum(readerNames)
      .default('auto')
      .describe('Format of the output; auto: detected from the content of each file'),
    files: z
      .array(z.string().min(1).check(placeholders))
      .min(1)
      .max(64)
      .describe('Files that every run must write; may contain {output} and *'),
    gpus: z.int().min(0).max(1024).default(1).describe('Number of devices; 0 for a tool without devices'),
  })
  .check(
    refine(({ run, command: argv, files }, report) => {
      const known = argv.map((argument) => listKnownPlaceholders(argument))
      const place = known.findIndex((names) => names.includes('{dataset}'))
      if (run.dataset === undefined && place >= 0)
        report(['command', place], '{dataset} needs a dataset; set run.dataset of this benchmark')
      if (files.some((file) => listKnownPlaceholders(file).includes('{output}')) && !known.flat().includes('{output}'))
        report(['command'], '{output} is missing from the command, but files are read from it')
    }),
  )

/** The suite that runs other benchmark tools and reads their output. */
export const command = z
  .strictObject({
    run: commonRun,
    benchmarks: z.array(benchmark).min(1).max(200).describe('Tools to run, each in a fresh process'),
    gate: z
      .array(z.string())
      .default(['bench:*'])
      .describe('Metrics whose regression fails the check, instead of comparison.gate'),
  })
  .check(
    refine(({ benchmarks }, report) => {
      for (const [index, { name: own, gpus: count }] of benchmarks.entries())
        if (benchmarks.slice(0, index).some((other) => other.name === own && other.gpus === count))
          report(['benchmarks', index, 'name'], `${formatShortJson(own)} with gpus: ${count} is repeated`)
    }),
  )
