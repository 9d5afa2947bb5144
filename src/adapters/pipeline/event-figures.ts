import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { axesText, type Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { DataLoaderReading, PackingReading } from '../../domain/trial/pipeline-reading.ts'
import { axesOf } from '../tools/axes-of.ts'
import { baseUnit, usualDirection } from '../tools/base-unit.ts'
import { dataLoaderOf, packingOf, type BatchFigures } from './batch-book.ts'
import { boundedLines } from '../bounded-lines.ts'
import { amountBelow, at, type Place } from '../json-place.ts'
import { sampled } from '../readings.ts'

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

/** The batches and metrics among the events; every batch tells its own tokens and wait. Lines that are no events are left out. */
export function eventFigures(text: string): EventFigures {
  const batches: BatchFigures[] = []
  const metrics = new Map<string, Samples>()
  const undirected = new Set<string>()
  for (const line of boundedLines(text)) {
    const event = parseEvent(line)
    if (at(event, 'event').value === 'batch' && batches.length < maxBatches) batches.push(batchOf(event))
    if (at(event, 'event').value === 'metric') enterMetric(event, metrics, undirected)
  }
  const problems = [...undirected].map(
    (name) => `metric ${name} does not tell whether lower or higher is better, so that it is not compared`,
  )
  const waits = batches.flatMap(({ waitMs }) => (waitMs === null ? [] : [waitMs]))
  const packing = packingOf(batches, { totals: null, tokenBudget: null, printed: null })
  const benchmarks = [...metrics.values()].map(({ name, axes, metric, values }) =>
    sampled({ name, axes }, metric, values),
  )
  return { benchmarks, packing, dataLoader: dataLoaderOf(waits), problems }
}

function parseEvent(line: string): Place {
  const place = { file: '', path: '' }
  try {
    return line.includes('"batch"') || line.includes('"metric"')
      ? { ...place, value: JSON.parse(line) }
      : { ...place, value: null }
  } catch {
    return { ...place, value: null }
  }
}

function batchOf(event: Place): BatchFigures {
  return {
    tokens: amountBelow(Infinity, at(event, 'tokens')),
    tokenBudget: amountBelow(Infinity, at(event, 'tokenBudget')),
    waitMs: amountBelow(Infinity, at(event, 'waitMs')),
  }
}

function enterMetric(event: Place, metrics: Map<string, Samples>, undirected: Set<string>): void {
  const told = metricOf(event)
  if (told === null) return
  const { name, unit, value, betterWhen } = told
  if (betterWhen === null) {
    if (undirected.size < mostUndirected) undirected.add(name)
    return
  }
  const axes = axesOfEvent(event)
  const key = `${name} ${axesText(axes)} ${unit}`
  const known = metrics.get(key)
  if (known) known.values.push(value)
  else if (metrics.size < mostMetrics)
    metrics.set(key, { name, axes, metric: { name, unit, betterWhen }, values: [value] })
}

type Told = Pick<Metric, 'name' | 'unit'> & { readonly value: number; readonly betterWhen: Metric['betterWhen'] | null }

/** Null for an event that lacks a name, a finite value or a unit. */
function metricOf(event: Place): Told | null {
  const [name, printed, value] = ['name', 'unit', 'value'].map((key) => at(event, key).value)
  if (typeof name !== 'string' || !/^[^\p{Cc}]{1,200}$/u.test(name)) return null
  if (typeof value !== 'number' || !Number.isFinite(value) || typeof printed !== 'string') return null
  const { unit, factor } = baseUnit(printed.slice(0, 40))
  const said = at(event, 'betterWhen').value
  return {
    name,
    unit,
    value: value * factor,
    betterWhen: said === 'lower' || said === 'higher' ? said : usualDirection(unit),
  }
}

function axesOfEvent(event: Place): Axes {
  const given = ['stage', 'gpu', 'rank'].map((name) => [name, at(event, name)] as const)
  return axesOf(given.filter(([, { value }]) => typeof value === 'string' || typeof value === 'number'))
}
