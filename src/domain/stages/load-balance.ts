import type { WorkerReading, ShardReading } from '../../record/pipeline.ts'

/** Balance of the workers or GPUs of one stage, or of the run. */
export type LoadBalance = {
  /** What was compared: a stage, or the run. */
  readonly part: string
  /** (max − min) / max of the run times. */
  readonly imbalance: number | null
  /** Run time by GPU or worker. */
  readonly seconds: readonly { readonly who: string; readonly seconds: number }[]
  readonly reason: string | null
}

/** Largest accepted imbalance of run times per GPU. */
export const mostImbalance = 0.1

/**
 * Computes the balance from the run times that workers reported: by stage if batches were reported, over the run if
 * only totals were. Null imbalance if a worker reported no time.
 */
export function computeLoadBalance(shards: readonly ShardReading[], workers: readonly WorkerReading[]): LoadBalance[] {
  const byStage = [...Map.groupBy(shards, ({ stage }) => stage)].flatMap(([stage, parts]) =>
    parts.length > 1
      ? [
          computeBalance(
            stage,
            parts.map(({ gpu, seconds }) => ({ who: `GPU ${gpu ?? '?'}`, seconds })),
          ),
        ]
      : [],
  )
  if (byStage.length > 0 || workers.length < 2) return byStage
  return [
    computeBalance(
      'run',
      workers.map(({ worker, seconds }) => ({ who: `worker ${worker}`, seconds })),
    ),
  ]
}

type WorkerTime = { readonly who: string; readonly seconds: number | null }

function computeBalance(part: string, times: readonly WorkerTime[]): LoadBalance {
  const silent = times.filter(({ seconds }) => seconds === null).map(({ who }) => who)
  const known = times.flatMap(({ who, seconds }) => (seconds === null ? [] : [{ who, seconds }]))
  const all = known.map(({ seconds }) => seconds)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  if (silent.length > 0 || !(most > 0))
    return {
      part,
      imbalance: null,
      seconds: known,
      reason: `no run time is reported by ${silent.join(', ') || 'any worker'}`,
    }
  return { part, imbalance: (most - least) / most, seconds: known, reason: null }
}
