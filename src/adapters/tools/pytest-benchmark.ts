import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { shown } from '../../domain/core/shown.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { axesOf, isGpuCount } from './axes-of.ts'
import {
  amountOf,
  at,
  entriesOf,
  isAbsent,
  nameOf,
  numbersOf,
  optional,
  parsePlace,
  someItemsOf,
  wrong,
  type Place,
} from '../json-place.ts'
import { textReader } from '../output-reader.ts'
import { aggregated, failed, orNoTime, sampled, time, withoutTwins, type ReadingKey } from '../readings.ts'

/**
 * pytest-benchmark, written by `--benchmark-json` (with every round) or `--benchmark-save` (without, unless
 * `--benchmark-save-data`). Seconds. A test that failed inside is simply not in the file; pytest's exit code tells.
 */
export const pytestBenchmark = textReader({
  wants: 'the file of pytest --benchmark-json',
  recognises: (head) => head.includes('"machine_info"') && head.includes('"commit_info"'),
  parse: (text, path) => {
    const root = parsePlace(text, path)
    const items = someItemsOf(at(root, 'benchmarks'), 'pytest collected no benchmark: look at its selection')
    const version = optional(at(root, 'version'), nameOf)
    return {
      ...emptyReading,
      tool: version === null ? 'pytest-benchmark' : `pytest-benchmark ${version}`,
      benchmarks: withoutTwins(items.map(readBenchmark)),
      context: contextOf(at(root, 'machine_info')),
    }
  },
})

function readBenchmark(place: Place): BenchmarkReading {
  const key = keyOf(place)
  if (at(place, 'has_error').value === true) return failed(key, 'the benchmark raised an error')
  const stats = at(place, 'stats')
  const iterations = optional(at(stats, 'iterations'), amountOf)
  const rounds = amountOf(at(stats, 'rounds'))
  if (isAbsent(at(stats, 'data'))) return withoutRounds(key, stats, rounds, iterations)
  const samples = numbersOf(at(stats, 'data'))
  if (samples.length !== rounds) throw wrong(at(stats, 'rounds'), `the ${samples.length} values of data`)
  return orNoTime(sampled(key, time, samples, { iterations }))
}

function withoutRounds(key: ReadingKey, stats: Place, count: number, iterations: number | null): BenchmarkReading {
  const amount = (name: string): number => amountOf(at(stats, name))
  const spread = { standardDeviation: amount('stddev'), low: amount('min'), high: amount('max'), count }
  const notes = ['the median of the rounds; use --benchmark-json, or --benchmark-save-data, to keep each of them']
  return orNoTime(aggregated(key, time, amount('median'), { spread, iterations, notes }))
}

/** Parameters are axes; of `extra_info`, where tests also put results, only the number of GPUs is. */
function keyOf(place: Place): ReadingKey {
  const name = nameOf(isAbsent(at(place, 'fullname')) ? at(place, 'name') : at(place, 'fullname'))
  const params = optional(at(place, 'params'), (map) => axesOf(entriesOf(map))) ?? {}
  const extra = optional(at(place, 'extra_info'), entriesOf) ?? []
  const gpus = axesOf(extra.filter(([key, { value }]) => typeof value === 'number' && isGpuCount(key)))
  return { name: Object.keys(params).length > 0 ? name.replace(/\[[^\]]*\]$/, '') : name, axes: { ...gpus, ...params } }
}

function contextOf(machine: Place): Record<string, string> {
  const facts = ['system', 'machine', 'python_version'].map((key) => [key, at(machine, key).value] as const)
  const all = [...facts, ['cpu', at(at(machine, 'cpu'), 'brand_raw').value] as const]
  return Object.fromEntries(
    all.flatMap(([key, value]) => (typeof value === 'string' ? [[key, shown(value).slice(1, -1)]] : [])),
  )
}
