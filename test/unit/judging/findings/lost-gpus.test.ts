import { expect, it } from 'vitest'
import { listLostGpus } from '../../../../src/judging/findings/gaps.ts'
import { aTrial, someDevices } from '../../a-run.ts'
import { aTelemetry } from '../../a-telemetry.ts'

it('names a GPU that the testbed lacks once, and none that was lost during a trial', () => {
  const lose = (gpu: number) => ({ gpu, timeMs: 1, kind: 'lost', detail: 'GPU_IS_LOST (15)' }) as const
  const trials = [lose(7), lose(7), lose(0)].map((event) => aTrial({ telemetry: aTelemetry({ events: [event] }) }))
  const devices = someDevices(2).map((device, physicalIndex) => ({ ...device, physicalIndex }))
  expect(listLostGpus([...trials, aTrial({})], devices)).toEqual([
    { kind: 'caution', subject: 'GPU 7', reason: 'was lost: GPU_IS_LOST (15); it is missing in this testbed of 2' },
  ])
})
