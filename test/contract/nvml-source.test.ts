import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { UserError } from '../../src/domain/core/errors.ts'
import { openNvmlSource } from '../../src/io/gpu/nvml/nvml-source.ts'
import * as structs from '../../src/io/gpu/nvml/nvml-library.ts'
import { compileFakeNvml, fakeNvmlSource, runCompiler } from '../fakes/fake-nvml.ts'

const fake = compileFakeNvml()
const mib = 1024 ** 2
const all = [0, 1, 2, 3, 4, 5, 6, 7]

beforeEach(() => fake.reset())
afterAll(() => fake[Symbol.dispose]())

function open(options = '') {
  fake.take(options)
  // Samples at the pace that was asked for, whatever they cost on a busy machine.
  return openNvmlSource({ libraryPath: fake.path, readCpuMs: () => 0 })
}

describe('struct layouts', () => {
  test('sizes and version words are those of nvml.h', () => {
    expect(structs.pciInfo.size).toBe(68)
    expect(structs.memoryV2.version).toBe(0x2000028)
    expect(structs.processInfo.size).toBe(24)
    expect(structs.fieldValue.size).toBe(40)
    expect(structs.eventData.size).toBe(32)
    // nvml.h of CUDA 12.9 has room for 210 metrics.
    expect(structs.gpmMetricsGet.size(210)).toBe(8424)
  })

  test('a compiler gives the sizes of our table to the structs that the stand-in declares', () => {
    const program = `
      #include "${fakeNvmlSource}"
      #include <stddef.h>
      int main(void) {
        printf("%zu %zu %zu %zu %zu %zu %zu %zu\\n", offsetof(PciInfo, busId), offsetof(MemoryV2, total),
          offsetof(MemoryV2, used), offsetof(ProcessInfo, usedGpuMemory), offsetof(FieldValue, nvmlReturn),
          offsetof(FieldValue, value), offsetof(EventData, eventData), offsetof(GpmMetricsGet, metrics));
      }`
    const binary = join(fake.folder, 'offsets')
    runCompiler(['-x', 'c', '-w', '-o', binary, '-'], program)
    const { pciInfo, memoryV2, processInfo, fieldValue, eventData, gpmMetricsGet } = structs
    const ours = [pciInfo.busId, memoryV2.total, memoryV2.used, processInfo.usedMemory, fieldValue.return]
    const expected = [...ours, fieldValue.value, eventData.data, gpmMetricsGet.metrics].join(' ')
    expect(execFileSync(binary, { encoding: 'utf8' }).trim()).toBe(expected)
  })
})

describe('identity', () => {
  test('8 GPUs are told apart by index, UUID and PCI id (W21, W22)', () => {
    using source = open()
    const gpus = source.identify()
    expect(gpus.map((gpu) => gpu.index)).toEqual(all)
    expect(gpus.map((gpu) => gpu.uuid)).toEqual(
      all.map((i) => `GPU-00000000-0000-0000-0000-${`${i}`.padStart(12, '0')}`),
    )
    expect(gpus.map((gpu) => gpu.pciBusId)).toEqual(
      all.map((i) => `00000000:${(0x19 + i).toString(16).toUpperCase()}:00.0`),
    )
    expect(gpus[0]).toMatchObject({ model: 'NVIDIA H200', memoryBytes: 143771 * mib, migSlices: [] })
    expect(gpus[6]?.model).toBe('NVIDIA H100 80GB HBM3')
  })

  test('settings have their own values and W, not mW (W24)', () => {
    using source = open()
    const settings = source.identify().map((gpu) => gpu.settings)
    expect(settings[0]).toEqual({
      powerLimitWatts: 700,
      isPersistent: true,
      isEccOn: true,
      isMigOn: false,
      maxSmClockMhz: 1980,
      lockedSmClockMhz: null,
    })
    expect(settings.map((one) => one.isPersistent)).toEqual(all.map((i) => i !== 1))
    expect(settings.map((one) => one.isEccOn)).toEqual(all.map((i) => i !== 3))
    expect(settings.map((one) => one.lockedSmClockMhz)).toEqual(all.map((i) => (i === 2 ? 1500 : null)))
    expect(settings.map((one) => one.isMigOn)).toEqual([false, false, false, false, false, false, null, true])
  })

  test('a GPU in MIG mode names its slices, also when their numbers have gaps', () => {
    using source = open()
    expect(source.identify()[7]?.migSlices).toEqual([
      { uuid: 'MIG-00000000-0000-0000-0007-000000000000', profile: '1g.18gb', memoryBytes: 18 * 1024 * mib },
      { uuid: 'MIG-00000000-0000-0000-0007-000000000001', profile: '2g.36gb', memoryBytes: 36 * 1024 * mib },
    ])
  })

  test('the driver tells its version and the newest CUDA that it runs', () => {
    using source = open()
    expect(source.identifyDriver()).toEqual({ driverVersion: '580.159.04', cudaVersion: '13.0' })
  })

  test('CUDA_VISIBLE_DEVICES does not move the physical index (W21, W22)', async () => {
    const code = `
      const { openNvmlSource } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/io/gpu/nvml/nvml-source.ts'))})
      using source = openNvmlSource({ libraryPath: ${JSON.stringify(fake.path)} })
      const [, , two, three] = source.identify()
      process.stdout.write(JSON.stringify([two.uuid, three.uuid, source.read([3, 2], 0).map((r) => [r.gpu, r.smClockMhz])]))`
    const run = (env: Record<string, string>) =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', code], { env, encoding: 'utf8' })
    const plain = run({})
    expect(plain).toContain('GPU-00000000-0000-0000-0000-000000000002')
    expect(JSON.parse(plain)[2]).toEqual([
      [3, 1903],
      [2, 1902],
    ])
    expect(run({ CUDA_VISIBLE_DEVICES: '3,2' })).toBe(plain)
    expect(run({ CUDA_VISIBLE_DEVICES: '' })).toBe(plain)
  })
})

