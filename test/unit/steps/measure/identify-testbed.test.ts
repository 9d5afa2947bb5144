import { describe, expect, it } from 'vitest'
import { NoDeviceError, UnansweredError } from '../../../../src/domain/core/errors.ts'
import { identifyTestbed, findMonitoredGpus } from '../../../../src/steps/measure/identify-testbed.ts'
import type { GpuIdentity } from '../../../../src/domain/telemetry/gpu.ts'
import type { DeviceInventory, GpuInventory } from '../../../../src/io/machine/system-devices.ts'
import type { MonitorKind } from '../../../../src/ports/gpu-monitor.ts'
import { aTestbed, someDevices } from '../../a-run.ts'
import { anIdentity, someSettings } from '../../a-telemetry.ts'

function anInventory(overrides: Partial<GpuInventory> = {}): Pick<DeviceInventory, 'listGpus' | 'readHost'> {
  const gpus = { devices: someDevices(2), driverVersion: '580', cudaVersion: '13.0', topology: 'NV18', problem: null }
  return {
    listGpus: async () => ({ ...gpus, ...overrides }),
    readHost: () => ({
      cpuModel: 'Xeon',
      cpuCores: 4,
      memoryBytes: 64e9,
      kernel: '6.8.0',
      architecture: 'x64',
      container: 'docker',
    }),
  }
}

function watched(
  identities: readonly GpuIdentity[],
  environment = {},
  kind: MonitorKind = 'nvml',
  reason: string | null = null,
) {
  return { monitor: { kind, reason, identify: async () => identities }, environment }
}

const two = [0, 1].map((index) => anIdentity({ index, uuid: `GPU-${index}` }))
const sliced = anIdentity({
  settings: someSettings({ isMigOn: true }),
  migSlices: ['MIG-a', 'MIG-b'].map((uuid) => ({ uuid, profile: '1g.18gb', memoryBytes: 18e9 })),
})

