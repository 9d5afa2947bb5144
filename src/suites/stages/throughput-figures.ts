import { wallTime } from '../../domain/core/metric.ts'
import { silentFigures } from '../../domain/trial/pipeline-reading.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeMedian, computeCompleteMedian } from '../../domain/core/statistics.ts'
import { computeLoadBalance } from '../../domain/stages/load-balance.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'
import { computeTokenRate } from '../../domain/trial/measurements.ts'
import type { Section } from '../../domain/verdict/report.ts'
import { buildTable } from '../../domain/verdict/section.ts'
import { buildFigure, toFigureCell, type FigureName } from '../figures.ts'
import {
  buildLoggedFigure,
  describeWaits,
  type LoggedFigureReader,
  readBadlyPackedBatches,
  readLowestPacking,
  readPacking,
  readStarvedShare,
} from '../logged-figures.ts'
import { computePaddingEfficiency } from './stage-figures.ts'
import { getSamples, type MeasuredOutcome } from '../../domain/trial/outcome.ts'

/**
 * Derives the figures of requirement PERF-05: rates, packing, data-loader waits and GPU use. An unreported value is
 * null with a reason, never 0. A packing above 1 is rejected. `sequences` null: the size of the input is unknown.
 * `parallelStages`: stages whose workers are expected to share the work evenly.
 */
export function deriveThroughputFigures(
  outcome: MeasuredOutcome,
  sequences: number | null,
  parallelStages: readonly string[],
): DerivedValue[] {
  const { key } = outcome.planned
  const pipelines = outcome.trials.map(({ pipeline }) => pipeline ?? silentFigures)
  // Median over the runs; null when a run lacks the value.
  const derive = (
    name: FigureName,
    read: (pipeline: PipelineFigures) => number | null | undefined,
    unknown: string,
    known: string | null = null,
  ): DerivedValue => {
    return buildFigure(key, name, computeCompleteMedian(pipelines.map(read)) ?? unknown, { reason: known })
  }
  const deriveLogged = (name: FigureName, read: LoggedFigureReader, unknown: string): DerivedValue =>
    buildLoggedFigure(key, name, pipelines.map(read), unknown)
  const waitExtent = pipelines.map(({ dataLoader }) => dataLoader && describeWaits(dataLoader)).find(Boolean) ?? null
  const rate = sequences === null ? null : sequences / computeMedian(getSamples(outcome, wallTime.name))
  const refused = pipelines.find(({ packing }) => typeof packing?.reason === 'string')?.packing?.reason
  const noPacking = refused ?? 'the pipeline does not report the tokens of its batches'
  const noPadding = 'the pipeline does not report rows and longest row'
  const noTokens = 'the pipeline reports neither batch tokens nor worker rates'
  const hasWaits = pipelines.some(({ dataLoader }) => typeof dataLoader?.starvedShare === 'number')
  const noWaits = hasWaits
    ? 'not every run reports its data-loader waits'
    : 'the pipeline does not report its data-loader waits'
  const noChecks = 'the pipeline does not report the number of checks'
  const figures = [
    rate === null
      ? buildFigure(key, 'sequences_per_second', 'the size of the dataset is unknown')
      : buildFigure(key, 'sequences_per_second', rate, { reason: 'input sequences / wall time' }),
    derive('tokens_per_second', computeTokenRate, noTokens, 'all workers during inference, without start-up'),
    deriveLogged('packing_efficiency', readPacking, noPacking),
    deriveLogged('packing_lowest', readLowestPacking, noPacking),
    deriveLogged('badly_packed_batches', readBadlyPackedBatches, noPacking),
    derive('padding_efficiency', ({ shards }) => computePaddingEfficiency(shards), noPadding),
    derive('loader_wait_mean', ({ dataLoader }) => dataLoader?.waitMeanSeconds, noWaits),
    derive('loader_wait_p95', ({ dataLoader }) => dataLoader?.waitP95Seconds, noWaits, waitExtent),
    ...(['full', 'normal'] as const)
      .map((state) => derive(`queue_${state}_share`, ({ dataLoader }) => computeStateShare(dataLoader, state), noWaits))
      .filter(({ value }) => value !== null),
    deriveLogged('starved_share', readStarvedShare, noWaits),
    ...(pipelines.some(({ warnings }) => warnings !== null)
      ? [derive('utilization_warnings', computeWarnedShare, noChecks)]
      : []),
    ...deriveBalanceFigures(outcome, pipelines, parallelStages),
  ]
  return [...figures, deriveCapturedShare(outcome, figures)]
}

