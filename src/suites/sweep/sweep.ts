import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { type LadderState, climb } from '../../domain/plan/ladder.ts'
import { buildOptions, formatSetting, listSettings, type Setting } from '../../domain/sweep/settings.ts'
import type { Section } from '../../domain/verdict/report.ts'
import { buildTable, toCell, toRangeCell, type Column } from '../../domain/verdict/section.ts'
import { buildFigure } from '../figures.ts'
import { createSuite, type GridCase, type Point } from '../grid.ts'
import { compareSamples, refuseOtherMetric } from '../../domain/verdict/comparison.ts'
import { computeMedian, sumValues, type Interval, computeCompleteMedian } from '../../domain/core/statistics.ts'
import type { Ladder } from '../../record/plan.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { explainAbsence } from '../outcomes.ts'
import { readOverGpus } from '../runs.ts'
import type { JudgeInput, PlanInput } from '../suite.ts'

type SweepConfig = SuiteConfig<'sweep'>
/** Judge input of the suite `sweep`. */
type SweepInput = JudgeInput<SweepConfig>
/** One setting of the parameters. */
type SettingCase = GridCase & { readonly setting: Setting }
type SettingPoint = Point<SettingCase>

/** Successive halving: each rung keeps half of the settings; the last two get the maximum number of runs. */
function buildLadder(
  cases: readonly PlannedCase[],
  { config, suite }: Pick<PlanInput<SweepConfig>, 'config' | 'suite'>,
): Ladder {
  return {
    cases: cases.map(({ id }) => id),
    metric: suite.objective,
    factor: 2,
    finalists: 2,
    maxRepeats: Math.max(...cases.map(({ repeats, maxRepeats }) => Math.max(repeats, maxRepeats))),
    gpuMinutes: suite.gpuMinutes ?? config.run.gpuMinutes ?? null,
  }
}

/** A measured setting with its samples and costs. Null: not sampled in every run. */
type SettingResult = Pick<SettingPoint, 'id' | 'key' | 'setting'> & {
  readonly samples: readonly number[]
  /** Median. */
  readonly value: number
  /** Peak of the fullest GPU; median over the runs. */
  readonly memoryBytes: number | null
  /** Sum over the GPUs; median over the runs. */
  readonly energyJoules: number | null
}

/** Rank of a setting against the best one. Null: it has no figures. */
export type Standing = Pick<SettingPoint, 'key' | 'setting'> & {
  readonly rated: SettingResult | null
  /** `tie`: not worse by the minimum effect, or the runs do not show a difference. */
  readonly place: 'tie' | 'worse' | 'out of memory' | 'failed' | 'missing'
  /** Ratio to the best, minus 1; positive is worse. */
  readonly effect: number | null
  readonly interval: Interval | null
  readonly reason: string
}

/** Ranking of the settings by the objective. */
type Standings = {
  readonly metric: Metric | null
  readonly best: SettingResult | null
  /** All other settings, smallest difference first; settings without figures last. */
  readonly others: readonly Standing[]
  /** State of the successive halving; null for a full grid. */
  readonly ladder: LadderState | null
}

/** Ranks the settings: the best by its median, the others by a comparison with it, corrected for their number. */
function rankSettings(points: readonly SettingPoint[], input: SweepInput): Standings {
  const { objective, method } = input.suite
  const metrics = points.flatMap(({ measured }) => (measured?.measurements ?? []).map((item) => item.metric))
  const metric = metrics.find(({ name }) => name === objective) ?? null
  // The row count of most settings; another one means different work.
  const counts = Map.groupBy(
    points.flatMap(({ measured }) => measured ?? []),
    ({ resultRows }) => resultRows,
  )
  const [usual = null] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  const isOtherWork = ({ measured }: SettingPoint): boolean => measured !== null && measured.resultRows !== usual
  const rated = points.flatMap((point) =>
    metric && !isOtherWork(point) ? (rateSetting(point, metric, input) ?? []) : [],
  )
  const outcomes = points.flatMap(({ outcome }) => outcome ?? [])
  const cases = outcomes.map(({ planned }) => planned)
  const ladder =
    method === 'grid' || cases.length === 0
      ? null
      : climb(buildLadder(cases, input), cases, outcomes.flatMap(listTrials))
  const best = metric ? selectBest(rated, metric, ladder) : null
  const others = points
    .filter(({ id }) => id !== best?.id)
    .map((point): Standing => {
      const own = rated.find(({ id }) => id === point.id)
      if (own && best && metric) return rankSetting(own, best, metric, { rivals: rated.length - 1, ...input })
      const { key, setting, outcome, measured } = point
      const absent = isOtherWork(point)
        ? `wrote ${measured?.resultRows} result rows, most settings ${usual}`
        : 'did not give this metric in every run'
      const reason = measured ? absent : explainAbsence(outcome)
      return { key, setting, rated: null, effect: null, interval: null, reason, place: findFailure(outcome) }
    })
  const last = Number.POSITIVE_INFINITY
  return { metric, best, ladder, others: others.toSorted((a, b) => (a.effect ?? last) - (b.effect ?? last) || 0) }
}

