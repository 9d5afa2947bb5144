import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createRunReader, type OutputFile, parseEach, readPlainBytes } from '../reader.ts'
import { type ReadingKey, type Row, time, toAxes } from '../readings.ts'

type Measure = { metric: Metric; mean: string; deviation?: string; count?: string; samples?: string }

/** Tags of the time of a kind, such as `cold`, on the CPU or GPU: mean, relative deviation, number of samples. */
function createTime(metric: Metric, kind: string, where: 'cpu' | 'gpu', hasFile: boolean): Measure {
  return {
    metric,
    mean: `nv/${kind}/time/${where}/mean`,
    deviation: `nv/${kind}/time/${where}/stdev/relative`,
    count: `nv/${kind}/sample_size`,
    ...(hasFile && { samples: `nv/json/bin:nv/${kind}/sample_times` }),
  }
}

const bandwidth: Metric = { name: 'bandwidth', unit: 'B/s', betterWhen: 'higher' }
const itemRate: Metric = { name: 'item_rate', unit: '1/s', betterWhen: 'higher' }

const measures: readonly Measure[] = [
  createTime(time, 'cold', 'gpu', true),
  createTime(cpuTime, 'cold', 'cpu', false),
  {
    metric: { name: 'batch_time', unit: 's', betterWhen: 'lower' },
    mean: 'nv/batch/time/gpu/mean',
    count: 'nv/batch/sample_size',
  },
  // Benchmarks that run no GPU code.
  createTime(cpuTime, 'cpu_only', 'cpu', true),
  ...['cold', 'cpu_only'].flatMap((kind) => [
    { metric: bandwidth, mean: `nv/${kind}/bw/global/bytes_per_second` },
    { metric: itemRate, mean: `nv/${kind}/bw/item_rate` },
  ]),
]
const maxSamples = 4_000_000

const means = new Set(measures.map(({ mean }) => mean))
const extras = new Set(measures.flatMap(({ deviation, count }) => [deviation, count]))
const binaries = new Set(measures.flatMap(({ samples }) => samples ?? []))

/** A number as a text; the noise of less than 5 samples is `inf`. */
function parseNumber(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? value : number
}

const sampleCount = z.preprocess(
  (value) => Number(value),
  z
    .int(`a count from 1 to ${maxSamples}`)
    .min(1, `a count from 1 to ${maxSamples}`)
    .max(maxSamples, `a count from 1 to ${maxSamples}`),
)
const entries = field.list(field.group({ name: field.anything, value: field.anything }))
const summary = field.group({ tag: field.shortText, data: field.anything }).transform(({ tag, data }, context) => {
  const read = <Form extends z.ZodType>(name: string, form: Form): z.output<Form> => {
    const all = field.readInto(context, entries, data, ['data'])
    if (context.issues.length > 0) return z.NEVER
    const at = all.findIndex((item) => item.name === name)
    if (at < 0) return field.refuse(context, data, `a list with an entry named ${name}`, { path: ['data'] })
    return field.readInto(context, form, all[at]?.value, ['data', at, 'value'])
  }
  return {
    tag,
    mean: means.has(tag) ? read('value', z.preprocess(parseNumber, field.amount)) : null,
    extra: extras.has(tag) ? read('value', z.preprocess(parseNumber, field.maybeAmount)) : null,
    binary: binaries.has(tag) ? { name: read('filename', field.shortText), count: read('size', sampleCount) } : null,
  }
})
const state = field.group({
  axis_values: field.listOptional(field.group({ name: field.name, type: field.anything, value: field.anything })),
  device: field.anything,
  is_skipped: field.anything,
  skip_reason: field.maybeText,
  summaries: field.listOptional(summary).transform((all) => new Map(all.map((one) => [one.tag, one]))),
})
const root = field.group({
  meta: field.group({ version: field.group({ nvbench: field.group({ string: field.maybeText }) }) }),
  devices: field.listOptional(field.group({ id: field.anything, name: field.maybeText })),
  benchmarks: field.list(
    field.group({ name: field.name, states: field.listOptional(state) }),
    'The program ran no benchmark; check --benchmark',
  ),
})
type State = z.output<typeof state>

/**
 * NVBench, `--json` or `--jsonbin` (format 1.x): one reading per state and measure. Raw samples are in `.bin` files
 * next to the JSON; without them only the mean with its declared deviation is known.
 */
