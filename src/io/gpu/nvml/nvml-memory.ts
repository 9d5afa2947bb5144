/** A memory address. A number when it is exact: koffi passes numbers twice as fast as bigints. */
export type Address = number | bigint

const wordRange = 2 ** 32
/** 64-bit values are read as doubles, which are exact up to 2^53. */
const maxExactHighWord = 2 ** 21

/** Memory for NVML results, allocated once, so that a reading allocates only its result. */
export class NvmlMemory {
  // Never detached or resized, and outside the V8 heap, so that its address is stable.
  readonly #buffer: ArrayBuffer
  readonly #words: Uint32Array
  readonly #doubles: Float64Array
  readonly #base: bigint
  #used = 0

  constructor(size: number, addressOf: (bytes: Uint8Array) => bigint) {
    this.#buffer = new ArrayBuffer(size)
    this.#words = new Uint32Array(this.#buffer)
    this.#doubles = new Float64Array(this.#buffer)
    this.#base = addressOf(new Uint8Array(this.#buffer))
  }

  /** Reserves bytes permanently and returns their offset. */
  reserve(bytes: number): number {
    const offset = this.#used
    this.#used += Math.ceil(bytes / 8) * 8
    if (this.#used > this.#buffer.byteLength) throw new Error(`${this.#used} bytes do not fit in the NVML memory`)
    return offset
  }

  getAddress(offset: number): Address {
    return toExactAddress(this.#base + BigInt(offset))
  }

  readU32(offset: number): number {
    return this.#words[offset >> 2] ?? 0
  }

  /** Null for all ones, the NVML value for "not available". */
  readU64(offset: number): number | null {
    const low = this.readU32(offset)
    const high = this.readU32(offset + 4)
    return low === wordRange - 1 && high === wordRange - 1 ? null : high * wordRange + low
  }

  readF64(offset: number): number {
    return this.#doubles[offset >> 3] ?? Number.NaN
  }

  readAddress(offset: number): Address {
    const high = this.readU32(offset + 4)
    const low = this.readU32(offset)
    return high < maxExactHighWord ? high * wordRange + low : (BigInt(high) << 32n) | BigInt(low)
  }

  /** Ends at the first zero byte. */
  readText(offset: number, length: number): string {
    const bytes = Buffer.from(this.#buffer, offset, length)
    const end = bytes.indexOf(0)
    return bytes.toString('utf8', 0, end < 0 ? length : end)
  }

  writeU32(offset: number, value: number): void {
    this.#words[offset >> 2] = value
  }

  writeAddress(offset: number, address: Address): void {
    const wide = BigInt(address)
    this.writeU32(offset, Number(wide & 0xffff_ffffn))
    this.writeU32(offset + 4, Number(wide >> 32n))
  }
}

export function toExactAddress(address: bigint): Address {
  return address <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(address) : address
}
