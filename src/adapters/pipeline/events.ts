import { type Axes, formatAxes } from '../../domain/core/case.ts'
import { attempt } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { sumValues } from '../../domain/core/statistics.ts'
import { openEntry, splitBoundedLines } from '../bounded-lines.ts'
import { Faulty, type Figure, isMap, parseJsonText, toAmount } from '../fields.ts'
import { buildReadings, inferDirection, toAxes, toBaseUnit } from '../readings.ts'
import { allBatches, type BatchFigures, computePacking, summarizeWaits } from './batches.ts'
import { createStageReader, StageTimes, type TelemetryAdapter } from './stages.ts'

const otherKinds: readonly unknown[] = ['batch', 'metric', 'progress']
/** Metrics of the memory suite. */
const memoryMetrics: readonly unknown[] = ['peak-allocated', 'peak-reserved', 'token-budget-reductions']
const mostMetrics = 1000
const mostRefused = 20
const mostUnit = 40
const maxWorkers = 10_000

/** `unknown`: a kind that this version does not know. */
type Event = { readonly event: 'other' | 'unknown' } | StageEvent

type StageEvent = {
  readonly event: 'stage'
  readonly isStart: boolean
  readonly t: number
  readonly stage: string
  /** An end with `"failed": true`: the stage did not complete its work. */
  readonly hasFailed: boolean
}

/**
 * JSON lines in the file named by `WARPGAUGE_EVENTS`: `{"t": seconds, "event": "stage-start", "stage": "predict"}`. The
 * time of a stage is the sum of its visits; overlapping visits, such as those of several workers, count once. When `t`
 * is Unix time, the stage can be aligned with GPU samples. A stage with a failed or incomplete visit has no time.
 */
export const events: TelemetryAdapter = {
  source: 'file',
  parse: (text) => {
    const valid: Event[] = []
    const malformed: string[] = []
    for (const line of splitBoundedLines(text)) {
      const event = parseEvent(line)
      if (event) valid.push(event)
      else malformed.push(line)
    }
    if (valid.every(({ event }) => event === 'unknown')) return null
    const { stages, problems } = readStages(valid, malformed)
    const metrics = readEventMetrics(text, memoryMetrics)
    return { stages, isResumed: false, problems: [...problems, ...metrics.problems], benchmarks: metrics.benchmarks }
  },
}

