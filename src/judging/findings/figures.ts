import type { Config } from '../../config/schema/schema.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { formatCaseId, hasAxes } from '../../domain/core/case.ts'
import { computeMedian, computeMean } from '../../domain/core/statistics.ts'
import { wallTime, parseStageName } from '../../domain/core/metric.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'
import type { Device, Testbed } from '../../domain/testbed/testbed.ts'
import type { GpuUse, Spread } from '../../record/telemetry.ts'

/** A measured figure without an interval. */
const plainFigure = { interval: null, isSuspicious: false, isDeclared: false, reason: null } as const

/** Derives the figures that all suites share. */
export function deriveCommonFigures(
  own: readonly CaseOutcome[],
  { testbed }: RunRecord,
  { requirements }: Config,
): DerivedValue[] {
  return [
    ...own.flatMap(deriveCaseFigures),
    ...deriveMissingFigures(own, requirements),
    ...own.flatMap((outcome) => deriveLogFigures(outcome, testbed.devices)),
    ...deriveLogSpeedups(own),
    ...deriveMonitoredShare(own, testbed),
    ...own.flatMap((outcome) => deriveTelemetryFigures(outcome, testbed.devices)),
  ]
}

/**
 * Joins the figures that all suites share with those of the suites. A figure that both have counts once: that of the
 * suite, unless only the other one has a value. Otherwise a limit on it would be judged twice.
 */
export function joinFigures(common: readonly DerivedValue[], own: readonly DerivedValue[]): DerivedValue[] {
  const valued = new Set(own.filter(({ value }) => value !== null).map(identify))
  const kept = common.filter((figure) => !valued.has(identify(figure)))
  const known = new Set(kept.filter(({ value }) => value !== null).map(identify))
  return [...kept, ...own.filter((figure) => !known.has(identify(figure)))]
}

function identify(figure: DerivedValue): string {
  return `${formatCaseId(figure)}\n${figure.name}`
}

/** Median of every metric of a measured case, and the share of the wall time (0 to 1) of each stage. */
export function deriveCaseFigures(outcome: CaseOutcome): DerivedValue[] {
  if (outcome.status !== 'measured') return []
  // No requirement uses figures of ingested runs that differ from their reference.
  const differences = [...new Set(outcome.trials.flatMap(({ origin }) => origin?.differences ?? []))]
  const reason = differences.length === 0 ? null : `not comparable: ${differences.join('; ')}`
  const common = { ...outcome.planned.key, ...plainFigure, reason, isSuspicious: reason !== null }
  const wall = outcome.measurements.find((item) => item.metric.name === wallTime.name)
  return outcome.measurements.flatMap(({ metric, samples }) => {
    const value = computeMedian(samples)
    const stage = parseStageName(metric.name)
    const figure = { ...common, name: metric.name, value, unit: metric.unit }
    if (stage === null || !wall) return [figure]
    return [figure, { ...common, name: `share:${stage}`, value: value / computeMedian(wall.samples), unit: 'share' }]
  })
}

type LimitTarget = Pick<Config['requirements'][number], 'suite' | 'value' | 'axes'>

/**
 * Adds a null figure for each head case that lacks the value of a requirement while other cases of the suite have it.
 * Without it, a case that stopped reporting a stage would pass because of the cases that still report it.
 */
export function deriveMissingFigures(
  outcomes: readonly CaseOutcome[],
  requirements: readonly LimitTarget[],
): DerivedValue[] {
  const cases = outcomes.flatMap((outcome) => {
    const { key, revision } = outcome.planned
    const names = new Set(deriveCaseFigures(outcome).map(({ name }) => name))
    return outcome.status === 'measured' && revision === 'head' ? [{ key, names }] : []
  })
  const found = requirements.flatMap(({ suite, value, axes }) => {
    const covered = cases.filter(({ key }) => key.suite === suite && hasAxes(key.axes, axes))
    const lacking = covered.filter(({ names }) => !names.has(value))
    return lacking.length === covered.length ? [] : lacking.map(({ key }) => ({ key, value }))
  })
  const unique = new Map(found.map((one) => [JSON.stringify(one), one]))
  return [...unique.values()].map(({ key, value }) => {
    const reason = `some runs of this case lack ${value}, which other cases of the suite have`
    return { ...key, ...plainFigure, name: value, value: null, unit: '', reason }
  })
}

