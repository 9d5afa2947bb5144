import type { JsonNode } from '../json-node.ts'
import { createJsonReader } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  failDuplicates,
  isGpuCount,
  type Reading,
  type ReadingKey,
  readSamples,
  rejectZeroTime,
  time,
  toAxes,
} from '../readings.ts'
import type { Axes } from '../../domain/core/case.ts'
import { formatValue } from '../../domain/core/errors.ts'
import type { Metric } from '../../domain/core/metric.ts'
import type { BenchmarkReading } from '../../domain/trial/tool-reading.ts'

const maxCombinations = 10_000

const memory: Metric = { name: 'memory', unit: 'B', betterWhen: 'lower' }

/**
 * A result file of airspeed velocity, `asv run` (results/MACHINE/COMMIT-ENVIRONMENT.json, version 2). With
 * `--record-samples` the samples are read, else the median. asv compares every kind as lower is better, also `track_`.
 */
export const asv = createJsonReader({
  wants: 'a result file of asv run, such as results/MACHINE/COMMIT-existing.json',
  canRead: (head) => head.includes('"commit_hash"') && head.includes('"env_name"') && head.includes('"result_columns"'),
  parse: (root) => {
    const columns = root
      .get('result_columns')
      .readItems()
      .map((item) => item.readText())
    const entries = root.get('results').readEntries()
    if (entries.length === 0) throw root.get('results').createError('at least one benchmark')
    const readings = entries.flatMap(([name, row]) => readBenchmark(name, row, columns))
    return { tool: 'asv', ...collectReadings(readings) }
  },
})

function readBenchmark(name: string, row: JsonNode, columns: readonly string[]): Reading[] {
  const cells = row.readItems()
  const findCell = (column: string): JsonNode | undefined => cells[columns.indexOf(column)]
  const [result, params, samples] = [findCell('result'), findCell('params'), findCell('samples')]
  if (!result || result.isAbsent) return [createFailedReading({ name }, 'asv reports no result')]
  const combinations = listCombinations(params)
  const values = result.readItems()
  if (values.length !== combinations.length)
    throw result.createError(`${combinations.length} values, one for each combination of parameters`)
  const sampled = samples?.optional?.readItems() ?? []
  return combinations.map((axes, index) => readPoint({ name, axes }, values[index], sampled[index]))
}

function readPoint(key: ReadingKey, value: JsonNode | undefined, samples: JsonNode | undefined): Reading {
  // As in asv: NaN is a benchmark that was skipped or not selected, null one that failed.
  if (Number.isNaN(value?.value)) return createSkippedReading(key, 'skipped in asv')
  if (!value || value.isAbsent) return createFailedReading(key, 'asv reports no result')
  const metric = chooseMetric(key.name)
  const raw = samples?.optional?.readNumbers()
  if (raw) return rejectZeroTime(createSampledReading(key, metric, raw))
  return rejectZeroTime(createAggregateReading(key, metric, value.readNumber(), { notes: ['the median of asv'] }))
}

/** The prefix of the function or method name decides the kind, as in asv. */
function chooseMetric(name: string): Metric {
  const method = name.split('.').at(-1) ?? ''
  if (/^(?:time|timeraw)_?|^Time/.test(method)) return time
  if (/^(?:peakmem|mem)_?|^(?:Peak)?Mem/.test(method)) return memory
  return { name: 'value', unit: '', betterWhen: 'lower' }
}

/** Lists the combinations of parameters in asv's order: the last one changes fastest. Values are Python literals. */
function listCombinations(params: JsonNode | undefined): Axes[] {
  const lists = params?.optional?.readItems().map((list) => list.readItems().map((item) => item.readName())) ?? []
  const count = lists.reduce((product, list) => product * list.length, 1)
  if (params && count > maxCombinations) throw params.createError(`at most ${maxCombinations} combinations`)
  return lists.reduce<Axes[]>(
    (all, list, index) =>
      all.flatMap((axes) => list.map((text) => ({ ...axes, [`param${index + 1}`]: readLiteral(text) }))),
    [{}],
  )
}

