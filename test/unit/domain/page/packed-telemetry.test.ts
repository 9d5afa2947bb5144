import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appendValue,
  getColumnBytes,
  createColumnWriter,
  missing,
  readColumn,
} from '../../../../src/domain/page/column-code.ts'
import { unpackTelemetry } from '../../../../src/domain/page/packed-telemetry.ts'
import { TelemetryPacker } from '../../../../src/domain/page/telemetry-packer.ts'
import { toStoredValue, toShownValue, telemetryQuantities } from '../../../../src/domain/page/telemetry-quantities.ts'

const values = (level: number): Int32Array => new Int32Array(telemetryQuantities.length).fill(level)

describe('a column of whole numbers', () => {
  test('gives every number of 32 bits back, and what was missing as missing', () => {
    const whole = fc.integer({ min: missing, max: 2 ** 31 - 1 })
    fc.assert(
      fc.property(fc.array(whole), (numbers) => {
        const column = createColumnWriter()
        for (const number of numbers) appendValue(column, number)
        expect([...readColumn(getColumnBytes(column), numbers.length)]).toEqual(numbers)
      }),
    )
  })

  test('says that it is cut off rather than making numbers up', () => {
    const column = createColumnWriter()
    appendValue(column, 1_000_000)
    expect(() => readColumn(getColumnBytes(column).subarray(0, 1), 1)).toThrow('cut off')
  })

  test('needs one byte for a value that stays', () => {
    const column = createColumnWriter()
    for (let index = 0; index < 1000; index += 1) appendValue(column, 98)
    expect(getColumnBytes(column).length).toBeLessThan(1010)
  })
})

describe('packed telemetry', () => {
  test('holds each GPU by itself, in the order of their numbers', () => {
    const packer = new TelemetryPacker()
    for (const [gpu, time] of [
      [3, 1000],
      [1, 1004],
      [3, 1100],
      [1, 1102],
    ] as const)
      packer.add(gpu, time, values(gpu), gpu)
    const unpacked = unpackTelemetry(packer.finish()!)
    expect(unpacked.startMs).toBe(1000)
    expect(unpacked.tracks.map(({ gpu, timeMs, flags }) => [gpu, [...timeMs], [...flags]])).toEqual([
      [1, [4, 102], [1, 1]],
      [3, [0, 100], [3, 3]],
    ])
  })

  test('keeps the extremes of the readings that it merges, and every reason that any of them had', () => {
    const packer = new TelemetryPacker(3)
    for (const [index, level] of [5, missing, 9, 7].entries()) packer.add(0, index * 100, values(level), 1 << index)
    const [track] = unpackTelemetry(packer.finish()!).tracks
    expect([track?.lows[0], track?.highs[0], track?.flags].map((column) => [...column!])).toEqual([
      [5, 7],
      [9, 7],
      [7, 8],
    ])
  })

  test('leaves out a reading that goes back in time', () => {
    const packer = new TelemetryPacker()
    for (const time of [1000, 1200, 1100, 900, 1300]) packer.add(0, time, values(1), 1)
    expect([...unpackTelemetry(packer.finish()!).tracks[0]!.timeMs]).toEqual([0, 200, 300])
    expect(packer.readings).toBe(3)
  })

  test('is nothing when there was no reading', () => {
    expect(new TelemetryPacker().finish()).toBeNull()
  })

  test('keeps figures as finely as the log tells them', () => {
    expect(toShownValue(0, toStoredValue(0, 98.3))).toBeCloseTo(98.3)
    expect(toShownValue(1, toStoredValue(1, 0.6512))).toBeCloseTo(65.12)
    expect(toShownValue(2, toStoredValue(2, 3 * 2 ** 30))).toBeCloseTo(3)
    expect(toShownValue(3, toStoredValue(3, 679.5))).toBeCloseTo(679.5)
    expect(toShownValue(0, missing)).toBeNaN()
  })
})
