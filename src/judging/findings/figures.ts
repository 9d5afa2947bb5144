import { formatCounted } from '../../domain/core/numbers.ts'
import {
  computeCompleteSum,
  computeMedian,
  computeMean,
  takeComplete,
  computeCompleteMedian,
} from '../../domain/core/statistics.ts'
import { listPhysicalGpus } from '../../suites/runs.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type CaseOutcome, getSamples, isMeasured, type MeasuredOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../record/run.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { type CaseKey, formatCaseId, hasAxes } from '../../domain/core/case.ts'
import { wallTime, parseStageName } from '../../domain/core/metric.ts'
import { readingPrefix } from '../../domain/trial/trial-readings.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'
import type { Device, Testbed } from '../../domain/testbed/testbed.ts'
import type { GpuUse, Spread } from '../../record/telemetry.ts'

/** A measured figure without an interval. */
const plainFigure = { interval: null, isSuspicious: false, isDeclared: false, reason: null } as const

/** Derives the figures that all suites share, for the cases `own`; null where cases of the suite lack a limited one. */
export function deriveCommonFigures(
  own: readonly CaseOutcome[],
  { testbed }: RunRecord,
  { requirements }: Config,
): DerivedValue[] {
  const { devices } = testbed
  const figures = [
    ...own.flatMap(deriveCaseFigures),
    ...own.flatMap((outcome) => deriveLogFigures(outcome, devices)),
    ...deriveLogSpeedups(own),
    ...deriveMonitoredShare(own, testbed),
    ...own.flatMap((outcome) => deriveTelemetryFigures(outcome, devices)),
  ]
  return [...figures, ...deriveMissingFigures(figures, own, requirements)]
}

