import type { IdleGap, IdleTime } from '../../domain/trial/trace-reading.ts'

/**
 * Work on a GPU with the time of its launch by the host, in microseconds; `launchMicros` is null when the trace does
 * not show it.
 */
export type Activity = {
  readonly startMicros: number
  readonly endMicros: number
  readonly launchMicros: number | null
  readonly name: string
}

/** Accumulates busy and idle time; both results are in seconds. */
export type IdleSweep = {
  /** Adds an activity; call it in the order of start times. */
  add(activity: Activity): void
  getBusySeconds(): number
  computeIdleTime(): IdleTime
}

const shownGaps = 5
/** A GPU needs a few microseconds between two queued kernels; longer gaps have another cause. */
const longestHandoverMicros = 5
const microsPerSecond = 1e6

type IdleSums = { busy: number; host: number; kernel: number; other: number; gaps: number; withoutLaunch: number }

/**
 * Computes busy and idle time of one GPU or stream. A gap is bound by the host when the launch of the next kernel came
 * after the end of the previous one; this is the rule of Holistic Trace Analysis.
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
