import { openEntry } from '../bounded-lines.ts'
import * as field from '../fields.ts'
import { RegionAccumulator } from '../pipeline/stages.ts'
import { UserError } from '../../domain/core/errors.ts'

/** Activities of one GPU, one row each. */
export type GpuColumns = {
  readonly starts: GrowingColumn
  readonly ends: GrowingColumn
  readonly correlations: GrowingColumn
  readonly names: GrowingColumn
  readonly streams: GrowingColumn
  /** `pid` of the events, which names the GPU and, in merged traces, its process. */
  readonly owners: Set<unknown>
}

/** Calls and total time of one kernel or copy name, in microseconds. */
type NameTotal = { readonly name: string; readonly isKernel: boolean; calls: number; micros: number }

/** Accumulated content of a trace. Times are in microseconds. */
export type TraceAccumulator = {
  readonly file: string
  /** The place of an event in the file, by its number, for messages. */
  readonly toPath: (index: number) => string
  readonly gpus: Map<number, GpuColumns>
  readonly launches: Launches
  readonly names: NameTotal[]
  /** Position of each name in `names`. */
  readonly index: Map<string, number>
  /** Durations of the regions of `record_function` and of profiler steps. */
  readonly regions: Map<string, number[]>
  /** The same regions with their times. */
  readonly stages: RegionAccumulator
  startMicros: number
  endMicros: number
  events: number
  activities: number
  /** Events without a usable time, and those of them that are GPU work. */
  damaged: number
  damagedActivities: number
  /** Events of the categories of torch.profiler. */
  known: number
  /** Other categories of events that name a stream or GPU; and of those with a correlation, as launches have. */
  readonly unknownKinds: Set<string>
  readonly unknownCalls: Set<string>
  /** Processes that launched kernels. */
  readonly processes: Set<unknown>
  hasCopyCalls: boolean
  nameCharacters: number
  regionsLeftOut: number
}

/** Marks an activity without a correlation. */
const noCorrelation = 2 ** 32 - 1

const mostSeen = 20
const mostActivities = 2 ** 22
const mostNames = 20_000
const mostRegions = 1000
const mostRegionSamples = 10_000
const mostNameCharacters = 64 * 2 ** 20
const otherNames = '(further names)'

/** Creates an empty accumulator. */
export function createTraceAccumulator(file: string, toPath: TraceAccumulator['toPath']): TraceAccumulator {
  return {
    file,
    toPath,
    gpus: new Map(),
    launches: createLaunches(),
    names: [],
    index: new Map(),
    regions: new Map(),
    stages: new RegionAccumulator(),
    startMicros: Number.POSITIVE_INFINITY,
    endMicros: Number.NEGATIVE_INFINITY,
    events: 0,
    activities: 0,
    damaged: 0,
    damagedActivities: 0,
    known: 0,
    unknownKinds: new Set(),
    unknownCalls: new Set(),
    processes: new Set(),
    hasCopyCalls: false,
    nameCharacters: 0,
    regionsLeftOut: 0,
  }
}

type Fields = Readonly<Record<string, unknown>>

/** An event with its number. */
type Event = { readonly fields: Fields; readonly index: number }

/**
 * Adds one event. Only events with a duration (`ph` is `X`) count as work; those without a usable time are counted
 * apart.
 *
 * @throws UserError when the event has the wrong form
 */
export function addEvent(accumulator: TraceAccumulator, value: unknown, index: number): void {
  accumulator.events += 1
  const fields = toFields(value)
  const event = { fields, index }
  if (fields['ph'] !== 'X') return gpuKinds.has(fields['cat']) ? addDamaged(accumulator, event) : undefined
  if (isKnownKind(fields['cat'])) accumulator.known += 1
  if (shadows.includes(fields['cat'])) return
  const [startMicros, durationMicros] = [readTime(fields['ts']), readTime(fields['dur'])]
  if (!(Number.isFinite(startMicros) && durationMicros >= 0 && durationMicros <= longestMicros))
    return addDamaged(accumulator, event)
  accumulator.startMicros = Math.min(accumulator.startMicros, startMicros)
  accumulator.endMicros = Math.max(accumulator.endMicros, startMicros + durationMicros)
  addWork(accumulator, { ...event, startMicros, durationMicros })
}