describe('readings', () => {
  test('every field has the value and the unit of its GPU (W24)', () => {
    using source = open()
    const [first] = source.read([3], 1000)
    expect(first).toEqual({
      gpu: 3,
      timeMs: 1000,
      utilizationPercent: 31,
      memoryUsedBytes: 1301 * mib,
      memoryTotalBytes: 143771 * mib,
      powerWatts: 203.001,
      smClockMhz: 1903,
      memoryClockMhz: 3201,
      temperatureCelsius: 43,
      clocksEventReasons: ['sw-power-cap', 'sw-thermal-slowdown'],
      pcieReceiveBytesPerSecond: null,
      pcieSendBytesPerSecond: null,
      nvlinkReceiveBytesPerSecond: null,
      nvlinkSendBytesPerSecond: null,
      smUtilization: null,
      smOccupancy: null,
      tensorActivity: null,
      dramBandwidthUtilization: null,
      eccErrors: 33,
      retiredPages: 4,
      processes: null,
    })
  })

  test('GPM counters cover the time since the reading that had them last, as shares and bytes per second', () => {
    using source = open()
    source.read([3], 1000)
    const [second] = source.read([3], 2000)
    expect(second?.smUtilization).toBeCloseTo(0.076, 12)
    expect(second?.smOccupancy).toBeCloseTo(0.055, 12)
    expect(second?.tensorActivity).toBeCloseTo(0.41, 12)
    expect(second?.dramBandwidthUtilization).toBeCloseTo(0.63, 12)
    expect(second).toMatchObject({
      pcieReceiveBytesPerSecond: 203 * mib,
      pcieSendBytesPerSecond: 103 * mib,
      nvlinkReceiveBytesPerSecond: 303 * mib,
      nvlinkSendBytesPerSecond: 403 * mib,
    })
  })

  test('GPM counters are sampled twice a second at most, and are missing in the readings between', () => {
    using source = open()
    for (const timeMs of [0, 500]) source.read([0], timeMs)
    const before = fake.calls()
    const [between] = source.read([0], 700)
    expect(between).toMatchObject({ smUtilization: null, dramBandwidthUtilization: null })
    // Five questions of the vitals; no sample was taken, and what changes slowly was just asked.
    expect(fake.calls() - before).toBe(5)
    expect(source.read([0], 1000)[0]?.smUtilization).toBeCloseTo(0.046, 12)
    expect(source.readVitals?.([0], 2000)[0]).toMatchObject({ smUtilization: null, powerWatts: 200.005 })
  })

  test('a reading at the end has GPM counters for the time since the reading that had them last', () => {
    using source = open()
    for (const timeMs of [0, 500, 700]) source.read([0], timeMs)
    expect(source.readCounters?.([0], 900)[0]).toMatchObject({ gpu: 0, smUtilization: 0.046 })
  })

  test('what a GPM counter does not know is missing, not zero (W13, W16)', () => {
    using source = open()
    source.read([4, 5], 0)
    const [notANumber, noNvlink] = source.read([4, 5], 1000)
    expect(notANumber).toMatchObject({ tensorActivity: null, dramBandwidthUtilization: 0.64 })
    expect(noNvlink).toMatchObject({ nvlinkSendBytesPerSecond: null, pcieSendBytesPerSecond: 105 * mib })
  })

  test('a GPU without GPM gives PCIe and NVLink rates from its counters', () => {
    using source = open()
    expect(source.read([6], 0)[0]).toMatchObject({ pcieSendBytesPerSecond: null, smUtilization: null, retiredPages: 5 })
    expect(source.read([6], 500)[0]).toMatchObject({
      pcieSendBytesPerSecond: 2_000_000,
      pcieReceiveBytesPerSecond: 4_000_000,
      nvlinkSendBytesPerSecond: 2_000 * 1024,
      nvlinkReceiveBytesPerSecond: 4_000 * 1024,
      smUtilization: null,
    })
  })

  test('all known reasons for lower clocks are named, in the order of their bits', () => {
    using source = open()
    const reasons = source.read(all, 0).map((reading) => reading.clocksEventReasons)
    expect(reasons.slice(0, 7)).toEqual([
      [],
      ['gpu-idle'],
      ['sw-power-cap'],
      ['sw-power-cap', 'sw-thermal-slowdown'],
      ['hw-slowdown'],
      ['hw-thermal-slowdown'],
      ['hw-power-brake-slowdown'],
    ])
    // A bit that nobody knows yet stands beside it.
    expect(reasons[7]).toEqual(['applications-clocks-setting', 'unknown'])
  })

  test('energy is in joules and beyond 32 bits (W24)', () => {
    using source = open('energy_step_mj=7000')
    expect([...source.readEnergyJoules([0, 7])]).toEqual([
      [0, (2 ** 33 + 1_000_000) / 1000],
      [7, (2 ** 33 + 8_000_000) / 1000],
    ])
    expect(source.readEnergyJoules([0]).get(0)).toBe((2 ** 33 + 1_007_000) / 1000)
  })

  test('a total memory of zeros is no answer', () => {
    using source = open('devices=1,mem_zero=1')
    expect(source.identify()).toMatchObject([{ memoryBytes: null }])
  })

  test('a GPU that does not exist is refused with the next thing to do', () => {
    using source = open('devices=2')
    expect(() => source.read([2], 0)).toThrow(UserError)
    expect(() => source.read([2], 0)).toThrow('GPU 2 does not exist on this machine (GPUs found: 2)')
  })
})

