import { describe, expect, it } from 'vitest'
import { findWorkCause } from '../../../../src/domain/telemetry/gpu-work-cause.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry } from '../../a-telemetry.ts'
import type { GpuWork } from '../../../../src/record/telemetry.ts'

type Level = { busy: number; clock?: number | null; dram?: number | null; throttled?: number | null }

/** Three runs around a level of busy seconds, MHz while busy and seconds of memory activity. */
function side({ busy, clock = 1980, dram = 4, throttled = 0 }: Level, gpus = 1, times = 1): Trial[] {
  return Array.from({ length: times }, () => [0.999, 1, 1.001])
    .flat()
    .map((factor, index) => {
      const work: GpuWork = {
        busySeconds: busy * factor,
        busySource: 'driver-samples',
        inUseSeconds: busy,
        busyClockMhz: clock,
        dramActiveSeconds: dram === null ? null : dram * factor,
        graphicsActiveSeconds: null,
        energyAboveIdleJoules: null,
      }
      const clocksEventShares = throttled === null ? null : { 'sw-power-cap': throttled, 'gpu-idle': 0.2 }
      const uses = Array.from({ length: gpus }, (_, gpu) => aGpuUse({ gpu, work, clocksEventShares }))
      return aTrial({ index, gpus: uses.map(({ gpu }) => gpu), telemetry: aTelemetry({ gpus: uses }) })
    })
}

const base = side({ busy: 8 })
const causeOf = (level: Level) => findWorkCause({ base, head: side(level) })!

describe('a change of the GPU busy time', () => {
  it('is more work where clock cycles rose with it', () => {
    expect(causeOf({ busy: 8.4, dram: 4.196 })).toEqual({
      kind: 'work',
      label: 'more work',
      figures: 'clock cycles +5.0 %, memory activity +4.9 %',
    })
    expect(causeOf({ busy: 7.6, dram: 3.81 })).toMatchObject({ kind: 'work', label: 'less work' })
  })

  it('is more work by either figure: arithmetic moves no memory, and memory does not wait for the SM clock', () => {
    expect(causeOf({ busy: 8.4, dram: 4 })).toMatchObject({ kind: 'work' })
    expect(causeOf({ busy: 8.4, dram: 4.2, clock: 1886 })).toMatchObject({ kind: 'work' })
    expect(causeOf({ busy: 8.4, dram: null })).toMatchObject({
      kind: 'work',
      figures: 'clock cycles +5.0 %, memory activity not recorded',
    })
  })

  it('is lower clocks where cycles and memory activity stay, and names the clocks and why they were lowered', () => {
    expect(causeOf({ busy: 8.344, dram: 4.004, clock: 1899, throttled: 0.61 })).toEqual({
      kind: 'clocks',
      label: 'lower clocks, not more work',
      figures: 'SM clock -4.1 % (1980 MHz to 1899 MHz while busy), clock cycles 0.0 %, memory activity +0.1 %',
      caution:
        'ran at 1980 MHz on the base and 1899 MHz on the head while busy: the GPU busy time rose with the clock, not with the work; clocks lowered by sw-power-cap for 0 % of the time on the base and 61 % on the head',
    })
    const [many, drawing] = [
      side({ busy: 8 }, 1, 2),
      side({ busy: 8.344, dram: 4.004, clock: 1899, throttled: 0.61 }, 1, 2),
    ]
    expect(findWorkCause({ base: many, head: drawing })).toMatchObject({
      kind: 'clocks',
      label: 'draws more power: clock 1980 → 1899 MHz',
    })
    const faster = causeOf({ busy: 7.6, clock: 2084, throttled: null })
    expect(faster).toMatchObject({ kind: 'clocks', label: 'higher clocks, not less work' })
    expect(faster.caution).toMatch(/fell with the clock.*; why clocks were lowered is not recorded for every run$/)
  })

  it('is both where each explains a part', () => {
    const cause = causeOf({ busy: 8.8, dram: 4.2, clock: 1890 })
    expect(cause).toMatchObject({ kind: 'both', label: 'more work and lower clocks' })
    expect(cause.caution).toMatch(/rose in part with the clock; the driver gave no reason for lowered clocks$/)
  })

  it.each([
    [{ busy: 8.4, dram: null, clock: 1886 }, 'memory activity is not recorded for every run'],
    [{ busy: 8.4, clock: null }, 'the SM clock while busy is not recorded for every run'],
    [{ busy: 8.4, clock: null, dram: null }, 'memory activity is not recorded for every run'],
  ])('is not known where what decides is missing: %j', (level, missing) => {
    expect(causeOf(level)).toMatchObject({
      kind: 'not known',
      label: 'unknown whether more work or lower clocks',
      figures: expect.stringContaining(missing),
    })
    expect(causeOf(level).caution).toBeUndefined()
  })

  it('is not known where the figures contradict each other', () => {
    expect(causeOf({ busy: 8.4, clock: 1886, dram: 3.8 })).toMatchObject({ kind: 'not known' })
  })
})

it('counts the cycles of every GPU, by its own clock', () => {
  const runs = { base: side({ busy: 8 }, 2), head: side({ busy: 8.4, clock: 1886 }, 2) }
  expect(findWorkCause(runs)).toMatchObject({ kind: 'clocks' })
})

it('says nothing without busy time from the driver’s samples on both sides', () => {
  const polled = base.map((trial) => ({ ...trial, telemetry: aTelemetry({ gpus: [aGpuUse()] }) }))
  expect(findWorkCause({ base: polled, head: side({ busy: 9 }) })).toBeNull()
  expect(findWorkCause({ base: [], head: [] })).toBeNull()
  expect(findWorkCause({ base, head: base })).toBeNull()
})