type MeasuredOutcome = Extract<CaseOutcome, { status: 'measured' }>
type FigureReader = (figures: PipelineFigures) => number | null

/** Derives figures for requirements from the logs of the pipeline and the GPU monitor. */
export function deriveLogFigures(outcome: CaseOutcome, devices: readonly Device[]): DerivedValue[] {
  if (outcome.status !== 'measured') return []
  const common = { ...outcome.planned.key, ...plainFigure }
  const deriveFigure = (name: string, unit: string, read: FigureReader): DerivedValue[] => {
    const value = computeRunMedian(outcome, read)
    return value === null ? [] : [{ ...common, name, unit, value }]
  }
  return [
    ...deriveStageTotal(outcome, common),
    ...deriveLowestUtilization(outcome, devices, common),
    ...deriveFigure('inference_rate', 'sequences/s', sumInferenceRates),
    ...deriveFigure('loader_wait_max', 's', ({ dataLoader }) => dataLoader?.waitMaxSeconds ?? null),
    // What the pipeline prints is declared, because it is not verified.
    ...deriveFigure('packing_printed', 'share', ({ packing }) => packing?.printed ?? null).map((figure) => ({
      ...figure,
      isDeclared: true,
      reason: `printed by the pipeline${(figure.value ?? 0) > 1 ? '; more than 100 % is impossible' : ''}`,
    })),
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

function computeRunMedian({ trials }: MeasuredOutcome, read: FigureReader): number | null {
  return computeMedianIfComplete(trials.map(({ pipeline }) => (pipeline ? read(pipeline) : null)))
}

/** Null without values, or when a run lacks the value: figures over part of the runs are not comparable. */
export function keepComplete<Value>(values: readonly (Value | null)[]): Value[] | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? known : null
}

function computeMedianIfComplete(values: readonly (number | null)[]): number | null {
  const known = keepComplete(values)
  return known && computeMedian(known)
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
    const common = { ...key, ...plainFigure, unit: '×' }
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
  const counted = outcomes.flatMap((outcome) => {
    const { gpus, tool } = outcome.planned
    if (outcome.status !== 'measured' || gpus.length === 0) return []
    // An ingested tool report is not a pipeline run, so GPU samples are not expected.
    return outcome.trials.filter(({ origin }) => tool === undefined || origin === undefined)
  })
  const key = { suite: 'monitor', benchmark: '', axes: {} }
  const figure = { ...key, ...plainFigure, name: 'gpu_samples_logged', unit: 'share' }
  if (counted.length === 0) return [{ ...figure, value: null, reason: 'no counted run used a GPU' }]
  const seen = counted.filter(({ telemetry }) => (telemetry?.gpus ?? []).some(({ samples }) => samples > 0)).length
  const reason = `${seen} of ${counted.length} runs have GPU samples${describeSampledStages(counted)}`
  return [{ ...figure, value: seen / counted.length, reason }]
}

/** Counts the stages with GPU samples in every run that attributes its samples; empty without such a run. */
function describeSampledStages(trials: readonly Trial[]): string {
  const rows = trials.flatMap(({ gpuByStage }) => gpuByStage?.rows ?? [])
  const stages = Map.groupBy(rows, ({ stage }) => stage)
  const seen = [...stages.values()].filter((own) =>
    own.every(({ utilizationPercent, memoryPeakBytes }) => utilizationPercent !== null && memoryPeakBytes !== null),
  )
  return stages.size === 0 ? '' : `; ${seen.length} of ${stages.size} stages have samples in all of them`
}

/** Use of one GPU over the counted runs of a case. */
export type UsedGpu = {
  readonly gpu: number
  /** Means over the runs; minimum and maximum over all of them. */
  readonly use: GpuUse
  readonly memoryPeakBytes: number | null
  /** Median over the runs. */
  readonly energyJoules: number | null
}

/** Lists the use of the assigned GPUs only, because idle GPUs would lower a mean; empty without telemetry. */
export function listUsedGpus(outcome: CaseOutcome, devices: readonly Device[]): UsedGpu[] {
  if (outcome.status !== 'measured') return []
  const windows = outcome.trials.flatMap((trial) => trial.telemetry ?? [])
  return outcome.planned.gpus.flatMap((id) => {
    const gpu = devices.find((device) => device.id === id)?.physicalIndex ?? id
    const uses = windows.flatMap(({ gpus }) => gpus.find((use) => use.gpu === gpu) ?? [])
    return uses.length === windows.length && uses.length > 0 ? [summarizeGpu(gpu, uses)] : []
  })
}

/** Derives utilization, SM activity, peak memory and energy of every assigned GPU, for requirements. */
export function deriveTelemetryFigures(outcome: CaseOutcome, devices: readonly Device[]): DerivedValue[] {
  const { key } = outcome.planned
  const problems =
    outcome.status === 'measured' ? outcome.trials.flatMap(({ telemetry }) => telemetry?.problems ?? []) : []
  return listUsedGpus(outcome, devices).flatMap(({ gpu, use, memoryPeakBytes, energyJoules }) => {
    const common = { ...key, axes: { ...key.axes, gpu }, ...plainFigure }
    const buildFigure = (name: string, unit: string, value: number | null): DerivedValue => {
      const reason = value === null ? explainUnobserved(name, gpu, problems) : null
      return { ...common, name, unit, value, reason }
    }
    const total = use.memoryTotalBytes
    return [
      buildFigure('gpu_utilization', '%', use.utilizationPercent?.mean ?? null),
      buildFigure('sm_utilization', 'share', use.smUtilization?.mean ?? null),
      buildFigure('gpu_memory_peak', 'B', memoryPeakBytes),
      buildFigure(
        'gpu_memory_peak_share',
        'share',
        memoryPeakBytes === null || total === null ? null : memoryPeakBytes / total,
      ),
      buildFigure('gpu_energy', 'J', energyJoules),
    ]
  })
}

/** Words by which the problems of a monitor name a figure. */
const figureWords: Readonly<Record<string, RegExp>> = {
  gpu_utilization: /\butilization\b|utilization_percent|could not be read/,
  sm_utilization: /\bsm[ _]utilization|GPM/,
  gpu_memory_peak: /\bmemory used|memory_(?:used|total)_bytes/,
  gpu_memory_peak_share: /\bmemory used|memory_(?:used|total)_bytes/,
  gpu_energy: /: energy is not available|energy counter/,
}

/** Explains why a figure has no value, with the problem that the monitor reported if there is one. */
function explainUnobserved(name: string, gpu: number, problems: readonly string[]): string {
  const own = problems.filter((problem) => !/^GPU [\d, ]+:/.test(problem) || isAboutGpu(problem, gpu))
  const cause = own.find((problem) => figureWords[name]?.test(problem))
  return `not observed: ${cause ?? 'not offered by the monitor of this run'}`
}

function isAboutGpu(problem: string, gpu: number): boolean {
  const [, list = ''] = /^GPU ([\d, ]+):/.exec(problem) ?? []
  return list.split(', ').includes(String(gpu))
}

function summarizeGpu(gpu: number, uses: readonly GpuUse[]): UsedGpu {
  const [first] = uses
  if (!first) throw new RangeError('a used GPU needs at least one window')
  const peaks = keepComplete(uses.map((use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes))
  const spread = (read: (use: GpuUse) => Spread | null) => joinSpreads(uses.map(read))
  return {
    gpu,
    memoryPeakBytes: peaks && Math.max(...peaks),
    energyJoules: computeMedianIfComplete(uses.map((use) => use.energyJoules)),
    use: {
      ...first,
      utilizationPercent: spread((use) => use.utilizationPercent),
      smUtilization: spread((use) => use.smUtilization),
      smOccupancy: spread((use) => use.smOccupancy),
      tensorActivity: spread((use) => use.tensorActivity),
      powerWatts: spread((use) => use.powerWatts),
      smClockMhz: spread((use) => use.smClockMhz),
      temperatureCelsius: spread((use) => use.temperatureCelsius),
    },
  }
}

function joinSpreads(spreads: readonly (Spread | null)[]): Spread | null {
  const known = keepComplete(spreads)
  if (!known) return null
  const averageField = (read: (spread: Spread) => number): number => computeMean(known.map(read))
  return {
    mean: averageField((spread) => spread.mean),
    min: Math.min(...known.map((spread) => spread.min)),
    max: Math.max(...known.map((spread) => spread.max)),
    p5: averageField((spread) => spread.p5),
    p50: averageField((spread) => spread.p50),
    p95: averageField((spread) => spread.p95),
  }
}
