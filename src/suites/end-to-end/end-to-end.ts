import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { throughput, wallTime } from '../../domain/core/metric.ts'
import { planOf } from '../../domain/plan/plan.ts'
import { project, type Projection, type SizedSamples } from '../../domain/scaling/projection.ts'
import { evaluateRequirement, type Derived, type Requirement } from '../../domain/verdict/requirement.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { median } from '../../domain/core/statistics.ts'
import { goalRequirement, type Goal } from './goal-requirement.ts'
import { isMeasured, samplesOf, wallSummary, whyNot, type MeasuredOutcome } from '../outcomes.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import { sustainedRate, sustainedRequirement } from './sustained-rate.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type EndToEndConfig = NonNullable<SuiteConfigs['end-to-end']>

/** How long does the whole pipeline take, and will it meet its goal at full size? */
export const endToEnd: Suite<EndToEndConfig> = {
  usesBaselines: true,

  plan(input) {
    const requests = datasetsOf(input.suite).map((dataset) => ({ dataset, key: keyOf(input, dataset) }))
    const notTested = requests.flatMap(({ key }) => lackingDevices(key, input.suite.gpus, input.devices) ?? [])
    if (notTested.length > 0) return planOf([], notTested)
    const { config, suite, devices } = input
    const cases = requests.map(({ dataset, key }) =>
      planCase({ config, suite, devices, gpuCount: suite.gpus, key, dataset, group: 'end-to-end' }),
    )
    return planOf(cases)
  },

  judge(input) {
    const measured = input.outcomes.filter(isMeasured)
    const rates = measured.map((outcome) => rateOf(outcome, input))
    const projected = input.suite.goal ? projectionFigures(input.suite.goal, measured, input) : []
    const derived = [...rates, ...projected, ...sustainedRate(input)]
    const { goal, severity } = input.suite
    const judged = { suite: 'end-to-end', value: 'projected_hours', severity }
    const goals = goal ? [goalRequirement(goal, judged)] : []
    const requirements = [...goals, ...sustainedRequirement(input.suite)]
    return { derived, requirements, comparisons: [], findings: [], sections: sectionsOf(derived, requirements, input) }
  },
}

function datasetsOf(suite: EndToEndConfig): string[] {
  return [...new Set([suite.dataset, ...suite.moreDatasets, ...(suite.sustained ? [suite.sustained.dataset] : [])])]
}

function keyOf({ config, suite }: Pick<PlanInput<EndToEndConfig>, 'config' | 'suite'>, dataset: string): CaseKey {
  return { suite: 'end-to-end', benchmark: config.pipeline.name, axes: { dataset, gpus: suite.gpus } }
}

/** Sequences of the input per hour. What was really processed is held by the proof of work and the result rows. */
function rateOf(outcome: MeasuredOutcome, input: JudgeInput<EndToEndConfig>): Derived {
  const sequences = sequencesOf(outcome, input)
  const value = sequences === null ? null : (sequences / wallSummary(outcome).median) * 3600
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

function sequencesOf(outcome: MeasuredOutcome, input: JudgeInput<EndToEndConfig>): number | null {
  return input.datasets.find((dataset) => dataset.name === outcome.planned.dataset)?.sequences ?? null
}

function projectionFigures(
  goal: Goal,
  measured: readonly MeasuredOutcome[],
  input: JudgeInput<EndToEndConfig>,
): Derived[] {
  const key = { suite: 'end-to-end', benchmark: input.config.pipeline.name, axes: { gpus: input.suite.gpus } }
  const common = { ...key, interval: null, isSuspicious: false, isDeclared: false }
  const reason = whyNotProjected(goal, measured, input)
  if (reason !== null) return [{ ...common, name: 'projected_hours', unit: 'h', value: null, reason }]
  const projection = project(
    measured.flatMap((outcome) => sized(outcome, input)),
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
      reason: caveat(projection),
    },
    {
      ...common,
      name: 'fixed_cost',
      unit: 's',
      value: projection.fixedSeconds,
      interval: projection.fixedSecondsInterval,
      reason: noFixedCost(projection),
    },
    { ...common, name: 'seconds_per_sequence', unit: 's', value: projection.secondsPerSequence, reason: null },
  ]
}

