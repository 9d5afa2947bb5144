import { z } from 'zod'
import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import * as field from '../../adapters/fields.ts'
import { createJsonReader, createTextReader } from '../../adapters/reader.ts'
import type { Row } from '../../adapters/readings.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'

const title = /^VirNucPro Output Comparison - (\S{1,40}) MODE$/
const count =
  /^(Matching predictions|Mismatching predictions|Missing in refactored|Missing in vanilla): (\d[\d,]{0,15})(?= |$)/
const score = /^\s{2}(Mean|Median|Max): (\S{1,40})$/
const tolerance = /^Score tolerance: (\S{1,40})$/

const agreement: Metric = { name: 'agreement', unit: 'share', betterWhen: 'higher' }

/**
 * Output of `compare_virnucpro_outputs.py`. The share comes from the counts, not from the rounded percentage. Sequences
 * that only one table has count as different. Where both tables have scores, a row agrees only when label and scores
 * agree.
 */
export const virnucproCompare = createTextReader({
  isLog: true,
  wants: 'what compare_virnucpro_outputs.py printed',
  detect: (head) => /^VirNucPro Output Comparison - /m.test(head),
  toReadings: (text, path) => {
    const parts = text.split(/^(?=VirNucPro Output Comparison - )/m).filter((part) => part.startsWith('VirNucPro'))
    const found = parts.map(readLines)
    const rows = found.map(computeFigures)
    if (rows.length === 0 || rows.some(({ length }) => length === 0))
      throw new UserError(`${path} has no count of predictions`, 'Pass the complete output of the comparison')
    const compared = [...new Set(found.map(describeComparison))].join('; ')
    const problems = found.flatMap(listProblems)
    return { tool: 'compare_virnucpro_outputs', rows: rows.flat(), context: { compared }, problems }
  },
})

type ComparisonCounts = {
  mode: string
  tolerance: string | null
  hasScores: boolean
  readonly counts: Map<string, number>
  readonly scores: Map<string, number>
}

function readLines(text: string): ComparisonCounts {
  const found: ComparisonCounts = {
    mode: 'comparison',
    tolerance: null,
    hasScores: true,
    counts: new Map(),
    scores: new Map(),
  }
  for (const line of splitBoundedLines(text)) {
    found.mode = title.exec(line)?.[1]?.toLowerCase() ?? found.mode
    found.tolerance = tolerance.exec(line)?.[1] ?? found.tolerance
    if (line.startsWith('Score comparison: N/A')) found.hasScores = false
    const [, counted, amount] = count.exec(line) ?? []
    if (counted !== undefined) found.counts.set(counted, Number(String(amount).replaceAll(',', '')))
    const [, statistic, value] = score.exec(line) ?? []
    if (statistic !== undefined) found.scores.set(statistic.toLowerCase(), Number(value))
  }
  return found
}

function computeFigures({ mode, counts, scores }: ComparisonCounts): Row[] {
  const [matching, mismatching] = [counts.get('Matching predictions'), counts.get('Mismatching predictions')]
  if (matching === undefined || mismatching === undefined || counts.size < 4) return []
  const total = matching + mismatching + countMissing(counts)
  const share: Row = { name: mode, metric: agreement, value: matching / total }
  const differences = [...scores].map(([statistic, value]): Row => {
    const metric: Metric = { name: `score_difference_${statistic}`, unit: 'score', betterWhen: 'lower' }
    return { name: mode, metric, value }
  })
  return total > 0 ? [share, ...differences] : differences
}

function countMissing(counts: ReadonlyMap<string, number>): number {
  return (counts.get('Missing in refactored') ?? 0) + (counts.get('Missing in vanilla') ?? 0)
}

function describeComparison({ hasScores, ...found }: ComparisonCounts): string {
  return hasScores ? `labels, and scores within ${found.tolerance ?? 'an unknown tolerance'}` : 'labels alone'
}

function listProblems({ counts }: ComparisonCounts): string[] {
  const missing = countMissing(counts)
  return missing > 0 ? [`${missing} sequences are in only one table and count as different`] : []
}

const name = 'batch-size-profile'
const rate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const memory: Metric = { name: 'memory', unit: 'B', betterWhen: 'lower' }
const bytesPerGibibyte = 2 ** 30

const curve = field.list(
  z.tuple([field.amount, field.amount], 'a pair of batch size and value'),
  'No batch size fitted; check the log of the profiler',
)

/**
 * `virnucpro profile --output`: throughput and memory by batch size in tokens. Each figure is one cold call of the
 * small ESM-2 model, so a note advises against using it as a baseline. Memory is in GiB although the tool prints GB.
 */
export const batchSizeProfile = createJsonReader({
  wants: 'the JSON of virnucpro profile --output',
  detect: (head) => head.includes('"optimal_batch_size"') && head.includes('"throughput_curve"'),
  schema: field.group({
    throughput_curve: curve,
    memory_curve: curve,
    ...field.repeat(field.amount.nullish(), 'optimal_batch_size', 'max_batch_size'),
    bf16_enabled: field.anything,
    device: field.maybePrinted,
  }),
  toReadings: ({ throughput_curve: rates, memory_curve: memories, ...root }) => {
    return {
      tool: 'virnucpro profile',
      rows: [
        ...rates.map(([size, value]) => createPoint(rate, size, value)),
        ...memories.map(([size, value]) => createPoint(memory, size, value * bytesPerGibibyte)),
      ],
      context: {
        optimalBatchTokens: root.optimal_batch_size?.toString() ?? null,
        maxBatchTokens: root.max_batch_size?.toString() ?? null,
        bf16: field.has(root, 'bf16_enabled') ? String(root.bf16_enabled === true) : null,
        device: root.device?.slice(0, 40) ?? null,
      },
      problems: ['each figure is one cold call of the 650M model; do not use it as a baseline for production'],
    }
  },
})

function createPoint(metric: Metric, batchTokens: number, value: number): Row {
  const key = { name, axes: { batchTokens } }
  if (metric === rate && value <= 0) return { ...key, failed: 'a throughput of 0 seq/s is not a measurement' }
  return { ...key, metric, value }
}
