import { formatPercent } from '../../domain/core/numbers.ts'
import type { Config, SuiteConfig } from '../../config/schema/schema.ts'
import { hasAxes } from '../../domain/core/case.ts'
import { wallTime } from '../../domain/core/metric.ts'
import { sumValues } from '../../domain/core/statistics.ts'
import { computeAmdahlCeiling, computeSpeedup, getMinimumSpeedup } from '../../domain/scaling/scaling.ts'
import { computeLawSpeedup, fitScalabilityLaw, type ScalabilityLaw } from '../../domain/scaling/scalability-law.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { buildFilledTable, toCell, type Column } from '../../domain/verdict/section.ts'
import { buildFigure, toFigureCell } from '../figures.ts'
import { compareWallTimes, explainNoSpeedup } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'
import type { StagedPoint, StageFigures } from './stage-figures.ts'
import { getSamples } from '../../domain/trial/outcome.ts'

/** Scaling figures, and the stages that the ceiling is based on. */
export type StageScaling = {
  readonly derived: readonly DerivedValue[]
  /** Stages that can use several GPUs; null: no 1-GPU run with stages. */
  readonly parallelStages: readonly string[] | null
  /** Share of the 1-GPU time in these stages, 0 to 1; null like them. */
  readonly parallelShare: number | null
  /** Null: fewer than three GPU counts. */
  readonly law: ScalabilityLaw | null
}

/**
 * Derives the speed-up of each stage and of the total over GPU counts, the ceiling from the 1-GPU shares (Amdahl 1967),
 * and the Universal Scalability Law fitted to three or more counts.
 */
export function deriveStageScaling(
  points: readonly StagedPoint[],
  { suite, policy: { confidence } }: JudgeInput<SuiteConfig<'stages'>>,
): StageScaling {
  const base = points.find(({ gpus }) => gpus === 1)
  const more = points.filter(({ gpus }) => gpus > 1)
  if (more.length === 0) return { derived: [], parallelStages: null, parallelShare: null, law: null }
  const parallel =
    base && base.stages.length > 0 ? selectParallelStages(base.stages, more, suite.parallelStages, confidence) : null
  const parallelShare = parallel && Math.min(1, sumValues(parallel.map(({ share }) => share)))
  const samples = points.flatMap(({ gpus, measured }) =>
    measured ? [{ gpus, seconds: getSamples(measured, wallTime.name) }] : [],
  )
  const law = fitScalabilityLaw(samples, confidence)
  const derived = [
    ...more.flatMap((point) => {
      const total = compareWallTimes(base?.measured, point.measured, confidence)
      const ceiling = parallelShare === null ? null : computeAmdahlCeiling(parallelShare, point.gpus)
      return [
        buildFigure(point.key, 'speedup', total?.value ?? explainNoSpeedup(point.outcome, base?.outcome), {
          interval: total && total.interval,
        }),
        ...point.stages.flatMap((stage) => deriveStageSpeedup(point, stage, base, confidence)),
        buildFigure(point.key, 'ceiling', ceiling ?? 'the 1-GPU run reported no stage times'),
      ]
    }),
    ...deriveLawFigures(law, Math.max(...samples.map(({ gpus }) => gpus)), more[0]),
  ]
  return { derived, parallelStages: parallel && parallel.map(({ stage }) => stage), parallelShare, law }
}

/** Derives speed-up and efficiency of one stage; a speed-up below 1 is reported as slower than on 1 GPU. */
function deriveStageSpeedup(
  { key, gpus }: StagedPoint,
  { stage, samples }: StageFigures,
  base: StagedPoint | undefined,
  confidence: number,
): DerivedValue[] {
  const one = base?.stages.find((other) => other.stage === stage)?.samples ?? []
  const found = computeSpeedup(one, samples, confidence)
  const own = { ...key, axes: { ...key.axes, stage } }
  const absent = one.length === 0 ? 'the 1-GPU run has no time for this stage' : 'the stage time is 0 s'
  if (!found) return [buildFigure(own, 'stage_speedup', absent)]
  const { value, interval } = found
  const reason = isSlowerThanOneGpu(found) ? 'slower than on 1 GPU' : null
  return [
    buildFigure(own, 'stage_speedup', value, { interval, reason }),
    buildFigure(own, 'stage_efficiency', value / gpus, {
      interval: interval && [interval[0] / gpus, interval[1] / gpus],
      reason,
    }),
  ]
}

/** Whether a speed-up is below 1, by its interval if there is one. */
export function isSlowerThanOneGpu({ value, interval }: Pick<DerivedValue, 'value' | 'interval'>): boolean {
  const highest = interval?.[1] ?? value
  return highest !== null && highest < 1
}

/** Selects the configured parallel stages, otherwise those with a speed-up of at least (1 + largest count) / 2. */
function selectParallelStages(
  base: readonly StageFigures[],
  more: readonly StagedPoint[],
  configured: readonly string[],
  confidence: number,
): StageFigures[] {
  if (configured.length > 0) return base.filter(({ stage }) => configured.includes(stage))
  const largest = more.findLast(({ stages }) => stages.length > 0)
  return base.filter(({ stage, samples }) => {
    const other = largest?.stages.find((one) => one.stage === stage)
    const found = other && computeSpeedup(samples, other.samples, confidence)
    return found && largest ? found.value >= (1 + largest.gpus) / 2 : false
  })
}

