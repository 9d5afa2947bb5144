import { UserError } from '../../domain/core/errors.ts'
import { createFloatColumn, createIntegerColumn, type GrowingColumn } from './growing-column.ts'
import { getField, readName, createValueError, type JsonNode } from '../json-node.ts'
import { RegionAccumulator } from './region-accumulator.ts'
import {
  captureEdge,
  copyCall,
  gpuKinds,
  isKnownKind,
  kernelLaunch,
  launchKind,
  longestMicros,
  otherKinds,
  regionKind,
  shadows,
  toRegionName,
} from './trace-kinds.ts'
import { createLaunches, mostLaunches, type Launches } from './trace-launches.ts'

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
const mostActivities = mostLaunches
const mostNames = 20_000
const mostRegions = 1000
const mostRegionSamples = 10_000
const mostNameCharacters = 64 * 2 ** 20
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

type OpenTrace = ReturnType<typeof createTraceAccumulator>

/** A parsed event; `toNode` creates its JSON path for messages. */
export type TraceEvent = { readonly value: unknown; readonly toNode: () => JsonNode }

type Fields = Readonly<Record<string, unknown>>

/**
 * Adds one event. Only events with a duration (`ph` is `X`) count as work; those without a usable time are counted
 * apart.
 *
 * @throws UserError when the event has the wrong form
 */
export function addEvent(accumulator: OpenTrace, event: TraceEvent): void {
  accumulator.events += 1
  const fields = toFields(event.value)
  if (fields['ph'] !== 'X') return gpuKinds.has(fields['cat']) ? addDamaged(accumulator, event, fields) : undefined
  if (isKnownKind(fields['cat'])) accumulator.known += 1
  if (shadows.includes(fields['cat'])) return
  const [startMicros, durationMicros] = [readTime(fields['ts']), readTime(fields['dur'])]
  if (!(Number.isFinite(startMicros) && durationMicros >= 0 && durationMicros <= longestMicros))
    return addDamaged(accumulator, event, fields)
  accumulator.startMicros = Math.min(accumulator.startMicros, startMicros)
  accumulator.endMicros = Math.max(accumulator.endMicros, startMicros + durationMicros)
  addWork(accumulator, event, { fields, startMicros, durationMicros })
}

const readTime = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

/** A region with a damaged visit has no stage time: the other visits would give a shorter one. */
function addDamaged(accumulator: OpenTrace, event: TraceEvent, fields: Fields): void {
  accumulator.damaged += 1
  if (gpuKinds.has(fields['cat'])) accumulator.damagedActivities += 1
  if (fields['cat'] === regionKind)
    accumulator.stages.add(toRegionName(readName(getField(event.toNode(), 'name'))), Number.NaN, null)
}

type Work = { readonly fields: Fields; readonly startMicros: number; readonly durationMicros: number }

function addWork(accumulator: OpenTrace, event: TraceEvent, work: Work): void {
  const kind = work.fields['cat']
  const isKernel = gpuKinds.get(kind)
  if (isKernel !== undefined) addActivity(accumulator, event, { ...work, isKernel })
  else if (typeof kind === 'string' && launchKind.test(kind)) addLaunch(accumulator, work)
  else if (kind === regionKind) addRegion(accumulator, readName(getField(event.toNode(), 'name')), work)
  else if (!otherKinds.includes(kind)) addUnknown(accumulator, work.fields)
}

function addUnknown({ unknownKinds, unknownCalls }: OpenTrace, fields: Fields): void {
  const args = toFields(fields['args'])
  const kinds = 'stream' in args || 'device' in args ? unknownKinds : 'correlation' in args ? unknownCalls : null
  if (kinds && kinds.size < mostSeen) kinds.add(String(fields['cat']).slice(0, 40))
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
  if (columns.owners.size < mostSeen) columns.owners.add(fields['pid'])
  columns.starts.push(startMicros)
  columns.ends.push(startMicros + durationMicros)
  columns.correlations.push(isCorrelation(correlation) ? correlation : noCorrelation)
  columns.streams.push('stream' in args ? readIndexField(args, 'stream', event) : readIndexField(fields, 'tid', event))
  columns.names.push(addName(accumulator, event, work))
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Reads the index of a GPU or stream. */
function readIndexField(fields: Fields, key: string, { toNode }: TraceEvent): number {
  const value = fields[key]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value
  const where = key === 'device' || key === 'stream' ? getField(toNode(), 'args') : toNode()
  throw createValueError(getField(where, key), 'the number of a GPU or stream')
}

function isCorrelation(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value < noCorrelation
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
    owners: new Set<unknown>(),
  }
  gpus.set(gpu, columns)
  return columns
}

/** Returns the index of the name. Names of C++ template kernels can take kilobytes and differ at their end only. */
function addName(
  accumulator: OpenTrace,
  { toNode }: TraceEvent,
  { fields, durationMicros, isKernel }: Work & { readonly isKernel: boolean },
): number {
  const given = fields['name']
  if (typeof given !== 'string') throw createValueError(getField(toNode(), 'name'), 'a name')
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

function addLaunch(accumulator: OpenTrace, { fields, startMicros }: Work): void {
  const { launches, processes } = accumulator
  const [correlation, name] = [toFields(fields['args'])['correlation'], String(fields['name'])]
  const [, edge] = captureEdge.exec(name) ?? []
  if (edge !== undefined) launches.addCapture(startMicros, edge.toLowerCase() === 'begin')
  if (copyCall.test(name)) accumulator.hasCopyCalls = true
  const isKernel = kernelLaunch.test(name)
  if (isKernel && processes.size < mostSeen) processes.add(fields['pid'])
  if (typeof correlation === 'number') launches.add({ correlation, startMicros, isKernel })
}

function addRegion(accumulator: OpenTrace, name: string, { startMicros, durationMicros: micros }: Work): void {
  const region = toRegionName(name)
  accumulator.stages.add(region, startMicros / 1e6, (startMicros + micros) / 1e6)
  const known = accumulator.regions.get(region)
  if (known ? known.length >= mostRegionSamples : accumulator.regions.size >= mostRegions)
    accumulator.regionsLeftOut += 1
  else if (known) known.push(micros)
  else accumulator.regions.set(region, [micros])
}
