import { UserError } from '../../domain/core/errors.ts'
import { createFloatColumn, createIntegerColumn, type GrowingColumn } from './growing-column.ts'
import { getField, readName, readNumber, createValueError, type JsonNode } from '../json-node.ts'
import { createLaunches, mostLaunches, type Launches } from './trace-launches.ts'

/** What ran on one GPU, a row each. */
export type GpuColumns = {
  readonly starts: GrowingColumn
  readonly ends: GrowingColumn
  readonly correlations: GrowingColumn
  readonly names: GrowingColumn
  readonly streams: GrowingColumn
}

export type NameTotal = { readonly name: string; readonly isKernel: boolean; calls: number; micros: number }

/** What a trace held, gathered event by event. Times in microseconds. */
export type TraceAccumulator = {
  readonly gpus: Map<number, GpuColumns>
  readonly launches: Launches
  readonly names: NameTotal[]
  /** Durations of regions that the program named with `record_function`, and of its steps. */
  readonly regions: Map<string, number[]>
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
/** Spans of the profiler itself and shadows of regions on the GPU: no work of the program. */
const shadows: readonly unknown[] = ['Trace', 'overhead', 'gpu_user_annotation']
const launchKind = /^(?:cuda|hip)_(?:runtime|driver)$/i

/** Stands for an activity without a correlation. */
const noCorrelation = 2 ** 32 - 1

const mostActivities = mostLaunches
const mostNames = 20_000
const mostRegions = 1000
const mostRegionSamples = 10_000
const longestName = 400
const otherNames = '(further names)'

export function createTraceAccumulator(): TraceAccumulator & { readonly index: Map<string, number> } {
  return {
    gpus: new Map(),
    launches: createLaunches(),
    names: [],
    index: new Map(),
    regions: new Map(),
    startMicros: Number.POSITIVE_INFINITY,
    endMicros: Number.NEGATIVE_INFINITY,
    events: 0,
    activities: 0,
    backward: 0,
    regionsLeftOut: 0,
  }
}

type OpenTrace = ReturnType<typeof createTraceAccumulator>

/** An event as it was parsed, and its place, which only a message needs. */
export type TraceEvent = { readonly value: unknown; readonly place: () => JsonNode }

type Fields = Readonly<Record<string, unknown>>

/** Enters one event. Only those with a duration (`ph` is `X`) are work; @throws UserError for one of the wrong form. */
export function addEvent(book: OpenTrace, event: TraceEvent): void {
  book.events += 1
  const fields = toFields(event.value)
  if (fields['ph'] !== 'X' || shadows.includes(fields['cat'])) return
  const startMicros = readNumberField(fields, 'ts', event)
  const durationMicros = readNumberField(fields, 'dur', event)
  if (durationMicros < 0) {
    book.backward += 1
    return
  }
  book.startMicros = Math.min(book.startMicros, startMicros)
  book.endMicros = Math.max(book.endMicros, startMicros + durationMicros)
  addWork(book, event, { fields, startMicros, durationMicros })
}

type Work = { readonly fields: Fields; readonly startMicros: number; readonly durationMicros: number }

function addWork(book: OpenTrace, event: TraceEvent, work: Work): void {
  const kind = work.fields['cat']
  const isKernel = gpuKinds.get(kind)
  if (isKernel !== undefined) addActivity(book, event, { ...work, isKernel })
  else if (typeof kind === 'string' && launchKind.test(kind)) addLaunch(book, work)
  else if (kind === 'user_annotation') addRegion(book, readName(getField(event.place(), 'name')), work.durationMicros)
}

function addActivity(book: OpenTrace, event: TraceEvent, work: Work & { readonly isKernel: boolean }): void {
  const { fields, startMicros, durationMicros } = work
  book.activities += 1
  if (book.activities > mostActivities)
    throw new UserError(
      `${event.place().file} has more than ${mostActivities} kernels and copies`,
      'Profile fewer steps',
    )
  const args = toFields(fields['args'])
  const columns = openColumns(
    book,
    'device' in args ? readIndexField(args, 'device', event) : readIndexField(fields, 'pid', event),
  )
  const correlation = args['correlation']
  columns.starts.push(startMicros)
  columns.ends.push(startMicros + durationMicros)
  columns.correlations.push(isCorrelation(correlation) ? correlation : noCorrelation)
  columns.streams.push('stream' in args ? readIndexField(args, 'stream', event) : readIndexField(fields, 'tid', event))
  columns.names.push(addName(book, event, work))
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function readNumberField(fields: Fields, key: string, { place }: TraceEvent): number {
  const value = fields[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : readNumber(getField(place(), key))
}

/** Number of a GPU or stream. */
function readIndexField(fields: Fields, key: string, { place }: TraceEvent): number {
  const value = fields[key]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value
  const where = key === 'device' || key === 'stream' ? getField(place(), 'args') : place()
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

/** Index of the name; kernels of C++ templates have names of kilobytes, which are cut. */
function addName(
  book: OpenTrace,
  { place }: TraceEvent,
  { fields, durationMicros, isKernel }: Work & { readonly isKernel: boolean },
): number {
  const given = fields['name']
  if (typeof given !== 'string') throw createValueError(getField(place(), 'name'), 'a name')
  const own = given.length > longestName ? given.slice(0, longestName) : given
  const name = book.index.has(own) || book.names.length < mostNames ? own : otherNames
  const index = book.index.get(name) ?? book.names.length
  if (index === book.names.length) {
    book.index.set(name, index)
    book.names.push({ name: name.replaceAll(/\p{Cc}+/gu, ' '), isKernel, calls: 0, micros: 0 })
  }
  const total = book.names[index]
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

/** `ProfilerStep#7` is the seventh of the same region. */
function addRegion(book: OpenTrace, name: string, micros: number): void {
  const region = name.replace(/^(ProfilerStep)#\d+$/, '$1')
  const known = book.regions.get(region)
  if (known ? known.length >= mostRegionSamples : book.regions.size >= mostRegions) book.regionsLeftOut += 1
  else if (known) known.push(micros)
  else book.regions.set(region, [micros])
}
