import type { TelemetrySummary } from '../../record/telemetry.ts'
import { formatPercent } from '../core/numbers.ts'
import { formatQuantity, listPartlySeen } from '../telemetry/coverage.ts'
import { summarizeLog } from '../telemetry/summarize-log.ts'
import type { KernelReading, MeasuredReading, ToolReading } from './tool-reading.ts'
import type { PipelineReading } from './pipeline-reading.ts'
import { buildReadingMetric, keepReadings } from './trial-readings.ts'

/** What is understood of the output files of one run. */
export type DescribedReading = {
  /** Each format with its files. */
  readonly formats: readonly { readonly format: string; readonly files: readonly string[] }[]
  /** Null: the files do not name it. */
  readonly tool: string | null
  readonly figures: readonly DescribedFigure[]
  /** Why the files count as a failed run, as sentences; empty if they do not. */
  readonly faults: readonly string[]
  /** What is not judged and why, and other remarks, as sentences. */
  readonly notes: readonly string[]
  /** Null: no file of a pipeline. */
  readonly pipeline: PipelineReading | null
  readonly kernels: readonly KernelReading[]
  /** Of a log of GPU samples; null: none. */
  readonly telemetry: TelemetrySummary | null
  readonly context: Readonly<Record<string, string>>
}

/** One figure under the name that gates and requirements use. */
export type DescribedFigure = Pick<MeasuredReading, 'samples' | 'source'> & {
  readonly metric: string
  readonly unit: string
  readonly betterWhen: 'lower' | 'higher'
}

/** Describes a reading as a verdict would see it: the figures, what is wrong, and what is left out. */
export function describeReading(formats: DescribedReading['formats'], reading: ToolReading): DescribedReading {
  const { tool, benchmarks: all, pipeline, trace, gpuReadings, context, problems } = reading
  const measured = all.filter((one) => one.status === 'measured')
  const { dropped = [] } = keepReadings(measured)
  const failed = all.flatMap((one) => (one.status === 'failed' ? `${one.name}: ${one.problem}` : []))
  const isEmpty = all.length === 0 && gpuReadings.length === 0 && !hasPipelineFigure(pipeline)
  const telemetry = summarizeLog(gpuReadings)
  return {
    formats,
    tool,
    figures: measured.map((one) => {
      const { name, unit, betterWhen } = buildReadingMetric(one)
      return { metric: name, unit, betterWhen, samples: one.samples, source: one.source }
    }),
    faults: [...failed, ...(pipeline?.invalid ?? []), ...(isEmpty ? ['the files contain no figure'] : [])],
    notes: [...dropped, ...problems, ...listGaps(telemetry)],
    pipeline,
    kernels: trace?.topKernels ?? [],
    telemetry,
    context,
  }
}

/** Names the quantities without figures because of pauses in a log of GPU samples. */
function listGaps(telemetry: TelemetrySummary | null): string[] {
  return (telemetry?.gpus ?? []).flatMap((use) => {
    const lost = listPartlySeen(use).filter(([name]) => name !== 'processes')
    const [first] = lost
    if (!first) return []
    const names = lost.map(([name]) => formatQuantity(name)).join(', ')
    return [`GPU ${use.gpu}: the log has pauses and covers ${formatPercent(first[1])} of its time: no ${names}`]
  })
}

function hasPipelineFigure(pipeline: PipelineReading | null): boolean {
  if (pipeline === null) return false
  const { stages, workers, wallSeconds, packing, dataLoader, counts } = pipeline
  return (
    stages.length + workers.length > 0 ||
    [wallSeconds, packing, dataLoader, ...Object.values(counts)].some((value) => value !== null)
  )
}
