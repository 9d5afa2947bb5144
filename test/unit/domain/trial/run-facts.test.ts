import { expect, it } from 'vitest'
import { computeMeanClockMhz } from '../../../../src/domain/trial/measurements.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import type { GpuUse } from '../../../../src/record/telemetry.ts'
import { aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'

function aBusyTrial(busySeconds: number, others: readonly GpuUse[] = [], own: readonly number[] = [0]): Trial {
  const work = {
    busySeconds,
    busySource: 'driver-samples',
    inUseSeconds: busySeconds,
    busyClockMhz: 1755,
    dramActiveSeconds: null,
    graphicsActiveSeconds: null,
    energyAboveIdleJoules: null,
  } as const
  const gpus = [aGpuUse({ utilizationPercent: steady(20), smClockMhz: steady(900), work }), ...others]
  return aTrial({ gpus: own, telemetry: aTelemetry({ intervalMs: 500, gpus }) })
}

it('takes the clock while kernels ran, if at least five readings fell into that time', () => {
  expect(computeMeanClockMhz(aBusyTrial(2.5))).toBe(1755)
  expect(computeMeanClockMhz(aBusyTrial(2.4))).toBeNull()
})

it('is unknown where the driver did not tell when kernels ran', () => {
  const gpus = [aGpuUse({ utilizationPercent: steady(20), smClockMhz: steady(900) })]
  expect(computeMeanClockMhz(aTrial({ telemetry: aTelemetry({ gpus }) }))).toBeNull()
})

it('is unknown where it is known of one GPU of two', () => {
  const other = aGpuUse({ gpu: 1, utilizationPercent: steady(20) })
  expect(computeMeanClockMhz(aBusyTrial(2.5, [other], [0]))).toBe(1755)
  const work = { ...aBusyTrial(2.5).telemetry!.gpus[0]!.work!, busyClockMhz: null }
  expect(computeMeanClockMhz(aBusyTrial(2.5, [{ ...other, work }], [0, 1]))).toBeNull()
})
