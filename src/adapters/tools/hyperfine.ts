import type { BenchmarkReading, MeasuredReading } from '../../domain/trial/benchmark-reading.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { axesOf } from './axes-of.ts'
import {
  amountOf,
  at,
  entriesOf,
  isAbsent,
  itemsOf,
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

const cpuTime: Metric = { name: 'cpu_time', unit: 's', betterWhen: 'lower' }
const peakMemory: Metric = { name: 'peak_memory', unit: 'B', betterWhen: 'lower' }

/** hyperfine, `--export-json`. A command that failed under `--ignore-failure` measured its failure, not its work (W1). */
export const hyperfine = textReader({
  wants: 'the file of hyperfine --export-json',
  recognises: (head) => /^\s*\{\s*"results"/.test(head) && head.includes('"command"'),
  parse: (text, path) => {
    const results = someItemsOf(at(parsePlace(text, path), 'results'), 'hyperfine measured no command')
    return { ...emptyReading, tool: 'hyperfine', benchmarks: withoutTwins(results.flatMap(readResult)) }
  },
})

function readResult(place: Place): BenchmarkReading[] {
  const key = {
    name: nameOf(at(place, 'command')),
    axes: optional(at(place, 'parameters'), (map) => axesOf(entriesOf(map))) ?? {},
  }
  const codes = optional(at(place, 'exit_codes'), itemsOf) ?? []
  const bad = codes.filter(({ value }) => value !== 0)
  if (bad.length > 0)
    return [failed(key, `${bad.length} of ${codes.length} runs failed, the first with ${exitText(bad[0]?.value)}`)]
  const runs = isAbsent(at(place, 'times')) ? null : numbersOf(at(place, 'times'))
  if (runs && codes.length > 0 && codes.length !== runs.length)
    throw wrong(at(place, 'times'), `${codes.length} values, one for each exit code`)
  const timed = runs ? sampled(key, time, runs) : summary(key, place)
  return [orNoTime(timed), cpu(key, place, runs?.length ?? null), ...memory(key, place)]
}

function summary(key: ReadingKey, place: Place): MeasuredReading {
  const amount = (name: string): number | null => optional(at(place, name), amountOf)
  const spread = { standardDeviation: amount('stddev'), low: amount('min'), high: amount('max') }
  return aggregated(key, time, amountOf(at(place, 'median')), { spread, notes: ['the median of the runs'] })
}

function cpu(key: ReadingKey, place: Place, count: number | null): BenchmarkReading {
  const value = amountOf(at(place, 'user')) + amountOf(at(place, 'system'))
  return aggregated(key, cpuTime, value, { spread: { count }, notes: ['user and system time, mean of the runs'] })
}

/** Since 1.19, one value per run. */
function memory(key: ReadingKey, place: Place): BenchmarkReading[] {
  const bytes = optional(at(place, 'memory_usage_byte'), itemsOf) ?? []
  return bytes.length > 0 ? [sampled(key, peakMemory, bytes.map(amountOf))] : []
}

function exitText(code: unknown): string {
  return typeof code === 'number' ? `exit code ${code}` : 'a signal'
}