describe('identifyTestbed', () => {
  it('takes GPUs and settings from the monitor, and from the inventory what it does not know (F-01)', async () => {
    const testbed = await identifyTestbed('gpu', anInventory({ devices: [] }), watched(two))
    expect(testbed).toMatchObject({
      id: '2x-nvidia-h200',
      driverVersion: '580',
      cudaVersion: '13.0',
      topology: 'NV18',
      container: 'docker',
      devices: [{ id: 0, settings: { powerLimitWatts: 700 } }, { id: 1 }],
    })
    expect(testbed).not.toHaveProperty('problem')
  })

  it('takes versions from the driver before those of a tool, and each that it does not tell from the tool', async () => {
    const { monitor, environment } = watched(two)
    const versions = async (driverVersion: string | null, cudaVersion: string | null, inventory = anInventory()) => {
      const told = { ...monitor, identifyDriver: () => ({ driverVersion, cudaVersion }) }
      const testbed = await identifyTestbed('gpu', inventory, { monitor: told, environment })
      return [testbed.driverVersion, testbed.cudaVersion]
    }
    const silent = anInventory({ devices: [], driverVersion: null, cudaVersion: null })
    expect(await versions('590.1', '13.1')).toEqual(['590.1', '13.1'])
    expect(await versions('590.1', '13.1', silent)).toEqual(['590.1', '13.1'])
    expect(await versions(null, '13.1')).toEqual(['580', '13.1'])
  })

  it.each([
    ['without a monitor', null],
    ['with the monitor none', watched(two, {}, 'none')],
    ['with a monitor that sees nothing', watched([])],
  ])('is the inventory %s', async (_, monitor) => {
    const testbed = await identifyTestbed('gpu', anInventory(), monitor)
    expect(testbed.devices).toEqual(someDevices(2))
  })

  it('hands out the places among the GPUs that CUDA_VISIBLE_DEVICES leaves, and watches the physical ones (W21, W22)', async () => {
    const testbed = await identifyTestbed('gpu', anInventory(), watched(two, { CUDA_VISIBLE_DEVICES: '1' }))
    expect(testbed).toMatchObject({ id: '1x-nvidia-h200', devices: [{ id: 0, physicalIndex: 1, uuid: 'GPU-1' }] })
    expect(findMonitoredGpus(testbed, [0], two)).toEqual([1])
  })

  it('counts the slices of a GPU in MIG mode', async () => {
    const all = await identifyTestbed('gpu', anInventory(), watched([sliced]))
    expect(all).toMatchObject({ id: '2x-nvidia-h200-mig-1g.18gb', devices: [{ id: 0 }, { id: 1, uuid: 'MIG-b' }] })
    const one = await identifyTestbed('gpu', anInventory(), watched([sliced], { CUDA_VISIBLE_DEVICES: 'MIG-b' }))
    expect(one).toMatchObject({ id: '1x-nvidia-h200-mig-1g.18gb', devices: [{ id: 0, uuid: 'MIG-b' }] })
    expect(findMonitoredGpus(all, [0, 1], [sliced])).toEqual([0])
  })

  it('refuses a GPU pipeline without a GPU, and says why', async () => {
    const none = anInventory({ devices: [], problem: 'nvidia-smi was not found' })
    await expect(identifyTestbed('gpu', none)).rejects.toThrow('no GPU found: nvidia-smi was not found')
    const hidden = identifyTestbed('gpu', none, watched(two, { CUDA_VISIBLE_DEVICES: '-1' }))
    await expect(hidden).rejects.toMatchObject({
      message: expect.stringContaining('CUDA_VISIBLE_DEVICES leaves no GPU visible'),
      hint: expect.stringContaining('Unset CUDA_VISIBLE_DEVICES'),
    })
    const refused = 'NVML did not start: nvmlInit_v2 answered NO_PERMISSION (4); nvidia-smi was not found on PATH'
    const searched = identifyTestbed('gpu', none, watched([], {}, 'none', refused))
    await expect(searched).rejects.toThrow(`no GPU found: ${refused}`)
    const unwatched = identifyTestbed('gpu', none, watched([], {}, 'none', 'it was asked for no GPU monitor'))
    await expect(unwatched).rejects.toThrow('no GPU found: nvidia-smi was not found')
  })

  it('does not take a tool without an answer for a machine without a GPU', async () => {
    const silent = identifyTestbed('gpu', anInventory({ devices: [], problem: 'no answer', isUnanswered: true }))
    await expect(silent).rejects.toBeInstanceOf(UnansweredError)
    await expect(silent).rejects.not.toBeInstanceOf(NoDeviceError)
  })

  it('does not take a GPU that nothing reads for a machine without a GPU, nor one that is hidden for one that nothing reads', async () => {
    const inventory = anInventory({
      devices: [],
      problem: 'nvidia-smi was not found',
      unread: [{ path: '/dev/nvidia0', vendor: 'NVIDIA' }],
    })
    const unread = identifyTestbed('gpu', inventory)
    await expect(unread).rejects.toThrow(
      '/dev/nvidia0 is an NVIDIA GPU that nothing here can read: nvidia-smi was not found',
    )
    await expect(unread).rejects.not.toBeInstanceOf(NoDeviceError)
    const hidden = identifyTestbed('gpu', inventory, watched(two, { CUDA_VISIBLE_DEVICES: '-1' }))
    await expect(hidden).rejects.toBeInstanceOf(NoDeviceError)
    expect(await identifyTestbed('gpu', inventory, watched(two))).not.toHaveProperty('unread')
    const amd = anInventory({
      devices: [],
      problem: 'nvidia-smi was not found',
      unread: [128, 129].map((number) => ({ path: `/dev/dri/renderD${number}`, vendor: 'AMD' })),
    })
    await expect(identifyTestbed('gpu', amd)).rejects.toMatchObject({
      message: expect.stringContaining(
        '/dev/dri/renderD128, /dev/dri/renderD129 are AMD GPUs that nothing here can read',
      ),
      hint: expect.stringContaining('amd-smi'),
    })
  })

  it('counts cores for a pipeline without GPUs', async () => {
    const testbed = await identifyTestbed('cpu', anInventory(), watched(two))
    expect(testbed).toMatchObject({ id: '4-core-xeon', deviceKind: 'cpu', topology: null, driverVersion: null })
    expect(testbed.devices).toHaveLength(4)
  })
})

it('maps device ids to physical indices by UUID, and by index without one', () => {
  const testbed = aTestbed({ devices: someDevices(2) })
  const swapped = [anIdentity({ index: 5, uuid: 'GPU-0' }), anIdentity({ index: 1, uuid: 'GPU-x' })]
  expect(findMonitoredGpus(testbed, [0, 1], swapped)).toEqual([5, 1])
  const alike = [0, 1].map((index) => anIdentity({ index, uuid: 'GPU-0' }))
  const devices = someDevices(2).map((device, index) => ({ ...device, uuid: 'GPU-0', physicalIndex: index }))
  expect(findMonitoredGpus(aTestbed({ devices }), [0, 1], alike)).toEqual([0, 1])
})