function whyNotProjected(
  goal: Goal,
  measured: readonly MeasuredOutcome[],
  input: JudgeInput<EndToEndConfig>,
): string | null {
  if (goal.gpus !== input.suite.gpus)
    return `the goal is for ${goal.gpus} GPUs, this suite measures ${input.suite.gpus}`
  if (goal.gpus > input.devices.length)
    return `the goal is for ${goal.gpus} GPUs, this runner has ${input.devices.length}`
  if (measured.length === 0) return whyNot(input.outcomes[0])
  const rows = measured.find((outcome) => sequencesOf(outcome, input) === null)
  return rows ? 'the size of the dataset is unknown' : null
}

function sized(outcome: MeasuredOutcome, input: JudgeInput<EndToEndConfig>): SizedSamples[] {
  const sequences = sequencesOf(outcome, input)
  return sequences === null ? [] : [{ sequences, seconds: samplesOf(outcome, wallTime.name) }]
}

function caveat(projection: Projection): string | null {
  const notes = [
    projection.extrapolation > 1
      ? `projected to ${projection.extrapolation.toPrecision(3)} times the largest measured size`
      : null,
    projection.hoursInterval === null ? 'single runs: no interval' : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join('; ') : null
}

function noFixedCost(projection: Projection): string | null {
  if (projection.fixedSeconds !== null) return null
  return 'one size does not separate the fixed cost; name a second dataset in moreDatasets'
}

function sectionsOf(
  derived: readonly Derived[],
  requirements: readonly Requirement[],
  input: JudgeInput<EndToEndConfig>,
): Section[] {
  const sizes: Section = {
    id: 'end-to-end',
    title: 'End to end',
    columns: ['Dataset', 'Sequences', 'GPUs', 'Time (median)', 'Result rows', 'Throughput', 'Sequences per hour'],
    rows: input.outcomes.map((outcome) =>
      sizeRow(outcome.planned.dataset, isMeasured(outcome) ? outcome : null, derived, input),
    ),
    notes: [],
  }
  const results = requirements.flatMap((requirement) => evaluateRequirement(requirement, derived))
  return input.suite.goal
    ? [sizes, goalSection(input.suite.goal, derived, results[0]?.status ?? 'not evaluated')]
    : [sizes]
}

function sizeRow(
  dataset: string,
  outcome: MeasuredOutcome | null,
  derived: readonly Derived[],
  input: JudgeInput<EndToEndConfig>,
): Cell[] {
  const size = input.datasets.find((item) => item.name === dataset)?.sequences
  const start: Cell[] = [dataset, size === undefined ? null : String(size), String(input.suite.gpus)]
  if (!outcome) return [...start, null, null, null, null]
  const rates = samplesOf(outcome, throughput.name)
  const rate = rates.length > 0 ? { value: median(rates), unit: throughput.unit } : null
  const perHour = derived.find((item) => item.name === 'sequences_per_hour' && item.axes['dataset'] === dataset)
  return [
    ...start,
    { value: wallSummary(outcome).median, unit: 's' },
    outcome.resultRows === null ? null : String(outcome.resultRows),
    rate,
    cell(perHour),
  ]
}

function goalSection(goal: Goal, derived: readonly Derived[], status: string): Section {
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
        cell(hours),
        range,
        cell(fixed),
        status,
      ],
    ],
    notes: [hours, fixed].flatMap((item) => (item?.reason ? [`${item.name}: ${item.reason}`] : [])),
  }
}

function cell(item: Derived | undefined): Cell {
  return item && item.value !== null ? { value: item.value, unit: item.unit } : null
}
