import { isFinished } from './case-finished.ts'
import { measurementsOf } from '../trial/outcome.ts'
import type { PlannedCase, Ladder } from './plan.ts'
import { counts } from './runs-in-turn.ts'
import { meanOf, median } from '../core/statistics.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'
export type Rung = {
  /** Case ids, the best first once all are through; those that gave no value stand last. */
  readonly cases: readonly string[]
  /** Runs of each case that count, those of the rungs below included. */
  readonly runs: number
  readonly isComplete: boolean
}

export type LadderState = {
  /** From the first to the one that was reached. */
  readonly rungs: readonly Rung[]
  readonly ended: 'climbing' | 'finalists' | 'runs' | 'budget'
}

/** How far up a ladder these trials lead. Pure, and of the trials of each rung alone: later ones change no earlier choice. */
export function climb(ladder: Ladder, cases: readonly PlannedCase[], trials: readonly Trial[]): LadderState {
  const first = ladder.cases.flatMap((id) => cases.find((planned) => planned.id === id) ?? [])
  return climbFrom(ladder, { rungs: [], left: [] }, contendersOf(first, trials, runsAtFirst(first)))
}

/** The cases of a plan with the runs that their ladders ask for by now. */
export function atTheirRungs(
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
  /** Without the warm-ups that came through: outcomes, which a rung is told from as well, do not have them. */
  readonly all: readonly Trial[]
  /** Trials up to this rung; null while some are due. */
  readonly taken: readonly Trial[] | null
}

type Climbed = { readonly rungs: readonly Rung[]; readonly left: readonly Contender[] }

function climbFrom(ladder: Ladder, below: Climbed, contenders: readonly Contender[]): LadderState {
  const runs = runsAtFirst(contenders.map(({ planned }) => planned))
  const ids = contenders.map(({ planned }) => planned.id)
  if (contenders.some(({ taken }) => taken === null)) {
    return { rungs: [...below.rungs, { cases: ids, runs, isComplete: false }], ended: 'climbing' }
  }
  const { ranked, failed } = ranking(contenders, ladder.metric)
  const order = [...ranked, ...failed]
  const rungs = [...below.rungs, { cases: order.map(({ planned }) => planned.id), runs, isComplete: true }]
  const keep = Math.max(ladder.finalists, Math.ceil(ranked.length / ladder.factor))
  if (ranked.length <= keep) return { rungs, ended: 'finalists' }
  const more = Math.min(ladder.maxRepeats, Math.floor(runs * ladder.factor))
  if (more <= runs) return { rungs, ended: 'runs' }
  const left = [...below.left, ...order.slice(keep)]
  const kept = ranked.slice(0, keep)
  if (!fits(ladder, [...left, ...kept], costOf(kept, more - runs))) return { rungs, ended: 'budget' }
  const next = kept.map(({ planned, all }) => contender({ ...planned, repeats: more }, all))
  return climbFrom(ladder, { rungs, left }, next)
}

function contendersOf(cases: readonly PlannedCase[], trials: readonly Trial[], runs: number): Contender[] {
  const byCase = Map.groupBy(trials, ({ caseId }) => caseId)
  return cases.map((planned) => contender({ ...planned, repeats: runs }, byCase.get(planned.id) ?? []))
}

function contender(planned: PlannedCase, trials: readonly Trial[]): Contender {
  const all = trials.filter((trial) => !trial.isWarmup || (trial.failure !== null && !isContaminated(trial)))
  const own = { ...planned, warmups: all.filter((trial) => trial.isWarmup).length }
  const end = all.findIndex((_, index) => isFinished(own, all.slice(0, index + 1), 0))
  return { planned, all, taken: end < 0 ? null : all.slice(0, end + 1) }
}

function runsAtFirst(cases: readonly PlannedCase[]): number {
  return Math.max(1, ...cases.map(({ repeats }) => repeats))
}

type Ranking = { readonly ranked: readonly Contender[]; readonly failed: readonly Contender[] }

function ranking(contenders: readonly Contender[], metric: string): Ranking {
  const rated = contenders.map((item) => ({ item, rating: ratingOf(item, metric) }))
  const ranked = rated.filter(({ rating }) => rating !== null).toSorted((a, b) => Number(a.rating) - Number(b.rating))
  return {
    ranked: ranked.map(({ item }) => item),
    failed: rated.filter(({ rating }) => rating === null).map(({ item }) => item),
  }
}

/** Lower is better; null when no run gave a value. */
function ratingOf({ taken }: Contender, metric: string): number | null {
  const values = (taken ?? []).filter(counts).flatMap((trial) => ratedValue(trial, metric) ?? [])
  return values.length > 0 ? median(values) : null
}

function ratedValue(trial: Trial, name: string): number | null {
  const found = measurementsOf([trial]).find(({ metric }) => metric.name === name)
  const [value] = found?.samples ?? []
  if (!found || value === undefined) return null
  return found.metric.betterWhen === 'lower' ? value : -value
}

function fits({ gpuMinutes }: Ladder, ran: readonly Contender[], moreSeconds: number): boolean {
  if (gpuMinutes === null) return true
  const spent = ran.reduce((sum, item) => sum + deviceSeconds(item), 0)
  return spent + moreSeconds <= gpuMinutes * 60
}

function costOf(kept: readonly Contender[], moreRuns: number): number {
  return kept.reduce((sum, item) => sum + secondsOfRun(item) * moreRuns * devicesOf(item), 0)
}

function deviceSeconds(item: Contender): number {
  const ran = (item.taken ?? []).reduce((sum, trial) => sum + (trial.wallSeconds ?? 0), 0)
  return (ran + item.planned.warmups * secondsOfRun(item)) * devicesOf(item)
}

function secondsOfRun({ taken }: Contender): number {
  const seconds = (taken ?? []).map((trial) => trial.wallSeconds ?? 0)
  return seconds.length > 0 ? meanOf(seconds) : 0
}

function devicesOf({ planned }: Contender): number {
  return Math.max(1, planned.gpus.length)
}
