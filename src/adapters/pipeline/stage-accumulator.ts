import type { StageTime } from '../../record/telemetry.ts'

const maxStages = 500
const maxNameCharacters = 200
const maxProblems = 20

/** Accumulates stage times and problems, within bounds. */
export type StageAccumulator = {
  /** Opens a stage; false when the name is invalid or the limit of stages is reached. */
  open(stage: string): boolean
  has(stage: string): boolean
  /** Adds to the time of the stage. */
  add(stage: string, seconds: number): void
  /** Extends the time window of the stage, in milliseconds since the epoch. */
  extendWindow(stage: string, startedMs: number, endedMs: number): void
  /** Discards the time of a stage: part of a stage is no valid stage time. */
  withdraw(stage: string): void
  note(problem: string): void
  getSeconds(stage: string): number | null
  listStages(): StageTime[]
  listProblems(): string[]
}

type StageWindow = { readonly startedMs: number; readonly endedMs: number }

const unplaced = { startedMs: null, endedMs: null }

/** Creates an empty accumulator. */
export function createStageAccumulator(): StageAccumulator {
  const times = new Map<string, number | null>()
  const windows = new Map<string, StageWindow>()
  const problems: string[] = []
  return {
    open: (stage) => {
      if (times.has(stage)) return true
      if (!isUsableName(stage) || times.size >= maxStages) return false
      times.set(stage, null)
      return true
    },
    has: (stage) => times.has(stage),
    add: (stage, seconds) => times.set(stage, (times.get(stage) ?? 0) + seconds),
    extendWindow: (stage, startedMs, endedMs) => {
      const known = windows.get(stage) ?? { startedMs, endedMs }
      windows.set(stage, {
        startedMs: Math.min(known.startedMs, startedMs),
        endedMs: Math.max(known.endedMs, endedMs),
      })
    },
    withdraw: (stage) => {
      times.set(stage, null)
      windows.delete(stage)
    },
    note: (problem) => {
      if (problems.length < maxProblems) problems.push(problem)
    },
    getSeconds: (stage) => times.get(stage) ?? null,
    listStages: () => [...times].map(([stage, seconds]) => ({ stage, seconds, ...(windows.get(stage) ?? unplaced) })),
    listProblems: () => [...problems],
  }
}

/** Stage names appear in tables and file formats, so they must be short and free of control characters. */
function isUsableName(stage: string): boolean {
  return stage.length > 0 && stage.length <= maxNameCharacters && !/\p{Cc}/u.test(stage)
}
