/** An address in this process. A number wherever that is exact: koffi passes it on twice as fast as a bigint. */
export type Address = number | bigint

const wordRange = 2 ** 32
/** Numbers of 64 bits are read as doubles, which are exact up to 2^53. */
const largestExactHighWord = 2 ** 21

/** Memory that NVML writes into, allocated once, so that a reading allocates nothing but its result. */
export class NvmlMemory {
  // Never detached or resized, and off V8's heap, so that its address stays what it is.
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

  /** Sets bytes aside for good and gives their offset. */
  reserve(bytes: number): number {
    const offset = this.#used
    this.#used += Math.ceil(bytes / 8) * 8
    if (this.#used > this.#buffer.byteLength) throw new Error(`${this.#used} bytes do not fit in the NVML memory`)
    return offset
  }

  address(offset: number): Address {
    return exact(this.#base + BigInt(offset))
  }

  u32(offset: number): number {
    return this.#words[offset >> 2] ?? 0
  }

  /** Null for all ones, with which NVML says "not available". */
  u64(offset: number): number | null {
    const low = this.u32(offset)
    const high = this.u32(offset + 4)
    return low === wordRange - 1 && high === wordRange - 1 ? null : high * wordRange + low
  }

  f64(offset: number): number {
    return this.#doubles[offset >> 3] ?? Number.NaN
  }

  addressAt(offset: number): Address {
    const high = this.u32(offset + 4)
    const low = this.u32(offset)
    return high < largestExactHighWord ? high * wordRange + low : (BigInt(high) << 32n) | BigInt(low)
  }

  /** Up to the first zero byte. */
  text(offset: number, length: number): string {
    const bytes = Buffer.from(this.#buffer, offset, length)
    const end = bytes.indexOf(0)
    return bytes.toString('utf8', 0, end < 0 ? length : end)
  }

  setU32(offset: number, value: number): void {
    this.#words[offset >> 2] = value
  }

  setAddress(offset: number, address: Address): void {
    const wide = BigInt(address)
    this.setU32(offset, Number(wide & 0xffff_ffffn))
    this.setU32(offset + 4, Number(wide >> 32n))
  }
}

function exact(address: bigint): Address {
  return address <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(address) : address
}
