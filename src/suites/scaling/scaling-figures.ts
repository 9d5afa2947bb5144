import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { createStageMetric, wallTime } from '../../domain/core/metric.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeAmdahlCeiling, getMinimumSpeedup, getUsualMaximum } from '../../domain/scaling/scaling.ts'
import { computeSpeedup, type Speedup } from '../../domain/scaling/speedup.ts'
import { computeMedian, type Interval } from '../../domain/core/statistics.ts'
import { isMeasured, getSamples, summarizeWallTime, explainAbsence, type MeasuredOutcome } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'

/** Efficiencies above this are not judged, whatever their interval. */
const maxEfficiency = 1.05

type ScalingConfig = SuiteConfig<'scaling'>

/** GPUs of all nodes together and of each node; `nodes` is null when the config names no node counts. */
export type ScalingSize = { readonly gpus: number; readonly perNode: number; readonly nodes: number | null }

/** One GPU count of the suite with its outcome. */
export type ScalingPoint = ScalingSize & {
  readonly key: CaseKey
  /** Absent when the runner has too few devices. */
  readonly outcome: CaseOutcome | undefined
}

/** Derives speed-up, efficiency and ceiling of each GPU count against the 1-GPU run of the same record. */
export function deriveScalingFigures(
  points: readonly ScalingPoint[],
  input: JudgeInput<ScalingConfig>,
): DerivedValue[] {
  const base = points.find((point) => point.gpus === 1)?.outcome
  const parallelShare = isMeasured(base) ? computeParallelShare(base, input.suite.parallelStages) : null
  return points.filter(({ gpus }) => gpus > 1).flatMap((point) => derivePointFigures(point, base, parallelShare, input))
}

function derivePointFigures(
  point: ScalingPoint,
  base: CaseOutcome | undefined,
  parallelShare: number | null,
  input: JudgeInput<ScalingConfig>,
): DerivedValue[] {
  const ceiling = parallelShare === null ? null : computeAmdahlCeiling(parallelShare, point.gpus)
  const common = { ...point.key, isDeclared: false, isSuspicious: false, interval: null, reason: null }
  const limitOfReach = {
    ...common,
    name: 'ceiling',
    unit: '×',
    value: ceiling,
    reason: ceiling === null ? explainNoCeiling(input) : null,
  }
  if (!isMeasured(point.outcome) || !isMeasured(base)) {
    const reason = explainNoSpeedup(point, base, input)
    const absent = { ...common, value: null, reason }
    return [{ ...absent, name: 'speedup', unit: '×' }, { ...absent, name: 'efficiency', unit: 'share' }, limitOfReach]
  }
  const { value: speedup, interval } = computeTotalSpeedup(base, point.outcome, input.policy.confidence)
  const doubt = findDoubt({ point, base, speedup, interval, ceiling, input })
  const judged = { ...common, ...doubt }
  return [
    { ...judged, name: 'speedup', unit: '×', value: speedup, interval },
    {
      ...judged,
      name: 'efficiency',
      unit: 'share',
      value: speedup / point.gpus,
      interval: scaleInterval(interval, 1 / point.gpus),
    },
    limitOfReach,
  ]
}

function explainNoSpeedup(
  point: ScalingPoint,
  base: CaseOutcome | undefined,
  { devices }: JudgeInput<ScalingConfig>,
): string {
  if (point.perNode > devices.length) return `needs ${point.perNode} devices, this runner has ${devices.length}`
  return isMeasured(base) ? explainAbsence(point.outcome) : `no 1-GPU run to compare with: ${explainAbsence(base)}`
}

type Doubt = Pick<DerivedValue, 'reason' | 'isSuspicious'>
type DoubtInput = {
  readonly point: ScalingPoint
  readonly base: MeasuredOutcome
  readonly speedup: number
  readonly interval: Interval | null
  readonly ceiling: number | null
  readonly input: JudgeInput<ScalingConfig>
}

