import type { ShardReading, WorkerReading } from '../../record/pipeline.ts'

/** Balance of the workers or GPUs of one stage, or of the run. */
type LoadBalance = {
  /** What was compared: a stage, or the run. */
  readonly part: string
  /** (max − min) / max of the run times; null with a reason: not known. */
  readonly imbalance: number | null
  readonly reason: string | null
}

/** Largest accepted imbalance of run times per GPU. */
export const mostImbalance = 0.1

/**
 * Computes the balance from the run times that workers reported: by stage if batches were reported, over the run if
 * only totals were. Null imbalance if a worker, or one of `gpus` GPUs of a stage, reported no time; empty with fewer than
 * two workers. `parallel`: stages that use all GPUs, so that a single one is not all of them.
 */
export function computeLoadBalance(
  shards: readonly ShardReading[],
  workers: readonly WorkerReading[],
  { gpus = 0, parallel = [] }: { readonly gpus?: number; readonly parallel?: readonly string[] } = {},
): LoadBalance[] {
  const isExpected = ({ stage, gpu }: ShardReading) => gpus > 1 && gpu !== null && parallel.includes(stage)
  const byStage = [...Map.groupBy(shards, ({ stage }) => stage)].filter(
    ([, parts]) => parts.length > 1 || parts.some(isExpected),
  )
  if (byStage.length > 0)
    return byStage.map(([stage, parts]) => {
      const named = new Set(parts.flatMap(({ gpu }) => gpu ?? [])).size
      if (named === parts.length && named < gpus)
        return { part: stage, imbalance: null, reason: `a run time is reported by ${named} of ${gpus} GPUs` }
      return computeBalance(
        stage,
        parts.map(({ gpu, seconds }) => [`GPU ${gpu ?? '?'}`, seconds]),
      )
    })
  const times = workers.map(({ worker, seconds }) => [`worker ${worker}`, seconds] as const)
  return times.length < 2 ? [] : [computeBalance('run', times)]
}

function computeBalance(part: string, times: readonly (readonly [who: string, seconds: number | null])[]): LoadBalance {
  const silent = times.flatMap(([who, seconds]) => (seconds === null ? [who] : []))
  const known = times.flatMap(([, seconds]) => seconds ?? [])
  const [least, most] = [Math.min(...known), Math.max(...known)]
  if (silent.length === 0 && most > 0) return { part, imbalance: (most - least) / most, reason: null }
  return { part, imbalance: null, reason: `no run time is reported by ${silent.join(', ') || 'any worker'}` }
}