/** Reads the same file as the output of a benchmark command: stages, metrics, packing and waits. */
export const eventsReader = createStageReader({
  tool: 'events',
  adapter: events,
  isLog: true,
  wants: 'the file that WARPGAUGE_EVENTS named',
  detect: (head) => /^\s*\{[^\n]*"event"\s*:\s*"(?:stage-start|stage-end|batch|metric|progress)"/.test(head),
  readFigures: (text) => {
    const { benchmarks, packing, dataLoader } = readEventFigures(text)
    return { benchmarks, packing, dataLoader }
  },
})

/** Parses a line and validates a stage event; null when it is not an event. */
export function parseEvent(line: string): Event | null {
  const { t, event, stage, failed } = readEvent(line)
  if (typeof t !== 'number' || !Number.isFinite(t) || typeof event !== 'string') return null
  if (otherKinds.includes(event)) return { event: 'other' }
  if (event !== 'stage-start' && event !== 'stage-end') return { event: 'unknown' }
  return typeof stage === 'string'
    ? { event: 'stage', isStart: event === 'stage-start', t, stage, hasFailed: failed === true }
    : null
}

function readStages(valid: readonly Event[], malformed: readonly string[]): StageTimes {
  const times = new StageTimes()
  const { length } = malformed
  if (length > 0) times.note(`${length} of ${valid.length + length} lines are not events`)
  const stageEvents = valid.filter((event) => event.event === 'stage')
  for (const [stage, own] of Map.groupBy(stageEvents, (event) => event.stage)) addStage(stage, own, times)
  withdrawDamaged(malformed, times)
  return times
}

/** A part of the visits would give a stage time that is too short, so one bad visit discards the time of the stage. */
function addStage(stage: string, own: readonly StageEvent[], times: StageTimes): void {
  times.addVisits(stage, own)
  const failures = own.filter(({ hasFailed }) => hasFailed).length
  if (failures === 0) return
  times.withdraw(stage)
  times.note(`stage ${JSON.stringify(stage.slice(0, 80))} failed in ${failures} of ${Math.ceil(own.length / 2)} visits`)
}

/** Discards the times of stages with a damaged event; of all stages when several events do not show theirs. */
function withdrawDamaged(malformed: readonly string[], times: StageTimes): void {
  const edges = malformed
    .filter((line) => line.includes('"stage-'))
    .map((line) => [...line.matchAll(/"stage"\s*:\s*"([^"\\\p{Cc}]{1,200})"/gu)].flatMap(([, stage]) => stage ?? []))
  const known = times.stages.map(({ stage }) => stage)
  const unnamed = edges.filter((stages) => stages.length === 0).length
  for (const stage of new Set([...edges.flat(), ...(unnamed > 1 ? known : [])])) {
    times.withdraw(stage)
    times.note(`stage ${JSON.stringify(stage.slice(0, 80))} may have an event that cannot be read`)
  }
}

/** The fields of an event; none for another line, such as the torn last line of a killed program. */
export type EventFields = Readonly<Record<string, unknown>>

/** Parses a line as JSON with NaN, without validation. Never throws. */
export function readEvent(line: string): EventFields {
  const value = /^\s*\{/.test(line) ? attempt(() => parseJsonText(line)) : null
  return isMap(value) ? value : {}
}

function* listEvents(text: string, kind: string): Generator<EventFields> {
  for (const line of splitBoundedLines(text)) {
    // Parsing JSON is slow.
    const event = line.includes(`"${kind}"`) ? readEvent(line) : {}
    if (event['event'] === kind) yield event
  }
}

/** Reads batches and metrics from events; each batch reports its tokens and wait. Skips lines that are not events. */
export function readEventFigures(text: string) {
  const batches = Array.from(listEvents(text, 'batch'), readBatch)
  const packing = computePacking(batches, allBatches)
  return { ...readEventMetrics(text), packing, dataLoader: summarizeWaits(batches) }
}

/** Reads a count of an event; null for any other value. */
export function toCount(value: unknown): number | null {
  return toAmount(value, 1e15)
}

/** Reads the tokens, their budget and the wait of a batch. */
export function readBatch({ tokens, tokenBudget, waitMs }: EventFields): BatchFigures {
  return { tokens: toCount(tokens), tokenBudget: toCount(tokenBudget), waitMs: toCount(waitMs) }
}

type Samples = { readonly name: string; readonly axes: Axes; readonly metric: Metric; readonly samples: Figure[] }

/**
 * Reads metrics, except those with a name of `ignored`: one reading per name, stage, GPU and rank. A metric with a value
 * that cannot be compared has no reading: the others would hide it.
 */
function readEventMetrics(text: string, ignored: readonly unknown[] = []) {
  const metrics = new Map<string, Samples>()
  const refused = new Map<string, string>()
  for (const event of listEvents(text, 'metric')) {
    if (ignored.includes(event['name'])) continue
    const name = typeof event['name'] === 'string' ? event['name'] : ''
    const problem = addMetric(name, event, metrics)
    if (problem !== null) openEntry(refused, name, mostMetrics, () => problem)
  }
  const kept = [...metrics.values()].filter(({ name }) => !refused.has(name))
  const rows = kept.map((one) => ({ ...one, zero: 'counts' }) as const)
  const problems = [...refused].map(
    ([name, problem]) => `metric ${name.slice(0, 80)} ${problem}, so it is not compared`,
  )
  const more = problems.length > mostRefused ? [`${problems.length - mostRefused} more metrics are not compared`] : []
  return { benchmarks: buildReadings(rows).benchmarks, problems: [...problems.slice(0, mostRefused), ...more] }
}

/** Adds the value of an event; one that is no number fails its metric. Returns why a metric cannot be compared, or null. */
function addMetric(name: string, event: EventFields, metrics: Map<string, Samples>): string | null {
  const { unit: printed, value, betterWhen: direction = null } = event
  if (!/^[^\p{Cc}]{1,200}$/u.test(name)) return 'has no name of 1 to 200 printable characters'
  const text = typeof printed === 'string' ? printed : ''
  if (text.length > mostUnit) return `has a unit of more than ${mostUnit} characters`
  const { unit, factor } = toBaseUnit(text)
  const betterWhen = direction ?? inferDirection(unit)
  if (betterWhen !== 'lower' && betterWhen !== 'higher') return 'has no known direction (betterWhen)'
  const given = ['stage', 'gpu', 'rank'].map((axis) => [axis, event[axis]] as const)
  const axes = toAxes(given.filter(([, one]) => typeof one === 'string' || typeof one === 'number'))
  const create = (): Samples => ({ name, axes, metric: { name, unit, betterWhen }, samples: [] })
  const entry = openEntry(metrics, `${name} ${formatAxes(axes)}`, mostMetrics, create)
  if (!entry) return `comes after ${mostMetrics} others`
  if (entry.metric.unit !== unit || entry.metric.betterWhen !== betterWhen) return 'has different units or directions'
  entry.samples.push(typeof value === 'number' ? value * factor : new Faulty(value))
  return null
}

/**
 * Counts the processed units in events: the sum of the values of the metric events with this name, or for `progress`
 * the largest `done` of each worker, added up in the stage with the most. Null: no such event, or one without a count.
 */
export function countEventWork(text: string, event: string): number | null {
  if (event === 'progress') return countProgress(text)
  let sum: number | null = null
  for (const { name, value } of listEvents(text, 'metric')) {
    if (name !== event) continue
    const count = toCount(value)
    if (count === null) return null
    sum = (sum ?? 0) + count
  }
  return sum
}

function countProgress(text: string): number | null {
  const stages = new Map<string, Map<string, number>>()
  for (const event of listEvents(text, 'progress')) {
    const done = toCount(event['done'])
    const workers = done === null ? null : openEntry(stages, String(event['stage']), maxWorkers, () => new Map())
    const worker = ['rank', 'worker', 'gpu'].map((key) => String(event[key])).join(' ')
    if (!workers || done === null || (!workers.has(worker) && workers.size >= maxWorkers)) continue
    workers.set(worker, Math.max(done, workers.get(worker) ?? 0))
  }
  const sums = [...stages.values()].map((workers) => sumValues([...workers.values()]))
  return sums.length === 0 ? null : Math.max(...sums)
}
