import { UserError } from '../../domain/core/errors.ts'
import { silentPipeline, type PipelineReading } from '../../domain/trial/pipeline-reading.ts'
import type { BenchmarkReading, ToolReading } from '../../domain/trial/tool-reading.ts'
import type { StageTime } from '../../record/telemetry.ts'
import { createTextReader, type OutputReader } from '../reader.ts'

/** Stage telemetry of a pipeline, independent of the format. */
export type PipelineTelemetry = {
  /** In the order in which the stages first appear. */
  readonly stages: readonly StageTime[]
  /** Whether a stage came from an earlier run; such times are no measurement. */
  readonly isResumed: boolean
  /** Problems, as sentences with the values. */
  readonly problems: readonly string[]
  /** Figures that the program computed itself, such as a throughput; absent without any. */
  readonly benchmarks?: readonly BenchmarkReading[]
}

/** Reads one telemetry format. */
export type TelemetryAdapter = {
  /** `streams`: standard output and standard error, in this order. */
  readonly source: 'stdout' | 'streams' | 'file'
  /** Path below the output directory; absent for the file named by `WARPGAUGE_EVENTS`. */
  readonly path?: string
  /** Parses a text; null when it has another format. Never throws. */
  parse(text: string): PipelineTelemetry | null
}

type StageFormat = Omit<Parameters<typeof createTextReader>[0], 'toReadings'> & {
  readonly tool: string
  readonly adapter: TelemetryAdapter
  /** What the text has besides stage times; absent: what the adapter reads. */
  readonly readFigures?: (
    text: string,
    path: string,
  ) => Partial<PipelineReading & Pick<ToolReading, 'context'>> & Pick<PipelineTelemetry, 'benchmarks'>
}

/**
 * Creates a reader of a text of which the stage times are required. An unfinished stage, or work taken from an earlier
 * run, invalidates the measurement.
 */
export function createStageReader({ tool, adapter, readFigures, ...format }: StageFormat): OutputReader {
  return createTextReader({
    ...format,
    toReadings: (text, path) => {
      const telemetry = adapter.parse(text)
      if (!telemetry)
        throw new UserError(`${path} does not match its adapter: it has no stage`, 'Use another adapter, or auto')
      const { stages, isResumed, problems } = telemetry
      const { context = {}, benchmarks = telemetry.benchmarks ?? [], ...figures } = readFigures?.(text, path) ?? {}
      const open = problems.filter((problem) => problem.endsWith('started and did not end'))
      const resumed = isResumed ? ['stages were taken from an earlier run'] : []
      const invalid = [...new Set([...(figures.invalid ?? []), ...resumed, ...open])]
      const pipeline = { ...silentPipeline, ...figures, stages, isResumed, invalid }
      return { tool, context, benchmarks, pipeline, problems }
    },
  })
}

const maxStages = 500
const maxNameCharacters = 200
const maxProblems = 20

/** Accumulates the times of stages in seconds, their windows and problems, within bounds. */
export class StageTimes {
  readonly #times = new Map<string, number | null>()
  readonly #windows = new Map<string, { readonly startedMs: number; readonly endedMs: number }>()
  /** Problems, as sentences. */
  readonly problems: string[] = []