/** Share of the batches with this queue state among those with a state, 0 to 1; null if no state was reported. */
export function computeStateShare(loader: PipelineFigures['dataLoader'], state: 'full' | 'normal'): number | null {
  return loader && loader.batches > 0 && loader.starvedShare !== null ? loader[state] / loader.batches : null
}

/** Warnings as a share of the checks; the pipeline checks one in ten batches. */
function computeWarnedShare({ warnings }: PipelineFigures): number | null {
  return warnings?.checks ? (warnings.mild + warnings.critical) / warnings.checks : null
}

function deriveBalanceFigures(
  { planned: { key, gpus } }: MeasuredOutcome,
  pipelines: readonly PipelineFigures[],
  parallel: readonly string[],
) {
  const all = { gpus: gpus.length, parallel }
  const runs = pipelines.map(({ shards, workers }) => computeLoadBalance(shards, workers, all))
  const parts = new Set(runs.flatMap((run) => run.map(({ part }) => part)))
  return [...parts].map((part) => {
    const found = runs.map((run) => run.find((one) => one.part === part))
    const value = computeCompleteMedian(found.map((one) => one?.imbalance))
    const reason = found.find((one) => one?.reason)?.reason ?? 'not reported in every run'
    const axes = { ...key.axes, ...(part !== 'run' && { stage: part }) }
    return buildFigure({ ...key, axes }, 'load_imbalance', value ?? reason)
  })
}

const requiredFigures = ['sequences_per_second', 'tokens_per_second', 'packing_efficiency', 'loader_wait_mean'] as const

/** Share of the PERF-05 figures that are available, with the names of the others. */
function deriveCapturedShare({ planned, trials }: MeasuredOutcome, figures: readonly DerivedValue[]): DerivedValue {
  const missing = requiredFigures.filter((name) => figures.every((item) => item.name !== name || item.value === null))
  const isSeen = trials.every(({ telemetry }) => {
    const uses = telemetry?.gpus ?? []
    return uses.length > 0 && uses.every(({ utilizationPercent }) => utilizationPercent !== null)
  })
  const unavailable = [...missing, ...(isSeen ? [] : ['gpu_utilization'])]
  return buildFigure(planned.key, 'telemetry_captured', 1 - unavailable.length / (requiredFigures.length + 1), {
    reason: unavailable.length > 0 ? `unavailable: ${unavailable.join(', ')}` : null,
  })
}

const titles: Partial<Readonly<Record<FigureName, string>>> = {
  sequences_per_second: 'Sequences per second',
  tokens_per_second: 'Tokens per second',
  packing_efficiency: 'Packing: tokens / token budget',
  packing_lowest: 'Packing of the worst batch',
  badly_packed_batches: 'Batches below 80 %',
  padding_efficiency: 'Tokens / (rows × longest row)',
  loader_wait_mean: 'Wait for data, mean',
  loader_wait_p95: 'Wait for data, 95th percentile',
  queue_full_share: 'Batches with a full queue',
  queue_normal_share: 'Batches with a normal queue',
  starved_share: 'Starved batches',
  utilization_warnings: 'Utilization warnings per check',
  load_imbalance: 'Imbalance of workers',
  telemetry_captured: 'Available figures of PERF-05',
}

/** Builds the table of throughput, figure by figure. */
export function buildThroughputTable(derived: readonly DerivedValue[]): Section {
  const rows = Object.entries(titles).flatMap(([name, title]) =>
    derived.filter((item) => item.name === name).map((item) => ({ ...item, title })),
  )
  return buildTable({ id: 'throughput', title: 'Throughput' }, rows, [
    ['Figure', ({ title, axes: { stage } }) => (stage === undefined ? title : `${title}: ${stage}`)],
    ['GPUs', ({ axes }) => String(axes['gpus'] ?? '')],
    ['Value', (item) => toFigureCell(item) ?? 'unavailable'],
    ['Note', ({ reason }) => reason ?? ''],
  ])
}
