import type { JsonNode } from '../json-node.ts'
import { createJsonReader, type OutputReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  failDuplicates,
  readAggregate,
  type Reading,
  type ReadingKey,
  rejectZero,
  rejectZeroTime,
  time,
  toAxes,
  toBaseUnit,
} from '../readings.ts'
import type { Axes } from '../../domain/core/case.ts'
import { UserError } from '../../domain/core/errors.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import type { BenchmarkReading, MeasuredReading } from '../../domain/trial/tool-reading.ts'

const peakMemory: Metric = { name: 'peak_memory', unit: 'B', betterWhen: 'lower' }

/**
 * hyperfine, `--export-json`. A run that failed under `--ignore-failure` did not do its work, so it is reported as
 * failed.
 */
export const hyperfine = createJsonReader({
  wants: 'the file of hyperfine --export-json',
  canRead: (head) => /^\s*\{\s*"results"/.test(head) && head.includes('"command"'),
  parse: (root) => {
    const results = root.get('results').readSomeItems('hyperfine measured no command')
    return { tool: 'hyperfine', ...collectReadings(results.flatMap(readResult)) }
  },
})

function readResult(node: JsonNode): Reading[] {
  const key = {
    name: node.get('command').readName(),
    axes: readAxesIn(node, 'parameters'),
  }
  const codes = readItemsIn(node, 'exit_codes')
  const bad = codes.filter(({ value }) => value !== 0)
  if (bad.length > 0) {
    const how = typeof bad[0]?.value === 'number' ? `exit code ${bad[0].value}` : 'a signal'
    return [createFailedReading(key, `${bad.length} of ${codes.length} runs failed, the first with ${how}`)]
  }
  const runs = node.get('times').isAbsent ? null : node.get('times').readNumbers()
  if (runs && codes.length > 0 && codes.length !== runs.length)
    throw node.get('times').createError(`${codes.length} values, one for each exit code`)
  const timed = runs ? createSampledReading(key, time, runs) : readSummary(key, node)
  const cpu = node.get('user').readAmount() + node.get('system').readAmount()
  const spread = { count: runs?.length ?? null }
  // One value per run, since hyperfine 1.19.
  const bytes = readItemsIn(node, 'memory_usage_byte').map((item) => item.readAmount())
  return [
    rejectZeroTime(timed),
    rejectZero(
      createAggregateReading(key, cpuTime, cpu, { spread, notes: ['user and system time, mean of the runs'] }),
    ),
    ...(bytes.length > 0 ? [rejectZero(createSampledReading(key, peakMemory, bytes))] : []),
  ]
}

function readSummary(key: ReadingKey, node: JsonNode): MeasuredReading {
  const readStatistic = (name: string): number | null => node.get(name).readOptionalAmount()
  const spread = { standardDeviation: readStatistic('stddev'), low: readStatistic('min'), high: readStatistic('max') }
  return createAggregateReading(key, time, node.get('median').readAmount(), {
    spread,
    notes: ['the median of the runs'],
  })
}

/**
 * The plain format: `{"name", "unit", "value" | "samples", "betterWhen", "metric"?, "axes"?}`, one object or a list.
 * A unit shows no direction (free memory is better when higher), so only the metric `time` needs no `betterWhen`.
 */
export const plainBenchmark = createJsonReader({
  wants: 'JSON of {name, unit, value or samples, betterWhen}, one or a list',
  canRead: (head) =>
    /^\s*(?:\[\s*)?\{\s*"(?:name|unit|value|samples|betterWhen|metric|axes)"\s*:/.test(head) &&
    /"unit"/.test(head) &&
    /"(?:value|samples)"/.test(head) &&
    !/"(?:event|ph|benchmarks)"/.test(head),
  parse: (root) => {
    const items = Array.isArray(root.value) ? root.readSomeItems('The tool measured nothing') : [root]
    return { benchmarks: failDuplicates(items.map(readPlain)) }
  },
})

function readPlain(node: JsonNode): BenchmarkReading {
  const { unit, factor } = toBaseUnit(node.get('unit').readText())
  const key = {
    name: node.get('name').readName(),
    axes: readAxesIn(node, 'axes'),
  }
  const name = node.get('metric').optional?.readText() ?? 'value'
  const metric = { name, unit, betterWhen: readDirection(node, name === time.name && unit === time.unit) }
  const [value, samples] = [node.get('value'), node.get('samples')]
  if (value.isAbsent === samples.isAbsent)
    throw (value.isAbsent ? value : samples).createError('one of value and samples')
  if (samples.isAbsent) return rejectZeroTime(createAggregateReading(key, metric, value.readNumber() * factor))
  const scaled = samples.readNumbers().map((sample) => sample * factor)
  return rejectZeroTime(createSampledReading(key, metric, scaled))
}

/** Reads the direction. Never guesses: a wrong direction would report a regression as an improvement. */
function readDirection(node: JsonNode, isTime: boolean): 'lower' | 'higher' {
  const direction = node.get('betterWhen')
  if (direction.value === 'lower' || direction.value === 'higher') return direction.value
  if (!direction.isAbsent) throw direction.createError('lower or higher')
  if (isTime) return time.betterWhen
  const hint = 'Add "betterWhen": "lower" or "higher", or set the adapter customSmallerIsBetter or customBiggerIsBetter'
  throw new UserError(`${node.file}: ${direction.path} is missing, so the direction is unknown`, hint)
}

/** The `customSmallerIsBetter` format of github-action-benchmark: a list of `{name, unit, value, range?, extra?}`. */
export const customSmallerIsBetter = createCustomReader('lower')

/** The same list with higher values being better. */
export const customBiggerIsBetter = createCustomReader('higher')

/** Creates a reader. The content does not show the direction, so the format is never detected automatically. */
function createCustomReader(betterWhen: 'lower' | 'higher'): OutputReader {
  return createJsonReader({
    wants: 'a JSON list of {name, unit, value}',
    parse: (root) => {
      const items = root.readSomeItems('The tool measured nothing')
      return { benchmarks: failDuplicates(items.map((item) => readCustom(item, betterWhen))) }
    },
  })
}

function readCustom(node: JsonNode, betterWhen: 'lower' | 'higher'): BenchmarkReading {
  const { unit, factor } = toBaseUnit(node.get('unit').readText())
  const { value: given } = node.get('range')
  // A bare number means ± number.
  const range = node.get('range').isAbsent
    ? null
    : typeof given === 'number'
      ? `± ${given}`
      : String(given).slice(0, 500)
  const deviation = range === null ? Number.NaN : Number(/^(?:±|\+\/-)\s*(\d[\d.e+-]*)$/.exec(range)?.[1])
  const spread = { standardDeviation: Number.isFinite(deviation) ? deviation * factor : null, text: range }
  const extra = node.get('extra').optional
  const notes = extra ? [String(extra.value).slice(0, 500)] : []
  const [key, value] = [{ name: node.get('name').readName() }, node.get('value').readNumber() * factor]
  return rejectZeroTime(createAggregateReading(key, { name: 'value', unit, betterWhen }, value, { spread, notes }))
}

function readItemsIn(node: JsonNode, key: string): JsonNode[] {
  return node.get(key).optional?.readItems() ?? []
}

function readAxesIn(node: JsonNode, key: string): Axes {
  return toAxes(node.get(key).optional?.readEntries() ?? [])
}

/** The built-in measures of Bencher with their units. Users name others freely, so their direction is unknown. */
const measures = new Map<string, Metric & { readonly factor: number }>([
  ['latency', { ...time, factor: 1e-9 }],
  ['throughput', { name: 'throughput', unit: '1/s', betterWhen: 'higher', factor: 1 }],
  ['build-time', { name: 'build_time', unit: 's', betterWhen: 'lower', factor: 1 }],
  ['file-size', { name: 'file_size', unit: 'B', betterWhen: 'lower', factor: 1 }],
])

const text = String.raw`"(?:[^"\\]|\\.)*"\s*:\s*`
const bound = String.raw`"(?:value|lower_value|upper_value)"\s*:\s*(?:-?\d[\d.eE+-]*|null)\s*`
const metricFormat = new RegExp(String.raw`^\s*\{\s*${text}\{\s*${text}\{\s*${bound}(?:,\s*${bound}){0,2}\}`)

/** Bencher Metric Format: `{benchmark: {measure: {value, lower_value?, upper_value?}}}`. */
export const bencher = createJsonReader({
  wants: 'JSON in the Bencher Metric Format',
  canRead: (head) => metricFormat.test(head),
  parse: (root) => {
    const readings = root
      .readEntries()
      .flatMap(([name, node]) => node.readEntries().map((entry) => readMeasure(name, entry)))
    if (readings.some(({ status }) => status !== 'skipped')) return collectReadings(readings)
    const known = [...measures.keys()].join(', ')
    throw new UserError(
      `${root.file} has none of the measures ${known}`,
      'The direction of other measures is unknown; print them in the format plain',
    )
  },
})

function readMeasure(name: string, [slug, node]: readonly [string, JsonNode]): Reading {
  const measure = measures.get(slug.toLowerCase().replaceAll(/[ _]/g, '-'))
  if (!measure) return createSkippedReading({ name }, `${slug} is not judged: its direction is unknown`)
  const { factor, ...metric } = measure
  const spread = { low: node.get('lower_value'), high: node.get('upper_value') }
  return readAggregate({ name }, metric, node.get('value'), { factor, spread })
}
