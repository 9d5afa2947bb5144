import type { SuiteConfig } from '../../config/schema/schema.ts'
import { compareSamples, createPlainRules, refuseOtherMetric } from '../../domain/verdict/comparison.ts'
import { climb, type LadderState } from '../../domain/plan/ladder.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { SettingSamples } from '../../domain/sweep/interactions.ts'
import type { Setting } from '../../domain/sweep/settings.ts'
import { computeMedian, type Interval } from '../../domain/core/statistics.ts'
import { isMeasured, explainAbsence } from '../outcomes.ts'
import { computeSettingCosts, type SettingCosts } from './sweep-costs.ts'
import { buildLadder } from './sweep-ladder.ts'
import type { JudgeInput } from '../suite.ts'

type SweepConfig = SuiteConfig<'sweep'>

/** A setting of the sweep with its outcome; undefined when it is not part of the run. */
export type SettingOutcome = { readonly setting: Setting; readonly outcome: CaseOutcome | undefined }

/** A measured setting with its samples and costs. */
export type SettingResult = SettingSamples & SettingCosts & { readonly id: string; readonly value: number }

/** Rank of a setting against the best one. */
export type Standing = {
  readonly setting: Setting
  readonly rated: SettingResult | null
  /** `tie`: not worse by the minimum effect, or the runs do not show a difference. */
  readonly place: 'tie' | 'worse' | 'out of memory' | 'failed' | 'missing'
  /** Ratio to the best, minus 1; positive is worse. */
  readonly effect: number | null
  readonly interval: Interval | null
  readonly reason: string
}

/** Ranking of the settings by the objective. */
export type Standings = {
  readonly metric: Metric | null
  readonly best: SettingResult | null
  /** All other settings, smallest difference first; settings without figures last. */
  readonly others: readonly Standing[]
  /** State of the successive halving; null for a full grid. */
  readonly ladder: LadderState | null
}

/** Ranks the settings: the best by its median, the others by a comparison with it, corrected for their number. */
export function rankSettings(subjects: readonly SettingOutcome[], input: JudgeInput<SweepConfig>): Standings {
  const metric = findMetric(subjects, input.suite.objective)
  const sound = subjects.filter(({ outcome }) => describeOtherWork(outcome, subjects) === null)
  const rated = metric ? sound.flatMap((subject) => rateSetting(subject, metric, input) ?? []) : []
  const ladder = rebuildLadder(subjects, input)
  const best = metric ? selectBest(rated, metric, ladder) : null
  const others = subjects
    .filter(({ outcome }) => best === null || outcome?.planned.id !== best.id)
    .map((subject) => rankSetting(subject, { rated, best, metric, subjects }, input))
  return { metric, best, ladder, others: others.toSorted(compareEffects) }
}

function compareEffects(a: Standing, b: Standing): number {
  if (a.effect === null || b.effect === null) return Number(a.effect === null) - Number(b.effect === null)
  return a.effect - b.effect
}

/** Describes a row count that differs from most settings, which means different work; null for the usual count. */
function describeOtherWork(outcome: CaseOutcome | undefined, subjects: readonly SettingOutcome[]): string | null {
  if (!isMeasured(outcome)) return null
  const rows = subjects.flatMap((subject) => (isMeasured(subject.outcome) ? [subject.outcome.resultRows] : []))
  const groups = [...Map.groupBy(rows, (count) => count).values()].toSorted((a, b) => b.length - a.length)
  const usual = groups[0]?.[0] ?? null
  return outcome.resultRows === usual ? null : `wrote ${outcome.resultRows} result rows, most settings ${usual}`
}

function findMetric(subjects: readonly SettingOutcome[], name: string): Metric | null {
  const measurements = subjects.flatMap(({ outcome }) => (isMeasured(outcome) ? outcome.measurements : []))
  return measurements.find(({ metric }) => metric.name === name)?.metric ?? null
}

