import { formatCounted, formatPercent, formatValue } from '../domain/core/numbers.ts'
import { computeMedian } from '../domain/core/statistics.ts'
import { createList, createText, tabulate, type Block } from '../domain/report/block.ts'
import { say, toCode } from '../domain/report/content.ts'
import type { DescribedReading } from '../domain/trial/describe-reading.ts'
import type { PipelineReading } from '../domain/trial/pipeline-reading.ts'

const nameLength = 300

/** Builds the blocks that show what was understood of files: first what is wrong, then the figures, then the rest. */
export function buildReadingBlocks(reading: DescribedReading): Block[] {
  const { figures, faults, notes, pipeline, kernels, telemetry, context } = reading
  return [
    buildSummary(reading),
    ...buildSentences('Counts as a failed run', faults),
    ...tabulate(
      figures,
      {
        figure: ({ metric }) => toCode(metric, nameLength),
        '#median': ({ samples, unit }) => formatValue(computeMedian(samples), unit),
        from: ({ source, samples }) =>
          source === 'aggregate' ? 'computed by the tool' : formatCounted(samples.length, 'value'),
        'better when': ({ betterWhen }) => betterWhen,
      },
      { title: say`Figures`, importance: 1 },
    ),
    ...tabulate(
      pipeline?.stages ?? [],
      { stage: ({ stage }) => toCode(stage), '#time': ({ seconds }) => formatValue(seconds, 's') },
      { title: say`Stages`, importance: 1 },
    ),
    ...buildSentences('Pipeline', pipeline ? listFacts(pipeline) : []),
    ...tabulate(
      telemetry?.gpus ?? [],
      {
        GPU: ({ gpu }) => `GPU ${gpu}`,
        '#utilization mean': ({ utilizationPercent: use }) => (use ? formatPercent(use.mean / 100) : '–'),
        '#memory peak': ({ memoryUsedBytes }) => formatValue(memoryUsedBytes?.max ?? null, 'B'),
        '#power mean': ({ powerWatts }) => formatValue(powerWatts?.mean ?? null, 'W'),
      },
      { title: say`GPU log`, importance: 1 },
    ),
    ...tabulate(
      kernels,
      {
        kernel: ({ name }) => toCode(name, nameLength),
        '#calls': ({ calls }) => String(calls),
        '#time': ({ seconds }) => formatValue(seconds, 's'),
        '#share': ({ share }) => formatPercent(share),
      },
      { title: say`Kernels`, importance: 1 },
    ),
    ...buildSentences('Not judged, and remarks', notes),
    ...buildSentences(
      'Facts',
      Object.entries(context).map(([name, value]) => `${name}: ${value}`),
    ),
  ]
}

function buildSummary({ formats, tool, figures, faults, pipeline, telemetry }: DescribedReading): Block {
  const parts = [
    ...(figures.length > 0 ? [formatCounted(figures.length, 'figure')] : []),
    ...(pipeline ? [formatCounted(pipeline.stages.length, 'stage')] : []),
    ...(telemetry ? [formatCounted(telemetry.samples, 'GPU sample')] : []),
  ]
  return createText({
    title: say`${faults.length > 0 ? 'Failed run' : 'Read'}: ${parts.join(', ') || 'no figure'}`,
    lead: [
      ...formats.map(({ format, files }) => say`${files.join(', ')}: ${format}`),
      ...(tool === null ? [] : [say`Tool: ${tool}`]),
    ],
  })
}

function listFacts({ wallSeconds, counts, workers, packing, isResumed }: PipelineReading): string[] {
  return [
    ...(wallSeconds === null ? [] : [`wall time ${formatValue(wallSeconds, 's')}`]),
    ...Object.entries(counts).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    ...workers.map(({ worker, status }) => `worker ${worker}: ${status}`),
    ...(packing ? [formatPacking(packing)] : []),
    ...(isResumed ? ['work was reused from an earlier run'] : []),
  ]
}

function formatPacking({ efficiency, bounds, reason }: NonNullable<PipelineReading['packing']>): string {
  if (bounds) return `packing ${bounds.map((share) => formatPercent(share)).join(' to ')}`
  if (efficiency === null) return `packing is unknown: ${reason ?? 'not reported'}`
  return `packing ${formatPercent(efficiency)}`
}

function buildSentences(title: string, sentences: readonly string[]): Block[] {
  const rows = sentences.map((text) => say`${text}`)
  return rows.length === 0 ? [] : [createList(rows, { title: say`${title}`, importance: 1 })]
}
