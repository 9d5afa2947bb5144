import type { CaseKey } from '../../domain/core/case.ts'
import type { SuiteConfig } from '../../config/schema/schema.ts'
import { formatCount, formatCounted } from '../../domain/core/numbers.ts'
import { computeCompleteMedian, sumValues } from '../../domain/core/statistics.ts'
import { computeLivePacking, computeStarvedShare } from '../../domain/production/live-figures.ts'
import type { LongRun, ProgressCurve } from '../../record/pipeline.ts'
import { computeWindowRates } from '../../domain/production/progress-curve.ts'
import { projectFinish } from '../../domain/production/project-finish.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { silentFigures } from '../../domain/trial/pipeline-reading.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { buildFilledTable, buildTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { buildFigure, markUnjudged } from '../figures.ts'
import { buildGoalRequirements, computeLimitHours } from '../goal-requirement.ts'
import { createSuite, type GridCase, type Point } from '../grid.ts'
import { buildLoggedFigure, readPacking, readStarvedShare } from '../logged-figures.ts'
import { explainAbsence } from '../outcomes.ts'
import { computeStateShare } from '../stages/throughput-figures.ts'
import type { JudgeInput } from '../suite.ts'

type ProductionConfig = SuiteConfig<'production'>
type ProductionInput = JudgeInput<ProductionConfig>

/** Plans one run of the full dataset size, and judges whether it finished within the goal time. */
export const production = createSuite<ProductionConfig, GridCase>({
  name: 'production',

  listCases: ({ suite }) => [
    {
      gpus: suite.gpus,
      axes: { gpus: suite.gpus, ...(suite.dataset !== undefined && { dataset: suite.dataset }) },
      // Runs take hours, so warm-ups and repeats are opt-in.
      policy: { ...suite, warmups: suite.warmups ?? 0, repeats: suite.repeats ?? 1 },
      planned: { answers: ['stopped', 'resumed'], longRun: buildLongRun(suite) },
    },
  ],

  judge: ([point], input) => {
    const { goal, gpus, severity } = input.suite
    const trial = findLastTrial(point?.outcome)
    const failure = trial?.failure
    const unjudged = explainSmallDataset(input)
    const figures = point ? deriveFigures(point, trial, input) : []
    const derived = figures.map((figure) => markUnjudged(figure, unjudged))
    return {
      derived,
      requirements: goal
        ? buildGoalRequirements(
            { ...goal, gpus },
            { hours: 'total_hours', rate: 'sequences_per_hour' },
            { suite: 'production', severity, hasRuleSet: input.config.ruleSet !== undefined },
          )
        : [],
      ...(unjudged !== null && { unjudged }),
      // A run that was stopped early or resumed.
      findings:
        point && (failure?.kind === 'stopped' || failure?.kind === 'resumed')
          ? [{ kind: 'caution', subject: point.id, reason: `${failure.kind}: ${failure.detail}` }]
          : [],
      sections: [buildFiguresTable(derived, input, trial), ...buildPaceTable(trial), ...buildAttemptTable(trial)],
    }
  },
})

function buildLongRun({ goal, stop, stopConfidence, ...suite }: ProductionConfig): LongRun {
  const rule = goal && {
    limitSeconds: computeLimitHours(goal) * 3600,
    error: Math.round((1 - stopConfidence) * 1e9) / 1e9,
    firstLookSeconds: suite.firstLookMinutes * 60,
  }
  const resumeArgs = suite.resume ?? null
  return { lookSeconds: 10, updateSeconds: suite.updateSeconds, resumeArgs, stop: (stop && rule) || null }
}

/** Finds the last counted trial, otherwise the last failed one on a fit machine, such as a stopped or resumed run. */
function findLastTrial(outcome: CaseOutcome | undefined): Trial | null {
  if (!outcome || outcome.status === 'missing') return null
  const trials = outcome.status === 'measured' ? outcome.trials : outcome.failures.filter((one) => !isContaminated(one))
  return trials.at(-1) ?? null
}

/** A value, or null with the reason. */
type FigureValue = Pick<DerivedValue, 'value' | 'reason'> & Partial<Pick<DerivedValue, 'interval' | 'isSuspicious'>>

/** Derives total time, rate, packing, starvation and the pace ratio; an unknown value is null with a reason. */
function deriveFigures(point: Point<GridCase>, trial: Trial | null, input: ProductionInput): DerivedValue[] {
  const { key } = point
  const { value: hours, ...total } = checkGoalSize(computeTotalHours(point, trial, input), point, input)
  const sequences = point.dataset?.sequences ?? 0
  // The figures of a run that failed say nothing: a worker that crashed leaves only a part of them.
  const judged = !trial?.failure || ['stopped', 'resumed'].includes(trial.failure.kind) ? trial : null
  return [
    buildFigure(key, 'total_hours', hours, total),
    // As doubtful as the hours.
    hours !== null && hours > 0 && sequences > 0
      ? buildFigure(key, 'sequences_per_hour', sequences / hours, { ...total, interval: null })
      : buildFigure(key, 'sequences_per_hour', total.reason ?? 'the size of the dataset is unknown'),
    derivePacking(key, judged),
    ...(['full', 'normal'] as const).flatMap((state) => {
      const value = computeStateShare(judged?.pipeline?.dataLoader ?? null, state)
      return value === null ? [] : [buildFigure(key, `queue_${state}_share`, value)]
    }),
    deriveStarvedShare(key, judged),
    derivePace(key, judged),
  ]
}

/** The rate in the last tenth of the longest stage against the second; the first tenth is warm-up. */
function derivePace(key: CaseKey, trial: Trial | null): DerivedValue {
  const rates = computePaceRates(trial)
  const [early, late] = [rates[1], rates.at(-1)]
  const pace = early && late !== undefined ? late / early : 'the pipeline reported its progress too rarely'
  return buildFigure(key, 'pace_held', pace)
}

function computeTotalHours(
  { measured, outcome }: Point<GridCase>,
  trial: Trial | null,
  input: ProductionInput,
): FigureValue {
  if (measured) {
    const seconds = computeCompleteMedian(measured.trials.map(({ wallSeconds }) => wallSeconds))
    return seconds === null
      ? { value: null, reason: 'the run time was not recorded in every run' }
      : { value: seconds / 3600, reason: null }
  }
  if (trial?.failure?.kind === 'stopped') return projectTotalHours(trial, input)
  if (trial?.failure?.kind === 'resumed') return sumAttemptHours(trial, input)
  return { value: null, reason: explainAbsence(outcome) }
}

/** Projects the total time of a stopped run from its progress curve. A projection can miss the goal, never meet it. */
function projectTotalHours(trial: Trial, { suite }: ProductionInput): FigureValue {
  const curve = trial.progress?.curves.at(-1)
  if (!curve) return { value: null, reason: 'stopped without recorded progress' }
  const found = projectFinish(curve, suite.stopConfidence)
  if (typeof found === 'string') return { value: null, reason: found }
  const { seconds, interval, windows } = found
  const reached = (curve.points.at(-1)?.seconds ?? 0) / 60
  const part = curve.stage === null ? '' : ` for the end of stage ${curve.stage}, without later stages`
  const lost = sumLostSeconds(trial)
  const value = (seconds + lost) / 3600
  // JSON has no infinity.
  const high = Number.isFinite(interval[1]) ? (interval[1] + lost) / 3600 : Number.MAX_SAFE_INTEGER
  return {
    value,
    isSuspicious: value <= computeLimitHours(suite.goal),
    interval: [(interval[0] + lost) / 3600, high],
    reason: `not measured: projected from ${windows} windows of the first ${reached.toPrecision(3)} min${part}; the run was stopped`,
  }
}

/**
 * Sums the time of several attempts of a resumed run. The sum is an upper bound for one uninterrupted run, because work
 * after the last checkpoint and the start-up are repeated. It can show that a goal was met, never that it was missed.
 */
function sumAttemptHours(trial: Trial, { suite }: ProductionInput): FigureValue {
  const { lostAttempts: lost = [], heartbeatSeconds = 0 } = trial.progress ?? {}
  if (lost.length === 0 || trial.wallSeconds === null)
    return { value: null, reason: 'resumed, and the earlier run time was not recorded' }
  const unseen = lost.length * heartbeatSeconds
  const value = (sumLostSeconds(trial) + trial.wallSeconds + unseen) / 3600
  const reason = `sum of ${lost.length + 1} attempts, including up to ${unseen} s that were not observed: an upper bound for an uninterrupted run`
  return { value, isSuspicious: value >= computeLimitHours(suite.goal), reason }
}

function sumLostSeconds({ progress }: Trial): number {
  return sumValues((progress?.lostAttempts ?? []).map(({ seconds }) => seconds))
}

/** Marks the time of a dataset below the goal size as suspicious, so that it neither meets nor misses the goal. */
function checkGoalSize(hours: FigureValue, { dataset }: Point<GridCase>, { suite }: ProductionInput): FigureValue {
  const sequences = dataset?.sequences ?? null
  if (hours.value === null || suite.dataset === undefined || !suite.goal) return hours
  if (sequences !== null && sequences >= suite.goal.sequences) return hours
  const found = sequences === null ? 'a dataset of unknown size' : formatCounted(sequences, 'sequence')
  const reason = `${found} instead of the ${formatCount(suite.goal.sequences)} of the goal`
  return { ...hours, isSuspicious: true, reason: hours.reason === null ? reason : `${hours.reason}; ${reason}` }
}

/** Explains why no figure is judged: start-up dominates a small dataset. Null: the dataset is large enough. */
function explainSmallDataset({ suite: { dataset, minSequences }, datasets }: ProductionInput): string | null {
  if (dataset === undefined) return null
  const found = datasets.find(({ name }) => name === dataset)
  if (!found) return `the size of dataset ${dataset} is unknown`
  if (found.sequences === null || found.sequences >= minSequences) return null
  return `${formatCounted(found.sequences, 'sequence')}, and start-up dominates below minSequences (${formatCount(minSequences)}): measure a larger dataset`
}

/** Packing followed during the run, else that of the complete log, as in an ingested run. */
function derivePacking(key: CaseKey, trial: Trial | null): DerivedValue {
  const progress = trial?.progress
  if (!progress || progress.tokenBudget === 0) {
    const pipeline = trial?.pipeline ?? silentFigures
    const unreported = pipeline.packing?.reason ?? 'no batch reported its tokens and token budget'
    return buildLoggedFigure(key, 'packing_efficiency', [readPacking(pipeline)], unreported)
  }
  const impossible = 'more tokens than the token budget allows: the two values do not match'
  return buildFigure(key, 'packing_efficiency', computeLivePacking(progress) ?? impossible)
}

/** Starved batches of the complete log, else followed during the run. */
function deriveStarvedShare(key: CaseKey, trial: Trial | null): DerivedValue {
  const live = trial?.progress ? computeStarvedShare(trial.progress) : null
  const followed = live === null ? null : { value: live, range: null, extent: '' }
  const logged = readStarvedShare(trial?.pipeline ?? silentFigures) ?? followed
  return buildLoggedFigure(key, 'starved_share', [logged], 'no batch reported its wait time')
}

/** Work per second in tenths of the longest stage; empty if it reported its progress too rarely. */
function computePaceRates(trial: Trial | null): number[] {
  const curve = selectMainCurve(trial)
  return curve ? [...computeWindowRates(curve, 10)] : []
}

function computeSpan({ points }: ProgressCurve): number {
  return (points.at(-1)?.seconds ?? 0) - (points[0]?.seconds ?? 0)
}

/** Selects the progress curve of the longest stage. */
function selectMainCurve(trial: Trial | null): ProgressCurve | null {
  return (trial?.progress?.curves ?? []).toSorted((a, b) => computeSpan(b) - computeSpan(a))[0] ?? null
}

const titles: Readonly<Record<string, string>> = {
  total_hours: 'Total time',
  sequences_per_hour: 'Sequences per hour',
  packing_efficiency: 'Packing',
  queue_full_share: 'Batches with a full queue',
  queue_normal_share: 'Batches with a normal queue',
  starved_share: 'Starved batches',
  pace_held: 'Pace at the end / at the start',
}

function buildFiguresTable(
  derived: readonly DerivedValue[],
  { suite, datasets }: ProductionInput,
  trial: Trial | null,
): Section {
  const files = trial?.batchFiles ?? []
  const notes = files.length > 0 ? [`Metrics of every batch: ${files.join(', ')} in the run folder.`] : []
  const sequences = datasets.find(({ name }) => name === suite.dataset)?.sequences ?? null
  const size: Cell[] = ['Sequences', sequences === null ? null : formatCount(sequences), null, '']
  const table = buildTable({ id: 'production', title: 'Full size', notes }, derived, [
    ['Figure', ({ name }) => titles[name] ?? name],
    ['Value', ({ value, unit }) => toCell(value, unit)],
    ['Interval', ({ interval, unit }) => toRangeCell(interval, unit)],
    ['Note', ({ reason }) => reason ?? ''],
  ])
  return { ...table, rows: [size, ...table.rows] }
}

function buildPaceTable(trial: Trial | null): Section[] {
  const [curve, rates] = [selectMainCurve(trial), computePaceRates(trial)]
  const [start, end] = [curve?.points[0]?.seconds ?? 0, curve?.points.at(-1)?.seconds ?? 0]
  const length = (end - start) / rates.length
  const title = typeof curve?.stage === 'string' ? `Pace of ${curve.stage}` : 'Pace'
  const rows = rates.map((rate, index) => ({ rate, from: start + index * length, to: start + (index + 1) * length }))
  return buildFilledTable({ id: 'production-pace', title, isDetail: true }, rows, [
    ['From', ({ from }) => toCell(from, 's')],
    ['To', ({ to }) => toCell(to, 's')],
    ['Rate', ({ rate }) => toCell(rate, '1/s')],
  ])
}

function buildAttemptTable(trial: Trial | null): Section[] {
  const lost = (trial?.progress?.lostAttempts ?? []).map((attempt) => ({ ...attempt, end: 'lost' }))
  if (!trial || lost.length === 0) return []
  const last = { startedAt: trial.startedAt, seconds: trial.wallSeconds, end: 'resumed from a checkpoint' }
  return [
    buildTable(
      { id: 'production-executions', title: 'Attempts' },
      [...lost, last],
      [
        ['Started', ({ startedAt }) => startedAt],
        ['Observed run time', ({ seconds }) => toCell(seconds, 's')],
        ['Outcome', ({ end }) => end],
      ],
    ),
  ]
}
