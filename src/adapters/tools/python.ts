import { z } from 'zod'
import type { Axes } from '../../domain/core/case.ts'
import type { Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createJsonReader } from '../reader.ts'
import { isGpuCount, type ReadingKey, type Row, time, toAxes } from '../readings.ts'

const maxCombinations = 10_000

const memory: Metric = { name: 'memory', unit: 'B', betterWhen: 'lower' }

/** As in asv: NaN is a benchmark that was skipped or not selected, null one that failed. */
const asvValue = z.number().or(z.nan()).nullish()

/** Before version 2 a result is the value, or an object with the columns by their names. */
function toAsvCells(columns: readonly unknown[], row: unknown): readonly unknown[] {
  if (Array.isArray(row)) return row
  return columns.map((column) => (field.isMap(row) ? row[String(column)] : column === 'result' ? [row] : null))
}

/** One row of asv: its results, and the parameters and samples of each. */
function createAsvRow(columns: readonly unknown[]) {
  return z
    .preprocess((row) => toAsvCells(columns, row), field.list(field.anything))
    .transform((cells, context) => {
      const read = <Form extends z.ZodType>(column: string, form: Form): z.output<Form> => {
        const at = columns.indexOf(column)
        return field.readInto(context, form, cells[at], [at])
      }
      const values = read('result', field.list(asvValue).nullish())
      if (!values) return null
      const lists = read('params', field.listOptional(field.list(field.name)))
      const samples = read('samples', field.listOptional(field.numbers.nullish()))
      const refuse = (column: string, expected: string) =>
        field.refuse(context, cells[columns.indexOf(column)], expected, { path: [columns.indexOf(column)] })
      if (context.issues.length > 0) return z.NEVER
      const count = lists.reduce((product, texts) => product * texts.length, 1)
      if (count > maxCombinations) return refuse('params', `at most ${maxCombinations} combinations`)
      if (values.length !== count) return refuse('result', `${count} values, one for each combination of parameters`)
      return listCombinations(lists).map((axes, index) => ({ axes, value: values[index], raw: samples[index] }))
    })
}

