import { uptime } from 'node:os'

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
