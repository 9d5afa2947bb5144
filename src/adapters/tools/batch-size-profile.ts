import type { Metric } from '../../domain/core/metric.ts'
import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import {
  readAmount,
  getField,
  readItems,
  readOptional,
  parseJsonNode,
  readSomeItems,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import { createAggregateReading, createFailedReading, failDuplicates } from '../readings.ts'

const name = 'batch-size-profile'
const rate: Metric = { name: 'throughput', unit: 'seq/s', betterWhen: 'higher' }
const memory: Metric = { name: 'memory', unit: 'B', betterWhen: 'lower' }
const bytesPerGibibyte = 2 ** 30

/**
 * `virnucpro profile --output`: throughput and memory by batch size in tokens. Each figure is one cold call of the
 * small ESM-2 model, so a note advises against using it as a baseline. Memory is in GiB although the tool prints GB.
 */
export const batchSizeProfile = createTextReader({
  wants: 'the JSON of virnucpro profile --output',
  canRead: (head) => head.includes('"optimal_batch_size"') && head.includes('"throughput_curve"'),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const rates = readCurve(getField(root, 'throughput_curve'), { metric: rate, factor: 1 })
    const memories = readCurve(getField(root, 'memory_curve'), { metric: memory, factor: bytesPerGibibyte })
    return {
      ...emptyReading,
      tool: 'virnucpro profile',
      benchmarks: failDuplicates([...rates, ...memories]),
      context: readContext(root),
      problems: ['each figure is one cold call of the 650M model; do not use it as a baseline for production'],
    }
  },
})

function readCurve(curve: JsonNode, { metric, factor }: { metric: Metric; factor: number }): BenchmarkReading[] {
  return readSomeItems(curve, 'No batch size fitted; check the log of the profiler').map((point) => {
    const [size, value, ...more] = readItems(point)
    if (!size || !value || more.length > 0) throw createValueError(point, 'a pair of batch size and value')
    const key = { name, axes: { batchTokens: readAmount(size) } }
    const amount = readAmount(value) * factor
    if (metric === rate && amount <= 0) return createFailedReading(key, 'a throughput of 0 seq/s is not a measurement')
    return createAggregateReading(key, metric, amount, { iterations: 1, spread: { count: 1 } })
  })
}

function readContext(root: JsonNode): Record<string, string> {
  const number = (key: string): string | null => readOptional(getField(root, key), (node) => String(readAmount(node)))
  const facts = {
    optimalBatchTokens: number('optimal_batch_size'),
    maxBatchTokens: number('max_batch_size'),
    bf16: readOptional(getField(root, 'bf16_enabled'), ({ value }) => String(value === true)),
    device: readOptional(getField(root, 'device'), ({ value }) => String(value).slice(0, 40)),
  }
  return Object.fromEntries(Object.entries(facts).flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}