function rateSetting(
  { setting, outcome }: SettingOutcome,
  metric: Metric,
  { devices }: JudgeInput<SweepConfig>,
): SettingResult | null {
  if (!isMeasured(outcome)) return null
  const own = outcome.measurements.find((item) => item.metric.name === metric.name)
  const samples = refuseOtherMetric(metric, own?.metric) ? [] : (own?.samples ?? [])
  if (samples.length === 0) return null
  return {
    setting,
    samples,
    id: outcome.planned.id,
    value: computeMedian(samples),
    ...computeSettingCosts(outcome, devices),
  }
}

function rebuildLadder(subjects: readonly SettingOutcome[], input: JudgeInput<SweepConfig>): LadderState | null {
  const outcomes = subjects.flatMap(({ outcome }) => outcome ?? [])
  const cases = outcomes.map(({ planned }) => planned)
  if (input.suite.method === 'grid' || cases.length === 0) return null
  return climb(buildLadder(cases, input), cases, outcomes.flatMap(listTrials))
}

/** Lists the trials in the order of execution, from which the rungs are derived. */
function listTrials(outcome: CaseOutcome) {
  if (outcome.status === 'missing') return []
  const counted = outcome.status === 'measured' ? [...outcome.trials, ...outcome.contaminated] : []
  return [...outcome.failures, ...counted].toSorted((a, b) => a.index - b.index)
}

/** Selects the best setting by its median; after successive halving only among those that reached the last rung. */
function selectBest(
  rated: readonly SettingResult[],
  { betterWhen }: Metric,
  ladder: LadderState | null,
): SettingResult | null {
  const last = ladder?.rungs.findLast(({ isComplete }) => isComplete)?.cases
  const finalists = last ? rated.filter(({ id }) => last.includes(id)) : rated
  const sign = betterWhen === 'lower' ? 1 : -1
  return finalists.toSorted((a, b) => sign * (a.value - b.value))[0] ?? null
}

type Field = Pick<Standings, 'best' | 'metric'> & {
  readonly rated: readonly SettingResult[]
  readonly subjects: readonly SettingOutcome[]
}

function rankSetting(subject: SettingOutcome, field: Field, { policy }: JudgeInput<SweepConfig>): Standing {
  const { setting, outcome } = subject
  const rated = field.rated.find(({ id }) => id === outcome?.planned.id) ?? null
  if (!rated || !field.best || !field.metric) return { ...withoutFigures(subject, field), setting }
  const rules = {
    ...createPlainRules(policy),
    design: 'interleaved',
    gates: Math.max(1, field.rated.length - 1),
  } as const
  const samples = { base: field.best.samples, head: rated.samples }
  const decision = compareSamples(field.metric, samples, rules)
  const isLower = field.metric.betterWhen === 'lower'
  const place = decision.verdict === 'regression' ? 'worse' : 'tie'
  const toCost = (share: number): number => (isLower ? share : 1 / (1 + share) - 1)
  const { effect, interval, reason } = decision
  return {
    setting,
    rated,
    place,
    effect: effect === null ? null : toCost(effect),
    interval: interval && orderInterval(toCost(interval[0]), toCost(interval[1])),
    reason,
  }
}

function orderInterval(one: number, other: number): Interval {
  return one <= other ? [one, other] : [other, one]
}

function withoutFigures({ outcome }: SettingOutcome, { subjects }: Field): Omit<Standing, 'setting'> {
  const absent = describeOtherWork(outcome, subjects) ?? 'did not give this metric in every run'
  const reason = isMeasured(outcome) ? absent : explainAbsence(outcome)
  const common = { rated: null, effect: null, interval: null, reason }
  if (!outcome || outcome.status === 'missing' || outcome.status === 'contaminated')
    return { ...common, place: 'missing' }
  return { ...common, place: isOutOfMemory(outcome) ? 'out of memory' : 'failed' }
}

function isOutOfMemory(outcome: CaseOutcome): boolean {
  return outcome.status === 'failed' && outcome.failureKind === 'out-of-memory'
}
