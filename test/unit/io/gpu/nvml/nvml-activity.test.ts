import { describe, expect, it } from 'vitest'
import { createActivity } from '../../../../../src/io/gpu/nvml/nvml-gpm.ts'
import { gpmMetricId, nvmlReturn } from '../../../../../src/io/gpu/nvml/nvml-library.ts'
import { connectGpm, device } from './a-gpm-driver.ts'

const { notSupported } = nvmlReturn

describe('GPM activity', () => {
  it('counts the time that memory and engine were active since the beginning', () => {
    const { functions, memory, calls } = connectGpm({ values: [25, 50] })
    const activity = createActivity(functions, memory)
    expect(activity.begin(device, () => 1000)).toBeNull()
    expect(activity.read(device, () => 3000)).toEqual({ timeMs: 3000, dramMs: 500, graphicsMs: 1000 })
    expect(activity.begin(device, () => 5000)).toBeNull()
    expect(activity.read(device, () => 5100)).toEqual({ timeMs: 5100, dramMs: 25, graphicsMs: 50 })
    activity.close()
    activity.close()
    const { dramBandwidth, graphicsUtilization } = gpmMetricId
    const round = [
      ['take', 9, 501],
      ['take', 9, 502],
      ['compare', 1, [dramBandwidth, graphicsUtilization], [501, 502]],
    ]
    expect(calls).toEqual([...round, ...round, ['free', 501], ['free', 502]])
  })

  it('tells no impossible share', () => {
    const { functions, memory } = connectGpm({ values: [100, 150] })
    const activity = createActivity(functions, memory)
    activity.begin(device, () => 0)
    expect(activity.read(device, () => 100)).toEqual({ timeMs: 100, dramMs: 100, graphicsMs: null })
  })

  it.each([
    [{ isSupported: 0 }, 'this GPU or driver has no GPM counters'],
    [{ codes: { take: notSupported } }, 'the driver returned no GPM sample'],
    [{ codes: { compare: notSupported } }, null],
  ])('reads nothing from %j', (answers, reason) => {
    const { functions, memory } = connectGpm(answers)
    const activity = createActivity(functions, memory)
    expect(activity.read(device, () => 0)).toBeNull()
    expect(activity.begin(device, () => 0)).toBe(reason)
    expect(activity.read(device, () => 100)).toBeNull()
  })
})
