import type { BenchmarkReading } from '../../domain/trial/benchmark-reading.ts'
import type { Metric } from '../../domain/core/metric.ts'
import { emptyReading, type ToolReading } from '../../domain/trial/tool-reading.ts'
import { UserError } from '../../domain/core/errors.ts'
import { axesOf } from './axes-of.ts'
import {
  amountOf,
  at,
  isAbsent,
  itemsOf,
  nameOf,
  optional,
  parsePlace,
  someItemsOf,
  textOf,
  wrong,
  type Place,
} from '../json-place.ts'
import { nvbenchSamples, type SampleFile } from './nvbench-samples.ts'
import type { OutputReader } from '../output-reader.ts'
import { readWhole } from '../read-whole.ts'
import { aggregated, failed, orNoTime, sampled, time, withoutTwins, type ReadingKey } from '../readings.ts'

const maxJsonBytes = 64 * 2 ** 20

/** What is read of each state: mean, relative deviation, number of samples, file of the single samples. */
const measures: readonly { metric: Metric; mean: string; deviation?: string; count?: string; samples?: string }[] = [
  {
    metric: time,
    mean: 'nv/cold/time/gpu/mean',
    deviation: 'nv/cold/time/gpu/stdev/relative',
    count: 'nv/cold/sample_size',
    samples: 'nv/json/bin:nv/cold/sample_times',
  },
  {
    metric: { name: 'cpu_time', unit: 's', betterWhen: 'lower' },
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
 * NVBench, `--json` or `--jsonbin` (format 1.x): one reading per state and measure. Single samples lie in `.bin` files
 * beside the JSON; without them a mean with its declared deviation is all there is.
 */
export const nvbench: OutputReader = {
  wants: 'the file of --json, with the .bin files of --jsonbin beside it',
  takes: 'files of one run',
  recognises: (head) => head.includes('"nvbench"') && head.includes('"meta"'),
  isSidecar: (path) => path.endsWith('.bin'),
  read: async (files) => {
    const binaries = files.filter(({ path }) => path.endsWith('.bin'))
    const jsons = files.filter((file) => !binaries.includes(file))
    const [json] = jsons
    if (!json || jsons.length > 1)
      throw new UserError(
        `${jsons.length} JSON files were given for one run of NVBench`,
        'Name the file of --json once',
      )
    const root = parsePlace(await readWhole(json, maxJsonBytes), json.path)
    return readRoot(root, await nvbenchSamples(root, binaries))
  },
}

function readRoot(root: Place, samples: readonly SampleFile[]): ToolReading {
  const version = at(at(at(root, 'meta'), 'version'), 'nvbench')
  const benchmarks = someItemsOf(at(root, 'benchmarks'), 'The program ran no benchmark: look at --benchmark')
  return {
    ...emptyReading,
    tool: `NVBench ${textOf(at(version, 'string'))}`,
    benchmarks: withoutTwins(benchmarks.flatMap((benchmark) => readStates(benchmark, samples))),
    context: Object.fromEntries(
      (optional(at(root, 'devices'), itemsOf) ?? []).map((device) => [
        `device ${String(at(device, 'id').value)}`,
        nameOf(at(device, 'name')),
      ]),
    ),
  }
}

function readStates(benchmark: Place, samples: readonly SampleFile[]): BenchmarkReading[] {
  const name = nameOf(at(benchmark, 'name'))
  const states = optional(at(benchmark, 'states'), itemsOf) ?? []
  if (states.length === 0) return [failed({ name }, 'has no state: nothing of it was run')]
  return states.flatMap((state) => readState({ name, axes: axesOfState(state) }, state, samples))
}

function axesOfState(state: Place): NonNullable<ReadingKey['axes']> {
  const values = (optional(at(state, 'axis_values'), itemsOf) ?? []).map((axis) => {
    const value = at(axis, 'value')
    const isNumber = at(axis, 'type').value !== 'string' && typeof value.value === 'string' && value.value.trim() !== ''
    const number = isNumber ? Number(value.value) : Number.NaN
    return [nameOf(at(axis, 'name')), Number.isFinite(number) ? { ...value, value: number } : value] as const
  })
  const device = at(state, 'device')
  return axesOf(isAbsent(device) ? values : [['device', device], ...values])
}

function readState(key: ReadingKey, state: Place, files: readonly SampleFile[]): BenchmarkReading[] {
  if (at(state, 'is_skipped').value === true)
    return [failed(key, `skipped: ${optional(at(state, 'skip_reason'), nameOf) ?? 'no reason given'}`)]
  const summaries = new Map(
    (optional(at(state, 'summaries'), itemsOf) ?? []).map((item) => [textOf(at(item, 'tag')), item]),
  )
  const found = measures.flatMap((measure) => readMeasure(key, measure, { summaries, files, state: state.path }))
  return found.length > 0 ? found : [failed(key, 'has no measure that is known here')]
}

type State = {
  readonly summaries: ReadonlyMap<string, Place>
  readonly files: readonly SampleFile[]
  readonly state: string
}

function readMeasure(
  key: ReadingKey,
  measure: (typeof measures)[number],
  { summaries, files, state }: State,
): BenchmarkReading[] {
  const named = (tag: string | undefined): number | null => {
    const summary = tag === undefined ? undefined : summaries.get(tag)
    return summary ? amountIn(summary) : null
  }
  const single = measure.samples === undefined ? undefined : files.find((file) => file.state === state)
  if (single?.seconds) return [orNoTime(sampled(key, measure.metric, single.seconds, { iterations: 1 }))]
  const mean = named(measure.mean)
  if (mean === null) return []
  const relative = named(measure.deviation)
  const spread = { standardDeviation: relative === null ? null : relative * mean, count: named(measure.count) }
  const notes = [
    'the mean of the samples',
    ...(single ? [`its samples are in ${single.name}, which was not given`] : []),
  ]
  return [orNoTime(aggregated(key, measure.metric, mean, { spread, notes }))]
}

/** Numbers are written as texts; null stands for infinity, which is what too few samples give as noise. */
function amountIn(summary: Place): number | null {
  const place = itemsOf(at(summary, 'data')).find((item) => at(item, 'name').value === 'value')
  if (!place) throw wrong(at(summary, 'data'), 'a list with an entry named value')
  const value = at(place, 'value')
  if (isAbsent(value)) return null
  const number = typeof value.value === 'string' && value.value.trim() !== '' ? Number(value.value) : value.value
  return amountOf({ ...value, value: number })
}
