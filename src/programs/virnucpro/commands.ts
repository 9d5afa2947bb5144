import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import type { JsonNode } from '../../adapters/json-node.ts'
import { createJsonReader, createTextReader } from '../../adapters/output-reader.ts'
import { createAggregateReading, createFailedReading, failDuplicates } from '../../adapters/readings.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'

const title = /^VirNucPro Output Comparison - (\S{1,40}) MODE$/
const count =
  /^(Matching predictions|Mismatching predictions|Missing in refactored|Missing in vanilla): (\d[\d,]{0,15})(?= |$)/
const score = /^\s{2}(Mean|Median|Max): (\d(?:\.\d{1,12})?e[+-]\d{1,3})$/
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
  canRead: (head) => /^VirNucPro Output Comparison - /m.test(head),
  parse: (text, path) => {
    const found = readLines(text)
    const benchmarks = computeFigures(found)
    if (benchmarks.length > 0) return { tool: 'compare_virnucpro_outputs', benchmarks, ...describeComparison(found) }
    throw new UserError(`${path} has no count of predictions`, 'Pass the complete output of the comparison')
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

function computeFigures({ mode, counts, scores }: ComparisonCounts): BenchmarkReading[] {
  const [matching, mismatching] = [counts.get('Matching predictions'), counts.get('Mismatching predictions')]
  if (matching === undefined || mismatching === undefined || counts.size < 4) return []
  const total = matching + mismatching + countMissing(counts)
  const share =
    total > 0 ? [createAggregateReading({ name: mode }, agreement, matching / total, { spread: { count: total } })] : []
  const statistics = [...scores].map(([statistic, value]) =>
    createAggregateReading(
      { name: mode },
      { name: `score_difference_${statistic}`, unit: 'score', betterWhen: 'lower' },
      value,
    ),
  )
  return [...share, ...statistics]
}

function countMissing(counts: ReadonlyMap<string, number>): number {
  return (counts.get('Missing in refactored') ?? 0) + (counts.get('Missing in vanilla') ?? 0)
}

function describeComparison({ counts, hasScores, ...found }: ComparisonCounts) {
  const missing = countMissing(counts)
  const what = hasScores ? `labels, and scores within ${found.tolerance ?? 'an unknown tolerance'}` : 'labels alone'
  return {
    context: { compared: what },
    problems: missing > 0 ? [`${missing} sequences are in only one table and count as different`] : [],
  }
}

const name = 'batch-size-profile'
const rate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const memory: Metric = { name: 'memory', unit: 'B', betterWhen: 'lower' }
const bytesPerGibibyte = 2 ** 30

/**
 * `virnucpro profile --output`: throughput and memory by batch size in tokens. Each figure is one cold call of the
 * small ESM-2 model, so a note advises against using it as a baseline. Memory is in GiB although the tool prints GB.
 */
export const batchSizeProfile = createJsonReader({
  wants: 'the JSON of virnucpro profile --output',
  canRead: (head) => head.includes('"optimal_batch_size"') && head.includes('"throughput_curve"'),
  parse: (root) => {
    const rates = readCurve(root.get('throughput_curve'), { metric: rate, factor: 1 })
    const memories = readCurve(root.get('memory_curve'), { metric: memory, factor: bytesPerGibibyte })
    return {
      tool: 'virnucpro profile',
      benchmarks: failDuplicates([...rates, ...memories]),
      context: readContext(root),
      problems: ['each figure is one cold call of the 650M model; do not use it as a baseline for production'],
    }
  },
})

function readCurve(curve: JsonNode, { metric, factor }: { metric: Metric; factor: number }): BenchmarkReading[] {
  return curve.readSomeItems('No batch size fitted; check the log of the profiler').map((point) => {
    const [size, value, ...more] = point.readItems()
    if (!size || !value || more.length > 0) throw point.createError('a pair of batch size and value')
    const key = { name, axes: { batchTokens: size.readAmount() } }
    const amount = value.readAmount() * factor
    if (metric === rate && amount <= 0) return createFailedReading(key, 'a throughput of 0 seq/s is not a measurement')
    return createAggregateReading(key, metric, amount, { iterations: 1, spread: { count: 1 } })
  })
}

function readContext(root: JsonNode): Record<string, string> {
  const [optimal, most] = ['optimal_batch_size', 'max_batch_size'].map((key) => root.get(key).optional?.readAmount())
  const [bf16, device] = ['bf16_enabled', 'device'].map((key) => root.get(key).optional)
  return {
    ...(optimal !== undefined && { optimalBatchTokens: String(optimal) }),
    ...(most !== undefined && { maxBatchTokens: String(most) }),
    ...(bf16 && { bf16: String(bf16.value === true) }),
    ...(device && { device: String(device.value).slice(0, 40) }),
  }
}
