import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { missing } from '../../../../src/domain/page/column-code.ts'
import { unpackTelemetry, type UnpackedTelemetry } from '../../../../src/domain/page/packed-telemetry.ts'
import { TelemetryPacker } from '../../../../src/domain/page/telemetry-packer.ts'
import { telemetryQuantities } from '../../../../src/domain/page/telemetry-quantities.ts'
import { indexTelemetry, readWindow } from '../../../../src/domain/page/telemetry-window.ts'

/** One GPU with a reading every `intervalMs`; tenths of a percent of utilisation. */
function aRun(levels: readonly number[], intervalMs = 100, flags: readonly number[] = []): UnpackedTelemetry {
  const packer = new TelemetryPacker()
  for (const [index, level] of levels.entries()) {
    const values = new Int32Array(telemetryQuantities.length).fill(level)
    packer.add(0, index * intervalMs, values, flags[index] ?? 1)
  }
  return unpackTelemetry(packer.finish()!)
}

function utilisation(run: UnpackedTelemetry, fromMs: number, toMs: number, columns: number): number[] {
  return [...readWindow(indexTelemetry(run), { fromMs, toMs, columns, quantities: [0] }).tracks[0]!.extremes[0]!]
}

describe('a window into telemetry', () => {
  test('shows the lowest and the highest of what falls into each pixel', () => {
    const run = aRun([100, 200, 300, 400, 50, 60, 70, 80])
    expect(utilisation(run, 0, 700, 2)).toEqual([10, 40, 5, 8])
  })

  test('never loses an extreme, however much is in view', () => {
    const levels = fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 6000 })
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 40 }), (readings, columns) => {
        const run = aRun(readings, 10)
        const found = utilisation(run, 0, Math.max(1, (readings.length - 1) * 10), columns).filter(Number.isFinite)
        expect(Math.max(...found)).toBeCloseTo(Math.max(...readings) / 10, 3)
        expect(Math.min(...found)).toBeCloseTo(Math.min(...readings) / 10, 3)
      }),
      { numRuns: 40 },
    )
  })

  test('goes on between two samples and stops where nobody looked', () => {
    const packer = new TelemetryPacker()
    const values = new Int32Array(telemetryQuantities.length).fill(500)
    for (const time of [0, 100, 200, 300, 400, 5000, 5100]) packer.add(0, time, values, 1)
    const run = { ...unpackTelemetry(packer.finish()!), intervalMs: 100 }
    // Ten pixels for 200 ms: most hold no sample and are told from a gap.
    const close = utilisation(run, 0, 200, 10).filter((_, index) => index % 2 === 0)
    expect(close.filter(Number.isNaN)).toHaveLength(7)
    expect(close).not.toContain(Number.POSITIVE_INFINITY)
    const gap = utilisation(run, 1000, 4000, 5)
    expect(gap.every((value) => value === Number.POSITIVE_INFINITY)).toBe(true)
  })

  test('shows what nobody offered as a gap and never as 0', () => {
    const found = utilisation(aRun([missing, missing, missing]), 0, 200, 1)
    expect(found).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
  })

  test('tells every reason for lowered clocks that was active in a pixel', () => {
    const run = aRun([1, 1, 1, 1], 100, [1, 5, 9, 0])
    const { flags } = readWindow(indexTelemetry(run), { fromMs: 0, toMs: 300, columns: 2, quantities: [] }).tracks[0]!
    expect([...flags]).toEqual([1 | 5, 9])
  })
})
