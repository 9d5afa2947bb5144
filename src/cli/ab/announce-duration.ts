import { adaptiveRuns, type AbRequest } from '../../config/ab/ab-config.ts'
import type { WatchedProgress } from '../live-progress.ts'

/** Prints the expected duration of a comparison once the first run has ended. */
export function announceDuration({ runs, warmups }: AbRequest, progress: WatchedProgress): WatchedProgress {
  let startedMs: number | null = null
  let isAnnounced = false
  const { least, most } = runs === null ? adaptiveRuns : { least: runs, most: runs }
  return {
    ...progress,
    onTrialStart(next) {
      startedMs ??= performance.now()
      progress.onTrialStart(next)
    },
    onTrialEnd(trial) {
      progress.onTrialEnd(trial)
      if (isAnnounced || trial.failure !== null || startedMs === null) return
      isAnnounced = true
      const seconds = (performance.now() - startedMs) / 1000
      const [short, long] = [least, most].map((count) => formatDuration(2 * (warmups + count) * seconds))
      const range = short === long ? short : `${short} to ${long}`
      progress.onLiveLine?.(`one run takes ${formatDuration(seconds)}, so this takes ${range}`)
    },
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toPrecision(2)} s`
  if (seconds < 100) return `${Math.round(seconds)} s`
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
