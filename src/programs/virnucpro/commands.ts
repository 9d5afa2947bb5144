import { splitBoundedLines } from '../../adapters/bounded-lines.ts'
import type { JsonNode } from '../../adapters/json-node.ts'
import { createJsonReader, createTextReader } from '../../adapters/output-reader.ts'
import { createAggregateReading, createFailedReading, failDuplicates } from '../../adapters/readings.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { sumValues } from '../../domain/core/statistics.ts'
import type { BenchmarkReading } from '../../domain/trial/tool-reading.ts'

const comparedCounts = [
  'Matching predictions',
  'Mismatching predictions',
  'Missing in refactored',
  'Missing in vanilla',
] as const
const titleForm = /^VirNucPro Output Comparison - (\S{1,40}) MODE$/
const countForm = new RegExp(String.raw`^(${comparedCounts.join('|')}): (\d[\d,]{0,15})(?= |$)`)
const scoreForm = /^\s{2}(Mean|Median|Max): (\d(?:\.\d{1,12})?e[+-]\d{1,3})$/
const toleranceForm = /^Score tolerance: (\S{1,40})$/

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
    const { mode, tolerance, hasScores, counts, scores } = readComparison(text)
    const [matching = 0, mismatching = 0, ...absent] = comparedCounts.map((one) => counts.get(one) ?? 0)
    const missing = sumValues(absent)
    const total = matching + mismatching + missing
    const spread = { count: total }
    const share = total > 0 ? [createAggregateReading({ name: mode }, agreement, matching / total, { spread })] : []
    const statistics = [...scores].map(([name, value]) => {
      const metric = { name: `score_difference_${name}`, unit: 'score', betterWhen: 'lower' } as const
      return createAggregateReading({ name: mode }, metric, value)
    })
    const benchmarks = counts.size < comparedCounts.length ? [] : [...share, ...statistics]
    if (benchmarks.length === 0)
      throw new UserError(`${path} has no count of predictions`, 'Pass the complete output of the comparison')
    return {
      tool: 'compare_virnucpro_outputs',
      benchmarks,
      context: { compared: hasScores ? `labels, and scores within ${tolerance}` : 'labels alone' },
      problems: missing > 0 ? [`${missing} sequences are in only one table and count as different`] : [],
    }
  },
})

function readComparison(text: string) {
  let [mode, tolerance, hasScores] = ['comparison', 'an unknown tolerance', true]
  const [counts, scores] = [new Map<string, number>(), new Map<string, number>()]
  for (const line of splitBoundedLines(text)) {
    mode = titleForm.exec(line)?.[1]?.toLowerCase() ?? mode
    tolerance = toleranceForm.exec(line)?.[1] ?? tolerance
    if (line.startsWith('Score comparison: N/A')) hasScores = false
    const [, counted, amount] = countForm.exec(line) ?? []
    if (counted !== undefined) counts.set(counted, Number(String(amount).replaceAll(',', '')))
    const [, statistic, value] = scoreForm.exec(line) ?? []
    if (statistic !== undefined) scores.set(statistic.toLowerCase(), Number(value))
  }
  return { mode, tolerance, hasScores, counts, scores }
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
    const [optimal, most] = ['optimal_batch_size', 'max_batch_size'].map((key) => root.get(key).optional?.readAmount())
    const [bf16, device] = ['bf16_enabled', 'device'].map((key) => root.get(key).optional)
    return {
      tool: 'virnucpro profile',
      benchmarks: failDuplicates([...rates, ...memories]),
      context: {
        ...(optimal !== undefined && { optimalBatchTokens: String(optimal) }),
        ...(most !== undefined && { maxBatchTokens: String(most) }),
        ...(bf16 && { bf16: String(bf16.value === true) }),
        ...(device && { device: String(device.value).slice(0, 40) }),
      },
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
