import { expect, it } from 'vitest'
import { NvmlMemory } from '../../../../../src/io/gpu/nvml/nvml-library.ts'

function aMemory(size = 64, base = 0n) {
  let bytes: Uint8Array = new Uint8Array()
  const memory = new NvmlMemory(size, (own) => {
    bytes = own
    return base
  })
  return { memory, view: new DataView(bytes.buffer), bytes }
}

it('reserves whole words until it is full', () => {
  const { memory } = aMemory(24)
  expect([1, 8, 1].map((count) => memory.reserve(count))).toEqual([0, 8, 16])
  expect(() => memory.reserve(1)).toThrow('32 bytes do not fit')
})

it('reads numbers at their offset', () => {
  const { memory, view } = aMemory()
  view.setUint32(12, 7, true)
  view.setBigUint64(16, 2n ** 40n + 5n, true)
  view.setFloat64(24, 1.5, true)
  expect([memory.readU32(12), memory.readU64(16), memory.readF64(24)]).toEqual([7, 2 ** 40 + 5, 1.5])
  expect([memory.readU32(64), memory.readF64(64)]).toEqual([0, Number.NaN])
})

it.each([
  [0xffff_ffff, 0xffff_ffff, null],
  [0xffff_ffff, 0, 2 ** 32 - 1],
  [0, 1, 2 ** 32],
  [0xffff_fffe, 0xffff_ffff, 2 ** 64],
])('reads the words %i and %i as %j', (low, high, value) => {
  const { memory } = aMemory()
  memory.writeU32(8, low)
  memory.writeU32(12, high)
  expect(memory.readU64(8)).toBe(value)
})

it.each([0, 5, 2 ** 32 + 1, 2 ** 48 - 1])('keeps the address %d exactly', (address) => {
  const { memory } = aMemory(64, BigInt(address))
  memory.writeAddress(8, address)
  expect([memory.readAddress(8), memory.getAddress(0), memory.getAddress(16)]).toEqual([address, address, address + 16])
})

it.each([
  ['abc\0def', 'abc'],
  ['abcdefgh', 'abcdefgh'],
  ['\0', ''],
])('reads the text %j up to its end', (written, text) => {
  const { memory, bytes } = aMemory()
  bytes.set(Buffer.from(`--------${written}`))
  expect(memory.readText(8, 8)).toBe(text)
})
