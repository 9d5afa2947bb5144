/** A growing list of bytes. */
export type ByteList = { bytes: Uint8Array; length: number }

const firstCapacity = 1024

/** Creates an empty list. */
export function createByteList(): ByteList {
  return { bytes: new Uint8Array(firstCapacity), length: 0 }
}

/** Appends a non-negative integer up to 2^53 as a varint: groups of seven bits, lowest first. */
export function appendVarint(list: ByteList, value: number): void {
  if (list.length + 8 > list.bytes.length) grow(list)
  let rest = value
  while (rest > 127) {
    list.bytes[list.length++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  list.bytes[list.length++] = rest
}

/** The bytes so far, without copying. */
export function getBytes({ bytes, length }: ByteList): Uint8Array {
  return bytes.subarray(0, length)
}

function grow(list: ByteList): void {
  const larger = new Uint8Array(list.bytes.length * 2)
  larger.set(list.bytes)
  list.bytes = larger
}