/** Lists the trials in the order of execution, from which the rungs are derived. */
function listTrials(outcome: CaseOutcome) {
  if (outcome.status === 'missing') return []
  const counted = outcome.status === 'measured' ? [...outcome.trials, ...outcome.contaminated] : []
  return [...outcome.failures, ...counted].toSorted((a, b) => a.index - b.index)
}

function rateSetting(
  { id, key, setting, measured }: SettingPoint,
  metric: Metric,
  { devices }: SweepInput,
): SettingResult | null {
  const own = measured?.measurements.find((item) => item.metric.name === metric.name)
  if (!measured || !own || own.samples.length === 0 || refuseOtherMetric(metric, own.metric)) return null
  const memory = readOverGpus(
    measured,
    devices,
    (use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes,
    (values) => Math.max(...values),
  )
  return {
    id,
    key,
    setting,
    samples: own.samples,
    value: computeMedian(own.samples),
    memoryBytes: computeCompleteMedian(memory),
    energyJoules: computeCompleteMedian(readOverGpus(measured, devices, (use) => use.energyJoules, sumValues)),
  }
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

function rankSetting(
  rated: SettingResult,
  best: SettingResult,
  metric: Metric,
  { rivals, policy }: Pick<SweepInput, 'policy'> & { readonly rivals: number },
): Standing {
  const rules = { minEffect: policy.minEffect, gates: Math.max(1, rivals) }
  const decision = compareSamples(metric, { base: best.samples, head: rated.samples }, rules)
  const toCost = (share: number): number => (metric.betterWhen === 'lower' ? share : 1 / (1 + share) - 1)
  const [low = Number.NaN, high = Number.NaN] = (decision.interval ?? []).map(toCost).toSorted((a, b) => a - b)
  return {
    key: rated.key,
    setting: rated.setting,
    rated,
    place: decision.verdict === 'regression' ? 'worse' : 'tie',
    effect: decision.effect === null ? null : toCost(decision.effect),
    interval: decision.interval && [low, high],
    reason: decision.reason,
  }
}

function findFailure(outcome: CaseOutcome | undefined): Standing['place'] {
  if (!outcome || outcome.status === 'missing' || outcome.status === 'contaminated') return 'missing'
  return outcome.status === 'failed' && outcome.failureKind === 'out-of-memory' ? 'out of memory' : 'failed'
}

/** Plans runs of pipeline settings, and finds the best one, its ties, and their memory and energy. */
export const sweep = createSuite<SuiteConfig<'sweep'>, SettingCase>({
  name: 'sweep',

  // Running out of memory is an expected outcome, because a sweep explores the memory limit.
  listCases: ({ suite: { parameters, gpus, options = null, env } }) =>
    listSettings(parameters).map((setting) => {
      const planned = { options: buildOptions(setting, { options, env }), answers: ['out-of-memory'] as const }
      return { setting, gpus, axes: { gpus, ...setting }, planned }
    }),

  lackingAxes: ({ suite: { gpus } }) => ({ gpus }),

  extendPlan: (plan, input) =>
    input.suite.method === 'grid' ? plan : { ...plan, ladders: [buildLadder(plan.cases, input)] },

  judge: (points, input) => {
    const { config, suite } = input
    const standings = rankSettings(points, input)
    const { best, others, metric, ladder } = standings
    const absent = `no setting gave ${suite.objective}`
    if (!best || !metric) {
      const key = { suite: 'sweep', benchmark: config.pipeline.name, axes: { gpus: suite.gpus } }
      return {
        derived: [buildFigure(key, 'best_objective', absent)],
        findings: [{ kind: 'failed', subject: 'sweep', reason: `${absent}, so none is the best` }],
        sections: [buildSettingsTable(standings, input), ...(ladder ? [buildLadderTable(ladder, 0, input)] : [])],
      }
    }
    const [only, ...varied] = Object.keys(suite.parameters).filter((name) => (suite.parameters[name]?.length ?? 0) > 1)
    const reason = `only ${only} was varied; the best value may differ with other settings`
    return {
      derived: [
        buildFigure(best.key, 'best_objective', best.value, { unit: metric.unit }),
        ...others.flatMap(({ key, effect, ...other }) => {
          const more = { interval: other.interval, reason: other.reason }
          return effect === null ? [] : [buildFigure(key, 'against_best', effect, more)]
        }),
      ],
      findings: only !== undefined && varied.length === 0 ? [{ kind: 'caution', subject: 'sweep', reason }] : [],
      sections: [
        buildSettingsTable(standings, input),
        ...(ladder ? [buildLadderTable(ladder, 1 + others.filter(({ rated }) => rated).length, input)] : []),
      ],
    }
  },
})

function buildSettingsTable({ best, others, metric }: Standings, { suite }: SweepInput): Section {
  const parameters = Object.keys(suite.parameters)
  const rows = [...(best ? [{ setting: best.setting, rated: best, interval: null, place: 'best' }] : []), ...others]
  const notes = [
    ...(best ? [describeTies(best, others), describeOptions(best, suite), ...describeQueueDepth(best)] : []),
    ...others.flatMap(({ setting, place, reason }) =>
      place === 'failed' || place === 'missing' ? [`${formatSetting(setting)}: ${reason}`] : [],
    ),
  ]
  return buildTable({ id: 'sweep', title: 'Settings', notes }, rows, [
    ...parameters.map((name): Column<(typeof rows)[number]> => [name, ({ setting }) => String(setting[name] ?? '')]),
    ['Runs', ({ rated }) => rated && String(rated.samples.length)],
    [suite.objective, ({ rated }) => metric && toCell(rated?.value, metric.unit)],
    ['Worse than best', ({ interval }) => toRangeCell(interval, 'share')],
    ['Peak GPU memory', ({ rated }) => toCell(rated?.memoryBytes, 'B')],
    ['Energy', ({ rated }) => toCell(rated?.energyJoules, 'J')],
    ['Place', ({ place }) => place],
  ])
}

/** Names the ties of the best setting, because the best of many settings is overestimated. */
function describeTies(best: SettingResult, others: readonly Standing[]): string {
  const names = others.filter(({ place }) => place === 'tie').map(({ setting }) => formatSetting(setting))
  const own = formatSetting(best.setting)
  const which = others.every(({ place }) => place === 'worse') ? '' : 'measured '
  if (names.length === 0) return `${own} is the best; all other ${which}settings are worse beyond the noise.`
  const more = names.length > 10 ? ` and ${names.length - 10} more` : ''
  return `Ties with the best setting, ${own}: ${names.slice(0, 10).join('; ')}${more}.`
}

/** The options of the best setting, as they are written in a config. */
function describeOptions({ setting }: SettingResult, { options, env }: SweepConfig): string {
  const best = buildOptions(setting, { options: options ?? null, env })
  const variables = Object.entries(best.env).map(([name, value]) => `${name}=${value}`)
  return `Options of the best setting: ${[...variables, ...best.args].join(' ') || 'none'}`
}

/** Workers and prefetch factor act together: their product is the number of batches that wait in the queue. */
function describeQueueDepth({ setting }: SettingResult): string[] {
  const [workers, prefetch] = [/workers/i, /prefetch/i].map(
    (form) => Object.entries(setting).find(([name]) => form.test(name))?.[1],
  )
  const depth = Number(workers) * Number(prefetch)
  if (!Number.isFinite(depth)) return []
  return [`Queue depth of the best setting: ${workers} workers × ${prefetch} prefetched batches = ${depth} batches.`]
}

const endings: Readonly<Record<LadderState['ended'], string>> = {
  climbing: 'The run ended before the last rung was complete.',
  finalists: 'The last rung has the finalists.',
  runs: 'The settings reached maxRepeats.',
  budget: 'The next rung would have exceeded gpuMinutes.',
}

function buildLadderTable({ rungs, ended }: LadderState, rated: number, { suite }: SweepInput): Section {
  const rows = rungs.map(({ cases, runs, isComplete }, index) => {
    const kept = rungs[index + 1]?.cases.length ?? cases.length
    return { rung: index + 1, cases: cases.length, runs, kept: isComplete ? String(kept) : 'not complete' }
  })
  const dropped = rated - (rungs.findLast(({ isComplete }) => isComplete)?.cases.length ?? 0)
  const few = 'Settings that were dropped early have few runs: a tie of such a setting means unknown rather than equal.'
  const notes = [endings[ended], ...(dropped > 0 && suite.method === 'halving' ? [few] : [])]
  return buildTable({ id: 'sweep-rungs', title: 'Successive halving', notes }, rows, [
    ['Rung', ({ rung }) => String(rung)],
    ['Settings', ({ cases }) => String(cases)],
    ['Runs each', ({ runs }) => String(runs)],
    ['Kept', ({ kept }) => kept],
  ])
}
