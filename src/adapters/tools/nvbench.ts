import { type JsonNode, parseJsonNode } from '../json-node.ts'
import { type OutputFile, type OutputReader, readFileText, readPlainBytes } from '../output-reader.ts'
import {
  collectReadings,
  createAggregateReading,
  createFailedReading,
  createSampledReading,
  createSkippedReading,
  type Reading,
  type ReadingKey,
  rejectZeroTime,
  time,
  toAxes,
} from '../readings.ts'
import { UserError } from '../../domain/core/errors.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import { type BenchmarkReading, emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'

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
  const version = root.get('meta').get('version').get('nvbench')
  const benchmarks = root.get('benchmarks').readSomeItems('The program ran no benchmark; check --benchmark')
  return {
    ...emptyReading,
    tool: `NVBench ${version.get('string').readOptionalText() ?? 'of unknown version'}`,
    ...collectReadings(benchmarks.flatMap((benchmark) => readStates(benchmark, samples))),
    context: Object.fromEntries(
      (root.get('devices').optional?.readItems() ?? []).map((device) => [
        `device ${String(device.get('id').value)}`,
        device.get('name').readOptionalText() ?? 'unknown',
      ]),
    ),
  }
}

function readStates(benchmark: JsonNode, samples: readonly SampleFile[]): Reading[] {
  const name = benchmark.get('name').readName()
  const states = benchmark.get('states').optional?.readItems() ?? []
  if (states.length === 0) return [createFailedReading({ name }, 'has no state, so it did not run')]
  return states.flatMap((state) => readState({ name, axes: readAxes(state) }, state, samples))
}

function readAxes(state: JsonNode): NonNullable<ReadingKey['axes']> {
  const values = (state.get('axis_values').optional?.readItems() ?? []).map((axis) => {
    const value = axis.get('value')
    const isNumber = axis.get('type').value !== 'string' && typeof value.value === 'string' && value.value.trim() !== ''
    const number = isNumber ? Number(value.value) : Number.NaN
    return [axis.get('name').readName(), Number.isFinite(number) ? value.replaceValue(number) : value] as const
  })
  const device = state.get('device')
  return toAxes(device.isAbsent ? values : [['device', device], ...values])
}

function readState(key: ReadingKey, state: JsonNode, files: readonly SampleFile[]): Reading[] {
  if (state.get('is_skipped').value === true) return [readSkip(key, state.get('skip_reason'))]
  const summaries = new Map(
    (state.get('summaries').optional?.readItems() ?? []).map((item) => [item.get('tag').readText(), item]),
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
  const reason = node.readOptionalText() ?? 'no reason given'
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
    return value ? value.readOptionalAmount() : null
  })
  const value = mean.readAmount()
  const spread = { standardDeviation: typeof relative === 'number' ? relative * value : null, count: count ?? null }
  const notes = ['the mean of the samples', ...(single ? [`its samples are in ${single.name}, which is missing`] : [])]
  return [rejectZeroTime(createAggregateReading(key, measure.metric, value, { spread, notes }))]
}

/** Finds the value of a summary. Numbers are texts; the noise of less than 5 samples is `inf`. */
function findValue(summaries: ReadonlyMap<string, JsonNode>, tag: string | undefined): JsonNode | undefined {
  const summary = tag === undefined ? undefined : summaries.get(tag)
  if (!summary) return undefined
  const node = summary
    .get('data')
    .readItems()
    .find((item) => item.get('name').value === 'value')
  if (!node) throw summary.get('data').createError('a list with an entry named value')
  const value = node.get('value')
  const number = typeof value.value === 'string' && value.value.trim() !== '' ? Number(value.value) : Number.NaN
  return Number.isNaN(number) ? value : value.replaceValue(number)
}

/** The raw samples of one state. */
type SampleFile = {
  /** JSON path of the state. */
  readonly state: string
  /** Tag of the summary that names the file. */
  readonly tag: unknown
  readonly name: string
  /** Null when the file was not given. */
  readonly seconds: readonly number[] | null
}

const tags: readonly unknown[] = ['nv/json/bin:nv/cold/sample_times', 'nv/json/bin:nv/cpu_only/sample_times']
const bytesPerSample = 4
const maxSamples = 4_000_000

/** Reads the `.bin` files that the states name: seconds as 32-bit little-endian floats. */
async function readNvbenchSamples(root: JsonNode, files: readonly OutputFile[]): Promise<SampleFile[]> {
  const found: SampleFile[] = []
  for (const state of listStates(root)) {
    const summary = (state.get('summaries').optional?.readItems() ?? []).find((item) =>
      tags.includes(item.get('tag').value),
    )
    if (!summary) continue
    const name = findSummaryField(summary, 'filename').readText()
    const count = readCount(findSummaryField(summary, 'size'))
    const file = files.find(({ path }) => path === name || path.endsWith(`/${name}`))
    found.push({
      state: state.path,
      tag: summary.get('tag').value,
      name,
      seconds: file ? await readSamples(file, count) : null,
    })
  }
  return found
}

function listStates(root: JsonNode): JsonNode[] {
  return (root.get('benchmarks').optional?.readItems() ?? []).flatMap(
    (item) => item.get('states').optional?.readItems() ?? [],
  )
}

function findSummaryField(summary: JsonNode, name: string): JsonNode {
  const node = summary
    .get('data')
    .readItems()
    .find((item) => item.get('name').value === name)
  if (!node) throw summary.get('data').createError(`a list with an entry named ${name}`)
  return node.get('value')
}

function readCount(node: JsonNode): number {
  const count = node.replaceValue(Number(node.value)).readAmount()
  if (Number.isInteger(count) && count > 0 && count <= maxSamples) return count
  throw node.createError(`a count from 1 to ${maxSamples}`)
}

async function readSamples(file: OutputFile, count: number): Promise<number[]> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readPlainBytes(file)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > count * bytesPerSample) break
  }
  if (size !== count * bytesPerSample)
    throw createDamagedFileError(file, `has ${size} bytes, not ${count} samples of ${bytesPerSample}`)
  const bytes = Buffer.concat(chunks)
  const seconds = Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * bytesPerSample))
  const odd = seconds.findIndex((value) => !Number.isFinite(value))
  if (odd >= 0) throw createDamagedFileError(file, `sample ${odd} is ${seconds[odd]}`)
  return seconds
}

function createDamagedFileError({ path }: OutputFile, what: string): UserError {
  return new UserError(`${path} ${what}`, 'Pass the .bin files of the same run as the JSON')
}
