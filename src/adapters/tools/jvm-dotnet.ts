import type { Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { JsonNode } from '../json-node.ts'
import { createJsonReader } from '../output-reader.ts'
import {
  collectReadings,
  createFailedReading,
  createSkippedReading,
  readAggregate,
  type Reading,
  type ReadingKey,
  readSamples,
  time,
  toAxes,
  toBaseUnit,
} from '../readings.ts'

const throughput: Metric = { name: 'throughput', unit: '1/s', betterWhen: 'higher' }

/** Names of times by the mode of JMH: a change of the mode is a change of the metric. */
const timeNames = new Map([
  ['sample', 'sample_time'],
  ['ss', 'single_shot_time'],
])

const allocated: Metric = { name: 'allocated_bytes', unit: 'B', betterWhen: 'lower' }

/**
 * JMH, `-rf json`: each measured iteration of each fork is a sample. A benchmark that threw is missing from the file;
 * `-foe true` makes JMH fail instead.
 */
export const jmh = createJsonReader({
  wants: 'the file of JMH -rf json',
  canRead: (head) => /^\s*\[\s*\{/.test(head) && head.includes('"primaryMetric"') && head.includes('"scoreUnit"'),
  parse: (root) => {
    const items = root.readSomeItems('JMH measured nothing; check its pattern, and its log for exceptions')
    const version = items[0]?.get('jmhVersion').readOptionalText() ?? null
    return {
      tool: version === null ? 'JMH' : `JMH ${version}`,
      ...collectReadings(items.flatMap(readJmh)),
      context: readFacts(items[0], ['jdkVersion', 'vmName', 'vmVersion']),
    }
  },
})

function readJmh(node: JsonNode): Reading[] {
  const threads = node.get('threads')
  const params = node.get('params').optional?.readEntries() ?? []
  const key = {
    name: node.get('benchmark').readName(),
    axes: toAxes([...(threads.isAbsent || threads.value === 1 ? [] : [['threads', threads] as const]), ...params]),
  }
  const score = node.get('primaryMetric')
  const printed = score.get('scoreUnit').readText()
  const { unit, factor } = toBaseUnit(printed.replace(/\/op$/, ''))
  const isRate = unit === throughput.unit
  if (!isRate && unit !== time.unit) return [createFailedReading(key, `${printed} is not a unit of JMH`)]
  const metric = isRate ? throughput : { ...time, name: timeNames.get(node.get('mode').readText()) ?? time.name }
  const secondary = node.get('secondaryMetrics').optional?.readEntries() ?? []
  return [readScore(key, metric, score, factor), ...readSecondary(key, secondary)]
}

function readScore(key: ReadingKey, metric: Metric, score: JsonNode, factor: number): Reading {
  const raw = readIterations(score.get('rawData'))
  if (raw.length > 0) return readSamples(key, metric, raw, { factor })
  const means = readIterations(score.get('rawDataHistogram')).flatMap(readHistogramMean)
  if (means.length > 0)
    return readSamples(key, metric, means, {
      factor,
      notes: ['each sample is the mean of the histogram of an iteration'],
    })
  return readAggregate(key, metric, score.get('score'), {
    factor,
    notes: ['the score of JMH; the file has no raw data'],
  })
}

/** The iterations of all forks. */
function readIterations(forks: JsonNode): JsonNode[] {
  return (forks.optional?.readItems() ?? []).flatMap((fork) => fork.readItems())
}

/** Computes the mean of the pairs of value and count; none for an iteration without samples. */
function readHistogramMean(iteration: JsonNode): JsonNode[] {
  const pairs = iteration.readItems().map((pair) => pair.readItems().map((item) => item.readAmount()))
  const count = pairs.reduce((sum, [, times = 0]) => sum + times, 0)
  const total = pairs.reduce((sum, [value = 0, times = 0]) => sum + value * times, 0)
  return count > 0 ? [iteration.replaceValue(total / count)] : []
}

function isAllocation(label: string): boolean {
  return /^\W?gc\.alloc\.rate\.norm$/.test(label)
}

/** Reads the bytes per operation of the profiler `gc`; names the other metrics, whose direction is unknown. */
function readSecondary(key: ReadingKey, metrics: readonly (readonly [string, JsonNode])[]): Reading[] {
  const read = metrics.filter(([label]) => isAllocation(label))
  const labels = metrics.map(([label]) => label).filter((label) => !isAllocation(label))
  const percentiles = labels.filter((label) => /(?:^|·|:)p\d\.\d+$/.test(label))
  const others = labels.filter((label) => !percentiles.includes(label))
  return [
    ...read.map(([, metric]) => readSamples(key, allocated, readIterations(metric.get('rawData')))),
    ...(percentiles.length > 0 ? [createSkippedReading(key, 'percentiles of the same samples are not judged')] : []),
    ...others.map((label) => createSkippedReading(key, `${label} is not judged: its direction is unknown`)),
  ]
}

function readFacts(node: JsonNode | undefined, fields: readonly string[]): Record<string, string> {
  const facts = fields.map((field) => [field, node?.get(field).readOptionalText() ?? null] as const)
  return Object.fromEntries(facts.flatMap(([field, text]) => (text === null ? [] : [[field, text]])))
}

/**
 * BenchmarkDotNet, `--exporters json` (any of its JSON exporters). Times are in ns. A benchmark without statistics
 * failed. Metrics of diagnosers state their unit and direction.
 */
export const benchmarkDotNet = createJsonReader({
  wants: 'a report of a JSON exporter of BenchmarkDotNet',
  canRead: (head) => /^\s*\{/.test(head) && head.includes('"HostEnvironmentInfo"') && head.includes('"BenchmarkDotNet'),
  parse: (root) => {
    const host = root.get('HostEnvironmentInfo')
    const version = host.get('BenchmarkDotNetVersion').readOptionalText()
    const items = root.get('Benchmarks').readSomeItems('BenchmarkDotNet ran no benchmark; check --filter')
    return {
      tool: version === null ? 'BenchmarkDotNet' : `BenchmarkDotNet ${version}`,
      ...collectReadings(items.flatMap(readDotNet)),
      context: readFacts(host, ['RuntimeVersion', 'Architecture', 'Configuration']),
    }
  },
})

function readDotNet(node: JsonNode): Reading[] {
  const key = readDotNetKey(node)
  const statistics = node.get('Statistics')
  if (statistics.isAbsent) return [createFailedReading(key, 'BenchmarkDotNet has no result of it')]
  return [readDotNetTime(key, node, statistics), ...readDotNetMetrics(key, node)]
}

function readDotNetTime(key: ReadingKey, node: JsonNode, statistics: JsonNode): Reading {
  const values = statistics.get('OriginalValues').optional?.readItems() ?? readResults(node)
  if (values.length > 0) return readSamples(key, time, values, { factor: 1e-9 })
  return readAggregate(key, time, statistics.get('Median'), {
    factor: 1e-9,
    spread: {
      standardDeviation: statistics.get('StandardDeviation'),
      low: statistics.get('Min'),
      high: statistics.get('Max'),
      count: statistics.get('N'),
    },
    notes: ['the median; a full JSON exporter keeps each iteration'],
  })
}

function isResult(one: JsonNode): boolean {
  return one.get('IterationStage').value === 'Result' || one.get('IterationMode').value === 'Result'
}

/** Times per operation of the measured iterations; before version 0.11 the stage `Result` has no mode `Workload`. */
function readResults(node: JsonNode): JsonNode[] {
  const all = node.get('Measurements').optional?.readItems() ?? []
  return all.filter(isResult).map((one) => {
    const duration = one.get('Nanoseconds')
    return duration.replaceValue(duration.readAmount() / one.get('Operations').readAmount())
  })
}

function readDotNetMetrics(key: ReadingKey, node: JsonNode): Reading[] {
  const metrics = node.get('Metrics').optional?.readItems() ?? []
  const bytes = node.get('Memory').get('BytesAllocatedPerOperation')
  if (metrics.length === 0 && !bytes.isAbsent) return [readAggregate(key, allocated, bytes)]
  return metrics.map((metric) => {
    const descriptor = metric.get('Descriptor')
    const name = descriptor.get('Id').readName()
    const isGreater = descriptor.get('TheGreaterTheBetter').value
    if (typeof isGreater !== 'boolean')
      return createSkippedReading(key, `${name} is not judged: its direction is unknown`)
    const { unit, factor } = toBaseUnit(descriptor.get('Unit').readOptionalText() ?? '')
    return readAggregate(key, { name, unit, betterWhen: isGreater ? 'higher' : 'lower' }, metric.get('Value'), {
      factor,
    })
  })
}

/**
 * Reads name, parameters and job. Parameters become axes unless BenchmarkDotNet shortened one (`aaa(...)aaa [50]`):
 * `FullName` has all of it.
 */
function readDotNetKey(node: JsonNode): ReadingKey {
  const readPart = (field: string): string | null => node.get(field).readOptionalText()
  const parts = [readPart('Namespace'), readPart('Type'), readPart('Method')]
  const name = parts.filter((part) => part !== null).join('.')
  const parameters = (readPart('Parameters') ?? '').split(/&|, /).filter((part) => part !== '')
  const axes = parameters.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const)
  const isWhole = axes.every(([axis, value]) => axis !== '' && !/\(\.\.\.\)|\.\.\. \[\d+\]/.test(value))
  const full = readPart('FullName')
  if (name === '' || (!isWhole && full !== null))
    return { name: full ?? node.get('FullName').readName(), axes: readJob(node) }
  return { name, axes: { ...readJob(node), ...toAxes(axes.map(([axis, text]) => [axis, node.replaceValue(text)])) } }
}

/** The settings of a job are an axis; its name `Job-ABCDEF` is derived from them. */
function readJob(node: JsonNode): Axes {
  const display = node.get('DisplayInfo').readOptionalText() ?? ''
  const job = /: (?:Job-\w+\((.*?)\)|(\S.*?))(?: \[.*\])?$/.exec(display)
  const text = job?.[1] ?? job?.[2] ?? ''
  return text === '' || text === 'DefaultJob' ? {} : { job: text }
}
