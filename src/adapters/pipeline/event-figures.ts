import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { formatAxes, type Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { toAxes } from '../tools/axes.ts'
import { toBaseUnit, inferDirection } from '../tools/base-unit.ts'
import { summarizeWaits, computePacking, type BatchFigures } from './batch-totals.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { parseJsonText, readAmountBelow, getField, type JsonNode } from '../json-node.ts'
import { createSampledReading } from '../readings.ts'
import type { DataLoaderReading, PackingReading } from '../../record/pipeline.ts'

/** Benchmarks, packing and waits from events, with the problems found. */
export type EventFigures = {
  readonly benchmarks: readonly BenchmarkReading[]
  readonly packing: PackingReading | null
  readonly dataLoader: DataLoaderReading | null
  readonly problems: readonly string[]
}

type Samples = { readonly name: string; readonly axes: Axes; readonly metric: Metric; readonly values: number[] }

const maxBatches = 2_000_000
const mostMetrics = 1000
const mostUndirected = 20

/** Reads batches and metrics from events; each batch reports its tokens and wait. Skips lines that are not events. */
export function readEventFigures(text: string): EventFigures {
  const batches: BatchFigures[] = []
  for (const line of splitBoundedLines(text)) {
    const event = parseEvent(line, 'batch')
    if (getField(event, 'event').value === 'batch' && batches.length < maxBatches) batches.push(readBatch(event))
  }
  const packing = computePacking(batches, { totals: null, tokenBudget: null, printed: null })
  return { ...readEventMetrics(text), packing, dataLoader: summarizeWaits(batches) }
}

/**
 * Reads metrics from events, except those with a name of `ignored`: one reading per name, stage, GPU and rank. Skips
 * lines that are not events.
 */
export function readEventMetrics(
  text: string,
  ignored: readonly string[] = [],
): Pick<EventFigures, 'benchmarks' | 'problems'> {
  const metrics = new Map<string, Samples>()
  const undirected = new Set<string>()
  for (const line of splitBoundedLines(text)) {
    const event = parseEvent(line, 'metric')
    const isIgnored = ignored.some((name) => name === getField(event, 'name').value)
    if (getField(event, 'event').value === 'metric' && !isIgnored) addMetric(event, metrics, undirected)
  }
  const problems = [...undirected].map(
    (name) => `metric ${name} has no known direction (betterWhen), so it is not compared`,
  )
  const benchmarks = [...metrics.values()].map(({ name, axes, metric, values }) =>
    createSampledReading({ name, axes }, metric, values),
  )
  return { benchmarks, problems }
}

function parseEvent(line: string, kind: string): JsonNode {
  const node = { file: '', path: '' }
  try {
    return { ...node, value: line.includes(`"${kind}"`) ? parseJsonText(line) : null }
  } catch {
    return { ...node, value: null }
  }
}

function readBatch(event: JsonNode): BatchFigures {
  return {
    tokens: readAmountBelow(Infinity, getField(event, 'tokens')),
    tokenBudget: readAmountBelow(Infinity, getField(event, 'tokenBudget')),
    waitMs: readAmountBelow(Infinity, getField(event, 'waitMs')),
  }
}

function addMetric(event: JsonNode, metrics: Map<string, Samples>, undirected: Set<string>): void {
  const metricEvent = readMetric(event)
  if (metricEvent === null) return
  const { name, unit, value, betterWhen } = metricEvent
  if (betterWhen === null) {
    if (undirected.size < mostUndirected) undirected.add(name)
    return
  }
  const axes = readAxes(event)
  const key = `${name} ${formatAxes(axes)} ${unit}`
  const known = metrics.get(key)
  if (known) known.values.push(value)
  else if (metrics.size < mostMetrics)
    metrics.set(key, { name, axes, metric: { name, unit, betterWhen }, values: [value] })
}

type MetricEvent = Pick<Metric, 'name' | 'unit'> & {
  readonly value: number
  readonly betterWhen: Metric['betterWhen'] | null
}

/** Returns null for an event without a name, a finite value or a unit. */
function readMetric(event: JsonNode): MetricEvent | null {
  const [name, printed, value] = ['name', 'unit', 'value'].map((key) => getField(event, key).value)
  if (typeof name !== 'string' || !/^[^\p{Cc}]{1,200}$/u.test(name)) return null
  if (typeof value !== 'number' || !Number.isFinite(value) || typeof printed !== 'string') return null
  const { unit, factor } = toBaseUnit(printed.slice(0, 40))
  const direction = getField(event, 'betterWhen').value
  return {
    name,
    unit,
    value: value * factor,
    betterWhen: direction === 'lower' || direction === 'higher' ? direction : inferDirection(unit),
  }
}

function readAxes(event: JsonNode): Axes {
  const given = ['stage', 'gpu', 'rank'].map((name) => [name, getField(event, name)] as const)
  return toAxes(given.filter(([, { value }]) => typeof value === 'string' || typeof value === 'number'))
}
