import { formatCaseId } from '../../domain/core/case.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { PipelineFigures } from '../../domain/trial/pipeline-figures.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { parseStageName } from '../../domain/core/metric.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { Device, Testbed } from '../../domain/testbed/testbed.ts'
import { listUsedGpus } from './telemetry-figures.ts'

type MeasuredOutcome = Extract<CaseOutcome, { status: 'measured' }>
type FigureReader = (figures: PipelineFigures) => number | null

/** Derives figures for requirements from the logs of the pipeline and the GPU monitor. */
export function deriveLogFigures(outcome: CaseOutcome, devices: readonly Device[]): DerivedValue[] {
  if (outcome.status !== 'measured') return []
  const { suite, benchmark, axes } = outcome.planned.key
  const common = { suite, benchmark, axes, interval: null, isSuspicious: false, isDeclared: false, reason: null }
  const deriveFigure = (name: string, unit: string, read: FigureReader): DerivedValue[] => {
    const value = computeRunMedian(outcome, read)
    return value === null ? [] : [{ ...common, name, unit, value }]
  }
  return [
    ...deriveStageTotal(outcome, common),
    ...deriveLowestUtilization(outcome, devices, common),
    ...deriveFigure('inference_rate', 'sequences/s', sumInferenceRates),
    ...deriveFigure('loader_wait_max', 's', ({ dataLoader }) => dataLoader?.waitMaxSeconds ?? null),
    ...deriveFigure('packing_printed', 'share', ({ packing }) => packing?.printed ?? null).map(markAsPrinted),
  ]
}

type Common = Omit<DerivedValue, 'name' | 'unit' | 'value'>

/** Sum of the stage times in seconds; a large gap to the wall time is work outside the stages. */
function deriveStageTotal({ trials }: MeasuredOutcome, common: Common): DerivedValue[] {
  const totals = trials.map(({ stages }) =>
    stages.length === 0 || stages.some(({ seconds }) => seconds === null)
      ? null
      : stages.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
  )
  const value = computeMedianIfComplete(totals)
  return value === null ? [] : [{ ...common, name: 'stage_total', unit: 's', value }]
}

/** Utilization of the least busy assigned GPU in percent. A mean over GPUs would hide an idle one. */
function deriveLowestUtilization(outcome: MeasuredOutcome, devices: readonly Device[], common: Common): DerivedValue[] {
  const given = outcome.planned.gpus.length
  const used = listUsedGpus(outcome, devices).map(({ use }) => use.utilizationPercent?.mean ?? null)
  const known = used.filter((value) => value !== null)
  const figure = { ...common, name: 'lowest_gpu_utilization', unit: '%' }
  if (given === 0) return []
  if (known.length === given) return [{ ...figure, value: Math.min(...known) }]
  const reason = `the utilization of ${given - known.length} of ${given} GPUs is unknown`
  return [{ ...figure, value: null, reason }]
}

/** Sequences per second of all workers, during inference only. */
function sumInferenceRates({ workers }: PipelineFigures): number | null {
  const rates = workers.map(({ sequencesPerSecond }) => sequencesPerSecond)
  return rates.length === 0 || rates.includes(null) ? null : rates.reduce<number>((sum, rate) => sum + (rate ?? 0), 0)
}

/** Marks a figure that the pipeline prints as declared, because it is not verified. */
function markAsPrinted(figure: DerivedValue): DerivedValue {
  const isImpossible = (figure.value ?? 0) > 1
  const reason = isImpossible ? 'printed by the pipeline; more than 100 % is impossible' : 'printed by the pipeline'
  return { ...figure, isDeclared: true, reason }
}

function computeRunMedian({ trials }: MeasuredOutcome, read: FigureReader): number | null {
  return computeMedianIfComplete(trials.map(({ pipeline }) => (pipeline ? read(pipeline) : null)))
}

/** Null when a run lacks the value. */
function computeMedianIfComplete(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? computeMedian(known) : null
}

