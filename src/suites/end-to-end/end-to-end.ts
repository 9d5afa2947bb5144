import type { SuiteConfig } from '../../config/schema/schema.ts'
import { type CaseKey, describeDevices } from '../../domain/core/case.ts'
import { throughput, wallTime } from '../../domain/core/metric.ts'
import { formatCount, formatValue } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { project, type Projection } from '../../domain/scaling/projection.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildTable, toCell, toRangeCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit, findFigure, toFigureCell } from '../figures.ts'
import { buildGoalRequirements, type Goal } from '../goal-requirement.ts'
import { createSuite, type GridCase, type Point } from '../grid.ts'
import { judgeRequirement } from '../judge-requirement.ts'
import { explainAbsence, summarizeWallTime } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'
import { getSamples, isMeasured } from '../../domain/trial/outcome.ts'

type EndToEndInput = JudgeInput<SuiteConfig<'end-to-end'>>
/** The name of the dataset is empty for a program without one. */
type SizeCase = GridCase & { readonly name: string }
type SizePoint = Pick<Point<SizeCase>, 'key' | 'name' | 'outcome' | 'measured' | 'dataset'>

const projected = { hours: 'projected_hours', rate: 'projected_sequences_per_hour' } as const

/** Plans runs of the complete pipeline by dataset, and projects their time to the goal size. */
export const endToEnd = createSuite<SuiteConfig<'end-to-end'>, SizeCase>({
  name: 'end-to-end',
  usesBaselines: true,

  listCases: ({ suite: { dataset = '', moreDatasets, sustained, gpus } }) =>
    [...new Set([dataset, ...moreDatasets, ...(sustained ? [sustained.dataset] : [])])].map((name) => {
      return { name, gpus, axes: { ...(name !== '' && { dataset: name }), gpus }, planned: { dataset: name } }
    }),

  judge: (all, input) => {
    const { goal, severity, sustained, gpus } = input.suite
    const key = { suite: 'end-to-end', benchmark: input.config.pipeline.name, axes: { gpus } }
    // A record may have further sizes than the config.
    const points = input.outcomes.map((outcome): SizePoint => {
      const { planned } = outcome
      const dataset = input.datasets.find(({ name }) => name === planned.dataset)
      const measured = isMeasured(outcome) ? outcome : null
      return { key: planned.key, name: planned.dataset, outcome, measured, dataset }
    })
    const derived = [
      ...points.flatMap(deriveSequenceRate),
      ...(goal ? deriveProjection(key, goal, points, input) : []),
      ...deriveSustainedRate(key, all, input),
    ]
    const hasRuleSet = input.config.ruleSet !== undefined
    const requirements = [
      ...(goal ? buildGoalRequirements(goal, projected, { suite: key.suite, severity, hasRuleSet }) : []),
      ...(sustained
        ? [
            buildLimit('sustained_rate', '>=', sustained.minRate, {
              id: 'SUSTAINED',
              suite: key.suite,
              severity,
              rule: `rate of ${sustained.dataset} against the typical sample`,
            }),
          ]
        : []),
    ]
    return { derived, requirements, sections: buildSections(derived, requirements, points, input) }
  },
})

/** Input sequences per hour of wall time, for datasets of any size. The proof of work checks that they were processed. */
function deriveSequenceRate({ key, name, measured, dataset }: SizePoint): DerivedValue[] {
  if (!measured || name === '') return []
  const sequences = dataset?.sequences ?? null
  const rate = sequences && (sequences / summarizeWallTime(measured).median) * 3600
  return [buildFigure(key, 'sequences_per_hour', rate ?? 'the size of the dataset is unknown')]
}

const unlikeSizes =
  'the larger dataset costs more per sequence, so the sizes are noisy or their sequences differ; use datasets of one shape'

