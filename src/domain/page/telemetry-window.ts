import { missing } from './column-code.ts'
import type { UnpackedTelemetry } from './packed-telemetry.ts'
import { toShownValue } from './telemetry-quantities.ts'
import {
  combineBits,
  createLevels,
  findHighest,
  chooseLevel,
  levelRadix,
  findLowest,
  type ValueLevels,
} from './value-levels.ts'

/** Samples indexed so that a window of any width takes about the same time. */
export type TelemetryIndex = {
  readonly intervalMs: number
  /** End in milliseconds since the start of the pack. */
  readonly endMs: number
  readonly tracks: readonly IndexedTrack[]
}

type IndexedTrack = {
  readonly gpu: number
  readonly timeMs: Int32Array
  readonly flags: ValueLevels
  readonly quantities: readonly { readonly lows: ValueLevels; readonly highs: ValueLevels }[]
}

/** Content of a window: per time bucket the extremes of each quantity of each GPU. */
export type TelemetryWindow = {
  readonly fromMs: number
  readonly toMs: number
  readonly buckets: number
  readonly tracks: readonly WindowTrack[]
}

/** One GPU in a window. */
export type WindowTrack = {
  readonly gpu: number
  /**
   * By quantity: low and high of each bucket in turn; empty if not requested. NaN: no sample in the bucket. Infinity: a
   * gap without values.
   */
  readonly extremes: readonly Float32Array[]
  /** By bucket. Bit 0: sampled. Bit n: reason n − 1 of `clocksEventReasons` was active. */
  readonly flags: Int32Array
}

/** A pause of this many intervals, and of at least a second, is a gap. */
const gapIntervals = 5
const shortestGapMs = 1000

/** Indexes telemetry once, so that windows do not scan all samples. */
export function indexTelemetry({ tracks, intervalMs }: UnpackedTelemetry): TelemetryIndex {
  return {
    intervalMs,
    endMs: Math.max(0, ...tracks.map(({ timeMs }) => timeMs.at(-1) ?? 0)),
    tracks: tracks.map((track) => ({
      gpu: track.gpu,
      timeMs: track.timeMs,
      flags: createLevels(track.flags, combineBits),
      quantities: track.lows.map((low, index) => ({
        lows: createLevels(low, findLowest),
        highs: createLevels(track.highs[index] ?? low, findHighest),
      })),
    })),
  }
}

/** Requested window, in milliseconds since the start of the pack. */
export type WindowRequest = {
  readonly fromMs: number
  readonly toMs: number
  /** Width in pixels. */
  readonly columns: number
  /** Requested quantities; the others stay empty. */
  readonly quantities: readonly number[]
}

/** Reads a window of `columns` pixels with one bucket per pixel. */
export function readWindow(
  index: TelemetryIndex,
  { fromMs, toMs, columns, quantities }: WindowRequest,
): TelemetryWindow {
  const buckets = Math.max(1, Math.floor(columns))
  const tracks = index.tracks.map((track) => readTrack(track, index.intervalMs, { fromMs, toMs, buckets, quantities }))
  return { fromMs, toMs, buckets, tracks }
}

type Frame = Omit<WindowRequest, 'columns'> & { readonly buckets: number }

function readTrack(track: IndexedTrack, intervalMs: number, frame: Frame): WindowTrack {
  const edges = findBucketEdges(track.timeMs, frame)
  const rows = (edges.at(-1) ?? 0) - (edges[0] ?? 0)
  const level = chooseLevel(rows / frame.buckets)
  const block = levelRadix ** level
  const ends = edges.map((edge) => Math.round(edge / block))
  const nothing = markEmptyBuckets(track.timeMs, edges, Math.max(shortestGapMs, gapIntervals * intervalMs))
  const extremes = track.quantities.map(({ lows, highs }, quantity) => {
    if (!frame.quantities.includes(quantity)) return new Float32Array()
    const [low = new Int32Array(), high = new Int32Array()] = [lows[level], highs[level]]
    const found = new Float32Array(frame.buckets * 2)
    for (let bucket = 0; bucket < frame.buckets; bucket += 1) {
      const [from, to] = [ends[bucket] ?? 0, ends[bucket + 1] ?? 0]
      const least = findLowest(low, from, to)
      const isEmpty = least === missing
      found[bucket * 2] = isEmpty ? (nothing[bucket] ?? 0) : toShownValue(quantity, least)
      found[bucket * 2 + 1] = isEmpty ? (nothing[bucket] ?? 0) : toShownValue(quantity, findHighest(high, from, to))
    }
    return found
  })
  const flags = new Int32Array(frame.buckets)
  const found = track.flags[level] ?? flags
  for (let at = 0; at < frame.buckets; at += 1) flags[at] = combineBits(found, ends[at] ?? 0, ends[at + 1] ?? 0)
  return { gpu: track.gpu, extremes, flags }
}

/** Value of an empty bucket: NaN between two consecutive samples, Infinity in a gap. */
function markEmptyBuckets(timeMs: Int32Array, edges: Int32Array, gapMs: number): Float32Array {
  return Float32Array.from({ length: edges.length - 1 }, (_, bucket) => {
    const [from = 0, to = 0] = [edges[bucket], edges[bucket + 1]]
    const isBetween = from > 0 && from < timeMs.length && (timeMs[from] ?? 0) - (timeMs[from - 1] ?? 0) <= gapMs
    return from === to && isBetween ? Number.NaN : Number.POSITIVE_INFINITY
  })
}

/** For each bucket edge: the first row at or after it. The last sample belongs to the last bucket. */
function findBucketEdges(timeMs: Int32Array, { fromMs, toMs, buckets }: Frame): Int32Array {
  const edges = new Int32Array(buckets + 1)
  let from = 0
  for (let edge = 0; edge <= buckets; edge += 1) {
    const moment = fromMs + ((toMs - fromMs) * edge) / buckets
    from = findFirstRow(timeMs, edge === buckets ? moment + 1e-6 : moment, from)
    edges[edge] = from
  }
  return edges
}

function findFirstRow(timeMs: Int32Array, moment: number, start: number): number {
  let [low, high] = [start, timeMs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timeMs[middle] ?? 0) < moment) low = middle + 1
    else high = middle
  }
  return low
}