const readTime = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

/** A region with a damaged visit has no stage time: the other visits would give a shorter one. */
function addDamaged(accumulator: TraceAccumulator, event: Event): void {
  const kind = event.fields['cat']
  accumulator.damaged += 1
  if (gpuKinds.has(kind)) accumulator.damagedActivities += 1
  if (kind === regionKind) accumulator.stages.add(readRegionName(accumulator, event), Number.NaN, null)
}

type Work = Event & { readonly startMicros: number; readonly durationMicros: number }

function addWork(accumulator: TraceAccumulator, work: Work): void {
  const kind = work.fields['cat']
  const isKernel = gpuKinds.get(kind)
  if (isKernel !== undefined) addActivity(accumulator, { ...work, isKernel })
  else if (typeof kind === 'string' && launchKind.test(kind)) addLaunch(accumulator, work)
  else if (kind === regionKind) addRegion(accumulator, work)
  else if (!otherKinds.includes(kind)) addUnknown(accumulator, work.fields)
}

function addUnknown({ unknownKinds, unknownCalls }: TraceAccumulator, fields: Fields): void {
  const args = toFields(fields['args'])
  const kinds = 'stream' in args || 'device' in args ? unknownKinds : 'correlation' in args ? unknownCalls : null
  if (kinds && kinds.size < mostSeen) kinds.add(String(fields['cat']).slice(0, 40))
}

function addActivity(accumulator: TraceAccumulator, work: Work & { readonly isKernel: boolean }): void {
  const { fields, startMicros, durationMicros } = work
  accumulator.activities += 1
  if (accumulator.activities > mostActivities)
    throw new UserError(`${accumulator.file} has more than ${mostActivities} kernels and copies`, 'Profile fewer steps')
  const args = toFields(fields['args'])
  const readIndex = (inArgs: string, own: string): number => {
    const [path, value] = inArgs in args ? [`args.${inArgs}`, args[inArgs]] : [own, fields[own]]
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value
    throw createEventError(accumulator, work, path, 'the number of a GPU or stream')
  }
  const columns = openEntry(accumulator.gpus, readIndex('device', 'pid'), Number.POSITIVE_INFINITY, createGpuColumns)
  if (!columns) return
  const correlation = args['correlation']
  if (columns.owners.size < mostSeen) columns.owners.add(fields['pid'])
  columns.starts.push(startMicros)
  columns.ends.push(startMicros + durationMicros)
  columns.correlations.push(isCorrelation(correlation) ? correlation : noCorrelation)
  columns.streams.push(readIndex('stream', 'tid'))
  columns.names.push(addName(accumulator, work))
}

