import type { IdleGap, IdleTime } from '../../domain/trial/trace-reading.ts'

/** What ran on a GPU, and when the host asked for it; null when the trace does not show that. Microseconds. */
export type Activity = {
  readonly startMicros: number
  readonly endMicros: number
  readonly launchMicros: number | null
  readonly name: string
}

export type IdleSweep = {
  /** In the order of their starts. */
  add(activity: Activity): void
  getBusySeconds(): number
  computeIdleTime(): IdleTime
}

const shownGaps = 5
/** A GPU needs a few microseconds between two kernels that are both queued; a longer pause has another cause. */
const longestHandoverMicros = 5
const microsPerSecond = 1e6

type IdleSums = { busy: number; host: number; kernel: number; other: number; gaps: number; withoutLaunch: number }

/**
 * Adds up busy and idle time of one GPU or stream. A pause is the host's when the next kernel was launched only after the
 * last one had ended; this is the rule of Holistic Trace Analysis.
 */
export function createIdleSweep(originMicros: number): IdleSweep {
  const sums: IdleSums = { busy: 0, host: 0, kernel: 0, other: 0, gaps: 0, withoutLaunch: 0 }
  let longest: IdleGap[] = []
  let reachedMicros: number | null = null
  return {
    add: (activity) => {
      const { startMicros, endMicros, name } = activity
      const reached = reachedMicros ?? startMicros
      const gapMicros = startMicros - reached
      if (gapMicros > 0) {
        addGap(sums, activity, gapMicros)
        const startSeconds = (reached - originMicros) / microsPerSecond
        if (longest.length < shownGaps || gapMicros / microsPerSecond > (longest.at(-1)?.seconds ?? 0)) {
          longest = [...longest, { startSeconds, seconds: gapMicros / microsPerSecond, before: name }]
            .toSorted((one, other) => other.seconds - one.seconds)
            .slice(0, shownGaps)
        }
      }
      sums.busy += Math.max(0, endMicros - Math.max(startMicros, reached))
      reachedMicros = Math.max(reached, endMicros)
    },
    getBusySeconds: () => sums.busy / microsPerSecond,
    computeIdleTime: () => ({
      seconds: (sums.host + sums.kernel + sums.other) / microsPerSecond,
      hostSeconds: sums.host / microsPerSecond,
      kernelSeconds: sums.kernel / microsPerSecond,
      otherSeconds: sums.other / microsPerSecond,
      withoutLaunch: sums.withoutLaunch,
      gaps: sums.gaps,
      longest,
    }),
  }
}

function addGap(sums: IdleSums, { startMicros, launchMicros }: Activity, gapMicros: number): void {
  sums.gaps += 1
  if (launchMicros === null) sums.withoutLaunch += 1
  const reached = startMicros - gapMicros
  if (launchMicros !== null && launchMicros > reached) sums.host += gapMicros
  else if (launchMicros !== null && gapMicros <= longestHandoverMicros) sums.kernel += gapMicros
  else sums.other += gapMicros
}
