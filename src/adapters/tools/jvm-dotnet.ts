import type { z } from 'zod'
import type { Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createJsonReader } from '../reader.ts'
import { type ReadingKey, type Row, time, toAxes, toBaseUnit } from '../readings.ts'

const throughput: Metric = { name: 'throughput', unit: '1/s', betterWhen: 'higher' }
const allocated: Metric = { name: 'allocated_bytes', unit: 'B', betterWhen: 'lower' }

/** Names of times by the mode of JMH: a change of the mode is a change of the metric. */
const timeNames = new Map([
  ['sample', 'sample_time'],
  ['ss', 'single_shot_time'],
])

/** The values of all iterations of each fork. */
const forks = field.listOptional(field.list(field.figure))
const score = field.group({
  scoreUnit: field.shortText,
  score: field.figure,
  rawData: forks,
  /** Pairs of value and count of each iteration. */
  rawDataHistogram: field.listOptional(field.list(field.list(field.list(field.amount)))),
})
const isAllocation = (label: string) => /^\W?gc\.alloc\.rate\.norm$/.test(label)
const allocation = field.group({ rawData: forks }).transform(({ rawData }) => rawData.flat())
const jmhItem = field.group({
  ...field.repeat(field.maybeText, 'jmhVersion', 'jdkVersion', 'vmName', 'vmVersion'),
  benchmark: field.name,
  mode: field.shortText,
  threads: field.anything,
  params: field.parameters,
  primaryMetric: score,
  secondaryMetrics: field.index((label) => (isAllocation(label) ? allocation : field.nothing)).nullish(),
})

/**
 * JMH, `-rf json`: each measured iteration of each fork is a sample. A benchmark that threw is missing from the file;
 * `-foe true` makes JMH fail instead.
 */