function deriveProjection(
  key: CaseKey,
  goal: Goal,
  points: readonly SizePoint[],
  input: EndToEndInput,
): DerivedValue[] {
  const sizes = points.flatMap(({ measured, dataset }) =>
    measured ? [{ sequences: dataset?.sequences ?? null, seconds: getSamples(measured, wallTime.name) }] : [],
  )
  const known = sizes.flatMap(({ sequences, seconds }) => (sequences === null ? [] : [{ sequences, seconds }]))
  const unknown = known.length < sizes.length ? 'the size of the dataset is unknown' : null
  const problem =
    explainNoProjection(goal, input) ?? (sizes.length === 0 ? explainAbsence(points[0]?.outcome) : unknown)
  if (problem !== null) return [projected.hours, projected.rate].map((name) => buildFigure(key, name, problem))
  const projection = project(known, goal.sequences, input.policy.confidence)
  const { hours, hoursInterval, fixedSeconds, fixedSecondsInterval, secondsPerSequence } = projection
  const isFar = projection.extrapolation > maxUnsupported
  const doubt = {
    reason: describeCaveats(projection),
    // Single runs say nothing about the uncertainty, which grows with the distance.
    isSuspicious: isFar && hoursInterval === null,
    ...(isFar && { isRange: true as const }),
  }
  const rates = hoursInterval && ([goal.sequences / hoursInterval[1], goal.sequences / hoursInterval[0]] as const)
  const isNegative = (fixedSeconds ?? 0) < 0
  const single = 'one dataset size cannot separate the fixed cost; add a second one in moreDatasets'
  return [
    buildFigure(key, projected.hours, hours, { ...doubt, interval: hoursInterval }),
    buildFigure(key, projected.rate, goal.sequences / hours, { ...doubt, interval: rates }),
    buildFigure(key, 'fixed_cost', fixedSeconds ?? single, {
      interval: fixedSecondsInterval,
      isSuspicious: isNegative,
      reason: isNegative ? `negative: ${unlikeSizes}` : null,
    }),
    buildFigure(key, 'seconds_per_sequence', secondsPerSequence),
  ]
}

function explainNoProjection({ gpus }: Goal, { suite, devices }: EndToEndInput): string | null {
  if (gpus !== suite.gpus) return `the goal is for ${describeDevices(gpus, 'gpu')}, this suite measures ${suite.gpus}`
  return gpus > devices.length
    ? `the goal is for ${describeDevices(gpus, 'gpu')}, this runner has ${devices.length}`
    : null
}

/** A projection to more than this multiple of the largest measured size needs an interval that excludes the limit. */
const maxUnsupported = 10

function describeCaveats({ extrapolation, hoursInterval, fixedSeconds }: Projection): string | null {
  // At most three digits after the point: `1.5×`, `80,000×`.
  const factor = formatValue(
    extrapolation < 100 ? Number(extrapolation.toPrecision(3)) : Math.round(extrapolation),
    '×',
  )
  const single =
    extrapolation > maxUnsupported
      ? `from single runs, which give no interval: measure a size of at least a tenth of the goal, or set repeats to 2 or more`
      : 'single runs: no interval'
  const notes = [
    extrapolation > 1 ? `projected to ${factor} the largest measured size` : null,
    hoursInterval === null ? single : null,
    (fixedSeconds ?? 0) < 0 ? `the fixed cost is negative: ${unlikeSizes}` : null,
  ]
  return notes.filter((note) => note !== null).join('; ') || null
}

/**
 * Rate of the large dataset divided by the rate of `dataset`, both from this run. Rates are in bytes of input per
 * second, because the work depends on the sequence lengths.
 */
function deriveSustainedRate(key: CaseKey, points: readonly SizePoint[], { suite }: EndToEndInput): DerivedValue[] {
  const { sustained, dataset: typical = '' } = suite
  if (!sustained) return []
  const [large, usual] = [sustained.dataset, typical].map((name) => {
    const { measured, outcome, dataset } = points.find((point) => point.name === name) ?? {}
    if (!measured) return `${name}: ${explainAbsence(outcome)}`
    return dataset?.bytes ? dataset.bytes / summarizeWallTime(measured).median : `the size of ${name} is unknown`
  })
  if (typeof large === 'number' && typeof usual === 'number')
    return [buildFigure(key, 'sustained_rate', large / usual, { reason: `${sustained.dataset} against ${typical}` })]
  return [buildFigure(key, 'sustained_rate', [large, usual].find((problem) => typeof problem === 'string') ?? null)]
}

function buildSections(
  derived: readonly DerivedValue[],
  requirements: readonly Requirement[],
  points: readonly SizePoint[],
  { suite: { gpus, goal }, config }: EndToEndInput,
): Section[] {
  const sizes = buildTable({ id: 'end-to-end', title: 'End to end' }, points, [
    ['Dataset', ({ name }) => name || null],
    ['Sequences', ({ dataset }) => dataset?.sequences?.toLocaleString('en') ?? null],
    ['GPUs', () => String(gpus)],
    ['Time (median)', ({ measured }) => toCell(measured && summarizeWallTime(measured).median, 's')],
    ['Result rows', ({ measured }) => measured?.resultRows?.toLocaleString('en') ?? null],
    [
      'Throughput',
      ({ measured }) => {
        const rates = measured?.measurements.find(({ metric }) => metric.name === throughput.name)
        return rates ? toCell(computeMedian(rates.samples), rates.metric.unit) : null
      },
    ],
    [
      'Sequences per hour',
      ({ name, measured }) => measured && toFigureCell(findFigure(derived, 'sequences_per_hour', { dataset: name })),
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
      ['Sequences', ({ sequences }) => formatCount(sequences)],
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