/** Creates the error for a field of an event. */
function createEventError(accumulator: TraceAccumulator, { index, fields }: Event, path: string, expected: string) {
  const [first = '', second] = path.split('.')
  const value = second === undefined ? fields[first] : toFields(fields[first])[second]
  return field.createError(accumulator.file, `${accumulator.toPath(index)}.${path}`, value, expected)
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isCorrelation(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value < noCorrelation
}

function createGpuColumns(): GpuColumns {
  return {
    starts: createFloatColumn(),
    ends: createFloatColumn(),
    correlations: createIntegerColumn(),
    names: createIntegerColumn(),
    streams: createIntegerColumn(),
    owners: new Set(),
  }
}

/** Returns the index of the name. Names of C++ template kernels can take kilobytes and differ at their end only. */
function addName(accumulator: TraceAccumulator, work: Work & { readonly isKernel: boolean }): number {
  const { fields, durationMicros, isKernel } = work
  const given = fields['name']
  if (typeof given !== 'string') throw createEventError(accumulator, work, 'name', 'a name')
  const isFull = accumulator.names.length >= mostNames || accumulator.nameCharacters + given.length > mostNameCharacters
  const name = isFull && !accumulator.index.has(given) ? otherNames : given
  const index = accumulator.index.get(name) ?? accumulator.names.length
  if (index === accumulator.names.length) {
    accumulator.index.set(name, index)
    accumulator.nameCharacters += name.length
    accumulator.names.push({ name: name.replaceAll(/\p{Cc}+/gu, ' '), isKernel, calls: 0, micros: 0 })
  }
  const total = accumulator.names[index]
  if (total) {
    total.calls += 1
    total.micros += durationMicros
  }
  return index
}

function addLaunch(accumulator: TraceAccumulator, { fields, startMicros }: Work): void {
  const { launches, processes } = accumulator
  const [correlation, name] = [toFields(fields['args'])['correlation'], String(fields['name'])]
  const [, edge] = captureEdge.exec(name) ?? []
  if (edge !== undefined) launches.addCapture(startMicros, edge.toLowerCase() === 'begin')
  if (copyCall.test(name)) accumulator.hasCopyCalls = true
  const isKernel = kernelLaunch.test(name)
  if (isKernel && processes.size < mostSeen) processes.add(fields['pid'])
  if (typeof correlation === 'number') launches.add({ correlation, startMicros, isKernel })
}

function addRegion(accumulator: TraceAccumulator, work: Work): void {
  const { startMicros, durationMicros: micros } = work
  const region = readRegionName(accumulator, work)
  accumulator.stages.add(region, startMicros / 1e6, (startMicros + micros) / 1e6)
  const known = accumulator.regions.get(region)
  if (known ? known.length >= mostRegionSamples : accumulator.regions.size >= mostRegions)
    accumulator.regionsLeftOut += 1
  else if (known) known.push(micros)
  else accumulator.regions.set(region, [micros])
}

/** Categories of GPU work; true: kernels. */
const gpuKinds: ReadonlyMap<unknown, boolean> = new Map([
  ['kernel', true],
  ['Kernel', true],
  ['gpu_memcpy', false],
  ['Memcpy', false],
  ['gpu_memset', false],
  ['Memset', false],
])
const regionKind = 'user_annotation'
/** Spans of the profiler itself, and copies of regions on the GPU timeline; both are no work of the program. */
const shadows: readonly unknown[] = ['Trace', 'overhead', 'gpu_user_annotation']
/** `Runtime` before PyTorch 1.13, then `cuda_runtime`, `cuda_driver`, `hip_runtime`, `xpu_runtime` and so on. */
const launchKind = /^(?:[a-z\d]{1,20}_)?(?:runtime|driver)$/i
const kernelLaunch = /launch\w{0,20}kernel|kernel_?launch|graph_?launch/i
const copyCall = /mem(?:cpy|set)/i
const captureEdge = /stream(begin|end)capture/i
/** Categories without GPU work that is read here. */
const otherKinds: readonly unknown[] = ['cpu_op', 'Operator', 'python_function', 'cuda_sync', 'cpu_instant_event']
/** Longer times are damaged records, as in Holistic Trace Analysis. */
export const longestMicros = 7 * 86_400 * 1e6

/** Whether torch.profiler writes this category. */
function isKnownKind(kind: unknown): boolean {
  const isNamed = gpuKinds.has(kind) || shadows.includes(kind) || otherKinds.includes(kind) || kind === regionKind
  return isNamed || (typeof kind === 'string' && launchKind.test(kind))
}

/** `ProfilerStep#7` is the seventh sample of the region `ProfilerStep`. */
function readRegionName({ file, toPath }: TraceAccumulator, { fields, index }: Event): string {
  const name = field.toLine(fields['name']) ?? field.read(field.name, fields['name'], file, `${toPath(index)}.name`)
  return name.replace(/^(ProfilerStep)#\d+$/, '$1')
}

/** A call that starts work on a GPU; times are in microseconds. */
type Launch = { readonly correlation: number; readonly startMicros: number; readonly isKernel: boolean }

/** Launch times by correlation id, in microseconds. */
type Launches = {
  add(launch: Launch): void
  /** Adds the start or end of the capture of a graph: launches in between run no kernel. */
  addCapture(startMicros: number, isStart: boolean): void
  /** Finds the launch time; null when the id is unknown. The first call sorts, so add all launches before. */
  findStart(correlation: number): number | null
  /**
   * Counts the launches of kernels that no `findStart` asked for, and the ids that several launches of kernels share. An
   * id is unique in a process.
   */
  countFaults(): { readonly lost: number; readonly shared: number }
}

/** Index and id share one number, so that the built-in numeric sort applies. */
const indexRange = 2 ** 22
/** CUPTI has 32-bit correlation ids; the profiler uses 31 bits. */
const idRange = 2 ** 31

/** Creates an empty collection of launches. */
function createLaunches(): Launches {
  const keys = createFloatColumn()
  const starts = createFloatColumn()
  const kernels = createIntegerColumn()
  const captures = { starts: createFloatColumn(), ends: createFloatColumn() }
  const found = new Set<number>()
  let sorted: Float64Array | null = null
  return {
    add: ({ correlation, startMicros, isKernel }) => {
      const index = keys.getLength()
      if (!Number.isInteger(correlation) || correlation < 1 || correlation >= idRange || index >= indexRange) return
      keys.push(correlation * indexRange + index)
      starts.push(startMicros)
      kernels.push(isKernel ? 1 : 0)
    },
    addCapture: (startMicros, isStart) => captures[isStart ? 'starts' : 'ends'].push(startMicros),
    findStart: (correlation) => {
      sorted ??= sortValues(keys)
      if (correlation >= idRange) return null
      const key = sorted[findFirstFrom(sorted, correlation * indexRange)]
      if (key === undefined || Math.floor(key / indexRange) !== correlation) return null
      found.add(correlation)
      return starts.get(key % indexRange)
    },
    countFaults: () => {
      sorted ??= sortValues(keys)
      const [begins, ends] = [sortValues(captures.starts), sortValues(captures.ends)]
      let [lost, shared, latest] = [0, 0, 0]
      for (const key of sorted) {
        const [correlation, index] = [Math.floor(key / indexRange), key % indexRange]
        const start = starts.get(index)
        if (kernels.get(index) === 0 || findFirstFrom(begins, start) > findFirstFrom(ends, start)) continue
        if (correlation === latest) shared += 1
        else if (!found.has(correlation)) lost += 1
        latest = correlation
      }
      return { lost, shared }
    },
  }
}

function sortValues(column: GrowingColumn): Float64Array {
  const values = new Float64Array(column.getLength())
  for (let index = 0; index < values.length; index += 1) values[index] = column.get(index)
  return values.toSorted()
}

/** Returns the index of the first value of at least `bound`. */
function findFirstFrom(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < bound) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A list of numbers that grows in blocks: it allocates no object per number, copies nothing when it grows, and wastes
 * at most one block.
 */
export type GrowingColumn = {
  push(value: number): void
  /** Returns the number at an index; NaN beyond the end. */
  get(index: number): number
  readonly getLength: () => number
}

const [blockBits, blockLength] = [16, 2 ** 16]

/** Creates a column for 64-bit floats. */
function createFloatColumn(): GrowingColumn {
  return createColumn(() => new Float64Array(blockLength))
}

/** Creates a column for integers from 0 to 2³² − 1. */
function createIntegerColumn(): GrowingColumn {
  return createColumn(() => new Uint32Array(blockLength))
}

function createColumn(makeBlock: () => Float64Array | Uint32Array): GrowingColumn {
  const blocks: (Float64Array | Uint32Array)[] = []
  let length = 0
  return {
    push: (value) => {
      const offset = length & (blockLength - 1)
      if (offset === 0) blocks.push(makeBlock())
      const block = blocks[length >>> blockBits]
      if (block) block[offset] = value
      length += 1
    },
    get: (index) => blocks[index >>> blockBits]?.[index & (blockLength - 1)] ?? Number.NaN,
    getLength: () => length,
  }
}
