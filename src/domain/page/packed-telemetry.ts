import { readColumn } from './column-code.ts'

/** Samples of one GPU as columns of integers. */
export type TelemetryTrack = {
  readonly gpu: number
  /** Milliseconds since the start of the pack, ascending. */
  readonly timeMs: Int32Array
  /** Bit 0: the reasons are known. Bit n: reason n − 1 of `clocksEventReasons` was active. */
  readonly flags: Int32Array
  /** By quantity: minimum and maximum of the readings of each row; the same array if a row has one reading. */
  readonly lows: readonly Int32Array[]
  readonly highs: readonly Int32Array[]
}

/** Unpacked telemetry of one run. */
export type UnpackedTelemetry = {
  /** Milliseconds since the epoch. */
  readonly startMs: number
  /** Typical time between two rows of a GPU. */
  readonly intervalMs: number
  /** Number of readings per row. */
  readonly merged: number
  readonly tracks: readonly TelemetryTrack[]
}

/** Sizes of the columns of one GPU in a pack. */
export type PackedTrack = {
  readonly gpu: number
  readonly rows: number
  /** Bytes of time, flags and each further column. */
  readonly sizes: readonly number[]
}

/** Header of a pack: JSON after its length in four bytes. */
export type PackHead = Omit<UnpackedTelemetry, 'tracks'> & { readonly tracks: readonly PackedTrack[] }

/** Joins the header and the bytes of all columns. */
export function joinPack(head: PackHead, columns: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head))
  const total = columns.reduce((sum, { length }) => sum + length, 4 + text.length)
  const pack = new Uint8Array(total)
  new DataView(pack.buffer).setUint32(0, text.length)
  pack.set(text, 4)
  let at = 4 + text.length
  for (const column of columns) {
    pack.set(column, at)
    at += column.length
  }
  return pack
}

/**
 * Decodes a pack.
 *
 * @throws RangeError or SyntaxError when the pack is damaged
 */
export function unpackTelemetry(pack: Uint8Array): UnpackedTelemetry {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0)
  const head = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length))) as PackHead
  let at = 4 + length
  const { merged } = head
  const tracks = head.tracks.map(({ gpu, rows, sizes }): TelemetryTrack => {
    const [timeMs = new Int32Array(), flags = new Int32Array(), ...columns] = sizes.map((size) => {
      at += size
      return readColumn(pack.subarray(at - size, at), rows)
    })
    if (merged === 1) return { gpu, timeMs, flags, lows: columns, highs: columns }
    const half = columns.length / 2
    return { gpu, timeMs, flags, lows: columns.slice(0, half), highs: columns.slice(half) }
  })
  return { ...head, tracks }
}