export const jmh = createJsonReader({
  wants: 'the file of JMH -rf json',
  detect: (head) => /^\s*\[\s*\{/.test(head) && head.includes('"primaryMetric"') && head.includes('"scoreUnit"'),
  schema: field.list(jmhItem, 'JMH measured nothing; check its pattern, and its log for exceptions'),
  toReadings: (all) => {
    const { jmhVersion = null, jdkVersion = null, vmName = null, vmVersion = null } = all[0] ?? {}
    return { tool: ['JMH', jmhVersion], rows: all.flatMap(readJmh), context: { jdkVersion, vmName, vmVersion } }
  },
})

function readJmh({ benchmark, mode, threads, params, ...item }: z.output<typeof jmhItem>): Row[] {
  const { primaryMetric, secondaryMetrics } = item
  const isSingle = threads === undefined || threads === null || threads === 1
  const axes = toAxes([...(isSingle ? [] : [['threads', threads] as const]), ...(params ?? [])])
  const { unit, factor } = toBaseUnit(primaryMetric.scoreUnit)
  const key = { name: benchmark, axes }
  const isRate = unit === throughput.unit
  if (!isRate && unit !== time.unit) return [{ ...key, failed: `${primaryMetric.scoreUnit} is not a unit of JMH` }]
  const metric = isRate ? throughput : { ...time, name: timeNames.get(mode) ?? time.name }
  return [
    { ...key, metric, factor, ...readScore(primaryMetric) },
    ...[...(secondaryMetrics ?? [])].map(([name, samples]): Row => {
      if (samples) return { ...key, metric: allocated, samples }
      return { name, skipped: 'not judged: of the same samples, or its direction is unknown' }
    }),
  ]
}

function readScore({ rawData, rawDataHistogram, score: value }: z.output<typeof score>) {
  const samples = rawData.flat()
  if (samples.length > 0) return { samples }
  const means = rawDataHistogram.flat().flatMap((pairs) => {
    const count = pairs.reduce((sum, [, times = 0]) => sum + times, 0)
    const total = pairs.reduce((sum, [one = 0, times = 0]) => sum + one * times, 0)
    return count > 0 ? [total / count] : []
  })
  // Each sample is the mean of the histogram of an iteration.
  return means.length > 0 ? { samples: means } : { value }
}

/** Times of the results among the measurements. Before version 0.11 the stage `Result` has no mode `Workload`. */
const results = field.listOptional(field.anything).transform((all) =>
  all.flatMap((one) => {
    const isResult = field.isMap(one) && (one['IterationStage'] === 'Result' || one['IterationMode'] === 'Result')
    return isResult ? [field.figure.parse(Number(one['Nanoseconds']) / Number(one['Operations']))] : []
  }),
)
const dotNetNames = ['Namespace', 'Type', 'Method', 'Parameters', 'FullName', 'DisplayInfo'] as const
const dotNetItem = field
  .group({
    ...field.repeat(field.maybeText, ...dotNetNames),
    Statistics: field
      .group({
        OriginalValues: field.list(field.figure).nullish(),
        Median: field.figure,
      })
      .nullish(),
    Measurements: results,
    Memory: field.group({ BytesAllocatedPerOperation: field.maybeFigure }),
    Metrics: field.listOptional(
      field.group({
        Descriptor: field.group({ Id: field.name, TheGreaterTheBetter: field.anything, Unit: field.maybeText }),
        Value: field.figure,
      }),
    ),
  })
  .transform((item, context) => {
    const key = readDotNetKey(item) ?? field.refuse(context, undefined, 'a name', { path: ['FullName'] })
    return { ...item, key, samples: item.Statistics ? (item.Statistics.OriginalValues ?? item.Measurements) : [] }
  })

/**
 * BenchmarkDotNet, `--exporters json` (any of its JSON exporters). Times are in ns. A benchmark without statistics
 * failed. Metrics of diagnosers state their unit and direction.
 */
export const benchmarkDotNet = createJsonReader({
  wants: 'a report of a JSON exporter of BenchmarkDotNet',
  detect: (head) => /^\s*\{/.test(head) && head.includes('"HostEnvironmentInfo"') && head.includes('"BenchmarkDotNet'),
  schema: field.group({
    HostEnvironmentInfo: field.group(
      field.repeat(field.maybeText, 'BenchmarkDotNetVersion', 'RuntimeVersion', 'Architecture', 'Configuration'),
    ),
    Benchmarks: field.list(dotNetItem, 'BenchmarkDotNet ran no benchmark; check --filter'),
  }),
  toReadings: ({ HostEnvironmentInfo: { BenchmarkDotNetVersion: version, ...context }, Benchmarks }) => ({
    tool: ['BenchmarkDotNet', version],
    rows: Benchmarks.flatMap(readDotNet),
    context,
  }),
})

function readDotNet({ key, Statistics: own, samples, Metrics, Memory }: z.output<typeof dotNetItem>): Row[] {
  if (!own) return [{ ...key, failed: 'BenchmarkDotNet has no result of it' }]
  const timed = samples.length > 0 ? { samples } : { value: own.Median }
  const bytes = Memory.BytesAllocatedPerOperation
  const memory = Metrics.length === 0 && bytes !== null ? [{ ...key, metric: allocated, value: bytes }] : []
  const others = Metrics.map(
    ({ Descriptor: { Id: name, TheGreaterTheBetter: isGreater, Unit }, Value: value }): Row => {
      if (typeof isGreater !== 'boolean') return { ...key, skipped: `${name} is not judged: its direction is unknown` }
      const { unit, factor } = toBaseUnit(Unit ?? '')
      return { ...key, metric: { name, unit, betterWhen: isGreater ? 'higher' : 'lower' }, value, factor }
    },
  )
  return [{ ...key, metric: time, factor: 1e-9, ...timed }, ...memory, ...others]
}

type DotNetNames = Record<(typeof dotNetNames)[number], string | null>

/**
 * Reads name, parameters and job; null without a name. Parameters become axes unless BenchmarkDotNet shortened one
 * (`aaa(...)aaa [50]`): `FullName` has all of it.
 */
function readDotNetKey({ FullName: full, ...item }: DotNetNames): ReadingKey | null {
  const name = [item.Namespace, item.Type, item.Method].filter((part) => part !== null).join('.')
  const parameters = (item.Parameters ?? '').split(/&|, /).filter((part) => part !== '')
  const axes = parameters.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const)
  const isWhole = axes.every(([axis, value]) => axis !== '' && !/\(\.\.\.\)|\.\.\. \[\d+\]/.test(value))
  const job = readJob(item.DisplayInfo ?? '')
  if (name !== '' && (isWhole || full === null)) return { name, axes: { ...job, ...toAxes(axes) } }
  return full === null ? null : { name: full, axes: job }
}

/** The settings of a job are an axis; its name `Job-ABCDEF` is derived from them. */
function readJob(display: string): Axes {
  const [, settings, title] = /: (?:Job-\w+\((.*?)\)|(\S.*?))(?: \[.*\])?$/.exec(display) ?? []
  const text = settings ?? title ?? ''
  return text === '' || text === 'DefaultJob' ? {} : { job: text }
}
