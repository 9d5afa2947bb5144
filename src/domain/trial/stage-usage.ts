import type { StageTime } from '../../record/telemetry.ts'

/**
 * Merges the stage times of several processes that ran at the same time: each stage takes as long as its slowest
 * process. A stage without a time in one process has none.
 */
export function mergeStageTimes(processes: readonly (readonly StageTime[])[]): StageTime[] {
  const byStage = Map.groupBy(processes.flat(), ({ stage }) => stage)
  return [...byStage].map(([stage, times]) => ({
    stage,
    seconds: findExtreme(times, 'seconds', Math.max),
    startedMs: findExtreme(times, 'startedMs', Math.min),
    endedMs: findExtreme(times, 'endedMs', Math.max),
  }))
}

function findExtreme(
  times: readonly StageTime[],
  field: 'seconds' | 'startedMs' | 'endedMs',
  choose: (...values: number[]) => number,
): number | null {
  const known = times.flatMap((time) => time[field] ?? [])
  return known.length === times.length ? choose(...known) : null
}
