import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { baseUnit } from './base-unit.ts'
import {
  amountOf,
  at,
  isAbsent,
  nameOf,
  optional,
  parsePlace,
  someItemsOf,
  textOf,
  wrong,
  type Place,
} from '../json-place.ts'
import { textReader } from '../output-reader.ts'
import { aggregated, failed, orNoTime, sampled, time, withoutTwins } from '../readings.ts'

const cpuTime: Metric = { name: 'cpu_time', unit: 's', betterWhen: 'lower' }
const times = [
  ['real_time', time],
  ['cpu_time', cpuTime],
] as const
/** Rates by the library's own words; other counters have no direction and are left out. */
const rates: readonly (readonly [string, Metric])[] = [
  ['bytes_per_second', { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }],
  ['items_per_second', { name: 'items_per_second', unit: '1/s', betterWhen: 'higher' }],
]

/**
 * Google Benchmark, `--benchmark_out_format=json`. Repetitions are samples; a file with aggregates only
 * (`--benchmark_report_aggregates_only`) gives its median with the deviation it declares.
 */
export const googleBenchmark = textReader({
  wants: 'the file of --benchmark_out with --benchmark_out_format=json',
  recognises: (head) => /"library_build_type"|"mhz_per_cpu"/.test(head) && head.includes('"context"'),
  parse: (text, path) => {
    const root = parsePlace(text, path)
    const items = someItemsOf(at(root, 'benchmarks'), 'The program ran no benchmark: look at --benchmark_filter')
    const groups = Map.groupBy(items, (item) =>
      nameOf(isAbsent(at(item, 'run_name')) ? at(item, 'name') : at(item, 'run_name')),
    )
    const version = optional(at(at(root, 'context'), 'library_version'), textOf)
    return {
      ...emptyReading,
      tool: version === null ? 'Google Benchmark' : `Google Benchmark ${version}`,
      benchmarks: withoutTwins([...groups].flatMap(([name, group]) => readGroup(name, group))),
      problems: doubts(at(root, 'context')),
    }
  },
})

function readGroup(name: string, group: readonly Place[]): BenchmarkReading[] {
  const fault = group.map(faultOf).find((text) => text !== null)
  if (fault !== undefined) return [failed({ name }, fault)]
  const runs = group.filter((item) => at(item, 'run_type').value !== 'aggregate')
  refuseRepeatedRuns(runs)
  return runs.length > 0 ? readRuns(name, runs) : readAggregates(name, group)
}

function faultOf(item: Place): string | null {
  if (at(item, 'error_occurred').value === true)
    return optional(at(item, 'error_message'), nameOf) ?? 'an error occurred'
  const isSkipped = at(item, 'skipped').value === true
  return isSkipped ? `skipped: ${optional(at(item, 'skip_message'), nameOf) ?? 'no reason given'}` : null
}

/** Repetitions number themselves; the same number twice is two benchmarks of one name. */
function refuseRepeatedRuns(runs: readonly Place[]): void {
  const seen = new Set<unknown>()
  for (const run of runs) {
    const index = at(run, 'repetition_index')
    if (seen.has(index.value)) throw wrong(index, 'a repetition of its own: two benchmarks share the name')
    seen.add(index.value)
  }
}

function readRuns(name: string, runs: readonly Place[]): BenchmarkReading[] {
  const counts = new Set(runs.map((run) => optional(at(run, 'iterations'), amountOf)))
  const iterations = counts.size === 1 ? ([...counts][0] ?? null) : null
  const timed = times.map(([field, metric]) => {
    const samples = runs.map((run) => amountOf(at(run, field)) * secondsPer(run))
    const reading = sampled({ name }, metric, samples, { iterations })
    return metric === time ? orNoTime(reading) : reading
  })
  const rated = rates.flatMap(([field, metric]) => {
    const given = runs.filter((run) => !isAbsent(at(run, field)))
    if (given.length < runs.length) return []
    return sampled(
      { name },
      metric,
      given.map((run) => amountOf(at(run, field))),
      { iterations },
    )
  })
  return [...timed, ...rated]
}

function readAggregates(name: string, group: readonly Place[]): BenchmarkReading[] {
  const named = (kind: string): Place | undefined => group.find((item) => at(item, 'aggregate_name').value === kind)
  const middle = named('median') ?? named('mean')
  if (!middle) return [failed({ name }, 'the file holds neither runs nor a median or mean of them')]
  const deviation = named('stddev')
  const count = optional(at(middle, 'repetitions'), amountOf)
  const notes = [`the ${String(at(middle, 'aggregate_name').value)} of the repetitions`]
  const given = [...times, ...rates].filter(([field]) => !isAbsent(at(middle, field)))
  return given.map(([field, metric]) => {
    const factor = metric.unit === 's' ? secondsPer(middle) : 1
    const standardDeviation = deviation ? amountOf(at(deviation, field)) * factor : null
    const spread = { standardDeviation, count }
    return aggregated({ name }, metric, amountOf(at(middle, field)) * factor, { spread, notes })
  })
}

function secondsPer(run: Place): number {
  const place = at(run, 'time_unit')
  const { unit, factor } = baseUnit(textOf(place))
  if (unit !== 's') throw wrong(place, 'a unit of time such as ns, us, ms or s')
  return factor
}

/** The library prints the same warnings on the terminal, where nobody reads them. */
function doubts(context: Place): string[] {
  return [
    at(context, 'library_build_type').value === 'debug'
      ? ['the benchmark library was built as debug: times are not those of a release']
      : [],
    at(context, 'cpu_scaling_enabled').value === true
      ? ['CPU frequency scaling was on: times vary more than the program does']
      : [],
  ].flat()
}
