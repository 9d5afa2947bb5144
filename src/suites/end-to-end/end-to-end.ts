import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { throughput, wallTime } from '../../domain/core/metric.ts'
import { createPlan } from '../../domain/plan/plan.ts'
import { project, type Projection, type SizedSamples } from '../../domain/scaling/projection.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { buildGoalRequirement, type Goal } from './goal-requirement.ts'
import { judgeRequirement } from '../judge-requirement.ts'
import { isMeasured, getSamples, summarizeWallTime, explainAbsence, type MeasuredOutcome } from '../outcomes.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { deriveSustainedRate, listSustainedRequirements } from './sustained-rate.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type EndToEndConfig = SuiteConfig<'end-to-end'>

/** Measures the time of the complete pipeline and projects it to the goal size. */
export const endToEnd: Suite<EndToEndConfig> = {
  usesBaselines: true,

  plan(input) {
    const requests = listDatasets(input.suite).map((dataset) => ({ dataset, key: buildCaseKey(input, dataset) }))
    const notTested = requests.flatMap(({ key }) => checkDeviceCount(key, input.suite.gpus, input.devices) ?? [])
    if (notTested.length > 0) return createPlan([], notTested)
    const { config, suite, devices } = input
    const cases = requests.map(({ dataset, key }) =>
      planCase({ config, suite, devices, gpuCount: suite.gpus, key, dataset, group: 'end-to-end' }),
    )
    return createPlan(cases)
  },

  judge(input) {
    const measured = input.outcomes.filter(isMeasured)
    const rates = measured
      .filter(({ planned }) => hasSequences(planned.dataset, input))
      .map((outcome) => deriveSequenceRate(outcome, input))
    const projected = input.suite.goal ? deriveProjection(input.suite.goal, measured, input) : []
    const derived = [...rates, ...projected, ...deriveSustainedRate(input)]
    const { goal, severity } = input.suite
    const judged = { suite: 'end-to-end', value: 'projected_hours', severity }
    const goals = goal ? [buildGoalRequirement(goal, judged)] : []
    const requirements = [...goals, ...listSustainedRequirements(input.suite)]
    return {
      derived,
      requirements,
      comparisons: [],
      findings: [],
      sections: buildSections(derived, requirements, input),
    }
  },
}

/** Names of the datasets to measure; an empty name for a program without one. */
function listDatasets(suite: EndToEndConfig): string[] {
  return [
    ...new Set([suite.dataset ?? '', ...suite.moreDatasets, ...(suite.sustained ? [suite.sustained.dataset] : [])]),
  ]
}

function buildCaseKey(
  { config, suite }: Pick<PlanInput<EndToEndConfig>, 'config' | 'suite'>,
  dataset: string,
): CaseKey {
  return {
    suite: 'end-to-end',
    benchmark: config.pipeline.name,
    axes: { ...(dataset !== '' && { dataset }), gpus: suite.gpus },
  }
}

/** Input sequences per hour of wall time. The proof of work checks that they were processed. */
function deriveSequenceRate(outcome: MeasuredOutcome, input: JudgeInput<EndToEndConfig>): DerivedValue {
  const sequences = findSequences(outcome, input)
  const value = sequences === null ? null : (sequences / summarizeWallTime(outcome).median) * 3600
  const reason = sequences === null ? 'the size of the dataset is unknown' : null
  const { suite, benchmark, axes } = outcome.planned.key
  return {
    suite,
    benchmark,
    axes,
    name: 'sequences_per_hour',
    unit: 'sequences/h',
    value,
    reason,
    interval: null,
    isSuspicious: false,
    isDeclared: false,
  }
}

/** Whether the input is FASTA; also true if its size is unknown. */
function hasSequences(dataset: string, { datasets }: JudgeInput<EndToEndConfig>): boolean {
  return dataset !== '' && datasets.find(({ name }) => name === dataset)?.sequences !== null
}

function findSequences(outcome: MeasuredOutcome, input: JudgeInput<EndToEndConfig>): number | null {
  return input.datasets.find((dataset) => dataset.name === outcome.planned.dataset)?.sequences ?? null
}

function deriveProjection(
  goal: Goal,
  measured: readonly MeasuredOutcome[],
  input: JudgeInput<EndToEndConfig>,
): DerivedValue[] {
  const key = { suite: 'end-to-end', benchmark: input.config.pipeline.name, axes: { gpus: input.suite.gpus } }
  const common = { ...key, interval: null, isSuspicious: false, isDeclared: false }
  const reason = explainNoProjection(goal, measured, input)
  if (reason !== null) return [{ ...common, name: 'projected_hours', unit: 'h', value: null, reason }]
  const projection = project(
    measured.flatMap((outcome) => toSizedSamples(outcome, input)),
    goal.sequences,
    input.policy.confidence,
  )
  return [
    {
      ...common,
      name: 'projected_hours',
      unit: 'h',
      value: projection.hours,
      interval: projection.hoursInterval,
      reason: describeCaveats(projection),
    },
    {
      ...common,
      name: 'fixed_cost',
      unit: 's',
      value: projection.fixedSeconds,
      interval: projection.fixedSecondsInterval,
      isSuspicious: (projection.fixedSeconds ?? 0) < 0,
      reason: explainFixedCost(projection),
    },
    { ...common, name: 'seconds_per_sequence', unit: 's', value: projection.secondsPerSequence, reason: null },
  ]
}

