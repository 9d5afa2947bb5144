import { UserError } from '../../domain/core/errors.ts'
import { floatColumn, wholeColumn, type GrowingColumn } from './growing-column.ts'
import { at, nameOf, numberOf, wrong, type Place } from '../json-place.ts'
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
export type TraceBook = {
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

export function createTraceBook(): TraceBook & { readonly index: Map<string, number> } {
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

type OpenBook = ReturnType<typeof createTraceBook>

/** An event as it was parsed, and its place, which only a message needs. */
export type TraceEvent = { readonly value: unknown; readonly place: () => Place }

type Fields = Readonly<Record<string, unknown>>

/** Enters one event. Only those with a duration (`ph` is `X`) are work; @throws UserError for one of the wrong form. */
export function enterEvent(book: OpenBook, event: TraceEvent): void {
  book.events += 1
  const fields = fieldsOf(event.value)
  if (fields['ph'] !== 'X' || shadows.includes(fields['cat'])) return
  const startMicros = numberIn(fields, 'ts', event)
  const durationMicros = numberIn(fields, 'dur', event)
  if (durationMicros < 0) {
    book.backward += 1
    return
  }
  book.startMicros = Math.min(book.startMicros, startMicros)
  book.endMicros = Math.max(book.endMicros, startMicros + durationMicros)
  enterWork(book, event, { fields, startMicros, durationMicros })
}

type Work = { readonly fields: Fields; readonly startMicros: number; readonly durationMicros: number }

function enterWork(book: OpenBook, event: TraceEvent, work: Work): void {
  const kind = work.fields['cat']
  const isKernel = gpuKinds.get(kind)
  if (isKernel !== undefined) enterActivity(book, event, { ...work, isKernel })
  else if (typeof kind === 'string' && launchKind.test(kind)) enterLaunch(book, work)
  else if (kind === 'user_annotation') enterRegion(book, nameOf(at(event.place(), 'name')), work.durationMicros)
}

function enterActivity(book: OpenBook, event: TraceEvent, work: Work & { readonly isKernel: boolean }): void {
  const { fields, startMicros, durationMicros } = work
  book.activities += 1
  if (book.activities > mostActivities)
    throw new UserError(
      `${event.place().file} holds more than ${mostActivities} kernels and copies`,
      'Profile fewer steps',
    )
  const args = fieldsOf(fields['args'])
  const columns = columnsOf(book, 'device' in args ? indexIn(args, 'device', event) : indexIn(fields, 'pid', event))
  const correlation = args['correlation']
  columns.starts.push(startMicros)
  columns.ends.push(startMicros + durationMicros)
  columns.correlations.push(isCorrelation(correlation) ? correlation : noCorrelation)
  columns.streams.push('stream' in args ? indexIn(args, 'stream', event) : indexIn(fields, 'tid', event))
  columns.names.push(enterName(book, event, work))
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function numberIn(fields: Fields, key: string, { place }: TraceEvent): number {
  const value = fields[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : numberOf(at(place(), key))
}

/** Number of a GPU or stream. */
function indexIn(fields: Fields, key: string, { place }: TraceEvent): number {
  const value = fields[key]
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value
  const where = key === 'device' || key === 'stream' ? at(place(), 'args') : place()
  throw wrong(at(where, key), 'the number of a GPU or stream')
}

function isCorrelation(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < noCorrelation
}

function columnsOf({ gpus }: OpenBook, gpu: number): GpuColumns {
  const known = gpus.get(gpu)
  if (known) return known
  const columns = {
    starts: floatColumn(),
    ends: floatColumn(),
    correlations: wholeColumn(),
    names: wholeColumn(),
    streams: wholeColumn(),
  }
  gpus.set(gpu, columns)
  return columns
}

/** Index of the name; kernels of C++ templates have names of kilobytes, which are cut. */
function enterName(
  book: OpenBook,
  { place }: TraceEvent,
  { fields, durationMicros, isKernel }: Work & { readonly isKernel: boolean },
): number {
  const given = fields['name']
  if (typeof given !== 'string') throw wrong(at(place(), 'name'), 'a name')
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

function enterLaunch({ launches }: OpenBook, { fields, startMicros }: Work): void {
  const correlation = fieldsOf(fields['args'])['correlation']
  if (typeof correlation === 'number') launches.add(correlation, startMicros)
}

/** `ProfilerStep#7` is the seventh of the same region. */
function enterRegion(book: OpenBook, name: string, micros: number): void {
  const region = name.replace(/^(ProfilerStep)#\d+$/, '$1')
  const known = book.regions.get(region)
  if (known ? known.length >= mostRegionSamples : book.regions.size >= mostRegions) book.regionsLeftOut += 1
  else if (known) known.push(micros)
  else book.regions.set(region, [micros])
}