describe('processes', () => {
  test('each is listed with its GPU, name and bytes, W19', () => {
    using source = open('process=41@2:512,process=42@2:-1,process=43@5:7')
    expect(source.listProcesses([2, 3, 5])).toEqual([
      { gpu: 2, pid: 41, name: '/usr/bin/program-41', memoryBytes: 512 * mib },
      { gpu: 2, pid: 42, name: '/usr/bin/program-42', memoryBytes: null },
      { gpu: 5, pid: 43, name: '/usr/bin/program-43', memoryBytes: 7 * mib },
    ])
  })

  test('a refused name is taken from /proc, and is null for a process that is not here', () => {
    using source = open(`refuse_process_name=6,process=${process.pid}@0:1,process=4194399@0:1`)
    const own = readFileSync(`/proc/${process.pid}/comm`, 'utf8').trim()
    expect(source.listProcesses([0])?.map((one) => one.name)).toEqual([own, null])
  })

  test('more processes than there was room for are all listed', () => {
    // The stand-in keeps 64; four of them are asked for one GPU more than once as the list grows.
    const pids = Array.from({ length: 64 }, (_, index) => index + 1)
    using source = open(pids.map((pid) => `process=${pid}@1:1`).join(','))
    expect(source.listProcesses([1])?.map((one) => one.pid)).toEqual(pids)
  })

  test('an answer of "not supported" is null, not an empty list', () => {
    using source = open('refuse_processes=3')
    expect(source.listProcesses([0, 1])).toBeNull()
  })
})

describe('events', () => {
  test('XID and double-bit ECC errors come with their GPU, once', () => {
    using source = open()
    expect(source.readEvents()).toEqual([])
    fake.take('xid_gpu=3,xid_code=79,xid_total=2,ecc_gpu=5,ecc_total=1')
    const events = source.readEvents()
    expect(events.map(({ gpu, kind, detail }) => ({ gpu, kind, detail }))).toEqual([
      { gpu: 3, kind: 'xid', detail: '79' },
      { gpu: 3, kind: 'xid', detail: '79' },
      { gpu: 5, kind: 'ecc', detail: 'double-bit ECC error' },
    ])
    expect(Math.abs(Date.now() - (events[0]?.timeMs ?? 0))).toBeLessThan(5000)
    expect(source.readEvents()).toEqual([])
  })
})