export const nvbench = createRunReader({
  wants: 'the file of --json, with the .bin files of --jsonbin next to it',
  detect: (head) => head.includes('"nvbench"') && head.includes('"meta"'),
  isSidecar: (path) => path.endsWith('.bin'),
  toReadings: async (files) => {
    const jsons = files.filter(({ path }) => !path.endsWith('.bin'))
    const [data, ...others] = await parseEach(jsons, (text, path) =>
      field.read(root, field.parseJson(text, path), path),
    )
    if (!data || others.length > 0)
      throw new UserError(`${jsons.length} JSON files for one run of NVBench`, 'Pass the file of --json once')
    const rows: Row[] = []
    for (const { name, states } of data.benchmarks) {
      if (states.length === 0) rows.push({ name, failed: 'has no state, so it did not run' })
      for (const one of states) rows.push(...(await readState({ name, axes: readAxes(one) }, one, files)))
    }
    return {
      tool: `NVBench ${data.meta.version.nvbench.string ?? 'of unknown version'}`,
      rows,
      context: Object.fromEntries(data.devices.map(({ id, name }) => [`device ${String(id)}`, name ?? 'unknown'])),
    }
  },
})

function readAxes({ axis_values: axes, device }: State): NonNullable<ReadingKey['axes']> {
  const values = axes.map(({ name, type, value }) => {
    const number = type === 'string' ? Number.NaN : parseNumber(value)
    return [name, Number.isFinite(number) ? number : value] as const
  })
  return toAxes(field.isAbsent(device) ? values : [['device', device], ...values])
}

async function readState(key: ReadingKey, one: State, files: readonly OutputFile[]): Promise<Row[]> {
  const { summaries, skip_reason: reason } = one
  if (one.is_skipped === true) {
    // NVBench also skips a state whose code threw.
    const text = reason ?? 'no reason given'
    return [{ ...key, ...(/^Unexpected error\b/.test(text) ? { failed: text } : { skipped: `skipped: ${text}` }) }]
  }
  const rows: Row[] = []
  for (const measure of measures)
    rows.push(...(await readMeasure(measure, one, files)).map((row) => ({ ...key, ...row })))
  if (rows.length === 0 && summaries.size === 0) return [{ ...key, failed: 'has no measure' }]
  const own = [...summaries.keys()].filter((tag) => !tag.startsWith('nv/'))
  return [
    ...(rows.length > 0 ? rows : [{ ...key, skipped: 'not judged: no known measure' }]),
    ...own.map((tag) => ({ ...key, skipped: `${tag} is not judged: its direction is unknown` })),
  ]
}

async function readMeasure({ metric, ...tags }: Measure, { summaries }: State, files: readonly OutputFile[]) {
  const get = (tag = '') => summaries.get(tag)
  const binary = get(tags.samples)?.binary
  const file = binary && files.find(({ path }) => path === binary.name || path.endsWith(`/${binary.name}`))
  if (file) return [{ metric, samples: await readSamples(file, binary.count), iterations: 1 }]
  const [value, relative, count] = [get(tags.mean)?.mean, get(tags.deviation)?.extra, get(tags.count)?.extra]
  if (typeof value !== 'number') return []
  const spread = { standardDeviation: typeof relative === 'number' ? relative * value : null, count: count ?? null }
  const notes = ['the mean of the samples', ...(binary ? [`its samples are in ${binary.name}, which is missing`] : [])]
  return [{ metric, value, spread, notes }]
}

const bytesPerSample = 4

/** Reads a `.bin` file that a state names: seconds as 32-bit little-endian floats. */
async function readSamples(file: OutputFile, count: number): Promise<number[]> {
  const createDamage = (what: string) =>
    new UserError(`${file.path} ${what}`, 'Pass the .bin files of the same run as the JSON')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of readPlainBytes(file)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > count * bytesPerSample) break
  }
  if (size !== count * bytesPerSample)
    throw createDamage(`has ${size} bytes, not ${count} samples of ${bytesPerSample}`)
  const bytes = Buffer.concat(chunks)
  const seconds = Array.from({ length: count }, (_, index) => bytes.readFloatLE(index * bytesPerSample))
  const odd = seconds.findIndex((value) => !Number.isFinite(value))
  if (odd >= 0) throw createDamage(`sample ${odd} is ${seconds[odd]}`)
  return seconds
}
