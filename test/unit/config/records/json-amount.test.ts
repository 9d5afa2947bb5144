import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { hasMoreValuesThan, readUntrusted } from '../../../../src/config/records/untrusted-json.ts'

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 1)
}

it('never lets more values through than allowed, whatever the texts and keys hold', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      expect(hasMoreValuesThan(text, countValues(value) - 1)).toBe(true)
    }),
  )
})

it('counts as a parser would, and nothing inside of texts', () => {
  expect(hasMoreValuesThan('[1, 2, 3]', 4)).toBe(false)
  expect(hasMoreValuesThan('{"a": {"b": [true]}}', 4)).toBe(false)
  expect(hasMoreValuesThan('{"a,[{": "\\",[{[{"}', 2)).toBe(false)
  expect(hasMoreValuesThan('"open, [ and never closed', 1)).toBe(false)
  expect(hasMoreValuesThan('"ends in a backslash\\', 1)).toBe(false)
})

it('reads as many bytes as are allowed, and no more', () => {
  const text = '{"name":"é"}'
  const read = (maxBytes: number) => readUntrusted(text, z.object({ name: z.string() }), { path: 'a.json', maxBytes })
  expect(read(13)).toEqual({ name: 'é' })
  expect(() => read(12)).toThrow('a.json is larger than 12 bytes')
})