  get stages(): StageTime[] {
    const unplaced = { startedMs: null, endedMs: null }
    return [...this.#times].map(([stage, seconds]) => ({ stage, seconds, ...(this.#windows.get(stage) ?? unplaced) }))
  }

  /**
   * Opens a stage; false, with a note, when the limit of stages is reached, or the name is invalid: names appear in tables
   * and file formats, so they must be short and free of control characters.
   */
  open(stage: string): boolean {
    if (this.#times.has(stage)) return true
    const isUsable = stage.length > 0 && stage.length <= maxNameCharacters && !/\p{Cc}/u.test(stage)
    const limit = isUsable ? `is above the limit of ${maxStages}` : 'has no usable name, so it is not read'
    if (isUsable && this.#times.size < maxStages) this.#times.set(stage, null)
    else this.note(`stage ${JSON.stringify(stage.slice(0, 80))} ${limit}`)
    return this.#times.has(stage)
  }

  has(stage: string): boolean {
    return this.#times.has(stage)
  }

  /** The time so far; null: unknown, or no such stage. */
  getSeconds(stage: string): number | null {
    return this.#times.get(stage) ?? null
  }

  /** Adds to the time of the stage. */
  add(stage: string, seconds: number): void {
    this.#times.set(stage, (this.#times.get(stage) ?? 0) + seconds)
  }

  /**
   * Adds the time during which at least one visit to the stage was open; `edges` in file order. `offset`: seconds since
   * the epoch at time 0; 0 when unknown, or when times count from the epoch.
   */
  addVisits(stage: string, edges: readonly StageEdge[], offset = 0): void {
    const span = computeSpan(edges)
    if (typeof span === 'string') this.note(`stage ${JSON.stringify(stage.slice(0, 80))} ${span}`)
    if (!this.open(stage) || typeof span === 'string') return
    this.add(stage, span.seconds)
    const [started, ended] = [offset + span.start, offset + span.end]
    if (isEpoch(started)) this.extendWindow(stage, started * 1000, ended * 1000)
  }

  /** Extends the time window of the stage, in milliseconds since the epoch. */
  extendWindow(stage: string, startedMs: number, endedMs: number): void {
    const known = this.#windows.get(stage) ?? { startedMs, endedMs }
    const [first, last] = [Math.min(known.startedMs, startedMs), Math.max(known.endedMs, endedMs)]
    this.#windows.set(stage, { startedMs: first, endedMs: last })
  }

  /** Discards the time of a stage: part of a stage is no valid stage time. */
  withdraw(stage: string): void {
    if (!this.open(stage)) return
    this.#times.set(stage, null)
    this.#windows.delete(stage)
  }

  note(problem: string): void {
    if (this.problems.length < maxProblems && !this.problems.includes(problem)) this.problems.push(problem)
  }
}

/** Start or end of a visit to a stage; `t` in seconds, on the clock of the program. */
type StageEdge = { readonly isStart: boolean; readonly t: number }

const longestSeconds = 366 * 86_400

/** Union of the visits to a stage, with the first start and the last end, in seconds. */
type StageSpan = { readonly seconds: number; readonly start: number; readonly end: number }

/**
 * Computes the time during which at least one visit was open, or the end of a sentence that says why it is not known.
 * `edges` are in file order. Processes that append to one file may write a start after a later end of another process,
 * so the time is computed by time, not by line.
 */
function computeSpan(edges: readonly StageEdge[]): StageSpan | string {
  const unixTimes = edges.filter(({ t }) => isEpoch(t)).length
  const isOneClock = unixTimes === 0 || unixTimes === edges.length
  return findUnpairedEdge(edges) ?? (isOneClock ? sumVisits(edges) : 'has times of two clocks')
}

/**
 * Whether a time is in seconds since 1970; covers 2001 to 2286. Clocks that start with the process or machine never
 * reach it.
 */
export function isEpoch(t: number): boolean {
  return t >= 1e9 && t < 1e10
}

/** Each visit writes its start before its end, so in file order an end always has a start before it. */
function findUnpairedEdge(edges: readonly StageEdge[]): string | null {
  let depth = 0
  for (const { isStart } of edges) {
    depth += isStart ? 1 : -1
    if (depth < 0) return 'ended without a start'
  }
  return depth > 0 ? 'started and did not end' : null
}

function sumVisits(edges: readonly StageEdge[]): StageSpan | string {
  const sorted = edges.toSorted((one, other) => one.t - other.t || Number(other.isStart) - Number(one.isStart))
  let [depth, since, seconds] = [0, 0, 0]
  for (const [index, { isStart, t }] of sorted.entries()) {
    if (isStart && depth === 0) since = t
    depth += isStart ? 1 : -1
    if (depth < 0) return describeReversal(t, sorted.slice(index))
    if (depth === 0) seconds += t - since
  }
  if (seconds > longestSeconds) return `took ${seconds} s, so its times are damaged`
  return { seconds, start: sorted.at(0)?.t ?? 0, end: sorted.at(-1)?.t ?? 0 }
}

function describeReversal(end: number, later: readonly StageEdge[]): string {
  const start = later.find(({ isStart }) => isStart)?.t ?? end
  return `ended ${Number((start - end).toPrecision(3))} s before it started`
}

const mostRegions = 500
const mostVisits = 200_000

/** Accumulates visits to the regions that a profiler recorded, within bounds. Times are in seconds. */
export class RegionAccumulator {
  readonly #edges = new Map<string, StageEdge[]>()
  #visits = 0
  #isCut = false

  /** Adds a visit; `end` is null for one that did not end. */
  add(name: string, start: number, end: number | null): void {
    const known = this.#edges.get(name)
    if (this.#visits >= mostVisits || (!known && this.#edges.size >= mostRegions)) {
      this.#isCut = true
      return
    }
    this.#visits += 1
    const edges = known ?? []
    this.#edges.set(name, edges)
    edges.push({ isStart: true, t: start })
    if (end !== null) edges.push({ isStart: false, t: end })
  }

  /**
   * Computes the time during which each region was open, as stages. When visits were dropped there are none, since a
   * part of the visits would give shorter times. `offset`: as for `addVisits`.
   */
  computeStages(offset: number): { readonly stages: readonly StageTime[]; readonly problems: readonly string[] } {
    const times = new StageTimes()
    if (this.#isCut)
      return { stages: [], problems: [`no stage times: more than ${mostRegions} regions or ${mostVisits} visits`] }
    for (const [name, edges] of this.#edges) times.addVisits(name, edges, offset)
    return times
  }
}
