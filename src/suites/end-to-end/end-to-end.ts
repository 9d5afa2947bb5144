import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { throughput, wallTime } from '../../domain/core/metric.ts'
import { formatValue } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { project, type Projection } from '../../domain/scaling/projection.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit, findFigure, toFigureCell } from '../figures.ts'
import { buildGoalRequirements, type Goal } from '../goal-requirement.ts'
import { createSuite, type GridCase, type Point } from '../grid.ts'
import { judgeRequirement } from '../judge-requirement.ts'
import { explainAbsence, getSamples, isMeasured, summarizeWallTime, type MeasuredOutcome } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'

type EndToEndInput = JudgeInput<SuiteConfig<'end-to-end'>>
/** The name of the dataset is empty for a program without one. */
type SizeCase = GridCase & { readonly dataset: string }

const projected = { hours: 'projected_hours', rate: 'projected_sequences_per_hour' } as const

/** Measures the time of the complete pipeline and projects it to the goal size. */
export const endToEnd = createSuite<SuiteConfig<'end-to-end'>, SizeCase>({
  name: 'end-to-end',
  usesBaselines: true,

  listCases: ({ suite: { dataset = '', moreDatasets, sustained, gpus } }) =>
    [...new Set([dataset, ...moreDatasets, ...(sustained ? [sustained.dataset] : [])])].map((name) => {
      return { dataset: name, gpus, axes: { ...(name !== '' && { dataset: name }), gpus }, planned: { dataset: name } }
    }),

  judge: (points, input) => {
    const { goal, severity, sustained, gpus } = input.suite
    const hasRuleSet = input.config.ruleSet !== undefined
    const key = { suite: 'end-to-end', benchmark: input.config.pipeline.name, axes: { gpus } }
    const derived = [
      ...input.outcomes.filter(isMeasured).flatMap((outcome) => deriveSequenceRate(outcome, input)),
      ...(goal ? deriveProjection(key, goal, input) : []),
      ...deriveSustainedRate(key, points, input),
    ]
    const requirements = [
      ...(goal ? buildGoalRequirements(goal, projected, { suite: key.suite, severity, hasRuleSet }) : []),
      ...(sustained ? [buildSustainedRequirement(sustained, severity)] : []),
    ]
    return { derived, requirements, sections: buildSections(derived, requirements, input) }
  },
})

/** Input sequences per hour of wall time, for FASTA of any size. The proof of work checks that they were processed. */
function deriveSequenceRate({ planned, ...outcome }: MeasuredOutcome, input: EndToEndInput): DerivedValue[] {
  const found = input.datasets.find(({ name }) => name === planned.dataset)?.sequences
  if (planned.dataset === '' || found === null) return []
  const value = found === undefined ? null : (found / summarizeWallTime({ planned, ...outcome }).median) * 3600
  const reason = value === null ? 'the size of the dataset is unknown' : null
  return [buildFigure(planned.key, 'sequences_per_hour', value, { reason })]
}

const unlikeSizes =
  'the larger dataset costs more per sequence, so the sizes are noisy or their sequences differ; use datasets of one shape'

/** Formats a factor with at most three digits after the point: `1.5×`, `80,000×`. */
function formatFactor(factor: number): string {
  return formatValue(factor < 100 ? Number(factor.toPrecision(3)) : Math.round(factor), '×')
}

function deriveProjection(key: CaseKey, goal: Goal, input: EndToEndInput): DerivedValue[] {
  const sizes = input.outcomes.filter(isMeasured).map((outcome) => ({
    sequences: input.datasets.find(({ name }) => name === outcome.planned.dataset)?.sequences ?? null,
    seconds: getSamples(outcome, wallTime.name),
  }))
  const known = sizes.flatMap(({ sequences, seconds }) => (sequences === null ? [] : [{ sequences, seconds }]))
  const problem = explainNoProjection(goal, sizes.length, input)
  if (problem !== null || known.length < sizes.length) {
    const reason = problem ?? 'the size of the dataset is unknown'
    return [projected.hours, projected.rate].map((name) => buildFigure(key, name, null, { reason }))
  }
  const projection = project(known, goal.sequences, input.policy.confidence)
  const { fixedSeconds, hours, hoursInterval } = projection
  const negative = (fixedSeconds ?? 0) < 0 ? `negative: ${unlikeSizes}` : null
  const single = 'one dataset size cannot separate the fixed cost; add a second one in moreDatasets'
  const isFar = projection.extrapolation > maxUnsupported
  const doubt = {
    reason: describeCaveats(projection),
    // Single runs say nothing about the uncertainty, which grows with the distance.
    isSuspicious: isFar && hoursInterval === null,
    ...(isFar && { isRange: true as const }),
  }
  const rates = hoursInterval && ([goal.sequences / hoursInterval[1], goal.sequences / hoursInterval[0]] as const)
  return [
    buildFigure(key, projected.hours, hours, { ...doubt, interval: hoursInterval }),
    buildFigure(key, projected.rate, goal.sequences / hours, { ...doubt, interval: rates }),
    buildFigure(key, 'fixed_cost', fixedSeconds, {
      interval: projection.fixedSecondsInterval,
      isSuspicious: negative !== null,
      reason: fixedSeconds === null ? single : negative,
    }),
    buildFigure(key, 'seconds_per_sequence', projection.secondsPerSequence),
  ]
}

