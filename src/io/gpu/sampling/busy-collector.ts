import { addBusySample, createBusySeries, getLastSampleMs, markBusyGap } from '../../../domain/telemetry/busy-series.ts'
import type { TimeSpan } from '../../../domain/telemetry/bucket-interval.ts'
import type { BusyTrack } from '../../../domain/telemetry/gpu-work.ts'
import { computeMedian } from '../../../domain/core/statistics.ts'
import type { UtilizationSamples } from '../gpu-source.ts'
import { uptime } from 'node:os'

/** Reads the driver's buffer of one GPU. */
type ReadSamples = () => UtilizationSamples
type UtilizationPoll = { readonly fromMs: number; readonly toMs: number; readonly percent: number }
type Batch = Extract<UtilizationSamples, { status: 'samples' }>

/** The longest gap between two consecutive samples that counts as one sample period. */
const maxPeriodMs = 1000
/** Without a known sample, a batch of at least this share of the largest one may have lost its oldest samples. */
const fullShare = 0.8
const minSpacings = 5
const firstUsualMs = 200
/** Ten samples per second under load. */
const firstFastestMs = 100
/** The thread may be delayed by this time, less half a tick interval, without losing a sample. */
const marginMs = 1500
const [shortestPauseMs, emptyPauseMs, longestPauseMs] = [200, 1000, 10_000]
const maxPolls = 4096
/** Additional reads that determine the clock; where it stays unknown (other boot time in a container), more would not help. */
const maxClockReads = 10

/** Integrates the driver's utilization samples of one GPU to its busy time (`domain/telemetry/busy-series.ts`). */
export class BusyCollector {
  readonly #readSamples: ReadSamples
  readonly #openedMs: number
  readonly #clock = new DriverClock()
  readonly #series = createBusySeries()
  #polled: UtilizationPoll[] = []
  /** Spans without samples that were idle or lost. */
  #undecided: TimeSpan[] = []
  #lastUs = 0
  #capacity = 0
  #clockReads = 0
  #usualMs = firstUsualMs
  #lastUsualMs = 0
  #fastestMs = firstFastestMs
  /** Whether the first read found an empty buffer. */
  #wasEmpty = false
  #unavailable: string | null = null
  #fault: string | null = null

  constructor(readSamples: ReadSamples, openedMs: number) {
    this.#readSamples = readSamples
    this.#openedMs = openedMs
  }

  /** Why this GPU has no utilization buffer; null when it has one, or is not known yet. */
  get unavailable(): string | null {
    return this.#unavailable
  }

  /**
   * Records a polled utilization value, which distinguishes idle from lost where the driver recorded nothing. Continues
   * after the end of the process until the samples reach it.
   */
  recordPoll(fromMs: number, percent: number, toMs = fromMs): void {
    if (this.#polled.length >= maxPolls) {
      this.#decideGaps()
      this.#polled = this.#polled.slice(maxPolls / 2)
    }
    this.#polled.push({ fromMs, toMs, percent })
  }