function deriveLawFigures(law: ScalabilityLaw | null, largest: number, point: StagedPoint | undefined): DerivedValue[] {
  if (!point) return []
  const key = { ...point.key, axes: {} }
  if (!law) return [buildFigure(key, 'usl_peak', 'fewer than three GPU counts were measured, or 1 is not among them')]
  const { contention, contentionInterval, coherency, coherencyInterval, peak } = law
  const common = [
    buildFigure(key, 'usl_contention', contention, { interval: contentionInterval }),
    buildFigure(key, 'usl_coherency', coherency, { interval: coherencyInterval }),
  ]
  if (!peak.isIdentified) return [...common, buildFigure(key, 'usl_peak', peak.reason)]
  const reason = peak.gpus > largest ? `beyond the ${largest} GPUs that were measured` : null
  return [
    ...common,
    buildFigure(key, 'usl_peak', peak.gpus, { interval: peak.interval, reason }),
    buildFigure(key, 'usl_peak_speedup', peak.speedup, { reason }),
  ]
}

/** Builds the table of speed-ups by stage; empty with one GPU count. */
export function buildScalingTable(points: readonly StagedPoint[], scaling: StageScaling): Section[] {
  const { derived, law } = scaling
  const counts = points.filter(({ gpus }) => gpus > 1)
  if (counts.length === 0) return []
  const stages = new Set(points.flatMap((point) => point.stages.map(({ stage }) => stage)))
  const rows = [
    ...[...stages].map((stage) => ({ title: stage, name: 'stage_speedup', stage })),
    { title: 'total', name: 'speedup', stage: undefined },
    { title: 'ceiling', name: 'ceiling', stage: undefined },
    ...(law ? [{ title: 'scalability law', name: null, stage: undefined }] : []),
  ]
  const columns = counts.map(({ gpus }): Column<(typeof rows)[number]> => [
    `${gpus} GPUs`,
    ({ name, stage }) => {
      if (name === null) return toCell(law && computeLawSpeedup(law, gpus), '×')
      return toFigureCell(
        derived.find((item) => item.name === name && item.axes['gpus'] === gpus && item.axes['stage'] === stage),
      )
    },
  ])
  const heading = { id: 'stage-scaling', title: 'Scaling by stage', notes: listScalingNotes(scaling) }
  return buildFilledTable(heading, rows, [['Speed-up of', ({ title }) => title], ...columns])
}

function listScalingNotes({ parallelStages, parallelShare, derived }: StageScaling): string[] {
  const rest = parallelShare === null ? Number.POSITIVE_INFINITY : 1 / (1 - parallelShare)
  const limit = Number.isFinite(rest) ? ` and at most ${rest.toPrecision(3)}×` : ''
  const ceiling =
    parallelStages === null || parallelShare === null
      ? 'No ceiling: the 1-GPU run reported no stage times.'
      : `Ceiling from the 1-GPU shares: ${formatPercent(parallelShare)} of the time is in stages that use more GPUs (${parallelStages.join(', ') || 'none'})${limit}.`
  const peaks = derived.filter(({ name }) => name === 'usl_peak')
  const slower = derived.filter((item) => item.name === 'stage_speedup' && isSlowerThanOneGpu(item))
  return [
    ceiling,
    ...peaks.map(({ value, interval, reason }) => {
      const range = interval ? ` (${interval[0].toFixed(1)} to ${interval[1].toFixed(1)})` : ''
      const place = value === null ? '' : `${value.toFixed(1)} GPUs${range}`
      const text = [place, reason ?? ''].filter((part) => part !== '').join(', ')
      return `Peak of the Universal Scalability Law: ${text || 'not identifiable'}.`
    }),
    ...slower.map(({ axes }) => `${axes['stage']} is slower on ${axes['gpus']} GPUs than on 1.`),
  ]
}

/** Lists a caution for each limit on the speed-up or efficiency that exceeds the Amdahl ceiling of the stage shares. */
export function listUnreachableLimits({ derived }: StageScaling, { suites, requirements }: Config): Finding[] {
  const profile = suites.scaling?.profile
  return derived.flatMap(({ name, axes, value: ceiling }): Finding[] => {
    if (name !== 'ceiling' || ceiling === null) return []
    const gpus = Number(axes['gpus'])
    const own = requirements
      .filter((one) => one.suite === 'scaling' || one.suite === 'stages')
      .filter((one) => one.operator.startsWith('>') && hasAxes({ gpus }, one.axes))
      .flatMap(({ id, value, limit }) => {
        if (value === 'speedup') return [{ id, limit }]
        return value === 'efficiency' ? [{ id, limit: limit * gpus }] : []
      })
    const usual = profile ? [{ id: `scaling profile ${profile}`, limit: getMinimumSpeedup(profile, gpus) ?? 0 }] : []
    return [...usual, ...own]
      .filter(({ limit }) => limit > ceiling)
      .map(({ id, limit }) => ({
        kind: 'caution',
        subject: `${id} on ${gpus} GPUs`,
        reason: `requires ${Number(limit.toPrecision(3))}×, which exceeds the ceiling: the 1-GPU shares of the stages allow ${ceiling.toFixed(2)}×`,
      }))
  })
}
