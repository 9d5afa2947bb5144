import type { SuiteConfig } from '../../config/schema/schema.ts'
import { formatNames } from '../../domain/core/errors.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { listUnsteadyReadings } from '../../domain/trial/measurements.ts'
import { buildReadingMetric, readingPrefix } from '../../domain/trial/trial-readings.ts'
import type { Cell, Finding, Section } from '../../domain/verdict/report.ts'
import { buildFilledTable, toCell } from '../../domain/verdict/section.ts'
import { createSuite, type GridCase } from '../grid.ts'
import { buildTradeOffTable } from '../trade-off.ts'
import { deriveReportedVariants, listReportedVariants } from './reported-variants.ts'
import type { MeasuredOutcome } from '../../domain/trial/outcome.ts'

/** Plans benchmarks of other tools, one process per run, and judges the readings of their output. */
export const command = createSuite<SuiteConfig<'command'>, GridCase>({
  name: 'command',
  usesBaselines: true,
  isDivisible: true,

  listCases: ({ suite }) =>
    suite.benchmarks.map((benchmark) => {
      const { name, gpus, command: argv, adapter, files } = benchmark
      const planned = { interleaveGroup: `command ${name}`, tool: { command: argv, adapter, files } }
      return { benchmark: name, gpus, axes: { gpus }, policy: { ...suite, ...benchmark }, planned }
    }),

  judge: (points, { policy }) => {
    const tools = points.flatMap(({ measured }) => measured ?? [])
    const reported = tools.map((tool) => ({ tool, variants: listReportedVariants(tool, policy.confidence) }))
    return {
      derived: reported.flatMap(({ tool, variants }) => deriveReportedVariants(tool, variants)),
      sections: reported.flatMap(({ tool, variants }) => [
        ...buildToolTable(tool),
        ...variants.flatMap(({ benchmark, base, rows }) => {
          const title = `Memory for speed: ${benchmark}, against ${base}`
          return buildTradeOffTable(rows, { id: `trade-off-${tool.planned.id}-${benchmark}`, title })
        }),
      ]),
      findings: tools.flatMap(listToolCautions),
    }
  },
})

/** Lists problems of the tool's output and readings that are not in every run. */
function listToolCautions({ planned, trials }: MeasuredOutcome): Finding[] {
  const unsteady = listUnsteadyReadings(trials)
  const reasons = [
    ...new Set(trials.flatMap(({ readings }) => readings?.problems ?? [])),
    ...(unsteady.length > 0 ? [`not reported by every run, so not judged: ${formatNames(unsteady)}`] : []),
    ...new Set(trials.flatMap(({ readings }) => readings?.dropped ?? []).map((reason) => `dropped, because ${reason}`)),
  ]
  return reasons.map((reason) => ({ kind: 'caution', subject: planned.id, reason }))
}

const processNote =
  'One value per process: the median of the values that the tool measured in it. Values of one process share its memory layout and clocks, so they count as one.'

/** Builds the table of the figures of one tool; empty when it gave none. */
function buildToolTable({ planned: { key }, trials, measurements }: MeasuredOutcome): Section[] {
  const given = measurements.filter(({ metric }) => metric.name.startsWith(readingPrefix))
  const all = trials.flatMap((trial) => trial.readings?.benchmarks ?? [])
  const readings = Map.groupBy(all, (reading) => buildReadingMetric(reading).name)
  const rows = given.map((item) => ({ ...item, own: readings.get(item.metric.name) ?? [] }))
  const tools = [...new Set(trials.flatMap((trial) => trial.readings?.tool ?? []))]
  const title = `${key.benchmark}${tools.length > 0 ? ` (${tools.join(', ')})` : ''}`
  return buildFilledTable({ id: `command-${key.benchmark}`, title, notes: [processNote] }, rows, [
    ['Figure', ({ metric }) => metric.name.slice(readingPrefix.length)],
    ['Median', ({ samples, metric }) => toCell(computeMedian(samples), metric.unit)],
    ['Processes', ({ samples }) => String(samples.length)],
    ['Between processes', ({ samples }) => computeSpread([samples])],
    ['Within a process', ({ own }) => computeSpread(own.map((reading) => reading.samples))],
    [
      'Values per process',
      ({ own }) => {
        const isSummed = own.some(({ source }) => source === 'aggregate')
        const counts = [...new Set(own.map(({ count }) => count))]
        return `${counts.join(', ')}${isSummed ? ' (aggregated by the tool)' : ''}`
      },
    ],
  ])
}

/** Median over the groups of (maximum − minimum) / |median|; empty when every group has a single value. */
function computeSpread(groups: readonly (readonly number[])[]): Cell {
  const spreads = groups
    .filter((group) => group.length > 1 && computeMedian(group) !== 0)
    .map((values) => {
      const sorted = values.toSorted((a, b) => a - b)
      return ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / Math.abs(computeMedian(values))
    })
  return spreads.length === 0 ? null : toCell(computeMedian(spreads), 'share')
}