  /** Reads the new samples of the buffer. `now`: ms since the epoch. */
  read(now: () => number): void {
    if (this.#unavailable !== null) return
    const answer = this.#readSamples()
    if (answer.status === 'samples') this.#take(answer, now())
    else if (answer.status === 'empty') this.#wasEmpty ||= this.#lastUs === 0
    else if (this.#lastUs === 0) this.#unavailable = answer.reason
  }

  /**
   * While the driver's clock is unknown, reads the buffer of a busy GPU, whose newest sample is fresh; a driver that records
   * nothing while the GPU idles has only old samples at other times.
   */
  readForClock(now: () => number): void {
    if (this.#clock.kind !== 'arrival' || this.#clockReads >= maxClockReads) return
    this.#clockReads += 1
    this.read(now)
  }

  /** How long the buffer can be left unread. */
  get pauseMs(): number {
    if (this.#capacity === 0) return emptyPauseMs
    const heldMs = this.#capacity * this.#fastestMs
    return Math.max(shortestPauseMs, heldMs / 3, Math.min(longestPauseMs, heldMs - marginMs))
  }

  /** Whether the samples cover this time. */
  hasReached(timeMs: number): boolean {
    const [lastMs, offsetMs] = [getLastSampleMs(this.#series), this.#clock.offsetMs]
    return lastMs !== null && offsetMs !== null && lastMs + offsetMs >= timeMs
  }

  /** The result up to a time, or the fault that makes it unusable; both null: the GPU has no such buffer. */
  finish(untilMs: number): { readonly busy: BusyTrack | null; readonly fault: string | null } {
    if (this.#unavailable !== null) return { busy: null, fault: null }
    if (this.#fault !== null) return { busy: null, fault: this.#fault }
    const { offsetMs } = this.#clock
    if (offsetMs === null) return this.#finishEmpty(untilMs)
    this.#decideGaps()
    const lastMs = getLastSampleMs(this.#series)
    const endMs = untilMs - offsetMs
    const isIdleEnd = lastMs !== null && lastMs < endMs && this.#isIdle(lastMs, Number.POSITIVE_INFINITY)
    if (isIdleEnd) addBusySample(this.#series, endMs, 0)
    return { busy: { series: this.#series, offsetMs }, fault: null }
  }

  #finishEmpty(untilMs: number): { readonly busy: BusyTrack | null; readonly fault: string | null } {
    const polls = this.#polled.filter(({ fromMs }) => fromMs >= this.#openedMs)
    const isIdle = polls.length > 0 && polls.every(({ percent }) => percent === 0)
    if (!isIdle) return { busy: null, fault: 'the driver returned no utilization samples' }
    addBusySample(this.#series, this.#openedMs, 0)
    addBusySample(this.#series, untilMs, 0)
    return { busy: { series: this.#series, offsetMs: 0 }, fault: null }
  }

  #take({ timesUs, percents }: Batch, nowMs: number): void {
    const newestMs = (timesUs.at(-1) ?? 0) / 1000
    this.#clock.record(newestMs, nowMs)
    const firstNew = timesUs.findIndex((us) => us > this.#lastUs)
    if (firstNew < 0) return
    const times = timesUs.slice(firstNew).map((us) => us / 1000)
    const mayHaveLost = firstNew === 0 && this.#lastUs > 0 && times.length >= this.#capacity * fullShare
    this.#capacity = Math.max(this.#capacity, timesUs.length)
    this.#learn(times)
    this.#begin()
    for (const [index, timeMs] of times.entries()) {
      const longestMs = index === 0 && mayHaveLost ? 2.5 * this.#usualMs : maxPeriodMs
      this.#add(timeMs, percents[firstNew + index] ?? Number.NaN, longestMs)
    }
    this.#lastUs = timesUs.at(-1) ?? this.#lastUs
    // Until a sample is read soon after it was taken, the driver's clock is unknown and its offset can be too large.
    if (this.#clock.kind === 'arrival') return
    this.#decideGaps()
    const oldestMs = newestMs + (this.#clock.offsetMs ?? 0) - longestPauseMs
    this.#polled = this.#polled.filter(({ fromMs }) => fromMs >= oldestMs)
  }

  /** No sample so far: the first one decides whether the time since the opening was idle or lost. */
  #begin(): void {
    const { offsetMs } = this.#clock
    if (this.#wasEmpty && this.#lastUs === 0 && offsetMs !== null)
      addBusySample(this.#series, this.#openedMs - offsetMs, 0)
  }

  #add(timeMs: number, percent: number, longestMs: number): void {
    if (!(percent >= 0 && percent <= 100)) this.#fault ??= `the driver returned a utilization of ${percent} %`
    const lastMs = getLastSampleMs(this.#series)
    if (lastMs === null || timeMs - lastMs <= longestMs) return addBusySample(this.#series, timeMs, percent)
    const beginsMs = timeMs - this.#usualMs
    this.#undecided.push({ fromMs: lastMs, toMs: beginsMs })
    addBusySample(this.#series, beginsMs, 0)
    addBusySample(this.#series, timeMs, percent)
  }

  #decideGaps(): void {
    for (const span of this.#undecided) if (!this.#isIdle(span.fromMs, span.toMs)) markBusyGap(this.#series, span)
    this.#undecided = []
  }

  /** Whether polls exist between two times of the driver's clock and were all 0. */
  #isIdle(fromMs: number, toMs: number): boolean {
    const offsetMs = this.#clock.offsetMs ?? 0
    // A polled value describes the sample period before it.
    const [first, last] = [fromMs + offsetMs + this.#usualMs, toMs + offsetMs]
    const inside = this.#polled.filter((polled) => polled.fromMs >= first && polled.toMs <= last)
    return inside.length > 0 && inside.every(({ percent }) => percent === 0)
  }

  #learn(times: readonly number[]): void {
    const spacings = times.slice(1).map((timeMs, index) => timeMs - (times[index] ?? timeMs))
    if (spacings.length < minSpacings) return
    const usualMs = computeMedian(spacings)
    // The sample period differs between idle and busy, so the longer of two batches is not a gap.
    this.#usualMs = Math.max(usualMs, this.#lastUsualMs)
    this.#lastUsualMs = usualMs
    this.#fastestMs = Math.min(this.#fastestMs, usualMs)
  }
}

/** Clocks that drivers use for sample timestamps. */
type ClockName = 'realtime' | 'boottime'
type ClockNow = Readonly<Record<ClockName, number>>

/** The newest sample is at most one period old (100 to 200 ms) in the best case. */
const maxAgeMs = 400
/** The uptime has a resolution of 10 ms, and the clocks are read one after the other. */
const slackMs = 50

/**
 * Determines the clock of a driver's sample timestamps (µs since the epoch or since boot) from the age of the newest
 * sample at each read. With an unknown clock (other boot time in a container, uncorrected drift) the smallest age
 * counts as 0, which places samples up to one period too late.
 */
export class DriverClock {
  readonly #leastAges: Record<ClockName, number> = {
    realtime: Number.POSITIVE_INFINITY,
    boottime: Number.POSITIVE_INFINITY,
  }
  #arrivalMs = Number.POSITIVE_INFINITY
  #bootOffsetMs = 0

  /** `newestMs`: time of the newest sample on the driver's clock. `nowMs`: current time since the epoch. */
  record(newestMs: number, nowMs: number): void {
    const now: ClockNow = { realtime: Date.now(), boottime: readBootMs() }
    for (const name of ['realtime', 'boottime'] as const)
      this.#leastAges[name] = Math.min(this.#leastAges[name], now[name] - newestMs)
    this.#arrivalMs = Math.min(this.#arrivalMs, nowMs - newestMs)
    this.#bootOffsetMs = nowMs - now.boottime
  }

  /** The detected clock; `arrival`: unknown. */
  get kind(): ClockName | 'arrival' {
    if (this.#isMeant('realtime')) return 'realtime'
    return this.#isMeant('boottime') ? 'boottime' : 'arrival'
  }

  /** Offset from the driver's clock to the epoch, in ms; null before the first sample. */
  get offsetMs(): number | null {
    if (!Number.isFinite(this.#arrivalMs)) return null
    const { kind } = this
    if (kind === 'realtime') return 0
    return kind === 'boottime' ? this.#bootOffsetMs : this.#arrivalMs
  }

  #isMeant(name: ClockName): boolean {
    const minMs = this.#leastAges[name]
    return minMs >= -slackMs && minMs <= maxAgeMs
  }
}

/** Milliseconds since boot. The monotonic clock would be finer, but stops during suspend. */
function readBootMs(): number {
  const [uptimeMs, monotonicMs] = [uptime() * 1000, Number(process.hrtime.bigint()) / 1e6]
  return Math.abs(uptimeMs - monotonicMs) <= slackMs ? monotonicMs : uptimeMs
}
