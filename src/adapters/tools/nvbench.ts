import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import { emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { toAxes } from './axes.ts'
import {
  readAmount,
  getField,
  isAbsent,
  readItems,
  readName,
  readOptional,
  readOptionalAmount,
  readOptionalText,
  parseJsonNode,
  readSomeItems,
  readText,
  createValueError,
  type JsonNode,
} from '../json-node.ts'
import { readNvbenchSamples, type SampleFile } from './nvbench-samples.ts'
import type { OutputReader } from '../output-reader.ts'
import { readFileText } from '../read-file-text.ts'
import {
  createAggregateReading,
  collectReadings,
  createFailedReading,
  createSkippedReading,
  rejectZeroTime,
  createSampledReading,
  time,
  type ReadingKey,
  type Reading,
} from '../readings.ts'

const maxJsonBytes = 64 * 2 ** 20

const rates = [
  ['bandwidth', 'B/s', 'bw/global/bytes_per_second'],
  ['item_rate', '1/s', 'bw/item_rate'],
] as const

/** Tags of each measure: mean, relative deviation, number of samples, file of raw samples. */
const measures: readonly { metric: Metric; mean: string; deviation?: string; count?: string; samples?: string }[] = [
  {
    metric: time,
    mean: 'nv/cold/time/gpu/mean',
    deviation: 'nv/cold/time/gpu/stdev/relative',
    count: 'nv/cold/sample_size',
    samples: 'nv/json/bin:nv/cold/sample_times',
  },
  {
    metric: cpuTime,
    mean: 'nv/cold/time/cpu/mean',
    deviation: 'nv/cold/time/cpu/stdev/relative',
    count: 'nv/cold/sample_size',
  },
  {
    metric: { name: 'batch_time', unit: 's', betterWhen: 'lower' },
    mean: 'nv/batch/time/gpu/mean',
    count: 'nv/batch/sample_size',
  },
  // Benchmarks that run no GPU code.
  {
    metric: cpuTime,
    mean: 'nv/cpu_only/time/cpu/mean',
    deviation: 'nv/cpu_only/time/cpu/stdev/relative',
    count: 'nv/cpu_only/sample_size',
    samples: 'nv/json/bin:nv/cpu_only/sample_times',
  },
  ...['cold', 'cpu_only'].flatMap((kind) =>
    rates.map(([name, unit, tag]) => ({
      metric: { name, unit, betterWhen: 'higher' as const },
      mean: `nv/${kind}/${tag}`,
    })),
  ),
]

/**
 * NVBench, `--json` or `--jsonbin` (format 1.x): one reading per state and measure. Raw samples are in `.bin` files
 * next to the JSON; without them only the mean with its declared deviation is known.
 */
export const nvbench: OutputReader = {
  wants: 'the file of --json, with the .bin files of --jsonbin next to it',
  takes: 'files of one run',
  canRead: (head) => head.includes('"nvbench"') && head.includes('"meta"'),
  isSidecar: (path) => path.endsWith('.bin'),
  read: async (files) => {
    const binaries = files.filter(({ path }) => path.endsWith('.bin'))
    const jsons = files.filter((file) => !binaries.includes(file))
    const [json] = jsons
    if (!json || jsons.length > 1)
      throw new UserError(`${jsons.length} JSON files for one run of NVBench`, 'Pass the file of --json once')
    const root = parseJsonNode(await readFileText(json, maxJsonBytes), json.path)
    return readRoot(root, await readNvbenchSamples(root, binaries))
  },
}

function readRoot(root: JsonNode, samples: readonly SampleFile[]): ToolReading {
  const version = getField(getField(getField(root, 'meta'), 'version'), 'nvbench')
  const benchmarks = readSomeItems(getField(root, 'benchmarks'), 'The program ran no benchmark; check --benchmark')
  return {
    ...emptyReading,
    tool: `NVBench ${readOptionalText(getField(version, 'string')) ?? 'of unknown version'}`,
    ...collectReadings(benchmarks.flatMap((benchmark) => readStates(benchmark, samples))),
    context: Object.fromEntries(
      (readOptional(getField(root, 'devices'), readItems) ?? []).map((device) => [
        `device ${String(getField(device, 'id').value)}`,
        readOptionalText(getField(device, 'name')) ?? 'unknown',
      ]),
    ),
  }
}

function readStates(benchmark: JsonNode, samples: readonly SampleFile[]): Reading[] {
  const name = readName(getField(benchmark, 'name'))
  const states = readOptional(getField(benchmark, 'states'), readItems) ?? []
  if (states.length === 0) return [createFailedReading({ name }, 'has no state, so it did not run')]
  return states.flatMap((state) => readState({ name, axes: readAxes(state) }, state, samples))
}

function readAxes(state: JsonNode): NonNullable<ReadingKey['axes']> {
  const values = (readOptional(getField(state, 'axis_values'), readItems) ?? []).map((axis) => {
    const value = getField(axis, 'value')
    const isNumber =
      getField(axis, 'type').value !== 'string' && typeof value.value === 'string' && value.value.trim() !== ''
    const number = isNumber ? Number(value.value) : Number.NaN
    return [readName(getField(axis, 'name')), Number.isFinite(number) ? { ...value, value: number } : value] as const
  })
  const device = getField(state, 'device')
  return toAxes(isAbsent(device) ? values : [['device', device], ...values])
}

function readState(key: ReadingKey, state: JsonNode, files: readonly SampleFile[]): Reading[] {
  if (getField(state, 'is_skipped').value === true) return [readSkip(key, getField(state, 'skip_reason'))]
  const summaries = new Map(
    (readOptional(getField(state, 'summaries'), readItems) ?? []).map((item) => [
      readText(getField(item, 'tag')),
      item,
    ]),
  )
  const found = measures.flatMap((measure) => readMeasure(key, measure, { summaries, files, state: state.path }))
  if (found.length === 0 && summaries.size === 0) return [createFailedReading(key, 'has no measure')]
  const own = [...summaries.keys()].filter((tag) => !tag.startsWith('nv/'))
  return [
    ...(found.length > 0 ? found : [createSkippedReading(key, 'not judged: no known measure')]),
    ...own.map((tag) => createSkippedReading(key, `${tag} is not judged: its direction is unknown`)),
  ]
}

/** NVBench also skips a state whose code threw. */
function readSkip(key: ReadingKey, node: JsonNode): Reading {
  const reason = readOptionalText(node) ?? 'no reason given'
  return /^Unexpected error\b/.test(reason)
    ? createFailedReading(key, reason)
    : createSkippedReading(key, `skipped: ${reason}`)
}

type BenchmarkState = {
  readonly summaries: ReadonlyMap<string, JsonNode>
  readonly files: readonly SampleFile[]
  readonly state: string
}

function readMeasure(
  key: ReadingKey,
  measure: (typeof measures)[number],
  { summaries, files, state }: BenchmarkState,
): BenchmarkReading[] {
  const single = files.find((file) => file.state === state && file.tag === measure.samples)
  if (single?.seconds)
    return [rejectZeroTime(createSampledReading(key, measure.metric, single.seconds, { iterations: 1 }))]
  const mean = findValue(summaries, measure.mean)
  if (mean === undefined) return []
  const [relative, count] = [measure.deviation, measure.count].map((tag) => {
    const value = findValue(summaries, tag)
    return value ? readOptionalAmount(value) : null
  })
  const value = readAmount(mean)
  const spread = { standardDeviation: typeof relative === 'number' ? relative * value : null, count: count ?? null }
  const notes = ['the mean of the samples', ...(single ? [`its samples are in ${single.name}, which is missing`] : [])]
  return [rejectZeroTime(createAggregateReading(key, measure.metric, value, { spread, notes }))]
}

/** Finds the value of a summary. Numbers are texts; the noise of less than 5 samples is `inf`. */
function findValue(summaries: ReadonlyMap<string, JsonNode>, tag: string | undefined): JsonNode | undefined {
  const summary = tag === undefined ? undefined : summaries.get(tag)
  if (!summary) return undefined
  const node = readItems(getField(summary, 'data')).find((item) => getField(item, 'name').value === 'value')
  if (!node) throw createValueError(getField(summary, 'data'), 'a list with an entry named value')
  const value = getField(node, 'value')
  const number = typeof value.value === 'string' && value.value.trim() !== '' ? Number(value.value) : Number.NaN
  return Number.isNaN(number) ? value : { ...value, value: number }
}
