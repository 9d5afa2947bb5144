import { splitBoundedLines } from '../bounded-lines.ts'
import { createStageAccumulator, type StageAccumulator } from './stage-accumulator.ts'
import type { PipelineTelemetry, TelemetryAdapter } from './telemetry-adapter.ts'

const otherKinds: readonly unknown[] = ['batch', 'metric', 'progress']

type StageEvent = { readonly event: 'stage-start' | 'stage-end'; readonly t: number; readonly stage: string }

type Event = StageEvent | { readonly event: 'other' }

type OpenVisit = { readonly since: number; depth: number }

/**
 * JSON lines in the file named by `WARPGAUGE_EVENTS`: `{"t": seconds, "event": "stage-start", "stage": "predict"}`. The
 * time of a stage is the sum of its visits; overlapping visits, such as those of several workers, count once. When `t`
 * is Unix time, the stage can be aligned with GPU samples.
 */
export const events: TelemetryAdapter = {
  source: 'file',
  parse: (text) => {
    const lines = [...splitBoundedLines(text)]
    const valid = lines.map(parseEvent).filter((event) => event !== null)
    return valid.length > 0 ? read(valid, lines.length - valid.length) : null
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

function toEvent(value: { t?: unknown; event?: unknown; stage?: unknown }): Event | null {
  const { t, event, stage } = value
  if (typeof t !== 'number' || !Number.isFinite(t)) return null
  if (otherKinds.includes(event)) return { event: 'other' }
  const isStageEvent = event === 'stage-start' || event === 'stage-end'
  return isStageEvent && typeof stage === 'string' ? { event, t, stage } : null
}

function read(valid: readonly Event[], malformed: number): PipelineTelemetry {
  const accumulator = createStageAccumulator()
  const open = new Map<string, OpenVisit>()
  const torn = new Set<string>()
  if (malformed > 0) accumulator.note(`${malformed} of ${valid.length + malformed} lines are not events`)
  for (const event of valid) {
    if (event.event === 'stage-start') start(event, open, accumulator)
    if (event.event === 'stage-end' && !end(event, open, accumulator)) torn.add(event.stage)
  }
  for (const stage of open.keys()) {
    torn.add(stage)
    accumulator.note(`stage "${stage}" started and did not end`)
  }
  // The complete visits alone would give a stage time that is too short.
  for (const stage of torn) if (accumulator.has(stage)) accumulator.withdraw(stage)
  return { stages: accumulator.listStages(), isResumed: false, problems: accumulator.listProblems() }
}

function start({ stage, t }: StageEvent, open: Map<string, OpenVisit>, accumulator: StageAccumulator): void {
  if (!accumulator.open(stage)) return
  const visit = open.get(stage)
  if (visit) visit.depth += 1
  else open.set(stage, { since: t, depth: 1 })
}

/** Returns false for a visit of unknown duration. */
function end({ stage, t }: StageEvent, open: Map<string, OpenVisit>, accumulator: StageAccumulator): boolean {
  const visit = open.get(stage)
  if (!visit) {
    accumulator.note(`stage ${JSON.stringify(stage.slice(0, 80))} ended without a start`)
    return false
  }
  visit.depth -= 1
  if (visit.depth > 0) return true
  open.delete(stage)
  if (t < visit.since) {
    accumulator.note(`stage "${stage}" ended ${visit.since - t} s before it started`)
    return false
  }
  accumulator.add(stage, t - visit.since)
  if (isEpoch(visit.since) && isEpoch(t)) accumulator.extendWindow(stage, visit.since * 1000, t * 1000)
  return true
}

/**
 * Whether a time is in seconds since 1970; covers 2001 to 2286. Clocks that start with the process or machine never
 * reach it.
 */
function isEpoch(t: number): boolean {
  return t >= 1e9 && t < 1e10
}
