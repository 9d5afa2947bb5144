import { uptime } from 'node:os'

/** Clocks that drivers are known to stamp their samples with, in milliseconds. */
type ClockName = 'realtime' | 'boottime'
type ClockNow = Readonly<Record<ClockName, number>>

/** The smallest age seen of a newest sample is below one period, which is 100 to 200 ms. */
const mostAgeMs = 400
/** The uptime has steps of 10 ms, and clocks are read one after the other. */
const slackMs = 50

/**
 * Finds out which clock a driver stamps its samples with, from the age of the newest sample at each reading: microseconds
 * since the epoch or since boot. Where it is neither (a container may see another boot time, and a clock that nobody corrects
 * drifts), the smallest age seen counts as 0, which places the samples up to one sample period late.
 */
export class DriverClock {
  readonly #leastAges: Record<ClockName, number> = {
    realtime: Number.POSITIVE_INFINITY,
    boottime: Number.POSITIVE_INFINITY,
  }
  #arrivalMs = Number.POSITIVE_INFINITY
  #bootOffsetMs = 0

  /** `newestMs`: time of the newest sample on the driver's clock. `nowMs`: the same moment, since the epoch. */
  record(newestMs: number, nowMs: number): void {
    const now: ClockNow = { realtime: Date.now(), boottime: readBootMs() }
    for (const name of ['realtime', 'boottime'] as const)
      this.#leastAges[name] = Math.min(this.#leastAges[name], now[name] - newestMs)
    this.#arrivalMs = Math.min(this.#arrivalMs, nowMs - newestMs)
    this.#bootOffsetMs = nowMs - now.boottime
  }

  /** Which clock it is. `arrival`: none that is known. */
  get kind(): ClockName | 'arrival' {
    if (this.#isMeant('realtime')) return 'realtime'
    return this.#isMeant('boottime') ? 'boottime' : 'arrival'
  }

  /** What has to be added to the driver's times to get milliseconds since the epoch; null before the first sample. */
  get offsetMs(): number | null {
    if (!Number.isFinite(this.#arrivalMs)) return null
    const { kind } = this
    if (kind === 'realtime') return 0
    return kind === 'boottime' ? this.#bootOffsetMs : this.#arrivalMs
  }

  #isMeant(name: ClockName): boolean {
    const leastMs = this.#leastAges[name]
    return leastMs >= -slackMs && leastMs <= mostAgeMs
  }
}

/** Milliseconds since boot. The monotonic clock has no steps, but stands still while a machine sleeps. */
function readBootMs(): number {
  const [uptimeMs, monotonicMs] = [uptime() * 1000, Number(process.hrtime.bigint()) / 1e6]
  return Math.abs(uptimeMs - monotonicMs) <= slackMs ? monotonicMs : uptimeMs
}
