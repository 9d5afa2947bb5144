import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import { emptyReading } from '../../domain/trial/tool-reading.ts'
import { toBaseUnit } from './base-unit.ts'
import {
  readAmount,
  getField,
  isAbsent,
  readName,
  readOptional,
  parseJsonNode,
  readSomeItems,
  readText,
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
} from '../readings.ts'

const times = [
  ['real_time', time],
  ['cpu_time', cpuTime],
] as const
/** Built-in rate counters; other counters have no known direction and are left out. */
const rates: readonly (readonly [string, Metric])[] = [
  ['bytes_per_second', { name: 'bytes_per_second', unit: 'B/s', betterWhen: 'higher' }],
  ['items_per_second', { name: 'items_per_second', unit: '1/s', betterWhen: 'higher' }],
]

/**
 * Google Benchmark, `--benchmark_out_format=json`. Repetitions are samples. A file with aggregates only
 * (`--benchmark_report_aggregates_only`) gives its median with the declared deviation.
 */
export const googleBenchmark = createTextReader({
  wants: 'the file of --benchmark_out with --benchmark_out_format=json',
  canRead: (head) => /"library_build_type"|"mhz_per_cpu"/.test(head) && head.includes('"context"'),
  parse: (text, path) => {
    const root = parseJsonNode(text, path)
    const items = readSomeItems(getField(root, 'benchmarks'), 'The program ran no benchmark; check --benchmark_filter')
    const groups = Map.groupBy(items, (item) =>
      readName(isAbsent(getField(item, 'run_name')) ? getField(item, 'name') : getField(item, 'run_name')),
    )
    const version = readOptional(getField(getField(root, 'context'), 'library_version'), readText)
    return {
      ...emptyReading,
      tool: version === null ? 'Google Benchmark' : `Google Benchmark ${version}`,
      benchmarks: failDuplicates([...groups].flatMap(([name, group]) => readGroup(name, group))),
      problems: listWarnings(getField(root, 'context')),
    }
  },
})

function readGroup(name: string, group: readonly JsonNode[]): BenchmarkReading[] {
  const fault = group.map(findFault).find((text) => text !== null)
  if (fault !== undefined) return [createFailedReading({ name }, fault)]
  const runs = group.filter((item) => getField(item, 'run_type').value !== 'aggregate')
  refuseRepeatedRuns(runs)
  return runs.length > 0 ? readRuns(name, runs) : readAggregates(name, group)
}

function findFault(item: JsonNode): string | null {
  if (getField(item, 'error_occurred').value === true)
    return readOptional(getField(item, 'error_message'), readName) ?? 'an error occurred'
  const isSkipped = getField(item, 'skipped').value === true
  return isSkipped ? `skipped: ${readOptional(getField(item, 'skip_message'), readName) ?? 'no reason given'}` : null
}

/** A repeated repetition index means two benchmarks with one name. */
function refuseRepeatedRuns(runs: readonly JsonNode[]): void {
  const seen = new Set<unknown>()
  for (const run of runs) {
    const index = getField(run, 'repetition_index')
    if (seen.has(index.value)) throw createValueError(index, 'a distinct index; two benchmarks share the name')
    seen.add(index.value)
  }
}

function readRuns(name: string, runs: readonly JsonNode[]): BenchmarkReading[] {
  const counts = new Set(runs.map((run) => readOptional(getField(run, 'iterations'), readAmount)))
  const iterations = counts.size === 1 ? ([...counts][0] ?? null) : null
  const timed = times.map(([field, metric]) => {
    const samples = runs.map((run) => readAmount(getField(run, field)) * readTimeFactor(run))
    const reading = createSampledReading({ name }, metric, samples, { iterations })
    return metric === time ? rejectZeroTime(reading) : reading
  })
  const rated = rates.flatMap(([field, metric]) => {
    const given = runs.filter((run) => !isAbsent(getField(run, field)))
    if (given.length < runs.length) return []
    return createSampledReading(
      { name },
      metric,
      given.map((run) => readAmount(getField(run, field))),
      { iterations },
    )
  })
  return [...timed, ...rated]
}

function readAggregates(name: string, group: readonly JsonNode[]): BenchmarkReading[] {
  const findAggregate = (kind: string): JsonNode | undefined =>
    group.find((item) => getField(item, 'aggregate_name').value === kind)
  const middle = findAggregate('median') ?? findAggregate('mean')
  if (!middle) return [createFailedReading({ name }, 'the file has neither runs nor their median or mean')]
  const deviation = findAggregate('stddev')
  const count = readOptional(getField(middle, 'repetitions'), readAmount)
  const notes = [`the ${String(getField(middle, 'aggregate_name').value)} of the repetitions`]
  const given = [...times, ...rates].filter(([field]) => !isAbsent(getField(middle, field)))
  return given.map(([field, metric]) => {
    const factor = metric.unit === 's' ? readTimeFactor(middle) : 1
    const standardDeviation = deviation ? readAmount(getField(deviation, field)) * factor : null
    const spread = { standardDeviation, count }
    return createAggregateReading({ name }, metric, readAmount(getField(middle, field)) * factor, { spread, notes })
  })
}

function readTimeFactor(run: JsonNode): number {
  const node = getField(run, 'time_unit')
  const { unit, factor } = toBaseUnit(readText(node))
  if (unit !== 's') throw createValueError(node, 'a unit of time such as ns, us, ms or s')
  return factor
}

/** Lists warnings that the library otherwise prints only on the terminal. */
function listWarnings(context: JsonNode): string[] {
  return [
    getField(context, 'library_build_type').value === 'debug'
      ? ['the benchmark library is a debug build, so times differ from a release build']
      : [],
    getField(context, 'cpu_scaling_enabled').value === true
      ? ['CPU frequency scaling was enabled, so times have additional noise']
      : [],
  ].flat()
}
