import { isCounted, isFinished } from './interleaved-runs.ts'
import { collectMeasurements } from '../trial/outcome.ts'
import type { PlannedCase } from './plan.ts'
import { computeMean, computeMedian, sumValues } from '../core/statistics.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'
import type { Ladder } from '../../record/plan.ts'

/** One round of a ladder, in which all remaining cases have the same number of runs. */
export type Rung = {
  /** Case ids; in a complete rung ranked best first, cases without a value last. */
  readonly cases: readonly string[]
  /** Counted runs per case, including those of lower rungs. */
  readonly runs: number
  readonly isComplete: boolean
}

/**
 * Progress on a ladder (successive halving), and why it ended: `finalists`, `runs` and `budget` name the limit that was
 * reached; `climbing`: it has not ended.
 */
export type LadderState = {
  /** From the first rung to the current one. */
  readonly rungs: readonly Rung[]
  readonly ended: 'climbing' | 'finalists' | 'runs' | 'budget'
}

/**
 * Computes the progress on a ladder. Pure; each rung depends on its own trials only, so later trials never change an
 * earlier choice.
 */
export function climb(ladder: Ladder, cases: readonly PlannedCase[], trials: readonly Trial[]): LadderState {
  const first = ladder.cases.flatMap((id) => cases.find((planned) => planned.id === id) ?? [])
  const byCase = Map.groupBy(trials, ({ caseId }) => caseId)
  const repeats = countFirstRuns(first)
  const contenders = first.map((planned) => buildContender({ ...planned, repeats }, byCase.get(planned.id) ?? []))
  return climbFrom(ladder, { rungs: [], left: [] }, contenders)
}

/** Returns the cases with the number of runs that their ladders currently require. */
export function withLadderRuns(
  cases: readonly PlannedCase[],
  ladders: readonly Ladder[],
  trials: readonly Trial[],
): readonly PlannedCase[] {
  if (ladders.length === 0) return cases
  const runs = new Map(
    ladders.flatMap((ladder) =>
      climb(ladder, cases, trials).rungs.flatMap((rung) => rung.cases.map((id) => [id, rung.runs] as const)),
    ),
  )
  return cases.map((planned) => ({ ...planned, repeats: runs.get(planned.id) ?? planned.repeats }))
}

/** One case on one rung. */
type Contender = {
  readonly planned: PlannedCase
  /** Without successful warm-ups, because outcomes do not contain them either. */
  readonly all: readonly Trial[]
  /** Trials up to this rung; null while some are missing. */
  readonly taken: readonly Trial[] | null
}

function climbFrom(
  ladder: Ladder,
  below: { readonly rungs: readonly Rung[]; readonly left: readonly Contender[] },
  contenders: readonly Contender[],
): LadderState {
  const runs = countFirstRuns(contenders.map(({ planned }) => planned))
  const ids = contenders.map(({ planned }) => planned.id)
  if (contenders.some(({ taken }) => taken === null)) {
    return { rungs: [...below.rungs, { cases: ids, runs, isComplete: false }], ended: 'climbing' }
  }
  const rated = contenders.map((item) => ({ item, rating: computeRating(item, ladder.metric) }))
  const byRating = rated.filter(({ rating }) => rating !== null).toSorted((a, b) => Number(a.rating) - Number(b.rating))
  const ranked = byRating.map(({ item }) => item)
  const failed = rated.filter(({ rating }) => rating === null).map(({ item }) => item)
  const order = [...ranked, ...failed]
  const rungs = [...below.rungs, { cases: order.map(({ planned }) => planned.id), runs, isComplete: true }]
  const keep = Math.max(ladder.finalists, Math.ceil(ranked.length / ladder.factor))
  if (ranked.length <= keep) return { rungs, ended: 'finalists' }
  const more = Math.min(ladder.maxRepeats, Math.floor(runs * ladder.factor))
  if (more <= runs) return { rungs, ended: 'runs' }
  const left = [...below.left, ...order.slice(keep)]
  const kept = ranked.slice(0, keep)
  const spent = sumValues([...left, ...kept].map(sumDeviceSeconds))
  const next = sumValues(kept.map((item) => computeRunSeconds(item) * (more - runs) * countDevices(item)))
  if (ladder.gpuMinutes !== null && spent + next > ladder.gpuMinutes * 60) return { rungs, ended: 'budget' }
  const climbing = kept.map(({ planned, all }) => buildContender({ ...planned, repeats: more }, all))
  return climbFrom(ladder, { rungs, left }, climbing)
}

function buildContender(planned: PlannedCase, trials: readonly Trial[]): Contender {
  const all = trials.filter((trial) => !trial.isWarmup || (trial.failure !== null && !isContaminated(trial)))
  const own = { ...planned, warmups: all.filter((trial) => trial.isWarmup).length }
  const end = all.findIndex((_, index) => isFinished(own, all.slice(0, index + 1), 0))
  return { planned, all, taken: end < 0 ? null : all.slice(0, end + 1) }
}

function countFirstRuns(cases: readonly PlannedCase[]): number {
  return Math.max(1, ...cases.map(({ repeats }) => repeats))
}

/** Median of the metric, negated if higher is better; null without a value. */
function computeRating({ taken }: Contender, metric: string): number | null {
  const values = (taken ?? []).filter(isCounted).flatMap((trial) => readRatedValue(trial, metric) ?? [])
  return values.length > 0 ? computeMedian(values) : null
}

function readRatedValue(trial: Trial, name: string): number | null {
  const found = collectMeasurements([trial]).find(({ metric }) => metric.name === name)
  const [value] = found?.samples ?? []
  if (!found || value === undefined) return null
  return found.metric.betterWhen === 'lower' ? value : -value
}

function sumDeviceSeconds(item: Contender): number {
  const ran = (item.taken ?? []).reduce((sum, trial) => sum + (trial.wallSeconds ?? 0), 0)
  return (ran + item.planned.warmups * computeRunSeconds(item)) * countDevices(item)
}

function computeRunSeconds({ taken }: Contender): number {
  const seconds = (taken ?? []).map((trial) => trial.wallSeconds ?? 0)
  return seconds.length > 0 ? computeMean(seconds) : 0
}

function countDevices({ planned }: Contender): number {
  return Math.max(1, planned.gpus.length)
}
