import { expect, it } from 'vitest'
import { createGpm } from '../../../../../src/io/gpu/nvml/nvml-gpm.ts'
import { gpmMetricId, nvmlReturn } from '../../../../../src/io/gpu/nvml/nvml-library.ts'
import { connectGpm, device, type GpmAnswers } from './a-gpm-driver.ts'

const values = [10, 20, 30, 40, 1, 2, 3, 4]
const full = {
  smUtilization: 0.1,
  smOccupancy: 0.2,
  tensorActivity: 0.3,
  dramBandwidthUtilization: 0.4,
  pcieReceiveBytesPerSecond: 2 ** 20,
  pcieSendBytesPerSecond: 2 * 2 ** 20,
  nvlinkReceiveBytesPerSecond: 3 * 2 ** 20,
  nvlinkSendBytesPerSecond: 4 * 2 ** 20,
}

/** The values at each time, and the samples that were taken and compared for them. */
function readAt(timesMs: readonly number[], answers: GpmAnswers = {}) {
  const { functions, memory, calls } = connectGpm({ values, ...answers })
  const gpm = createGpm(functions, memory)
  const read = timesMs.map((timeMs) => gpm.read(device, timeMs))
  gpm.close()
  return { read, calls }
}

it('has values from the second sample on, and shares a window that is shorter than 100 ms', () => {
  const { read, calls } = readAt([1000, 1099, 1100, 1150, 900])
  expect(read).toEqual([{}, {}, full, full, full])
  const { smUtilization, smOccupancy, anyTensor, dramBandwidth, pcieReceive, pcieSend, nvlinkReceive, nvlinkSend } =
    gpmMetricId
  const ids = [smUtilization, smOccupancy, anyTensor, dramBandwidth, pcieReceive, pcieSend, nvlinkReceive, nvlinkSend]
  // The older of the two samples is taken anew; after a clock that was set back, too.
  expect(calls).toEqual([
    ['take', 9, 501],
    ['take', 9, 502],
    ['compare', 1, ids, [501, 502]],
    ['take', 9, 501],
    ['compare', 1, ids, [502, 501]],
    ['free', 501],
    ['free', 502],
  ])
})

it.each([
  ['take', [{}, {}]],
  ['compare', [{}, {}]],
])('has none where the driver fails to %s', (step, expected) => {
  expect(readAt([0, 500], { codes: { [step]: nvmlReturn.notSupported } }).read).toEqual(expected)
})

it('has none without support', () => {
  expect(readAt([0], { isSupported: 0 })).toEqual({ read: [{}], calls: [] })
})
