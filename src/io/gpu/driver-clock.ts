import { uptime } from 'node:os'

/** Clocks that drivers are known to stamp their samples with, in milliseconds. */
type ClockName = 'realtime' | 'boottime'
type ClockNow = Readonly<Record<ClockName, number>>

/** A newest sample that old belongs to a driver that notes ten or five a second. */
const mostAgeMs = 2000
/** The uptime has steps of 10 ms, and clocks are read one after the other. */
const slackMs = 50

/**
 * Finds out which clock a driver stamps its samples with, from the age of the newest sample at each reading: microseconds
 * since the epoch or since boot. Where it is neither (a virtual machine may see another boot time), the smallest age seen
 * counts as none, which places the samples up to one sample period late.
 */
export class DriverClock {
  readonly #ages: Record<ClockName, { least: number; most: number }> = {
    realtime: { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY },
    boottime: { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY },
  }
  #arrivalMs = Number.POSITIVE_INFINITY
  #bootOffsetMs = 0

  /** `newestMs`: time of the newest sample on the driver's clock. `nowMs`: the same moment, since the epoch. */
  note(newestMs: number, nowMs: number): void {
    const now: ClockNow = { realtime: Date.now(), boottime: bootMs() }
    for (const name of ['realtime', 'boottime'] as const) {
      const ageMs = now[name] - newestMs
      const ages = this.#ages[name]
      this.#ages[name] = { least: Math.min(ages.least, ageMs), most: Math.max(ages.most, ageMs) }
    }
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
    const { least, most } = this.#ages[name]
    return least >= -slackMs && least <= mostAgeMs && most <= 5 * mostAgeMs
  }
}

/** Milliseconds since boot. The monotonic clock has no steps, but stands still while a machine sleeps. */
function bootMs(): number {
  const [uptimeMs, monotonicMs] = [uptime() * 1000, Number(process.hrtime.bigint()) / 1e6]
  return Math.abs(uptimeMs - monotonicMs) <= slackMs ? monotonicMs : uptimeMs
}
