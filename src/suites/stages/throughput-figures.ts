import { computeLoadBalance } from '../../domain/stages/load-balance.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { wallTime } from '../../domain/core/metric.ts'
import { silentFigures } from '../../domain/trial/pipeline-figures.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { computeTokenRate } from '../../domain/trial/token-rate.ts'
import { getSamples, type MeasuredOutcome } from '../outcomes.ts'
import { computePaddingEfficiency } from './stage-diagnosis.ts'
import type { StageFigures } from './stage-figures.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'

/** One measured point with its stages. */
export type ThroughputInput = {
  readonly key: CaseKey
  readonly outcome: MeasuredOutcome
  readonly stages: readonly StageFigures[]
  /** Number of input sequences; null: unknown. */
  readonly sequences: number | null
}

/**
 * Derives the figures of requirement PERF-05: rates, packing, data-loader waits and GPU use. An unreported value is
 * null with a reason, never 0. A packing above 1 is rejected.
 */
export function deriveThroughputFigures(input: ThroughputInput): DerivedValue[] {
  const pipelines = input.outcome.trials.map(({ pipeline }) => pipeline ?? silentFigures)
  const figures = [
    ...deriveRateFigures(input, pipelines),
    ...derivePackingFigures(input.key, pipelines),
    ...deriveLoaderFigures(input.key, pipelines),
    ...deriveBalanceFigures(input.key, pipelines),
  ]
  return [...figures, deriveCapturedShare(input, figures)]
}

type Value = { readonly value: number | null; readonly reason: string | null }

function buildFigure(key: CaseKey, name: string, unit: string, { value, reason }: Value): DerivedValue {
  return { ...key, name, unit, value, reason, interval: null, isSuspicious: false, isDeclared: false }
}

/** Median over the runs; null when a run lacks the value. */
function computeRunMedian<Item>(items: readonly Item[], read: (item: Item) => number | null, reason: string): Value {
  const values = items.map(read).filter((value) => value !== null)
  const isWhole = values.length > 0 && values.length === items.length
  return isWhole ? { value: computeMedian(values), reason: null } : { value: null, reason }
}

function deriveRateFigures(
  { key, outcome, sequences }: ThroughputInput,
  pipelines: readonly PipelineFigures[],
): DerivedValue[] {
  const wall = computeMedian(getSamples(outcome, wallTime.name))
  const rate = sequences === null ? null : sequences / wall
  const tokens = computeRunMedian(
    pipelines,
    computeTokenRate,
    'the pipeline reports neither batch tokens nor worker rates',
  )
  return [
    buildFigure(key, 'sequences_per_second', 'sequences/s', {
      value: rate,
      reason: rate === null ? 'the size of the dataset is unknown' : 'input sequences / wall time',
    }),
    buildFigure(key, 'tokens_per_second', 'tokens/s', {
      value: tokens.value,
      reason: tokens.reason ?? 'all workers during inference, without start-up',
    }),
  ]
}

function derivePackingFigures(key: CaseKey, pipelines: readonly PipelineFigures[]): DerivedValue[] {
  const refused = pipelines.map(({ packing }) => packing?.reason ?? null).find((reason) => reason !== null)
  const unreported = 'the pipeline does not report the tokens of its batches'
  const why = refused ?? unreported
  const efficiency = computeRunMedian(pipelines, ({ packing }) => packing?.efficiency ?? null, why)
  return [
    { ...buildFigure(key, 'packing_efficiency', 'share', efficiency), ...computePackingRange(pipelines) },
    buildFigure(
      key,
      'packing_lowest',
      'share',
      computeRunMedian(pipelines, ({ packing }) => packing?.lowest ?? null, why),
    ),
    buildFigure(
      key,
      'badly_packed_batches',
      'batches',
      computeRunMedian(pipelines, ({ packing }) => packing?.batchesBelow80 ?? null, why),
    ),
    buildFigure(
      key,
      'padding_efficiency',
      'share',
      computeRunMedian(
        pipelines,
        ({ shards }) => (shards.length > 0 ? computePaddingEfficiency(shards) : null),
        'the pipeline does not report rows and longest row',
      ),
    ),
  ]
}

