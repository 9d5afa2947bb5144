import { UserError } from '../../domain/core/errors.ts'
import { createFloatColumn, createIntegerColumn, type GrowingColumn } from './growing-column.ts'
import { getField, readName, readNumber, createValueError, type JsonNode } from '../json-node.ts'
import { RegionAccumulator } from './region-accumulator.ts'
import { createLaunches, mostLaunches, type Launches } from './trace-launches.ts'

/** Activities of one GPU, one row each. */
export type GpuColumns = {
  readonly starts: GrowingColumn
  readonly ends: GrowingColumn
  readonly correlations: GrowingColumn
  readonly names: GrowingColumn
  readonly streams: GrowingColumn
}

/** Calls and total time of one kernel or copy name, in microseconds. */
export type NameTotal = { readonly name: string; readonly isKernel: boolean; calls: number; micros: number }

/** Accumulated content of a trace. Times are in microseconds. */
export type TraceAccumulator = {
  readonly gpus: Map<number, GpuColumns>
  readonly launches: Launches
  readonly names: NameTotal[]
  /** Durations of the regions of `record_function` and of profiler steps. */
  readonly regions: Map<string, number[]>
  /** The same regions with their times. */
  readonly stages: RegionAccumulator
  startMicros: number
  endMicros: number
  events: number
  activities: number
  backward: number
  regionsLeftOut: number
}

const gpuKinds: ReadonlyMap<unknown, boolean> = new Map([
  ['kernel', true],
  ['Kernel', true],
  ['gpu_memcpy', false],
  ['Memcpy', false],
  ['gpu_memset', false],
  ['Memset', false],
])
/** Spans of the profiler itself, and copies of regions on the GPU timeline; both are no work of the program. */
const shadows: readonly unknown[] = ['Trace', 'overhead', 'gpu_user_annotation']
const launchKind = /^(?:cuda|hip)_(?:runtime|driver)$/i

/** Marks an activity without a correlation. */
const noCorrelation = 2 ** 32 - 1

const mostActivities = mostLaunches
const mostNames = 20_000
const mostRegions = 1000
const mostRegionSamples = 10_000
const longestName = 400
const otherNames = '(further names)'

/** Creates an empty accumulator; `index` maps a name to its position in `names`. */
export function createTraceAccumulator(): TraceAccumulator & { readonly index: Map<string, number> } {
  return {
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
    backward: 0,
    regionsLeftOut: 0,
  }
}

type OpenTrace = ReturnType<typeof createTraceAccumulator>

/** A parsed event; `toNode` creates its JSON path for messages. */
export type TraceEvent = { readonly value: unknown; readonly toNode: () => JsonNode }

type Fields = Readonly<Record<string, unknown>>

/**
 * Adds one event. Only events with a duration (`ph` is `X`) count as work.
 *
 * @throws UserError when the event has the wrong form
 */
export function addEvent(accumulator: OpenTrace, event: TraceEvent): void {
  accumulator.events += 1
  const fields = toFields(event.value)
  if (fields['ph'] !== 'X' || shadows.includes(fields['cat'])) return
  const startMicros = readNumberField(fields, 'ts', event)
  const durationMicros = readNumberField(fields, 'dur', event)
  if (durationMicros < 0) {
    accumulator.backward += 1
    return
  }
  accumulator.startMicros = Math.min(accumulator.startMicros, startMicros)
  accumulator.endMicros = Math.max(accumulator.endMicros, startMicros + durationMicros)
  addWork(accumulator, event, { fields, startMicros, durationMicros })
}

type Work = { readonly fields: Fields; readonly startMicros: number; readonly durationMicros: number }

function addWork(accumulator: OpenTrace, event: TraceEvent, work: Work): void {
  const kind = work.fields['cat']
  const isKernel = gpuKinds.get(kind)
  if (isKernel !== undefined) addActivity(accumulator, event, { ...work, isKernel })
  else if (typeof kind === 'string' && launchKind.test(kind)) addLaunch(accumulator, work)
  else if (kind === 'user_annotation') addRegion(accumulator, readName(getField(event.toNode(), 'name')), work)
}