/** Finds reasons to doubt a speed-up; those that make it unfit for a verdict set `isSuspicious`. */
function findDoubt({ point, base, speedup, interval, ceiling, input }: DoubtInput): Doubt {
  const rows = isMeasured(point.outcome) ? point.outcome.resultRows : null
  if (rows !== base.resultRows)
    return markUnfit(
      `wrote ${rows ?? 'unknown'} result rows, the 1-GPU run ${base.resultRows ?? 'unknown'}: different work`,
    )
  const tooSmall = explainSize(input)
  if (tooSmall !== null) return markUnfit(tooSmall)
  const impossible = `faster than ${point.gpus} GPUs can be (efficiency above 100 %)`
  if ((interval?.[0] ?? speedup) > point.gpus) return markUnfit(`${impossible}: check that both runs did the same work`)
  if (speedup > point.gpus * maxEfficiency)
    return markUnfit(`${impossible}: the noise of these runs is too large to judge it`)
  return { reason: describeRemarks(point.gpus, speedup, ceiling, input), isSuspicious: false }
}

/** Explains why the dataset is too small to judge scaling; null if it is large enough, or no FASTA. */
function explainSize({ suite: { dataset, minSequences }, datasets }: JudgeInput<ScalingConfig>): string | null {
  if (dataset === undefined) return null
  const sequences = datasets.find(({ name }) => name === dataset)?.sequences
  if (sequences === undefined) return `the size of dataset ${dataset} is unknown`
  if (sequences === null || sequences >= minSequences) return null
  return `${sequences} sequences are dominated by overhead; ${minSequences} are needed to judge scaling`
}

function markUnfit(reason: string): Doubt {
  return { reason, isSuspicious: true }
}

function describeRemarks(
  gpus: number,
  speedup: number,
  ceiling: number | null,
  { suite }: JudgeInput<ScalingConfig>,
): string | null {
  const usual = getUsualMaximum(suite.profile, gpus)
  const limit = getMinimumSpeedup(suite.profile, gpus)
  const isSuperlinear = speedup > gpus
  const look = isSuperlinear ? `the excess over ${gpus}× is within the noise` : 'check that both runs did the same work'
  const notes = [
    usual !== null && speedup > usual ? `above the usual ${usual}×: ${look}` : null,
    usual === null && isSuperlinear ? `efficiency above 100 %: ${look}` : null,
    ceiling !== null && limit !== null && limit > ceiling
      ? `the limit of ${limit}× exceeds the ceiling: the 1-GPU shares allow ${ceiling.toFixed(2)}×`
      : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join('; ') : null
}

function explainNoCeiling({ suite }: JudgeInput<ScalingConfig>): string {
  return suite.parallelStages.length === 0
    ? 'parallelStages names no stage that can use more GPUs'
    : 'the 1-GPU run reported no times for the stages in parallelStages'
}

/** Share of the 1-GPU wall time in the named stages, 0 to 1; null when a stage has no time. */
function computeParallelShare(base: MeasuredOutcome, stages: readonly string[]): number | null {
  const seconds = stages.map((stage) => getSamples(base, createStageMetric(stage).name))
  if (seconds.length === 0 || seconds.some((samples) => samples.length === 0)) return null
  const parallel = seconds.reduce((sum, samples) => sum + computeMedian(samples), 0)
  return Math.min(1, parallel / summarizeWallTime(base).median)
}

function computeTotalSpeedup(base: MeasuredOutcome, other: MeasuredOutcome, confidence: number): Speedup {
  const [one, more] = [base, other].map((outcome) => getSamples(outcome, wallTime.name))
  const found = computeSpeedup(one ?? [], more ?? [], confidence)
  if (!found) throw new RangeError('a measured case has wall times')
  return found
}

function scaleInterval(interval: Interval | null, factor: number): Interval | null {
  return interval ? [interval[0] * factor, interval[1] * factor] : null
}
