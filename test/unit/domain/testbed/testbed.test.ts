import { describe, expect, it } from 'vitest'
import { formatTestbedId, type Testbed, listTestbedDifferences } from '../../../../src/domain/testbed/testbed.ts'
import { aTestbed, someDevices } from '../../a-run.ts'
import { someSettings } from '../../a-telemetry.ts'
import type { GpuSettings } from '../../../../src/record/testbed.ts'

const withSettings = (overrides: Partial<GpuSettings>): Testbed =>
  aTestbed({ devices: someDevices(2).map((device) => ({ ...device, settings: someSettings(overrides) })) })

describe('formatTestbedId', () => {
  it('is short and readable (F-01)', () => {
    expect(formatTestbedId('gpu', someDevices(2), 'Xeon')).toBe('2x-nvidia-h200')
    expect(formatTestbedId('cpu', someDevices(4), 'Intel(R) Xeon(R) CPU @ 2.20GHz')).toBe('4-core-intel-xeon-cpu')
  })

  it('names the profile of MIG slices', () => {
    const [device] = someDevices(1)
    expect(formatTestbedId('gpu', [{ ...device!, migProfile: '1g.18gb' }], 'Xeon')).toBe('1x-nvidia-h200-mig-1g.18gb')
  })

  it('says that GPUs differ, and how many there are of each, in the order in which they are handed out', () => {
    const [device] = someDevices(1)
    const gpu = (model: string, migProfile: string | null = null) => ({ ...device!, model, migProfile })
    const mixed = [gpu('NVIDIA H200'), gpu('NVIDIA A100-SXM4-80GB'), gpu('NVIDIA H200')]
    expect(formatTestbedId('gpu', mixed, 'Xeon')).toBe('mixed-2x-nvidia-h200-1x-nvidia-a100-sxm4-80gb')
    expect(formatTestbedId('gpu', mixed.slice(1), 'Xeon')).toBe('mixed-1x-nvidia-a100-sxm4-80gb-1x-nvidia-h200')
    const sliced = [gpu('NVIDIA H200'), gpu('NVIDIA H200', '1g.18gb')]
    expect(formatTestbedId('gpu', sliced, 'Xeon')).toBe('mixed-1x-nvidia-h200-1x-nvidia-h200-mig-1g.18gb')
  })

  it('says that there are more kinds than it can name', () => {
    const [device] = someDevices(1)
    const kinds = Array.from({ length: 6 }, (_, kind) => ({ ...device!, model: `NVIDIA Accelerator ${kind}` }))
    const id = formatTestbedId('gpu', kinds, 'Xeon')
    expect(id).toMatch(/^mixed-6x-gpu-of-6-kinds-1x-nvidia-accelerator-0-1x-/)
    expect(id.length).toBeLessThanOrEqual(80)
  })

  it.each([
    [46, /^mixed-1x-a-1x-b+$/],
    [66, /^mixed-1x-a-1x-b+$/],
    [67, /^mixed-2x-gpu-of-2-kinds-1x-a-1x-b+$/],
  ])('names both models if all fit into 80 characters: one of %i', (length, form) => {
    const [device] = someDevices(1)
    const kinds = ['a', 'b'.repeat(length)].map((model) => ({ ...device!, model }))
    expect(formatTestbedId('gpu', kinds, 'Xeon')).toMatch(form)
  })

  it('stays a directory name within 80 characters, whatever a model is called', () => {
    const long = { model: '../'.repeat(100) + 'x'.repeat(200), migProfile: '1g.18gb+me/../' }
    const id = formatTestbedId('gpu', [long], '')
    expect(id).toMatch(/^[a-z0-9][a-z0-9.-]{0,79}$/)
  })
})

describe('testbedDifferences (F-35, W48)', () => {
  it('finds none between equal testbeds, also where both do not know', () => {
    expect(listTestbedDifferences(aTestbed(), aTestbed())).toEqual([])
    expect(
      listTestbedDifferences(withSettings({ powerLimitWatts: null }), withSettings({ powerLimitWatts: null })),
    ).toEqual([])
  })

  it.each<[Partial<Testbed>, string]>([
    [{ devices: someDevices(1) }, 'devices: NVIDIA H200, NVIDIA H200 → NVIDIA H200'],
    [{ driverVersion: '570.1' }, 'driver: 580.65.06 → 570.1'],
    [{ driverVersion: null }, 'driver: 580.65.06 → unknown'],
    [{ cudaVersion: '12.4' }, 'CUDA: 13.0 → 12.4'],
    [{ topology: 'PCIe (PHB)' }, 'topology: NV18 → PCIe (PHB)'],
    [{ container: 'docker' }, 'container: none → docker'],
    [{ cpuModel: 'EPYC' }, 'CPU: Xeon → EPYC'],
    [{ cpuCores: 8 }, 'CPU cores: 16 → 8'],
  ])('explains %j field by field with both values', (overrides, expected) => {
    expect(listTestbedDifferences(aTestbed(), aTestbed(overrides))).toEqual([expected])
  })

  it.each<[Partial<GpuSettings>, string]>([
    [{ powerLimitWatts: 350 }, 'power limit: 700 W → 350 W'],
    [{ powerLimitWatts: null }, 'power limit: 700 W → unknown'],
    [{ lockedSmClockMhz: 1200 }, 'locked SM clock: none → 1200 MHz'],
    [{ isMigOn: true }, 'MIG mode: off → on'],
    [{ isEccOn: false }, 'ECC: on → off'],
    [{ isPersistent: false }, 'persistence mode: on → off'],
  ])('explains the setting %j', (overrides, expected) => {
    expect(listTestbedDifferences(withSettings({}), withSettings(overrides))).toEqual([expected])
  })

  it('names each device when they differ among themselves', () => {
    const [one, other] = withSettings({}).devices
    const mixed = aTestbed({ devices: [one!, { ...other!, settings: someSettings({ powerLimitWatts: 500 }) }] })
    expect(listTestbedDifferences(withSettings({}), mixed)).toEqual(['power limit: 700 W → 700 W, 500 W'])
  })

  it('names the models of a mixed machine, also when only their order differs (F-35)', () => {
    const [one, other] = someDevices(2)
    const a100 = { ...other!, model: 'NVIDIA A100' }
    const mixed = aTestbed({ devices: [one!, a100] })
    expect(listTestbedDifferences(aTestbed(), mixed)).toEqual([
      'devices: NVIDIA H200, NVIDIA H200 → NVIDIA H200, NVIDIA A100',
    ])
    expect(listTestbedDifferences(mixed, aTestbed({ devices: [a100, one!] }))).toEqual([
      'devices: NVIDIA H200, NVIDIA A100 → NVIDIA A100, NVIDIA H200',
    ])
  })

  it.each<[string, Testbed]>([
    ['topology', aTestbed({ topology: null })],
    ['container', aTestbed({ container: null })],
  ])('takes a %s that one side does not know for no difference', (_, head) => {
    expect(listTestbedDifferences(aTestbed(), head)).toEqual([])
  })

  it('takes ECC and persistence mode that one side does not know for no difference', () => {
    expect(listTestbedDifferences(withSettings({}), withSettings({ isEccOn: null, isPersistent: null }))).toEqual([])
  })
})

it('calls the cores of an ingested run unknown, not 0', () => {
  expect(listTestbedDifferences(aTestbed({ cpuCores: 0 }), aTestbed())).toEqual(['CPU cores: unknown → 16'])
})