/** Stages below this share of the 1-GPU time count as small. */
const smallStageShare = 0.1

/** Speed-up over the 1-GPU case, separately for inference and for the sum of the small stages. */
export function deriveLogSpeedups(outcomes: readonly CaseOutcome[]): DerivedValue[] {
  const measured = outcomes.filter((outcome) => outcome.status === 'measured')
  return measured.flatMap((outcome) => {
    const { key } = outcome.planned
    const base = findBase(outcome, measured)
    if (!base) return []
    const common = { ...key, unit: '×', interval: null, isSuspicious: false, isDeclared: false }
    const [one, other] = [computeRunMedian(base, sumInferenceRates), computeRunMedian(outcome, sumInferenceRates)]
    const rates =
      one && other
        ? [{ ...common, name: 'inference_speedup', value: other / one, reason: 'inference only, without start-up' }]
        : []
    return [...rates, ...deriveRestSpeedup(outcome, base, common)]
  })
}

function findBase({ planned }: MeasuredOutcome, measured: readonly MeasuredOutcome[]): MeasuredOutcome | null {
  const { suite, benchmark, axes } = planned.key
  if (typeof axes['gpus'] !== 'number' || axes['gpus'] <= 1) return null
  const id = formatCaseId({ suite, benchmark, axes: { ...axes, gpus: 1 } })
  return measured.find((outcome) => outcome.planned.id === id) ?? null
}

function deriveRestSpeedup(
  outcome: MeasuredOutcome,
  base: MeasuredOutcome,
  common: Omit<DerivedValue, 'name' | 'value' | 'reason'>,
): DerivedValue[] {
  const total = computeMedianIfComplete(base.trials.map(({ wallSeconds }) => wallSeconds))
  const small = base.measurements.flatMap(({ metric, samples }) =>
    parseStageName(metric.name) !== null && total && computeMedian(samples) < total * smallStageShare
      ? [metric.name]
      : [],
  )
  const [one, other] = [base, outcome].map(({ measurements }) =>
    small.reduce((sum, name) => {
      const samples = measurements.find(({ metric }) => metric.name === name)?.samples ?? []
      return samples.length > 0 ? sum + computeMedian(samples) : Number.NaN
    }, 0),
  )
  if (!one || !other || !Number.isFinite(one / other)) return []
  const stages = small.length === 1 ? '1 stage' : `${small.length} stages`
  const reason = `sum of ${stages} below ${smallStageShare * 100} % of the 1-GPU time`
  return [{ ...common, name: 'small_stages_speedup', value: one / other, reason }]
}

/** Share of the GPU runs that have GPU samples (0 to 1), for requirement MON-01; empty for a CPU pipeline. */
export function deriveMonitoredShare(outcomes: readonly CaseOutcome[], { deviceKind }: Testbed): DerivedValue[] {
  if (deviceKind !== 'gpu') return []
  const watchable = outcomes.filter(({ planned }) => planned.gpus.length > 0)
  const counted = watchable.flatMap((outcome) =>
    outcome.status === 'measured' ? outcome.trials.filter((trial) => !isToolFromFiles(outcome, trial)) : [],
  )
  const common = { suite: 'monitor', benchmark: '', axes: {}, interval: null, isSuspicious: false, isDeclared: false }
  const figure = { ...common, name: 'gpu_samples_logged', unit: 'share' }
  if (counted.length === 0) return [{ ...figure, value: null, reason: 'no counted run used a GPU' }]
  const seen = counted.filter(({ telemetry }) => (telemetry?.gpus ?? []).some(({ samples }) => samples > 0)).length
  const reason = `${seen} of ${counted.length} runs have GPU samples`
  return [{ ...figure, value: seen / counted.length, reason }]
}

/** An ingested tool report is not a pipeline run, so GPU samples are not expected. */
function isToolFromFiles({ planned }: MeasuredOutcome, { origin }: Trial): boolean {
  return planned.tool !== undefined && origin !== undefined
}