const asvColumns = ['result', 'params', 'samples']
/** A large file of version 1 names its environment too late. */
const asvFirst =
  /^\s*\{\s*"results"\s*:\s*\{\s*"[^"]+"\s*:\s*(?:\{\s*"(?:params|result|samples|stats)"\s*:\s*\[|[\dNn])/

/**
 * A result file of airspeed velocity, `asv run` (results/MACHINE/COMMIT-ENVIRONMENT.json, version 1 or 2). With
 * `--record-samples` the samples are read, else the median. asv compares every kind as lower is better, also `track_`.
 */
export const asv = createJsonReader({
  wants: 'a result file of asv run, such as results/MACHINE/COMMIT-existing.json',
  detect: (head) => (head.includes('"commit_hash"') && head.includes('"env_name"')) || asvFirst.test(head),
  schema: field.choose((root) => {
    const isFirst = field.isMap(root) && root['version'] === 1
    const columns = field.isMap(root) && Array.isArray(root['result_columns']) ? root['result_columns'] : asvColumns
    return field.group({
      commit_hash: field.maybeText,
      result_columns: isFirst ? field.nothing : field.list(field.shortText),
      results: field.index(createAsvRow(columns)).transform((rows, context) => {
        if (rows.size === 0) field.refuse(context, {}, 'at least one benchmark')
        return rows
      }),
    })
  }),
  toReadings: ({ commit_hash: commit, results }) => ({
    tool: 'asv',
    context: { commit },
    rows: [...results].flatMap(([name, points]): Row[] => {
      const metric = chooseMetric(name)
      if (!points) return [{ name, failed: 'asv reports no result' }]
      return points.map(({ axes, value, raw }) => {
        if (Number.isNaN(value)) return { name, axes, skipped: 'skipped in asv' }
        if (value === undefined || value === null) return { name, axes, failed: 'asv reports no result' }
        return { name, axes, metric, ...(raw ? { samples: raw } : { value }) }
      })
    }),
  }),
})

/** The prefix of the function or method name decides the kind, as in asv. */
function chooseMetric(name: string): Metric {
  const method = name.split('.').at(-1) ?? ''
  if (/^(?:time|timeraw)_?|^Time/.test(method)) return time
  if (/^(?:peakmem|mem)_?|^(?:Peak)?Mem/.test(method)) return memory
  return { name: 'value', unit: '', betterWhen: 'lower' }
}

/** Lists the combinations of parameters in asv's order: the last one changes fastest. Values are Python literals. */
function listCombinations(lists: readonly (readonly string[])[]): Axes[] {
  return lists.reduce<Axes[]>(
    (all, texts, index) =>
      all.flatMap((axes) =>
        texts.map((text) => {
          const value = text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
          return { ...axes, [`param${index + 1}`]: /^(['"])(.*)\1$/.exec(text)?.[2] ?? value }
        }),
      ),
    [{}],
  )
}

const rounds = field.group({ data: field.numbers, rounds: field.amount }).transform((stats, context) => {
  const { length } = stats.data
  if (length !== stats.rounds) field.refuse(context, stats.rounds, `the ${length} values of data`, { path: ['rounds'] })
  return stats
})
const withoutRounds = field.group({ median: field.amount })
const stats = field.choose((one) => (field.has(one, 'data') ? rounds : withoutRounds))
const pytestTest = field
  .group({
    fullname: field.name.nullish(),
    ...field.repeat(field.anything, 'name', 'has_error', 'stats'),
    ...field.repeat(field.parameters, 'params', 'extra_info'),
  })
  .transform(({ fullname, name, has_error: hasError, stats: given, ...test }, context) => ({
    ...test,
    name: fullname ?? field.readInto(context, field.name, name, ['name']),
    stats: hasError === true ? null : field.readInto(context, stats, given, ['stats']),
  }))

/**
 * pytest-benchmark, written by `--benchmark-json` (with every round) or `--benchmark-save` (without rounds, unless
 * `--benchmark-save-data`). Times are in seconds. A failed test is missing from the file; only the exit code of pytest
 * shows it.
 */
export const pytestBenchmark = createJsonReader({
  wants: 'the file of pytest --benchmark-json',
  detect: (head) => head.includes('"machine_info"') && head.includes('"commit_info"'),
  schema: field.group({
    version: field.maybeText,
    machine_info: field.group({
      ...field.repeat(field.maybeText, 'system', 'machine', 'python_version'),
      cpu: field.group({ brand_raw: field.maybeText }),
    }),
    benchmarks: field.list(pytestTest, 'pytest collected no benchmark; check its selection'),
  }),
  toReadings: ({ version, machine_info: { cpu, ...machine }, benchmarks }) => ({
    tool: ['pytest-benchmark', version],
    rows: benchmarks.map(readTest),
    context: { ...machine, cpu: cpu.brand_raw },
  }),
})

function readTest(test: z.output<typeof pytestTest>): Row {
  const key = readPytestKey(test)
  if (test.stats === null) return { ...key, failed: 'the benchmark raised an error' }
  if ('data' in test.stats) return { ...key, metric: time, samples: test.stats.data }
  return { ...key, metric: time, value: test.stats.median }
}

/**
 * Reads name and axes. Parameters become axes, unless one is an object with its memory address: then the name keeps the
 * id of pytest. Tests also put results into `extra_info`, so only the number of GPUs is taken from it.
 */
function readPytestKey({ params: given, extra_info: extra, name }: z.output<typeof pytestTest>): ReadingKey {
  const params = toAxes(given)
  const gpus = toAxes([...(extra ?? [])].filter(([key, value]) => typeof value === 'number' && isGpuCount(key)))
  const values = Object.values(params)
  if (values.length === 0 || values.some((value) => / at 0x[\da-f]+>/i.test(String(value)))) return { name, axes: gpus }
  // The id of the parameters can have brackets of its own.
  return { name: name.replace(/^((?:.*?::)?[^[]*)\[.*\]$/, '$1'), axes: { ...gpus, ...params } }
}

const measurement = field
  .group({
    label: field.name.nullish(),
    ...field.repeat(field.anything, 'sub_label', 'stmt', 'description', 'env', 'num_threads'),
    number_per_run: z.number().min(1, 'a count from 1'),
    raw_times: field.numbers,
  })
  .transform((one, context) => ({ ...one, name: one.label ?? field.readInto(context, field.name, one.stmt, ['stmt']) }))

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
  detect: (head) => head.includes('"raw_times"') && head.includes('"number_per_run"'),
  schema: field.group({
    torch_version: field.maybeText,
    measurements: field.list(measurement, 'No measurement was taken'),
  }),
  toReadings: ({ torch_version: version, measurements }) => ({
    tool: ['torch.utils.benchmark', version],
    rows: measurements.map(({ name, raw_times: times, number_per_run: count, ...one }) => {
      // Compare of torch names a row by its sub_label, or by its statement without one.
      const row = one.label && !field.has(one, 'sub_label') ? 'stmt' : 'sub_label'
      const named = ([row, 'description', 'env', 'num_threads'] as const).filter((axis) => field.has(one, axis))
      const axes = toAxes(named.map((axis) => [axis, one[axis]]))
      // Each time in seconds is that of all executions of a run.
      return { name, axes, metric: time, samples: times.map((seconds) => seconds / count) }
    }),
  }),
})

const metadata = field.group({
  name: field.anything,
  unit: field.maybeText,
  perf_version: field.maybeText,
})
const pyperfMetrics = new Map([
  ['second', time],
  ['byte', memory],
])

/**
 * pyperf (also of pyperformance), `-o FILE`: each value of each run is a sample; warm-ups and calibration runs are not.
 * The direction of values of the unit `integer` is unknown.
 */
export const pyperf = createJsonReader({
  wants: 'the file of pyperf -o, such as pyperf timeit -o FILE',
  detect: (head) =>
    (/^\s*\{\s*"benchmarks"\s*:\s*\[\s*\{\s*"(?:metadata|runs)"\s*:/.test(head) &&
      /"(?:warmups|values)"\s*:\s*\[/.test(head)) ||
    (/^\s*\{\s*"(?:version|metadata)"\s*:/.test(head) && head.includes('"perf_version"')),
  schema: field.group({
    metadata,
    benchmarks: field.list(
      field.group({ metadata, runs: field.list(field.group({ values: field.listOptional(field.figure) })) }),
      'pyperf measured nothing',
    ),
  }),
  // What all benchmarks share is in the metadata of the file.
  toReadings: ({ metadata: common, benchmarks }, path) => ({
    tool: ['pyperf', common.perf_version],
    rows: benchmarks.map(({ metadata: own, runs }, index): Row => {
      const place = field.has(own, 'name') ? `benchmarks[${index}].metadata.name` : 'metadata.name'
      const name = field.read(field.name, own.name ?? common.name, path, place)
      const unit = own.unit ?? common.unit ?? 'second'
      const metric = pyperfMetrics.get(unit)
      if (!metric) return { name, skipped: `a value in ${unit} is not judged: its direction is unknown` }
      return { name, metric, samples: runs.flatMap(({ values }) => values) }
    }),
  }),
})
