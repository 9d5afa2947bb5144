import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { GpuWork } from '../../../../src/record/telemetry.ts'
import { listSlowGpuCautions } from '../../../../src/judging/findings/cautions.ts'
import { aKey, aTrial, measured, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry } from '../../a-telemetry.ts'

type Gpu = { clock?: number | null; busy?: number | null; dram?: number | null }

const work = ({ clock = 1980, busy = 8, dram = 4 }: Gpu): GpuWork => ({
  busySeconds: busy,
  busySource: busy === null ? null : 'driver-samples',
  inUseSeconds: busy,
  busyClockMhz: clock,
  dramActiveSeconds: dram,
  graphicsActiveSeconds: null,
  energyAboveIdleJoules: null,
})

/** A case whose runs had these GPUs. */
function ran(runs: readonly (readonly Gpu[])[], gpus = 4): CaseOutcome {
  const outcome = measured({ seconds: runs.map(() => 10), key: aKey({ axes: { gpus } }) })
  if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
  const trials = runs.map((all, index) => {
    const uses = all.map((one, gpu) => aGpuUse({ gpu, work: work(one) }))
    return aTrial({ index, gpus: uses.map(({ gpu }) => gpu), telemetry: aTelemetry({ gpus: uses }) })
  })
  return { ...outcome, trials }
}

const even = [{}, { clock: 1975 }, {}, { busy: 8.2 }]
const withThird = (third: Gpu): Gpu[] => even.map((gpu, index) => (index === 2 ? third : gpu))
const find = (...outcomes: CaseOutcome[]) => listSlowGpuCautions(outcomes, someDevices(4))

describe('one GPU among several', () => {
  it('is named below the headline when its clock is lower in every run', () => {
    const slow = withThird({ clock: 1740, busy: 9.04 })
    expect(find(ran([slow, slow, slow]))).toEqual([
      {
        kind: 'caution',
        subject: 'GPU 2',
        reason:
          'ran 12.1 % below the median of the other 3 GPUs (1740 MHz against 1980 MHz while busy) and was busy 13.0 % longer than the median of the other 3 GPUs (9.04 s against 8.00 s) in all 3 runs of scaling/predict gpus=4',
        isProminent: true,
      },
    ])
  })

  it('is named among the details when only its busy time is longer, and as having more work where memory shows that', () => {
    const [finding] = find(ran([withThird({ busy: 8.8, dram: 4 })]))
    expect(finding?.isProminent).toBeUndefined()
    expect(finding?.reason).toMatch(/^was busy 10\.0 % longer .* in the run of /)
    expect(finding?.reason).not.toContain('more work')
    expect(find(ran([withThird({ busy: 8.8, dram: 4.4 })]))[0]?.reason).toContain(
      'had more work (memory activity +10.0 %)',
    )
    expect(find(ran([withThird({ busy: 8.8, dram: null })]))[0]?.reason).not.toContain('more work')
  })

  it('is named once for all cases, by the case in which it deviates most', () => {
    const [slight, strong] = [withThird({ clock: 1900 }), withThird({ clock: 1700 })]
    const found = find(ran([slight]), ran([strong, strong]), ran([slight]))
    expect(found).toHaveLength(1)
    expect(found[0]?.reason).toMatch(
      /^ran 14\.1 % .* in all 2 runs of .*; the same GPU also deviates in 2 other cases$/,
    )
  })

  it('of two is the one with the lower clock', () => {
    const found = find(ran([[{}, { clock: 1900 }]], 2))
    expect(found.map(({ subject }) => subject)).toEqual(['GPU 1'])
    expect(found[0]?.reason).toContain('below the other GPU (1900 MHz')
  })
})

it('says nothing of GPUs that agree, of one that deviates in some runs, of a faster one, and of a single GPU', () => {
  expect(find(ran([even, even]))).toEqual([])
  expect(find(ran([withThird({ clock: 1740, busy: 9 }), even]))).toEqual([])
  expect(find(ran([withThird({ clock: 2100, busy: 7 })]))).toEqual([])
  expect(find(ran([[{ clock: 1200 }]], 1))).toEqual([])
  expect(find(measured({ seconds: [10] }))).toEqual([])
})

it('compares no GPU with values that are missing, and none with GPUs of another model', () => {
  expect(find(ran([[{ clock: 1700 }, { clock: null, busy: null }, {}, {}]]))).toEqual([])
  const devices = someDevices(4).map((device, id) => ({ ...device, model: id === 2 ? 'NVIDIA A100' : device.model }))
  expect(listSlowGpuCautions([ran([withThird({ clock: 1410 })])], devices)).toEqual([])
})