function explainNoProjection(
  goal: Goal,
  measured: readonly MeasuredOutcome[],
  input: JudgeInput<EndToEndConfig>,
): string | null {
  if (goal.gpus !== input.suite.gpus)
    return `the goal is for ${goal.gpus} GPUs, this suite measures ${input.suite.gpus}`
  if (goal.gpus > input.devices.length)
    return `the goal is for ${goal.gpus} GPUs, this runner has ${input.devices.length}`
  if (measured.length === 0) return explainAbsence(input.outcomes[0])
  const rows = measured.find((outcome) => findSequences(outcome, input) === null)
  return rows ? 'the size of the dataset is unknown' : null
}

function toSizedSamples(outcome: MeasuredOutcome, input: JudgeInput<EndToEndConfig>): SizedSamples[] {
  const sequences = findSequences(outcome, input)
  return sequences === null ? [] : [{ sequences, seconds: getSamples(outcome, wallTime.name) }]
}

const unlikeSizes =
  'the larger dataset costs more per sequence, so the sizes are noisy or their sequences differ; use datasets of one shape'

function describeCaveats(projection: Projection): string | null {
  const notes = [
    projection.extrapolation > 1
      ? `projected to ${projection.extrapolation.toPrecision(3)} times the largest measured size`
      : null,
    projection.hoursInterval === null ? 'single runs: no interval' : null,
    (projection.fixedSeconds ?? 0) < 0 ? `the fixed cost is negative: ${unlikeSizes}` : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join('; ') : null
}

function explainFixedCost({ fixedSeconds }: Projection): string | null {
  if (fixedSeconds !== null) return fixedSeconds < 0 ? `negative: ${unlikeSizes}` : null
  return 'one dataset size cannot separate the fixed cost; add a second one in moreDatasets'
}

function buildSections(
  derived: readonly DerivedValue[],
  requirements: readonly Requirement[],
  input: JudgeInput<EndToEndConfig>,
): Section[] {
  const sizes: Section = {
    id: 'end-to-end',
    title: 'End to end',
    columns: ['Dataset', 'Sequences', 'GPUs', 'Time (median)', 'Result rows', 'Throughput', 'Sequences per hour'],
    rows: input.outcomes.map((outcome) =>
      buildSizeRow(outcome.planned.dataset, isMeasured(outcome) ? outcome : null, derived, input),
    ),
    notes: [],
  }
  const results = requirements.flatMap((requirement) => judgeRequirement(requirement, derived, input.config))
  return input.suite.goal
    ? [sizes, buildGoalSection(input.suite.goal, derived, results[0]?.status ?? 'not evaluated')]
    : [sizes]
}

function buildSizeRow(
  dataset: string,
  outcome: MeasuredOutcome | null,
  derived: readonly DerivedValue[],
  input: JudgeInput<EndToEndConfig>,
): Cell[] {
  const size = input.datasets.find((item) => item.name === dataset)?.sequences
  const start: Cell[] = [
    dataset === '' ? null : dataset,
    size === undefined || size === null ? null : String(size),
    String(input.suite.gpus),
  ]
  if (!outcome) return [...start, null, null, null, null]
  const rates = outcome.measurements.find(({ metric }) => metric.name === throughput.name)
  const rate = rates ? { value: computeMedian(rates.samples), unit: rates.metric.unit } : null
  const perHour = derived.find((item) => item.name === 'sequences_per_hour' && item.axes['dataset'] === dataset)
  return [
    ...start,
    { value: summarizeWallTime(outcome).median, unit: 's' },
    outcome.resultRows === null ? null : String(outcome.resultRows),
    rate,
    toCell(perHour),
  ]
}

function buildGoalSection(goal: Goal, derived: readonly DerivedValue[], status: string): Section {
  const hours = derived.find((item) => item.name === 'projected_hours')
  const fixed = derived.find((item) => item.name === 'fixed_cost')
  const range = hours?.interval ? { interval: hours.interval, unit: hours.unit } : null
  return {
    id: 'goal',
    title: 'Goal',
    columns: ['Sequences', 'GPUs', 'Goal', 'Projected', 'Interval', 'Fixed cost', 'Verdict'],
    rows: [
      [
        String(goal.sequences),
        String(goal.gpus),
        { value: goal.hours, unit: 'h' },
        toCell(hours),
        range,
        toCell(fixed),
        status,
      ],
    ],
    notes: [hours, fixed].flatMap((item) => (item?.reason ? [`${item.name}: ${item.reason}`] : [])),
  }
}

function toCell(item: DerivedValue | undefined): Cell {
  return item && item.value !== null ? { value: item.value, unit: item.unit } : null
}