function explainNoProjection(
  { gpus }: Goal,
  sizes: number,
  { suite, devices, outcomes }: EndToEndInput,
): string | null {
  if (gpus !== suite.gpus) return `the goal is for ${gpus} GPUs, this suite measures ${suite.gpus}`
  if (gpus > devices.length) return `the goal is for ${gpus} GPUs, this runner has ${devices.length}`
  return sizes === 0 ? explainAbsence(outcomes[0]) : null
}

/** A projection to more than this multiple of the largest measured size needs an interval that excludes the limit. */
const maxUnsupported = 10

function describeCaveats({ extrapolation, hoursInterval, fixedSeconds }: Projection): string | null {
  const notes = [
    extrapolation > 1 ? `projected to ${formatFactor(extrapolation)} the largest measured size` : null,
    hoursInterval === null
      ? extrapolation > maxUnsupported
        ? `from single runs, which give no interval: measure a size of at least a tenth of the goal, or set repeats to 2 or more`
        : 'single runs: no interval'
      : null,
    (fixedSeconds ?? 0) < 0 ? `the fixed cost is negative: ${unlikeSizes}` : null,
  ]
  return notes.filter((note) => note !== null).join('; ') || null
}

/**
 * Rate of the large dataset divided by the rate of `dataset`, both from this run. Rates are in bytes of FASTA per
 * second, because the work depends on the sequence lengths.
 */
function deriveSustainedRate(key: CaseKey, points: readonly Point<SizeCase>[], input: EndToEndInput): DerivedValue[] {
  const { sustained, dataset } = input.suite
  if (!sustained) return []
  const [large, typical] = [sustained.dataset, dataset ?? ''].map((name) => {
    const { measured, outcome } = points.find((point) => point.dataset === name) ?? {}
    if (!measured) return `${name}: ${explainAbsence(outcome)}`
    const bytes = input.datasets.find((item) => item.name === name)?.bytes ?? 0
    return bytes > 0 ? bytes / summarizeWallTime(measured).median : `the size of ${name} is unknown`
  })
  if (typeof large === 'number' && typeof typical === 'number')
    return [buildFigure(key, 'sustained_rate', large / typical, { reason: `${sustained.dataset} against ${dataset}` })]
  const reason = [large, typical].find((problem) => typeof problem === 'string') ?? null
  return [buildFigure(key, 'sustained_rate', null, { reason })]
}

/** Lists the limit on the sustained rate. */
function buildSustainedRequirement(
  { dataset, minRate }: NonNullable<SuiteConfig<'end-to-end'>['sustained']>,
  severity: Requirement['severity'],
): Requirement {
  const rule = `rate of ${dataset} against the typical sample`
  return buildLimit('sustained_rate', '>=', minRate, { id: 'SUSTAINED', suite: 'end-to-end', severity, rule })
}

function buildSections(
  derived: readonly DerivedValue[],
  requirements: readonly Requirement[],
  { outcomes, datasets, suite: { gpus, goal }, config }: EndToEndInput,
): Section[] {
  const rows = outcomes.map((outcome) => {
    const name = outcome.planned.dataset
    const measured = isMeasured(outcome) ? outcome : null
    return { name, measured, sequences: datasets.find((item) => item.name === name)?.sequences ?? null }
  })
  const sizes = buildTable({ id: 'end-to-end', title: 'End to end' }, rows, [
    ['Dataset', ({ name }) => name || null],
    ['Sequences', ({ sequences }) => (sequences === null ? null : String(sequences))],
    ['GPUs', () => String(gpus)],
    ['Time (median)', ({ measured }) => toCell(measured && summarizeWallTime(measured).median, 's')],
    ['Result rows', ({ measured }) => measured?.resultRows?.toString() ?? null],
    [
      'Throughput',
      ({ measured }) => {
        const rates = measured?.measurements.find(({ metric }) => metric.name === throughput.name)
        return rates ? toCell(computeMedian(rates.samples), rates.metric.unit) : null
      },
    ],
    [
      'Sequences per hour',
      ({ name, measured }) => {
        const rates = derived.filter((item) => item.name === 'sequences_per_hour')
        return measured && toFigureCell(rates.find(({ axes }) => axes['dataset'] === name))
      },
    ],
  ])
  if (!goal) return [sizes]
  const [hours, fixed] = [findFigure(derived, 'projected_hours'), findFigure(derived, 'fixed_cost')]
  const results = requirements.flatMap((requirement) => judgeRequirement(requirement, derived, config))
  const notes = [hours, fixed].flatMap((item) => (item?.reason ? [`${item.name}: ${item.reason}`] : []))
  const target = buildTable(
    { id: 'goal', title: 'Goal', notes },
    [goal],
    [
      ['Sequences', ({ sequences }) => String(sequences)],
      ['GPUs', (one) => String(one.gpus)],
      ['Goal', (one) => toCell(one.hours, 'h')],
      ['Projected', () => toFigureCell(hours)],
      ['Interval', () => toRangeCell(hours?.interval, 'h')],
      ['Fixed cost', () => toFigureCell(fixed)],
      ['Verdict', () => results[0]?.status ?? 'not evaluated'],
    ],
  )
  return [sizes, target]
}
