import { formatCounted, formatPercent, formatValue } from '../domain/core/numbers.ts'
import { computeMedian } from '../domain/core/statistics.ts'
import { createList, createTable, createText, type Block } from '../domain/report/block.ts'
import { say, toCode, type Content } from '../domain/report/content.ts'
import type { DescribedFigure, DescribedReading } from '../domain/trial/describe-reading.ts'
import type { PipelineReading } from '../domain/trial/pipeline-reading.ts'
import type { TelemetrySummary } from '../record/telemetry.ts'

const nameLength = 300

/** Builds the blocks that show what was understood of files: first what is wrong, then the figures, then the rest. */
export function buildReadingBlocks(reading: DescribedReading): Block[] {
  const { figures, faults, notes, pipeline, kernels, telemetry, context } = reading
  return [
    buildSummary(reading),
    ...buildSentences('Counts as a failed run', faults),
    ...(figures.length > 0 ? [buildFigures(figures)] : []),
    ...(pipeline ? buildPipeline(pipeline) : []),
    ...(telemetry ? [buildGpus(telemetry)] : []),
    ...(kernels.length > 0
      ? [
          createTable(
            ['kernel', '#calls', '#time', '#share'],
            kernels.map(({ name, calls, seconds, share }) => [
              toCode(name, nameLength),
              say`${calls}`,
              say`${formatValue(seconds, 's')}`,
              say`${formatPercent(share)}`,
            ]),
            { title: say`Kernels`, importance: 1 },
          ),
        ]
      : []),
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
  const state = faults.length > 0 ? 'Failed run' : 'Read'
  return createText({
    title: say`${state}: ${parts.join(', ') || 'no figure'}`,
    lead: [
      ...formats.map(({ format, files }) => say`${files.join(', ')}: ${format}`),
      ...(tool === null ? [] : [say`Tool: ${tool}`]),
    ],
  })
}

function buildFigures(figures: readonly DescribedFigure[]): Block {
  const rows = figures.map(({ metric, unit, betterWhen, samples, source }): Content[] => [
    toCode(metric, nameLength),
    say`${formatValue(computeMedian(samples), unit)}`,
    say`${source === 'aggregate' ? 'computed by the tool' : formatCounted(samples.length, 'value')}`,
    say`${betterWhen}`,
  ])
  return createTable(['figure', '#median', 'from', 'better when'], rows, { title: say`Figures`, importance: 1 })
}

function buildPipeline({ stages, wallSeconds, counts, workers, packing, isResumed }: PipelineReading): Block[] {
  const facts = [
    ...(wallSeconds === null ? [] : [`wall time ${formatValue(wallSeconds, 's')}`]),
    ...Object.entries(counts).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])),
    ...workers.map(({ worker, status }) => `worker ${worker}: ${status}`),
    ...(packing ? [formatPacking(packing)] : []),
    ...(isResumed ? ['work was reused from an earlier run'] : []),
  ]
  const rows = stages.map(({ stage, seconds }) => [toCode(stage), say`${formatValue(seconds, 's')}`])
  return [
    ...(rows.length > 0 ? [createTable(['stage', '#time'], rows, { title: say`Stages`, importance: 1 })] : []),
    ...buildSentences('Pipeline', facts),
  ]
}

function formatPacking({ efficiency, bounds, reason }: NonNullable<PipelineReading['packing']>): string {
  if (bounds) return `packing ${bounds.map((share) => formatPercent(share)).join(' to ')}`
  return efficiency === null
    ? `packing is unknown: ${reason ?? 'not reported'}`
    : `packing ${formatPercent(efficiency)}`
}

function buildGpus({ gpus }: TelemetrySummary): Block {
  const rows = gpus.map((use) => [
    say`GPU ${use.gpu}`,
    say`${use.utilizationPercent ? formatPercent(use.utilizationPercent.mean / 100) : '–'}`,
    say`${formatValue(use.memoryUsedBytes?.max ?? null, 'B')}`,
    say`${formatValue(use.powerWatts?.mean ?? null, 'W')}`,
  ])
  const columns = ['GPU', '#utilization mean', '#memory peak', '#power mean']
  return createTable(columns, rows, { title: say`GPU log`, importance: 1 })
}

function buildSentences(title: string, sentences: readonly string[]): Block[] {
  return sentences.length === 0
    ? []
    : [
        createList(
          sentences.map((text) => say`${text}`),
          { title: say`${title}`, importance: 1 },
        ),
      ]
}
