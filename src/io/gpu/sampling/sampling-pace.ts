import { performance } from 'node:perf_hooks'
import { isSeen, type GpuReading } from '../../../domain/telemetry/gpu.ts'

/** Ticks jitter; what is due within this time is done now. */
export const slackMs = 25

/** How often a reading may run, and how much processor time it may use. */
export type BudgetLimits = {
  /** Least time between two readings. */
  readonly everyMs: number
  /** Longest time, whatever a reading costs; absent: unlimited. */
  readonly mostMs?: number
  /** Share of the time that readings may use; absent: any. */
  readonly maxShare?: number
  /** Processor time beyond the share; absent: that of the first reading, which compiles the code. */
  readonly extraMs?: number
}

/**
 * Runs a reading at a regular interval, and less often when it is expensive: a pipeline can have hundreds of processes.
 * With `extraMs` the times count from the start of the trial, otherwise from the first reading.
 */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #readCpuMs: () => number
  #startMs: number | null
  #lastMs = Number.NEGATIVE_INFINITY
  #spentMs = 0

  /** @param readCpuMs processor time of this thread, because wall time depends on the load of the host */
  constructor(limits: BudgetLimits, readCpuMs = readThreadCpuMs) {
    this.#limits = limits
    this.#readCpuMs = readCpuMs
    this.#startMs = limits.extraMs === undefined ? null : 0
  }

  /** Runs the reading when it is due; null otherwise. */
  attempt<T>(nowMs: number, read: () => T): T | null {
    if (!this.#isDue(nowMs)) return null
    this.#lastMs = nowMs
    if (this.#limits.maxShare === undefined) return read()
    const cpuMs = this.#readCpuMs()
    const result = read()
    if (this.#startMs === null) this.#startMs = nowMs
    else this.#spentMs += this.#readCpuMs() - cpuMs
    return result
  }

  #isDue(nowMs: number): boolean {
    const { everyMs, mostMs = Number.POSITIVE_INFINITY, maxShare, extraMs = 0 } = this.#limits
    const sinceMs = nowMs - this.#lastMs
    if (sinceMs < everyMs - slackMs) return false
    if (maxShare === undefined || sinceMs >= mostMs - slackMs) return true
    const elapsedMs = Math.max(0, nowMs - (this.#startMs ?? nowMs))
    // What was saved long ago is not spent at once.
    this.#spentMs = Math.max(this.#spentMs, maxShare * (elapsedMs - mostMs))
    return this.#spentMs <= extraMs + maxShare * elapsedMs
  }
}

/** Processor time of this thread while the trial's process runs; over the complete window without one. */
export class SamplingOverhead {
  #startMs: number
  #startCpuMs = readThreadCpuMs()
  #isEnded = false
  /** 0.01 = 1 % of one core; null when no time has passed. */
  cpuShare: number | null = null

  constructor(timeMs: number) {
    this.#startMs = timeMs
  }

  /** The process starts: excludes the cost of opening the window. */
  begin(timeMs: number): void {
    this.#startMs = timeMs
    this.#startCpuMs = readThreadCpuMs()
  }

  /** The process or the window ends; only the first call counts. */
  end(timeMs: number): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const elapsedMs = timeMs - this.#startMs
    this.cpuShare = elapsedMs > 0 ? (readThreadCpuMs() - this.#startCpuMs) / elapsedMs : null
  }
}

type Pace = {
  /** Ticks that were skipped, and ticks more than half an interval late. */
  readonly lost: number
  readonly late: number
  /** Longest time between two ticks. */
  readonly longestGapMs: number
}

/** A running timer and its statistics. Disposing stops it. */
export interface Ticker extends Disposable {
  readonly pace: Pace
}

/** Calls `onTick` at fixed points of the monotonic clock. Skipped ticks are counted, not repeated. */
export function startTicker(intervalMs: number, onTick: () => void): Ticker {
  const startMs = performance.now()
  let next = 1
  let timer = setTimeout(tick, intervalMs)
  const pace = { lost: 0, late: 0, longestGapMs: 0 }
  let lastMs = startMs

  function tick(): void {
    const nowMs = performance.now()
    pace.longestGapMs = Math.max(pace.longestGapMs, nowMs - lastMs)
    lastMs = nowMs
    const sinceMs = nowMs - startMs
    // A timer can fire a fraction of a millisecond early.
    const current = Math.max(next, Math.floor(sinceMs / intervalMs))
    pace.lost += current - next
    if (sinceMs - current * intervalMs > intervalMs / 2) pace.late += 1
    next = current + 1
    onTick()
    timer = setTimeout(tick, Math.max(0, startMs + next * intervalMs - performance.now()))
  }

  return {
    pace,
    [Symbol.dispose]() {
      clearTimeout(timer)
      // Ticks that were due while the thread was busy.
      pace.lost += Math.max(0, Math.floor((performance.now() - startMs) / intervalMs) - next)
      next = Number.POSITIVE_INFINITY
    },
  }
}

/**
 * Computes lost and late readings from the times of the others, and the longest time without one of a GPU of the trial,
 * from its start to its end.
 */
export function createReadingPace(intervalMs: number, own: readonly number[], startMs: number) {
  const pace = { lost: 0, late: 0, longestGapMs: 0 }
  const lastMsByGpu = new Map(own.map((gpu) => [gpu, startMs]))
  let endMs: number | null = null
  return {
    pace,
    /** The trial began; before the start if the monitor took long to open. */
    begin(timeMs: number): void {
      for (const gpu of own) addGap(gpu, startMs - timeMs)
    },
    record(reading: GpuReading): void {
      if (isSeen(reading) || !own.includes(reading.gpu)) advance(reading.gpu, reading.timeMs)
    },
    /** The trial ended; later readings are not needed. */
    end(timeMs: number): void {
      endMs = timeMs
    },
    /** Counts what is missing after the last reading. */
    close(timeMs: number): void {
      for (const gpu of own) advance(gpu, endMs ?? timeMs)
    },
  }

  function advance(gpu: number, timeMs: number): void {
    const lastMs = lastMsByGpu.get(gpu)
    lastMsByGpu.set(gpu, timeMs)
    if (lastMs === undefined) return
    addGap(gpu, timeMs - lastMs)
    const intervals = (timeMs - lastMs) / intervalMs
    const missing = Math.max(0, Math.floor(intervals) - 1)
    pace.lost += missing
    if (intervals - missing > 1.5) pace.late += 1
  }

  function addGap(gpu: number, gapMs: number): void {
    if (own.includes(gpu)) pace.longestGapMs = Math.max(pace.longestGapMs, gapMs)
  }
}

/**
 * A monotonic clock in ms since the epoch, with µs resolution: the wall clock at the start plus the monotonic clock.
 */
export function startSamplingClock(): () => number {
  const offsetMs = Date.now() - performance.now()
  return () => Math.round((offsetMs + performance.now()) * 1000) / 1000
}

/** The longest time between two ticks, which also list processes and read buffers that are about to run over. */
const maxTickMs = 1000

/**
 * Divides the GPUs of a trial into groups that are read at consecutive ticks, so that each GPU is read once per
 * interval, `intervalMs`, and no tick has to read all of them.
 */
export function createRotation(gpus: readonly number[], intervalMs: number) {
  const count = Math.max(1, Math.min(gpus.length, Math.ceil(intervalMs / maxTickMs)))
  const groups = Array.from({ length: count }, (_, group) => gpus.filter((_gpu, index) => index % count === group))
  let next = 0
  return {
    tickMs: intervalMs / count,
    /** The GPUs to read at the next tick. */
    takeNext(): readonly number[] {
      const group = groups[next] ?? []
      next = (next + 1) % count
      return group
    },
    /** Converts ticks to readings. */
    countReadings: (ticks: number): number => Math.round((ticks * gpus.length) / count),
  }
}

const most = 20
const longest = 500

/** The first 20 distinct problem sentences of a window, of at most 500 characters; drops the others. */
export class ProblemList {
  readonly #problems: Set<string>

  constructor(problems: readonly string[] = []) {
    this.#problems = new Set(problems)
  }

  add(problem: string | null): void {
    if (problem !== null && this.#problems.size < most) this.#problems.add(problem.slice(0, longest))
  }

  /** Runs an operation; records its purpose as a problem when it fails. */
  attempt<T>(purpose: string, work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      this.add(`${purpose}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  list(): readonly string[] {
    return [...this.#problems]
  }
}

let addedMs = 0

/** Counts processor time that another thread used for this one. */
export function addCpuMs(ms: number): void {
  addedMs += ms
}

/**
 * Processor time of this thread in milliseconds, exact for spans of microseconds; costs about 1 µs. Linux counts the
 * current time slice of a thread only at its end and at clock ticks (every 1 to 10 ms), and otherwise when the time of the
 * complete process is read: `thread_group_cputime` in `kernel/sched/cputime.c` updates the calling thread first.
 */
export function readThreadCpuMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return addedMs + (user + system) / 1000
}
