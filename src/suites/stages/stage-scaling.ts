import { computeAmdahlCeiling } from '../../domain/scaling/scaling.ts'
import { computeLawSpeedup, fitScalabilityLaw, type ScalabilityLaw } from '../../domain/scaling/scalability-law.ts'
import { computeSpeedup } from '../../domain/scaling/speedup.ts'
import { wallTime } from '../../domain/core/metric.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { isMeasured, getSamples, explainAbsence } from '../outcomes.ts'
import type { StageFigures, StagePoint } from './stage-figures.ts'

/** A GPU count with its stages. */
export type StagedPoint = StagePoint & { readonly stages: readonly StageFigures[] }

/** Settings of the scaling analysis; `confidence` from 0 to 1. */
export type StageScalingRules = {
  readonly suite: string
  readonly benchmark: string
  /** Empty: stages that scale with at least half of the added GPUs are used. */
  readonly parallelStages: readonly string[]
  readonly confidence: number
}

/** Scaling figures, and the stages that the ceiling is based on. */
export type StageScaling = {
  readonly derived: readonly DerivedValue[]
  /** Null: no 1-GPU run with stages. */
  readonly parallelStages: readonly string[] | null
  /** Share of the 1-GPU time in these stages. */
  readonly parallelShare: number | null
}

/**
 * Derives the speed-up of each stage and of the total over GPU counts, the ceiling from the 1-GPU shares (Amdahl 1967),
 * and the Universal Scalability Law fitted to three or more counts.
 */
export function deriveStageScaling(points: readonly StagedPoint[], rules: StageScalingRules): StageScaling {
  const base = points.find(({ gpus }) => gpus === 1)
  const more = points.filter(({ gpus }) => gpus > 1)
  if (more.length === 0) return { derived: [], parallelStages: null, parallelShare: null }
  const parallelStages = base && base.stages.length > 0 ? selectParallelStages(base, more, rules) : null
  const parallelShare = base && parallelStages ? sumShares(base.stages, parallelStages) : null
  const derived = [
    ...more.flatMap((point) => [
      ...deriveTotalSpeedup(point, base, rules),
      ...point.stages.flatMap((stage) => deriveStageSpeedup(point, stage, base, rules)),
      ...deriveCeiling(point, parallelShare),
    ]),
    ...deriveLawFigures(points, rules),
  ]
  return { derived, parallelStages, parallelShare }
}

const plain = { interval: null, reason: null, isSuspicious: false, isDeclared: false } as const

function deriveTotalSpeedup(
  point: StagedPoint,
  base: StagedPoint | undefined,
  rules: StageScalingRules,
): DerivedValue[] {
  const getWallSamples = (one: StagedPoint | undefined): readonly number[] =>
    isMeasured(one?.outcome) ? getSamples(one.outcome, wallTime.name) : []
  const found = computeSpeedup(getWallSamples(base), getWallSamples(point), rules.confidence)
  if (found)
    return [{ ...point.key, ...plain, name: 'speedup', unit: '×', value: found.value, interval: found.interval }]
  const reason = isMeasured(base?.outcome)
    ? explainAbsence(point.outcome)
    : `no 1-GPU run to compare with: ${explainAbsence(base?.outcome)}`
  return [{ ...point.key, ...plain, name: 'speedup', unit: '×', value: null, reason }]
}

/** Derives speed-up and efficiency of one stage; a speed-up below 1 is reported as slower than on 1 GPU. */
function deriveStageSpeedup(
  point: StagedPoint,
  { stage, samples }: StageFigures,
  base: StagedPoint | undefined,
  { confidence }: StageScalingRules,
): DerivedValue[] {
  const one = base?.stages.find((other) => other.stage === stage)?.samples ?? []
  const found = computeSpeedup(one, samples, confidence)
  const key = { ...point.key, axes: { ...point.key.axes, stage } }
  if (!found) {
    const reason = one.length === 0 ? 'the 1-GPU run has no time for this stage' : 'the stage time is 0 s'
    return [{ ...key, ...plain, name: 'stage_speedup', unit: '×', value: null, reason }]
  }
  const { value, interval } = found
  const common = { ...key, ...plain, reason: isSlowerThanOneGpu(found) ? 'slower than on 1 GPU' : null }
  const scaled = interval && ([interval[0] / point.gpus, interval[1] / point.gpus] as const)
  return [
    { ...common, name: 'stage_speedup', unit: '×', value, interval },
    { ...common, name: 'stage_efficiency', unit: 'share', value: value / point.gpus, interval: scaled },
  ]
}