function readLiteral(text: string): string | number {
  const quoted = /^(['"])(.*)\1$/.exec(text)
  if (quoted) return quoted[2] ?? ''
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
}

/**
 * pytest-benchmark, written by `--benchmark-json` (with every round) or `--benchmark-save` (without rounds, unless
 * `--benchmark-save-data`). Times are in seconds. A failed test is missing from the file; only the exit code of pytest
 * shows it.
 */
export const pytestBenchmark = createJsonReader({
  wants: 'the file of pytest --benchmark-json',
  canRead: (head) => head.includes('"machine_info"') && head.includes('"commit_info"'),
  parse: (root) => {
    const items = root.get('benchmarks').readSomeItems('pytest collected no benchmark; check its selection')
    const version = root.get('version').readOptionalText()
    return {
      tool: version === null ? 'pytest-benchmark' : `pytest-benchmark ${version}`,
      benchmarks: failDuplicates(items.map(readTest)),
      context: readContext(root.get('machine_info')),
    }
  },
})

function readTest(node: JsonNode): BenchmarkReading {
  const key = readKey(node)
  if (node.get('has_error').value === true) return createFailedReading(key, 'the benchmark raised an error')
  const stats = node.get('stats')
  const iterations = stats.get('iterations').readOptionalAmount()
  const rounds = stats.get('rounds').readAmount()
  if (stats.get('data').isAbsent) return withoutRounds(key, stats, rounds, iterations)
  const samples = stats.get('data').readNumbers()
  if (samples.length !== rounds) throw stats.get('rounds').createError(`the ${samples.length} values of data`)
  return rejectZeroTime(createSampledReading(key, time, samples, { iterations }))
}

function withoutRounds(key: ReadingKey, stats: JsonNode, count: number, iterations: number | null): BenchmarkReading {
  const readStatistic = (name: string): number | null => stats.get(name).readOptionalAmount()
  const spread = {
    standardDeviation: readStatistic('stddev'),
    low: readStatistic('min'),
    high: readStatistic('max'),
    count,
  }
  const notes = ['the median of the rounds; use --benchmark-json, or --benchmark-save-data, to keep each of them']
  return rejectZeroTime(
    createAggregateReading(key, time, stats.get('median').readAmount(), { spread, iterations, notes }),
  )
}

/**
 * Reads name and axes. Parameters become axes, unless one is an object with its memory address: then the name keeps the
 * id of pytest. Tests also put results into `extra_info`, so only the number of GPUs is taken from it.
 */
function readKey(node: JsonNode): ReadingKey {
  const name = (node.get('fullname').isAbsent ? node.get('name') : node.get('fullname')).readName()
  const params = toAxes(node.get('params').optional?.readEntries() ?? [])
  const extra = node.get('extra_info').optional?.readEntries() ?? []
  const gpus = toAxes(extra.filter(([key, { value }]) => typeof value === 'number' && isGpuCount(key)))
  if (Object.keys(params).length === 0 || / at 0x[\da-f]+>/i.test(JSON.stringify(params))) return { name, axes: gpus }
  return { name: name.replace(/\[[^\]]*\]$/, ''), axes: { ...gpus, ...params } }
}

function readContext(machine: JsonNode): Record<string, string> {
  const facts = ['system', 'machine', 'python_version'].map((key) => [key, machine.get(key).value] as const)
  const all = [...facts, ['cpu', machine.get('cpu').get('brand_raw').value] as const]
  return Object.fromEntries(
    all.flatMap(([key, value]) => (typeof value === 'string' ? [[key, formatValue(value).slice(1, -1)]] : [])),
  )
}

/**
 * `torch.utils.benchmark`. It can only pickle its measurements, and reading a pickle runs code, so pickles are not
 * read. Three lines of Python write the measurements as JSON:
 *
 *     keys = "label sub_label description stmt env num_threads number_per_run raw_times".split()
 *     values = [{key: getattr(m, key) for key in keys} for m in measurements]
 *     json.dump({"torch_version": torch.__version__, "measurements": values}, open("torch-benchmark.json", "w"))
 */
export const torchBenchmark = createJsonReader({
  wants: 'the JSON that three lines of Python write of torch.utils.benchmark measurements',
  canRead: (head) => head.includes('"raw_times"') && head.includes('"number_per_run"'),
  parse: (root) => {
    const items = root.get('measurements').readSomeItems('No measurement was taken')
    const version = root.get('torch_version').readOptionalText()
    return {
      tool: version === null ? 'torch.utils.benchmark' : `torch.utils.benchmark ${version}`,
      benchmarks: failDuplicates(items.map(readMeasurement)),
    }
  },
})

/** Reads one measurement. Each of `raw_times` is the time in seconds of `number_per_run` executions. */
function readMeasurement(node: JsonNode): BenchmarkReading {
  const isLabelled = !node.get('label').isAbsent
  const name = node.get(isLabelled ? 'label' : 'stmt').readName()
  // Compare of torch names a row by its sub_label, or by its statement without one.
  const row = isLabelled && node.get('sub_label').isAbsent ? 'stmt' : 'sub_label'
  const named = [row, 'description', 'env', 'num_threads']
    .map((axis) => [axis, node.get(axis)] as const)
    .filter(([, value]) => !value.isAbsent)
  const key = { name, axes: toAxes(named) }
  const iterations = node.get('number_per_run').readAmount()
  if (iterations < 1) throw node.get('number_per_run').createError('a count from 1')
  const samples = node
    .get('raw_times')
    .readNumbers()
    .map((seconds) => seconds / iterations)
  return rejectZeroTime(createSampledReading(key, time, samples, { iterations }))
}

/**
 * pyperf (also of pyperformance), `-o FILE`: each value of each run is a sample; warm-ups and calibration runs are not.
 * The direction of values of the unit `integer` is unknown.
 */
export const pyperf = createJsonReader({
  wants: 'the file of pyperf -o, such as pyperf timeit -o FILE',
  canRead: (head) =>
    (/^\s*\{\s*"benchmarks"\s*:\s*\[\s*\{\s*"(?:metadata|runs)"\s*:/.test(head) &&
      /"(?:warmups|values)"\s*:\s*\[/.test(head)) ||
    (/^\s*\{\s*"(?:version|metadata)"\s*:/.test(head) && head.includes('"perf_version"')),
  parse: (root) => {
    const common = root.get('metadata')
    const items = root.get('benchmarks').readSomeItems('pyperf measured nothing')
    const version = common.get('perf_version').readOptionalText()
    return {
      tool: version === null ? 'pyperf' : `pyperf ${version}`,
      ...collectReadings(items.map((item) => readPyperf(item, common))),
    }
  },
})

/** What all benchmarks share is in the metadata of the file. */
function readPyperf(item: JsonNode, common: JsonNode): Reading {
  const readField = (field: string): JsonNode => {
    const own = item.get('metadata').get(field)
    return own.isAbsent ? common.get(field) : own
  }
  const key = { name: readField('name').readName() }
  const unit = readField('unit').readOptionalText() ?? 'second'
  const metrics = new Map([
    ['second', time],
    ['byte', memory],
  ])
  const metric = metrics.get(unit)
  if (!metric) return createSkippedReading(key, `a value in ${unit} is not judged: its direction is unknown`)
  const runs = item.get('runs').readItems()
  const values = runs.flatMap((run) => run.get('values').optional?.readItems() ?? [])
  return readSamples(key, metric, values, { iterations: readField('loops').readOptionalAmount() })
}
