import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { formatValue } from '../../domain/core/format-value.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toAxes, isGpuCount } from './axes.ts'
import {
  readAmount,
  getField,
  readEntries,
  isAbsent,
  readName,
  readNumbers,
  readOptional,
  readOptionalAmount,
  readOptionalText,
  parseJsonNode,
  readSomeItems,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { createTextReader } from '../output-reader.ts'
import {
  createAggregateReading,
  createFailedReading,
  rejectZeroTime,
  createSampledReading,
  time,
  failDuplicates,
  type ReadingKey,
} from '../readings.ts'

/**
 * pytest-benchmark, written by `--benchmark-json` (with every round) or `--benchmark-save` (without rounds, unless
 * `--benchmark-save-data`). Times are in seconds. A failed test is missing from the file; only the exit code of pytest
 * shows it.
 */
export const pytestBenchmark = createTextReader({
  wants: 'the file of pytest --benchmark-json',
  canRead: (head) => head.includes('"machine_info"') && head.includes('"commit_info"'),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const items = readSomeItems(getField(root, 'benchmarks'), 'pytest collected no benchmark; check its selection')
    const version = readOptionalText(getField(root, 'version'))
    return {
      ...emptyReading,
      tool: version === null ? 'pytest-benchmark' : `pytest-benchmark ${version}`,
      benchmarks: failDuplicates(items.map(readBenchmark)),
      context: readContext(getField(root, 'machine_info')),
    }
  },
})

function readBenchmark(node: JsonNode): BenchmarkReading {
  const key = readKey(node)
  if (getField(node, 'has_error').value === true) return createFailedReading(key, 'the benchmark raised an error')
  const stats = getField(node, 'stats')
  const iterations = readOptionalAmount(getField(stats, 'iterations'))
  const rounds = readAmount(getField(stats, 'rounds'))
  if (isAbsent(getField(stats, 'data'))) return withoutRounds(key, stats, rounds, iterations)
  const samples = readNumbers(getField(stats, 'data'))
  if (samples.length !== rounds)
    throw createValueError(getField(stats, 'rounds'), `the ${samples.length} values of data`)
  return rejectZeroTime(createSampledReading(key, time, samples, { iterations }))
}

function withoutRounds(key: ReadingKey, stats: JsonNode, count: number, iterations: number | null): BenchmarkReading {
  const readStatistic = (name: string): number | null => readOptionalAmount(getField(stats, name))
  const spread = {
    standardDeviation: readStatistic('stddev'),
    low: readStatistic('min'),
    high: readStatistic('max'),
    count,
  }
  const notes = ['the median of the rounds; use --benchmark-json, or --benchmark-save-data, to keep each of them']
  return rejectZeroTime(
    createAggregateReading(key, time, readAmount(getField(stats, 'median')), { spread, iterations, notes }),
  )
}

/**
 * Reads name and axes. Parameters become axes, unless one is an object with its memory address: then the name keeps the
 * id of pytest. Tests also put results into `extra_info`, so only the number of GPUs is taken from it.
 */
function readKey(node: JsonNode): ReadingKey {
  const name = readName(isAbsent(getField(node, 'fullname')) ? getField(node, 'name') : getField(node, 'fullname'))
  const params = readOptional(getField(node, 'params'), (map) => toAxes(readEntries(map))) ?? {}
  const extra = readOptional(getField(node, 'extra_info'), readEntries) ?? []
  const gpus = toAxes(extra.filter(([key, { value }]) => typeof value === 'number' && isGpuCount(key)))
  if (Object.keys(params).length === 0 || / at 0x[\da-f]+>/i.test(JSON.stringify(params))) return { name, axes: gpus }
  return { name: name.replace(/\[[^\]]*\]$/, ''), axes: { ...gpus, ...params } }
}

function readContext(machine: JsonNode): Record<string, string> {
  const facts = ['system', 'machine', 'python_version'].map((key) => [key, getField(machine, key).value] as const)
  const all = [...facts, ['cpu', getField(getField(machine, 'cpu'), 'brand_raw').value] as const]
  return Object.fromEntries(
    all.flatMap(([key, value]) => (typeof value === 'string' ? [[key, formatValue(value).slice(1, -1)]] : [])),
  )
}