/** Whether a speed-up is below 1, by its interval if there is one. */
export function isSlowerThanOneGpu({ value, interval }: Pick<DerivedValue, 'value' | 'interval'>): boolean {
  const highest = interval?.[1] ?? value
  return highest !== null && highest < 1
}

function deriveCeiling({ key, gpus }: StagedPoint, parallelShare: number | null): DerivedValue[] {
  const reason = parallelShare === null ? 'the 1-GPU run reported no stage times' : null
  const value = parallelShare === null ? null : computeAmdahlCeiling(parallelShare, gpus)
  return [{ ...key, ...plain, name: 'ceiling', unit: '×', value, reason }]
}

/** Selects the configured parallel stages, otherwise those with a speed-up of at least (1 + largest count) / 2. */
function selectParallelStages(base: StagedPoint, more: readonly StagedPoint[], rules: StageScalingRules): string[] {
  const names = base.stages.map(({ stage }) => stage)
  if (rules.parallelStages.length > 0) return names.filter((name) => rules.parallelStages.includes(name))
  const largest = more.filter(({ stages }) => stages.length > 0).at(-1)
  return names.filter((name) => {
    const [one, other] = [base, largest].map(
      (point) => point?.stages.find(({ stage }) => stage === name)?.samples ?? [],
    )
    const found = computeSpeedup(one ?? [], other ?? [], rules.confidence)
    return found !== null && largest !== undefined && found.value >= (1 + largest.gpus) / 2
  })
}

function sumShares(stages: readonly StageFigures[], names: readonly string[]): number {
  return Math.min(
    1,
    stages.filter(({ stage }) => names.includes(stage)).reduce((sum, { share }) => sum + share, 0),
  )
}

function deriveLawFigures(
  points: readonly StagedPoint[],
  { suite, benchmark, confidence }: StageScalingRules,
): DerivedValue[] {
  const samples = points.flatMap(({ gpus, outcome }) =>
    isMeasured(outcome) ? [{ gpus, seconds: getSamples(outcome, wallTime.name) }] : [],
  )
  const law = fitScalabilityLaw(samples, confidence)
  const common = { suite, benchmark, axes: {}, ...plain }
  if (!law) {
    const reason = 'fewer than three GPU counts were measured, or 1 is not among them'
    return [{ ...common, name: 'usl_peak', unit: 'GPUs', value: null, reason }]
  }
  return [
    { ...common, name: 'usl_contention', unit: 'share', value: law.contention, interval: law.contentionInterval },
    { ...common, name: 'usl_coherency', unit: '', value: law.coherency, interval: law.coherencyInterval },
    ...derivePeakFigures(law, Math.max(...samples.map(({ gpus }) => gpus))).map((item) => ({ ...common, ...item })),
  ]
}

function derivePeakFigures(
  { peak }: ScalabilityLaw,
  largest: number,
): Pick<DerivedValue, 'name' | 'unit' | 'value' | 'interval' | 'reason'>[] {
  if (!peak.isIdentified) return [{ name: 'usl_peak', unit: 'GPUs', value: null, interval: null, reason: peak.reason }]
  const reason = peak.gpus > largest ? `beyond the ${largest} GPUs that were measured` : null
  return [
    { name: 'usl_peak', unit: 'GPUs', value: peak.gpus, interval: peak.interval, reason },
    { name: 'usl_peak_speedup', unit: '×', value: peak.speedup, interval: null, reason },
  ]
}

/** Speed-up that the fitted scalability law predicts; null without a fit. */
export function computeFittedSpeedup(derived: readonly DerivedValue[], gpus: number): number | null {
  const findValue = (name: string): number | null => derived.find((item) => item.name === name)?.value ?? null
  const [contention, coherency] = [findValue('usl_contention'), findValue('usl_coherency')]
  return contention === null || coherency === null ? null : computeLawSpeedup({ contention, coherency }, gpus)
}
