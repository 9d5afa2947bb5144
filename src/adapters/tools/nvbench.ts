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
  createFailedReading,
  rejectZeroTime,
  createSampledReading,
  time,
  failDuplicates,
  type ReadingKey,
} from '../readings.ts'

const maxJsonBytes = 64 * 2 ** 20

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
  { metric: { name: 'bandwidth', unit: 'B/s', betterWhen: 'higher' }, mean: 'nv/cold/bw/global/bytes_per_second' },
  { metric: { name: 'item_rate', unit: '1/s', betterWhen: 'higher' }, mean: 'nv/cold/bw/item_rate' },
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
    tool: `NVBench ${readText(getField(version, 'string'))}`,
    benchmarks: failDuplicates(benchmarks.flatMap((benchmark) => readStates(benchmark, samples))),
    context: Object.fromEntries(
      (readOptional(getField(root, 'devices'), readItems) ?? []).map((device) => [
        `device ${String(getField(device, 'id').value)}`,
        readName(getField(device, 'name')),
      ]),
    ),
  }
}

function readStates(benchmark: JsonNode, samples: readonly SampleFile[]): BenchmarkReading[] {
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

function readState(key: ReadingKey, state: JsonNode, files: readonly SampleFile[]): BenchmarkReading[] {
  if (getField(state, 'is_skipped').value === true)
    return [
      createFailedReading(
        key,
        `skipped: ${readOptional(getField(state, 'skip_reason'), readName) ?? 'no reason given'}`,
      ),
    ]
  const summaries = new Map(
    (readOptional(getField(state, 'summaries'), readItems) ?? []).map((item) => [
      readText(getField(item, 'tag')),
      item,
    ]),
  )
  const found = measures.flatMap((measure) => readMeasure(key, measure, { summaries, files, state: state.path }))
  return found.length > 0 ? found : [createFailedReading(key, 'has no known measure')]
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
  const findValue = (tag: string | undefined): number | null => {
    const summary = tag === undefined ? undefined : summaries.get(tag)
    return summary ? readSummaryValue(summary) : null
  }
  const single = measure.samples === undefined ? undefined : files.find((file) => file.state === state)
  if (single?.seconds)
    return [rejectZeroTime(createSampledReading(key, measure.metric, single.seconds, { iterations: 1 }))]
  const mean = findValue(measure.mean)
  if (mean === null) return []
  const relative = findValue(measure.deviation)
  const spread = { standardDeviation: relative === null ? null : relative * mean, count: findValue(measure.count) }
  const notes = ['the mean of the samples', ...(single ? [`its samples are in ${single.name}, which is missing`] : [])]
  return [rejectZeroTime(createAggregateReading(key, measure.metric, mean, { spread, notes }))]
}

/**
 * Reads the value of a summary. Numbers are texts; null means infinity, which NVBench reports as noise of too few
 * samples.
 */
function readSummaryValue(summary: JsonNode): number | null {
  const node = readItems(getField(summary, 'data')).find((item) => getField(item, 'name').value === 'value')
  if (!node) throw createValueError(getField(summary, 'data'), 'a list with an entry named value')
  const value = getField(node, 'value')
  if (isAbsent(value)) return null
  const number = typeof value.value === 'string' && value.value.trim() !== '' ? Number(value.value) : value.value
  return readAmount({ ...value, value: number })
}