function identify(figure: CaseKey & Pick<DerivedValue, 'name'>): string {
  return `${formatCaseId(figure)}\n${figure.name}`
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

/** Median of every metric of a measured case, and the share of the wall time (0 to 1) of each stage. */
function deriveCaseFigures(outcome: CaseOutcome): DerivedValue[] {
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

/**
 * Adds a null figure for each head case that lacks the value of a requirement while other cases of the suite have it.
 * Without it, a case that stopped reporting a stage would pass because of the cases that still report it. A figure of a
 * tool is missing only where another case of the same benchmark has it: other benchmarks are of other tools.
 */
function deriveMissingFigures(
  figures: readonly DerivedValue[],
  outcomes: readonly CaseOutcome[],
  requirements: Config['requirements'],
): DerivedValue[] {
  const heads = outcomes.filter(({ status, planned }) => status === 'measured' && planned.revision === 'head')
  return [...Map.groupBy(requirements, (one) => one.value)].flatMap(([value, limits]) => {
    const named = figures.filter(({ name }) => name === value)
    const known = new Set(named.map(({ axes: { gpu: _gpu, ...axes }, ...figure }) => identify({ ...figure, axes })))
    const isOfTool = value.startsWith(readingPrefix)
    // A case without GPUs has no figure of a GPU, and the speed-up of one GPU is none.
    const isSpeedup = value === 'inference_speedup' || value === 'small_stages_speedup'
    const least = isSpeedup ? 2 : Number(telemetryFigures.some(([name]) => name === value))
    const cases = heads.filter(({ planned: { gpus } }) => gpus.length >= least).map(({ planned: { key } }) => key)
    const { has = [], lacks = [] } = Object.groupBy(cases, (key) =>
      known.has(identify({ ...key, name: value })) ? 'has' : 'lacks',
    )
    const areLimited = (...keys: readonly CaseKey[]): boolean =>
      limits.some(({ suite, axes }) => keys.every((key) => key.suite === suite && hasAxes(key.axes, axes)))
    const reason = `some runs of this case lack ${value}, which other cases of the suite have`
    return lacks
      .filter((key) => has.some((other) => (!isOfTool || other.benchmark === key.benchmark) && areLimited(key, other)))
      .map((key) => ({ ...key, ...plainFigure, name: value, value: null, unit: '', reason }))
  })
}

/** Derives figures for requirements from the logs of the pipeline and the GPU monitor. */
export function deriveLogFigures(outcome: CaseOutcome, devices: readonly Device[]): DerivedValue[] {
  if (outcome.status !== 'measured') return []
  const given = listPhysicalGpus(outcome, devices).length
  const isWatched = outcome.trials.every(({ telemetry }) => telemetry !== null)
  const used = isWatched ? listUsedGpus(outcome, devices) : []
  const known = used.flatMap(({ use }) => use.utilizationPercent?.mean ?? [])
  const unknown = `the utilization of ${given - known.length} of ${given} GPUs is unknown`
  // A mean over GPUs would hide an idle one.
  const utilization = known.length === given ? { value: Math.min(...known) } : { value: null, reason: unknown }
  // A large gap to the wall time is work outside the stages.
  const stages = outcome.trials.map((trial) => computeCompleteSum(trial.stages.map(({ seconds }) => seconds)))
  const total = computeCompleteMedian(stages)
  const wait = computeRunMedian(outcome, ({ dataLoader }) => dataLoader?.waitMaxSeconds ?? null)
  const printed = computeRunMedian(outcome, ({ packing }) => packing?.printed ?? null)
  const reason = `printed by the pipeline${(printed ?? 0) > 1 ? '; more than 100 % is impossible' : ''}`
  const figures = [
    { name: 'stage_total', unit: 's', value: total },
    ...(given === 0 ? [] : [{ name: 'lowest_gpu_utilization', unit: '%', ...utilization }]),
    { name: 'inference_rate', unit: 'sequences/s', value: computeInferenceRate(outcome) },
    { name: 'loader_wait_max', unit: 's', value: wait },
    // What the pipeline prints is declared, because it is not verified.
    { name: 'packing_printed', unit: 'share', value: printed, isDeclared: true, reason },
  ]
  return figures
    .filter(({ name, value }) => value !== null || name === 'lowest_gpu_utilization')
    .map((figure) => ({ ...outcome.planned.key, ...plainFigure, ...figure }))
}

/** Sequences per second of all workers, during inference only. */
function computeInferenceRate(outcome: MeasuredOutcome): number | null {
  return computeRunMedian(outcome, ({ workers }) =>
    computeCompleteSum(workers.map(({ sequencesPerSecond }) => sequencesPerSecond)),
  )
}

function computeRunMedian({ trials }: MeasuredOutcome, read: (figures: PipelineFigures) => number | null) {
  return computeCompleteMedian(trials.map(({ pipeline }) => (pipeline ? read(pipeline) : null)))
}

/** Stages below this share of the 1-GPU time count as small. */
const smallStageShare = 0.1

/** Speed-up over the 1-GPU case, separately for inference and for the sum of the small stages. */
function deriveLogSpeedups(outcomes: readonly CaseOutcome[]): DerivedValue[] {
  const measured = outcomes.filter(isMeasured)
  return measured.flatMap((outcome) => {
    const { key } = outcome.planned
    const gpus = key.axes['gpus']
    const baseId = formatCaseId({ ...key, axes: { ...key.axes, gpus: 1 } })
    const base = measured.find(({ planned }) => planned.id === baseId)
    if (!base || typeof gpus !== 'number' || gpus <= 1) return []
    const common = { ...key, ...plainFigure, unit: '×' }
    const [one, other] = [computeInferenceRate(base), computeInferenceRate(outcome)]
    const rest = computeRestSpeedup(outcome, base)
    return [
      ...(one && other
        ? [{ ...common, name: 'inference_speedup', value: other / one, reason: 'inference only, without start-up' }]
        : []),
      ...(rest ? [{ ...common, name: 'small_stages_speedup', ...rest }] : []),
    ]
  })
}

/** Null without small stages on both sides. */
function computeRestSpeedup(outcome: MeasuredOutcome, base: MeasuredOutcome) {
  const total = computeCompleteMedian(base.trials.map(({ wallSeconds }) => wallSeconds))
  const small = base.measurements
    .filter(({ metric }) => parseStageName(metric.name) !== null)
    .filter(({ samples }) => total && computeMedian(samples) < total * smallStageShare)
  const [one, other] = [base, outcome].map((side) =>
    small.reduce((sum, { metric: { name } }) => {
      const samples = getSamples(side, name)
      return samples.length > 0 ? sum + computeMedian(samples) : Number.NaN
    }, 0),
  )
  if (!one || !other || !Number.isFinite(one / other)) return null
  return {
    value: one / other,
    reason: `sum of ${formatCounted(small.length, 'stage')} below ${smallStageShare * 100} % of the 1-GPU time`,
  }
}

/** Share of the GPU runs that have samples of each of their GPUs (0 to 1), for requirement MON-01; empty for a CPU pipeline. */
function deriveMonitoredShare(outcomes: readonly CaseOutcome[], { deviceKind, devices }: Testbed): DerivedValue[] {
  if (deviceKind !== 'gpu') return []
  const counted = outcomes.flatMap((outcome) => {
    const { gpus, tool } = outcome.planned
    if (outcome.status !== 'measured' || gpus.length === 0) return []
    const own = listPhysicalGpus(outcome, devices)
    // An ingested tool report is not a pipeline run, so GPU samples are not expected.
    const runs = outcome.trials.filter(({ origin }) => tool === undefined || origin === undefined)
    return runs.map((trial) => {
      // Which of the GPUs an ingested run had is not known.
      const isOwn = (gpu: number) => trial.origin !== undefined || own.includes(gpu)
      const watched = (trial.telemetry?.gpus ?? []).filter(({ gpu, samples }) => isOwn(gpu) && samples > 0)
      return { trial, isSeen: watched.length >= own.length }
    })
  })
  const figure = {
    suite: 'monitor',
    benchmark: '',
    axes: {},
    ...plainFigure,
    name: 'gpu_samples_logged',
    unit: 'share',
  }
  if (counted.length === 0) return [{ ...figure, value: null, reason: 'no counted run used a GPU' }]
  const seen = counted.filter(({ isSeen }) => isSeen).length
  // Stages count by the runs that attribute their samples.
  const rows = counted.flatMap(({ trial }) => trial.gpuByStage?.rows ?? [])
  const stages = Map.groupBy(rows, ({ stage }) => stage)
  const seenStages = [...stages.values()].filter((own) =>
    own.every(({ utilizationPercent, memoryPeakBytes }) => utilizationPercent !== null && memoryPeakBytes !== null),
  )
  const ofStages =
    stages.size === 0 ? '' : `; ${seenStages.length} of ${stages.size} stages have samples in all of them`
  const reason = `${seen} of ${counted.length} runs have GPU samples${ofStages}`
  return [{ ...figure, value: seen / counted.length, reason }]
}

/** Use of one GPU over the counted runs of a case. Null: not known in all of them. */
export type UsedGpu = {
  readonly gpu: number
  /** Means over the runs; minimum and maximum over all of them. */
  readonly use: GpuUse
  readonly memoryPeakBytes: number | null
  /** Median over the runs. */
  readonly energyJoules: number | null
}

/** Use of the assigned GPUs: idle ones would lower a mean. Leaves out a GPU that the telemetry of a run lacks. */
export function listUsedGpus(outcome: CaseOutcome, devices: readonly Device[]): UsedGpu[] {
  if (outcome.status !== 'measured') return []
  const windows = outcome.trials.flatMap((trial) => trial.telemetry ?? [])
  return listPhysicalGpus(outcome, devices).flatMap((gpu) => {
    const uses = windows.flatMap(({ gpus }) => gpus.find((use) => use.gpu === gpu) ?? [])
    const [first, ...others] = uses
    return first && uses.length === windows.length ? [summarizeGpu(gpu, [first, ...others])] : []
  })
}

/**
 * Derives utilization, SM activity, peak memory and energy of every assigned GPU, for requirements; null for a GPU that
 * was not observed in every run. Empty for a case that nobody watched.
 */
export function deriveTelemetryFigures(outcome: CaseOutcome, devices: readonly Device[]): DerivedValue[] {
  const { key } = outcome.planned
  const used = listUsedGpus(outcome, devices)
  if (outcome.status !== 'measured' || outcome.trials.every(({ telemetry }) => telemetry === null)) return []
  const problems = outcome.trials.flatMap(({ telemetry }) => telemetry?.problems ?? [])
  const unseen = outcome.trials.filter(({ telemetry }) => telemetry === null).length
  return listPhysicalGpus(outcome, devices).flatMap((gpu) => {
    const own = problems.filter((problem) => {
      const list = /^GPU ([\d, ]+):/.exec(problem)?.[1]?.split(', ')
      return list?.includes(String(gpu)) ?? true
    })
    const found = unseen === 0 ? used.find((one) => one.gpu === gpu) : undefined
    const lack =
      unseen === 0 ? 'missing in the telemetry of a run' : `no telemetry in ${unseen} of ${outcome.trials.length} runs`
    return telemetryFigures.map(([name, unit, read, words]) => {
      const value = found ? read(found) : null
      const cause = own.find((problem) => words.test(problem)) ?? 'not offered by the monitor of this run'
      const reason = value === null ? `not observed: ${found ? cause : lack}` : null
      return { ...key, axes: { ...key.axes, gpu }, ...plainFigure, name, unit, value, reason }
    })
  })
}

const memoryWords = /\bmemory used|memory_(?:used|total)_bytes/

type TelemetryFigure = readonly [name: string, unit: string, read: (used: UsedGpu) => number | null, words: RegExp]

/** Figures of a GPU, with the words by which the problems of a monitor name them. */
const telemetryFigures: readonly TelemetryFigure[] = [
  [
    'gpu_utilization',
    '%',
    ({ use }) => use.utilizationPercent?.mean ?? null,
    /\butilization\b|utilization_percent|could not be read/,
  ],
  ['sm_utilization', 'share', ({ use }) => use.smUtilization?.mean ?? null, /\bsm[ _]utilization|GPM/],
  ['gpu_memory_peak', 'B', ({ memoryPeakBytes }) => memoryPeakBytes, memoryWords],
  [
    'gpu_memory_peak_share',
    'share',
    ({ memoryPeakBytes: peak, use: { memoryTotalBytes: total } }) =>
      peak === null || total === null ? null : peak / total,
    memoryWords,
  ],
  ['gpu_energy', 'J', ({ energyJoules }) => energyJoules, /: energy is not available|energy counter/],
]

function summarizeGpu(gpu: number, uses: readonly [GpuUse, ...GpuUse[]]): UsedGpu {
  const peaks = takeComplete(uses.map((use) => use.memoryUsedBytes?.max ?? use.ownMemoryPeakBytes))
  const sources = new Set(uses.map((use) => use.energySource))
  const join = (read: (use: GpuUse) => Spread | null) => joinSpreads(uses.map(read))
  return {
    gpu,
    memoryPeakBytes: peaks && Math.max(...peaks),
    // The total needs the counters, so beside runs without one the figures of single GPUs would pass alone.
    energyJoules: sources.size > 1 ? null : computeCompleteMedian(uses.map((use) => use.energyJoules)),
    use: {
      ...uses[0],
      utilizationPercent: join((use) => use.utilizationPercent),
      smUtilization: join((use) => use.smUtilization),
      smOccupancy: join((use) => use.smOccupancy),
      tensorActivity: join((use) => use.tensorActivity),
      powerWatts: join((use) => use.powerWatts),
      smClockMhz: join((use) => use.smClockMhz),
      temperatureCelsius: join((use) => use.temperatureCelsius),
    },
  }
}

function joinSpreads(values: readonly (Spread | null)[]): Spread | null {
  const known = takeComplete(values)
  if (!known) return null
  const average = (name: keyof Spread) => computeMean(known.map((spread) => spread[name]))
  return {
    mean: average('mean'),
    min: Math.min(...known.map((spread) => spread.min)),
    max: Math.max(...known.map((spread) => spread.max)),
    p5: average('p5'),
    p50: average('p50'),
    p95: average('p95'),
  }
}
