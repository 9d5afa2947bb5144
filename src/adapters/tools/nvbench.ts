import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { cpuTime, type Metric } from '../../domain/core/metric.ts'
import * as field from '../fields.ts'
import { createRunReader, type OutputFile, parseEach, readPlainBytes } from '../reader.ts'
import { type ReadingKey, type Row, time, toAxes } from '../readings.ts'

type Measure = { metric: Metric; mean: string; samples?: string }

const bandwidth: Metric = { name: 'bandwidth', unit: 'B/s', betterWhen: 'higher' }
const itemRate: Metric = { name: 'item_rate', unit: '1/s', betterWhen: 'higher' }

const measures: readonly Measure[] = [
  { metric: time, mean: 'nv/cold/time/gpu/mean', samples: 'nv/json/bin:nv/cold/sample_times' },
  { metric: cpuTime, mean: 'nv/cold/time/cpu/mean' },
  { metric: { name: 'batch_time', unit: 's', betterWhen: 'lower' }, mean: 'nv/batch/time/gpu/mean' },
  // Benchmarks that run no GPU code.
  { metric: cpuTime, mean: 'nv/cpu_only/time/cpu/mean', samples: 'nv/json/bin:nv/cpu_only/sample_times' },
  ...['cold', 'cpu_only'].flatMap((kind) => [
    { metric: bandwidth, mean: `nv/${kind}/bw/global/bytes_per_second` },
    { metric: itemRate, mean: `nv/${kind}/bw/item_rate` },
  ]),
]
const maxSamples = 4_000_000

/** A number as a text; the noise of less than 5 samples is `inf`. */
function parseNumber(value: unknown): unknown {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isNaN(number) ? value : number
}

/** The values of a summary by their names. Summaries that are not read can have any form. */
const summary = field.group({
  tag: field.shortText,
  data: z.transform((list) => {
    const entries = Array.isArray(list) ? list.filter((one) => field.isMap(one)) : []
    return new Map(entries.map(({ name, value }) => [name, parseNumber(value)]))
  }),
})
const state = field.group({
  axis_values: field.listOptional(field.group({ name: field.name, type: field.anything, value: field.anything })),
  device: field.anything,
  is_skipped: field.anything,
  skip_reason: field.maybeText,
  summaries: field.listOptional(summary).transform((all) => new Map(all.map(({ tag, data }) => [tag, data]))),
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
 * next to the JSON; without them only the mean is known.
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
  const [binary, mean] = [tags.samples, tags.mean].map((tag = '') => summaries.get(tag))
  const path = field.toLine(binary?.get('filename'))
  const file = path !== null && files.find((one) => one.path === path || one.path.endsWith(`/${path}`))
  if (file) return [{ metric, samples: await readSamples(file, binary?.get('size')) }]
  // Each state has a file of its own: one sentence for all.
  const folder = path?.replace(/\/[^/]*$/, '')
  if (!mean)
    return path === null ? [] : [{ failed: `${metric.name}: its mean and its samples in ${folder} are missing` }]
  return [
    { metric, value: field.figure.parse(mean.get('value')) },
    ...(path === null ? [] : [{ skipped: `the mean is read, because its samples in ${folder} are missing` }]),
  ]
}

const bytesPerSample = 4

/** Reads a `.bin` file that a state names: seconds as 32-bit little-endian floats. */
async function readSamples(file: OutputFile, stated: unknown): Promise<number[]> {
  const createDamage = (what: string) =>
    new UserError(`${file.path} ${what}`, 'Pass the .bin files of the same run as the JSON')
  const count = field.toAmount(stated, maxSamples)
  if (count === null || !Number.isInteger(count)) throw createDamage('has samples of which the JSON states no number')
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