function addActivity(accumulator: OpenTrace, event: TraceEvent, work: Work & { readonly isKernel: boolean }): void {
  const { fields, startMicros, durationMicros } = work
  accumulator.activities += 1
  if (accumulator.activities > mostActivities)
    throw new UserError(
      `${event.toNode().file} has more than ${mostActivities} kernels and copies`,
      'Profile fewer steps',
    )
  const args = toFields(fields['args'])
  const columns = openColumns(
    accumulator,
    'device' in args ? readIndexField(args, 'device', event) : readIndexField(fields, 'pid', event),
  )
  const correlation = args['correlation']
  columns.starts.push(startMicros)
  columns.ends.push(startMicros + durationMicros)
  columns.correlations.push(isCorrelation(correlation) ? correlation : noCorrelation)
  columns.streams.push('stream' in args ? readIndexField(args, 'stream', event) : readIndexField(fields, 'tid', event))
  columns.names.push(addName(accumulator, event, work))
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function readNumberField(fields: Fields, key: string, { toNode }: TraceEvent): number {
  const value = fields[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : readNumber(getField(toNode(), key))
}

/** Reads the index of a GPU or stream. */
function readIndexField(fields: Fields, key: string, { toNode }: TraceEvent): number {
  const value = fields[key]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value
  const where = key === 'device' || key === 'stream' ? getField(toNode(), 'args') : toNode()
  throw createValueError(getField(where, key), 'the number of a GPU or stream')
}

function isCorrelation(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < noCorrelation
}

function openColumns({ gpus }: OpenTrace, gpu: number): GpuColumns {
  const known = gpus.get(gpu)
  if (known) return known
  const columns = {
    starts: createFloatColumn(),
    ends: createFloatColumn(),
    correlations: createIntegerColumn(),
    names: createIntegerColumn(),
    streams: createIntegerColumn(),
  }
  gpus.set(gpu, columns)
  return columns
}

/** Returns the index of the name. Names of C++ template kernels can take kilobytes, so they are cut. */
function addName(
  accumulator: OpenTrace,
  { toNode }: TraceEvent,
  { fields, durationMicros, isKernel }: Work & { readonly isKernel: boolean },
): number {
  const given = fields['name']
  if (typeof given !== 'string') throw createValueError(getField(toNode(), 'name'), 'a name')
  const own = given.length > longestName ? given.slice(0, longestName) : given
  const name = accumulator.index.has(own) || accumulator.names.length < mostNames ? own : otherNames
  const index = accumulator.index.get(name) ?? accumulator.names.length
  if (index === accumulator.names.length) {
    accumulator.index.set(name, index)
    accumulator.names.push({ name: name.replaceAll(/\p{Cc}+/gu, ' '), isKernel, calls: 0, micros: 0 })
  }
  const total = accumulator.names[index]
  if (total) {
    total.calls += 1
    total.micros += durationMicros
  }
  return index
}

function addLaunch({ launches }: OpenTrace, { fields, startMicros }: Work): void {
  const correlation = toFields(fields['args'])['correlation']
  if (typeof correlation === 'number') launches.add(correlation, startMicros)
}

/** Adds a region; `ProfilerStep#7` is the seventh sample of the region `ProfilerStep`. */
function addRegion(accumulator: OpenTrace, name: string, { startMicros, durationMicros: micros }: Work): void {
  const region = name.replace(/^(ProfilerStep)#\d+$/, '$1')
  accumulator.stages.add(region, startMicros / 1e6, (startMicros + micros) / 1e6)
  const known = accumulator.regions.get(region)
  if (known ? known.length >= mostRegionSamples : accumulator.regions.size >= mostRegions)
    accumulator.regionsLeftOut += 1
  else if (known) known.push(micros)
  else accumulator.regions.set(region, [micros])
}
