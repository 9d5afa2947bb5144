import { splitBoundedLines } from '../bounded-lines.ts'
import { readEventMetrics } from './event-figures.ts'
import { createStageAccumulator, type StageAccumulator } from './stage-accumulator.ts'
import { computeStageSpan, isEpoch } from './stage-edges.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'

const otherKinds: readonly unknown[] = ['batch', 'metric', 'progress']

/** Metrics of the memory suite. */
const memoryMetrics: readonly string[] = ['peak-allocated', 'peak-reserved', 'token-budget-reductions']

type StageEvent = {
  readonly event: 'stage'
  readonly isStart: boolean
  readonly t: number
  readonly stage: string
  /** An end with `"failed": true`: the stage did not complete its work. */
  readonly hasFailed: boolean
}

/** `unknown`: a kind that this version does not know. */
type Event = StageEvent | { readonly event: 'other' | 'unknown' }

/**
 * JSON lines in the file named by `WARPGAUGE_EVENTS`: `{"t": seconds, "event": "stage-start", "stage": "predict"}`. The
 * time of a stage is the sum of its visits; overlapping visits, such as those of several workers, count once. When `t`
 * is Unix time, the stage can be aligned with GPU samples. A stage with a failed or incomplete visit has no time.
 */
export const events: TelemetryAdapter = {
  source: 'file',
  parse: (text) => {
    const lines = [...splitBoundedLines(text)]
    const parsed = lines.map((line) => ({ line, event: parseEvent(line) }))
    const valid = parsed.flatMap(({ event }) => event ?? [])
    const isKnown = valid.some(({ event }) => event !== 'unknown')
    if (!isKnown) return null
    const { problems, ...stages } = read(
      valid,
      parsed.flatMap(({ line, event }) => (event === null ? [line] : [])),
    )
    const metrics = readEventMetrics(text, memoryMetrics)
    return { ...stages, problems: [...problems, ...metrics.problems], benchmarks: metrics.benchmarks }
  },
}

/** Parses one line; null when it is not an event. */
export function parseEvent(line: string): Event | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? toEvent(value) : null
  } catch {
    return null
  }
}

function toEvent(value: { t?: unknown; event?: unknown; stage?: unknown; failed?: unknown }): Event | null {
  const { t, event, stage, failed } = value
  if (typeof t !== 'number' || !Number.isFinite(t) || typeof event !== 'string') return null
  if (otherKinds.includes(event)) return { event: 'other' }
  if (event !== 'stage-start' && event !== 'stage-end') return { event: 'unknown' }
  if (typeof stage !== 'string') return null
  return { event: 'stage', isStart: event === 'stage-start', t, stage, hasFailed: failed === true }
}

function read(valid: readonly Event[], malformed: readonly string[]): PipelineTelemetry {
  const accumulator = createStageAccumulator()
  const { length } = malformed
  if (length > 0) accumulator.note(`${length} of ${valid.length + length} lines are not events`)
  const stageEvents = valid.filter((event) => event.event === 'stage')
  for (const [stage, own] of Map.groupBy(stageEvents, (event) => event.stage)) addStage(stage, own, accumulator)
  withdrawDamaged(malformed, accumulator)
  return { stages: accumulator.listStages(), isResumed: false, problems: accumulator.listProblems() }
}

/** Discards the times of stages with a damaged event; of all stages when several events do not show theirs. */
function withdrawDamaged(malformed: readonly string[], accumulator: StageAccumulator): void {
  const edges = malformed.filter((line) => line.includes('"stage-')).map(findStages)
  const known = accumulator.listStages().map(({ stage }) => stage)
  const unnamed = edges.filter((stages) => stages.length === 0).length
  for (const stage of new Set([...edges.flat(), ...(unnamed > 1 ? known : [])])) {
    accumulator.withdraw(stage)
    accumulator.note(`stage ${JSON.stringify(stage.slice(0, 80))} may have an event that cannot be read`)
  }
}

function findStages(line: string): string[] {
  return [...line.matchAll(/"stage"\s*:\s*"([^"\\\p{Cc}]{1,200})"/gu)].flatMap(([, stage]) => stage ?? [])
}

/** A part of the visits would give a stage time that is too short, so one bad visit discards the time of the stage. */
function addStage(stage: string, own: readonly StageEvent[], accumulator: StageAccumulator): void {
  const { seconds, window, problem } = computeStageSpan(own)
  const failures = own.filter(({ hasFailed }) => hasFailed).length
  const name = JSON.stringify(stage.slice(0, 80))
  if (problem !== null) accumulator.note(`stage ${name} ${problem}`)
  if (failures > 0) accumulator.note(`stage ${name} failed in ${failures} of ${Math.ceil(own.length / 2)} visits`)
  const hasStart = own.some(({ isStart }) => isStart)
  if (!hasStart || !accumulator.open(stage) || seconds === null || failures > 0) return
  accumulator.add(stage, seconds)
  if (isEpoch(window.start)) accumulator.extendWindow(stage, window.start * 1000, window.end * 1000)
}