/** The range over all runs whose packing follows from rounded rates; nothing where every run is exact. */
function computePackingRange(
  pipelines: readonly PipelineFigures[],
): Partial<Pick<DerivedValue, 'interval' | 'reason' | 'isRange'>> {
  const packings = pipelines.flatMap(({ packing }) => (packing?.efficiency === null || !packing ? [] : [packing]))
  if (packings.length < pipelines.length || packings.every(({ bounds }) => bounds === undefined)) return {}
  const edges = packings.flatMap(({ efficiency, bounds }) => bounds ?? [efficiency ?? 0])
  const interval: [number, number] = [Math.min(...edges), Math.min(1, Math.max(...edges))]
  const [low, high] = interval.map((edge) => (edge * 100).toFixed(1))
  return { interval, isRange: true, reason: `the rounded rates of the log allow ${low} to ${high} %` }
}

function deriveLoaderFigures(key: CaseKey, pipelines: readonly PipelineFigures[]): DerivedValue[] {
  const why = 'the pipeline does not report its data-loader waits'
  const read = (name: 'waitMeanSeconds' | 'waitP95Seconds' | 'starvedShare') =>
    computeRunMedian(pipelines, ({ dataLoader }) => dataLoader?.[name] ?? null, why)
  return [
    buildFigure(key, 'loader_wait_mean', 's', read('waitMeanSeconds')),
    buildFigure(key, 'loader_wait_p95', 's', read('waitP95Seconds')),
    buildFigure(key, 'starved_share', 'share', read('starvedShare')),
    ...deriveWarningFigures(key, pipelines),
  ]
}

/** Warnings as a share of the checks; the pipeline checks one in ten batches. */
function deriveWarningFigures(key: CaseKey, pipelines: readonly PipelineFigures[]): DerivedValue[] {
  if (pipelines.every(({ warnings }) => warnings === null)) return []
  const shares = computeRunMedian(pipelines, computeWarnedShare, 'the pipeline does not report the number of checks')
  return [buildFigure(key, 'utilization_warnings', 'share', shares)]
}

function computeWarnedShare({ warnings }: PipelineFigures): number | null {
  return warnings?.checks ? (warnings.mild + warnings.critical) / warnings.checks : null
}

function deriveBalanceFigures(key: CaseKey, pipelines: readonly PipelineFigures[]): DerivedValue[] {
  const runs = pipelines.map(({ shards, workers }) => computeLoadBalance(shards, workers))
  const parts = [...new Set(runs.flatMap((run) => run.map(({ part }) => part)))]
  return parts.map((part) => {
    const found = runs.map((run) => run.find((one) => one.part === part))
    const reason = found.find((one) => one?.reason)?.reason ?? 'not reported in every run'
    const axes = part === 'run' ? key.axes : { ...key.axes, stage: part }
    return buildFigure(
      { ...key, axes },
      'load_imbalance',
      'share',
      computeRunMedian(found, (one) => one?.imbalance ?? null, reason),
    )
  })
}

const requiredFigures = ['sequences_per_second', 'tokens_per_second', 'packing_efficiency', 'loader_wait_mean'] as const

/** Share of the PERF-05 figures that are available, with the names of the others. */
function deriveCapturedShare({ key, outcome }: ThroughputInput, figures: readonly DerivedValue[]): DerivedValue {
  const missing = requiredFigures.filter((name) => figures.every((item) => item.name !== name || item.value === null))
  const isSeen = outcome.trials.every(({ telemetry }) => {
    const uses = telemetry?.gpus ?? []
    return uses.length > 0 && uses.every(({ utilizationPercent }) => utilizationPercent !== null)
  })
  const unavailable = [...missing, ...(isSeen ? [] : ['gpu_utilization'])]
  const value = 1 - unavailable.length / (requiredFigures.length + 1)
  const reason = unavailable.length > 0 ? `unavailable: ${unavailable.join(', ')}` : null
  return buildFigure(key, 'telemetry_captured', 'share', { value, reason })
}
