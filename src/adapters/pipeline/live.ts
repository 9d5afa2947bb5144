import { sumValues } from '../../domain/core/statistics.ts'
import type { LiveReading } from '../../domain/production/live-figures.ts'
import { splitBoundedLines } from '../bounded-lines.ts'
import { type EventFields, parseEvent, readBatch, readEvent, toCount } from './events.ts'
import type { LogProgress } from './trial-output.ts'

type Share = { readonly done: number; readonly total: number | null }

const starvedAboveMs = 50
const mostWorkers = 4096
/** Limit of open stages; events of further stages are ignored. */
const mostOpen = 1000

/**
 * Accumulates the output of a running pipeline and reports its progress. Each worker reports its share; the progress is
 * their sum. Events take precedence over log lines, so that nothing counts twice.
 */
export class LiveAccumulator {
  readonly #readProgress: (text: string) => Iterable<LogProgress>
  readonly #shares = new Map<string, Share>()
  readonly #sums = { tokens: 0, tokenBudget: 0, waits: 0, starved: 0 }
  #stage: string | null = null
  #hasEvents = false
  #hasBatches = false
  #expectedWorkers = 1

  /** `readProgress` reads the lines of known programs. */
  constructor(readProgress: (text: string) => Iterable<LogProgress>) {
    this.#readProgress = readProgress
  }

  /** Adds complete lines of the file named by `WARPGAUGE_EVENTS`. */
  addEvents(text: string): void {
    for (const line of splitBoundedLines(text)) this.#addEvent(readEvent(line))
  }

  /** Adds complete lines of standard output or standard error. */
  addLog(text: string): void {
    for (const line of this.#readProgress(text)) {
      if (line.kind === 'workers') this.#expectedWorkers = line.count
      if (line.kind === 'wait' && !this.#hasBatches) this.#addWait(line.isStarved)
      if (line.kind === 'stage' && !this.#hasEvents) this.#enterStage(line.stage)
      if (line.kind === 'share' && !this.#hasEvents) this.#setShare(line.worker, line)
    }
  }

  /** The figures of the current stage; null where nothing was reported. */
  summarize(): LiveReading {
    const shares = [...this.#shares.values()]
    const totals = shares.map(({ total }) => total)
    // The total is known only when every worker has reported its total.
    const isWhole = shares.length >= this.#expectedWorkers && totals.every((total) => total !== null)
    return {
      stage: this.#stage,
      done: shares.length === 0 ? null : sumValues(shares.map(({ done }) => done)),
      total: shares.length > 0 && isWhole ? sumValues(totals.map(Number)) : null,
      ...this.#sums,
      isSample: !this.#hasBatches,
    }
  }

  #addEvent(event: EventFields): void {
    const { event: kind, stage } = event
    if (kind === 'batch') this.#addBatch(event)
    if (kind !== 'stage-start' && kind !== 'progress') return
    if (typeof stage === 'string') this.#enterStage(stage)
    if (kind === 'stage-start') return
    this.#hasEvents = true
    const [done, total] = [toCount(event['done']), toCount(event['total'])]
    const worker = ['rank', 'worker', 'gpu'].map((key) => event[key]).find((value) => value !== undefined)
    const name = typeof worker === 'string' || typeof worker === 'number' ? String(worker).slice(0, 40) : ''
    if (done !== null) this.#setShare(name, { done, total })
  }

  #addBatch(event: EventFields): void {
    this.#hasBatches = true
    const { tokens, tokenBudget, waitMs } = readBatch(event)
    if (tokens && tokenBudget) {
      this.#sums.tokens += tokens
      this.#sums.tokenBudget += tokenBudget
    }
    if (waitMs !== null) this.#addWait(waitMs > starvedAboveMs)
  }

  #addWait(isStarved: boolean): void {
    this.#sums.waits += 1
    if (isStarved) this.#sums.starved += 1
  }

  #enterStage(stage: string): void {
    const name = stage.slice(0, 200)
    if (name === this.#stage) return
    this.#stage = name
    this.#shares.clear()
  }

  #setShare(key: string, { done, total }: Share): void {
    if (this.#shares.size < mostWorkers || this.#shares.has(key)) this.#shares.set(key, { done, total })
  }
}

/** Tracks the open stages of a running pipeline, from the file named by `WARPGAUGE_EVENTS`. */
export class LiveStages {
  /** Number of open visits by stage, in the order of entry. */
  readonly #open = new Map<string, number>()

  /** The open stage with the latest entry; null between stages. */
  get current(): string | null {
    return [...this.#open.keys()].at(-1) ?? null
  }

  /**
   * Adds complete lines. Returns whether the open stages changed; a stage that starts and ends within the lines is no
   * change.
   */
  add(text: string): boolean {
    const before = [...this.#open.keys()].join('\0')
    for (const line of splitBoundedLines(text)) this.#addLine(line)
    return [...this.#open.keys()].join('\0') !== before
  }

  #addLine(line: string): void {
    // Most lines are batches, and parsing JSON is slow.
    const event = line.includes('stage-') ? parseEvent(line) : null
    if (event?.event !== 'stage') return
    const depth = this.#open.get(event.stage) ?? 0
    if (!event.isStart) {
      if (depth > 1) this.#open.set(event.stage, depth - 1)
      else this.#open.delete(event.stage)
    } else if (depth > 0 || this.#open.size < mostOpen) {
      this.#open.set(event.stage, depth + 1)
    }
  }
}
