import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EnvironmentError, UserError } from '../../src/domain/errors.ts'
import type { GpuReading } from '../../src/domain/gpu.ts'
import { openNvmlSource } from '../../src/io/gpu/nvml-source.ts'
import * as structs from '../../src/io/gpu/nvml-structs.ts'
import { compileFakeNvml, type FakeNvml, type FakeNvmlVariant } from '../fakes/fake-nvml.ts'

const fake = compileFakeNvml()
const variants = new Map<FakeNvmlVariant, FakeNvml>()
const mib = 1024 ** 2
const all = [0, 1, 2, 3, 4, 5, 6, 7]

beforeEach(() => {
  for (const one of [fake, ...variants.values()]) one.reset()
})
afterAll(() => {
  for (const one of [fake, ...variants.values()]) one[Symbol.dispose]()
})

function open(options = '', library = fake) {
  library.take(options)
  return openNvmlSource({ libraryPath: library.path })
}

function variant(name: FakeNvmlVariant): FakeNvml {
  const known = variants.get(name) ?? compileFakeNvml(name)
  variants.set(name, known)
  return known
}

/** All fields of a reading that say something. */
function offered(reading: GpuReading | undefined): string[] {
  return Object.entries(reading ?? {}).flatMap(([key, value]) => (value === null ? [] : [key]))
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
      #include "${join(import.meta.dirname, '../fixtures/nvml/fake-nvml.c')}"
      #include <stddef.h>
      int main(void) {
        printf("%zu %zu %zu %zu %zu %zu %zu %zu\\n", offsetof(PciInfo, busId), offsetof(MemoryV2, total),
          offsetof(MemoryV2, used), offsetof(ProcessInfo, usedGpuMemory), offsetof(FieldValue, nvmlReturn),
          offsetof(FieldValue, value), offsetof(EventData, eventData), offsetof(GpmMetricsGet, metrics));
      }`
    const binary = join(fake.folder, 'offsets')
    execFileSync('cc', ['-x', 'c', '-w', '-o', binary, '-'], { input: program })
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
      const { openNvmlSource } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/io/gpu/nvml-source.ts'))})
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

  test('GPM counters cover the time since the reading before, as shares and bytes per second', () => {
    using source = open()
    source.read([3], 1000)
    const [second] = source.read([3], 1100)
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

  test('readings closer than the driver refreshes its GPM counters share one window', () => {
    using source = open()
    for (const timeMs of [0, 100, 150]) source.read([0], timeMs)
    const before = fake.calls()
    const [near] = source.read([0], 160)
    expect(near?.smUtilization).toBeCloseTo(0.046, 12)
    // Seven questions of the vitals; no sample was taken.
    expect(fake.calls() - before).toBe(7)
    expect(source.read([0], 40)[0]?.smUtilization).toBeCloseTo(0.046, 12)
  })

  test('what a GPM counter does not know is missing, not zero (W13, W16)', () => {
    using source = open()
    source.read([4, 5], 0)
    const [notANumber, noNvlink] = source.read([4, 5], 200)
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
    expect(reasons[7]).toEqual(['applications-clocks-setting'])
  })

  test('energy is in joules and beyond 32 bits (W24)', () => {
    using source = open()
    expect([...source.energyJoules([0, 7])]).toEqual([
      [0, (2 ** 33 + 1_000_000) / 1000],
      [7, (2 ** 33 + 8_000_000) / 1000],
    ])
    expect(source.energyJoules([0]).get(0)).toBe((2 ** 33 + 1_007_000) / 1000)
  })

  test('a GPU that does not exist is refused with the next thing to do', () => {
    using source = open('devices=2')
    const failure = failureOf(() => source.read([2], 0))
    expect(failure).toBeInstanceOf(UserError)
    expect(failure).toMatchObject({
      message: 'GPU 2 does not exist: this machine has 2 GPUs',
      hint: expect.stringContaining('nvidia-smi -L'),
    })
  })
})

describe('processes', () => {
  test('each is listed with its GPU, name and bytes, W19', () => {
    using source = open('process=41@2:512,process=42@2:-1,process=43@5:7')
    expect(source.processes([2, 3, 5])).toEqual([
      { gpu: 2, pid: 41, name: '/usr/bin/program-41', memoryBytes: 512 * mib },
      { gpu: 2, pid: 42, name: '/usr/bin/program-42', memoryBytes: null },
      { gpu: 5, pid: 43, name: '/usr/bin/program-43', memoryBytes: 7 * mib },
    ])
  })

  test('a refused name is taken from /proc, and is null for a process that is not here', () => {
    using source = open(`refuse_process_name=6,process=${process.pid}@0:1,process=4194399@0:1`)
    const own = readFileSync(`/proc/${process.pid}/comm`, 'utf8').trim()
    expect(source.processes([0])?.map((one) => one.name)).toEqual([own, null])
  })

  test('more processes than there was room for are all listed', () => {
    // The stand-in keeps 64; four of them are asked for one GPU more than once as the list grows.
    const pids = Array.from({ length: 64 }, (_, index) => index + 1)
    using source = open(pids.map((pid) => `process=${pid}@1:1`).join(','))
    expect(source.processes([1])?.map((one) => one.pid)).toEqual(pids)
  })

  test('an answer of "not supported" is null, not an empty list', () => {
    using source = open('refuse_processes=3')
    expect(source.processes([0, 1])).toBeNull()
  })
})

describe('events', () => {
  test('XID and double-bit ECC errors come with their GPU, once', () => {
    using source = open()
    expect(source.events()).toEqual([])
    fake.take('xid_gpu=3,xid_code=79,xid_total=2,ecc_gpu=5,ecc_total=1')
    const events = source.events()
    expect(events.map(({ gpu, kind, detail }) => ({ gpu, kind, detail }))).toEqual([
      { gpu: 3, kind: 'xid', detail: '79' },
      { gpu: 3, kind: 'xid', detail: '79' },
      { gpu: 5, kind: 'ecc', detail: 'double-bit ECC error' },
    ])
    expect(Math.abs(Date.now() - (events[0]?.timeMs ?? 0))).toBeLessThan(5000)
    expect(source.events()).toEqual([])
  })
})

describe('trouble', () => {
  test('a missing library is an EnvironmentError that says what to do', () => {
    const failure = failureOf(() => openNvmlSource({ libraryPath: '/nowhere/libnvidia-ml.so.1' }))
    expect(failure).toBeInstanceOf(EnvironmentError)
    expect(failure).toMatchObject({
      message: expect.stringContaining('/nowhere/libnvidia-ml.so.1'),
      hint: expect.stringContaining('--gpus all'),
    })
  })

  test('a library that is not NVML is an EnvironmentError', () => {
    const failure = failureOf(() => openNvmlSource({ libraryPath: 'libc.so.6' }))
    expect(failure).toBeInstanceOf(EnvironmentError)
    expect(failure).toMatchObject({ message: expect.stringContaining('FUNCTION_NOT_FOUND (13)') })
  })

  test.each([
    [9, 'DRIVER_NOT_LOADED (9)'],
    [18, 'LIB_RM_VERSION_MISMATCH (18)'],
    [4321, 'NVML error 4321'],
  ])('a driver that answers %i at the start is an EnvironmentError', (code, name) => {
    const failure = failureOf(() => open(`init_code=${code}`))
    expect(failure).toBeInstanceOf(EnvironmentError)
    expect(failure).toMatchObject({ message: expect.stringContaining(name) })
    expect(fake.users()).toBe(0)
  })

  test.each([
    ['utilization', ['utilizationPercent']],
    ['clocks', ['smClockMhz', 'memoryClockMhz']],
    ['temperature', ['temperatureCelsius']],
    ['reasons', ['clocksEventReasons']],
    ['ecc', ['eccErrors']],
    ['memory', ['memoryUsedBytes', 'memoryTotalBytes']],
    ['rows', ['retiredPages']],
  ])('%s not supported: those fields alone are null, and it is not asked again (W16)', (group, fields) => {
    using whole = open()
    const usual = offered(whole.read([0], 0)[0])
    using source = open(`refuse_${group}=3`)
    const reading = source.read([0], 0)[0]
    expect(offered(reading)).toEqual(usual.filter((field) => !fields.includes(field)))
    fake.take(`refuse_${group}=0`)
    expect(offered(source.read([0], 5000)[0])).toEqual(expect.not.arrayContaining(fields))
    expect(source.events()).toEqual([])
  })

  test('power comes from the older call where the newer one is refused', () => {
    using source = open('refuse_fields=3')
    expect(source.read([2], 0)[0]?.powerWatts).toBe(102.01)
  })

  test('a code that may pass is null for this reading only', () => {
    using source = open('refuse_temperature=27')
    expect(source.read([0], 0)[0]?.temperatureCelsius).toBeNull()
    fake.take('refuse_temperature=0')
    expect(source.read([0], 100)[0]?.temperatureCelsius).toBe(40)
  })

  test('a call that never worked and answers UNKNOWN does not make the GPU lost', () => {
    using source = open('refuse_temperature=999')
    expect(source.read([0], 0)[0]).toMatchObject({ temperatureCelsius: null, smClockMhz: 1900 })
    expect(source.events()).toEqual([])
  })

  test.each([
    [15, 'GPU_IS_LOST (15)'],
    [999, 'UNKNOWN (999)'],
  ])('a GPU lost in mid-run with %i is told once and is null from then on; the others go on', (code, detail) => {
    using source = open(`lost_gpu=1,lost_after=3,lost_code=${code}`)
    for (const timeMs of [0, 100, 200]) expect(source.read([1], timeMs)[0]?.powerWatts).not.toBeNull()
    const [zero, one, two] = source.read([0, 1, 2], 300)
    expect(offered(one)).toEqual(['gpu', 'timeMs'])
    expect(zero?.powerWatts).toBe(200.001)
    expect(two?.powerWatts).toBe(202.001)
    expect(source.events()).toMatchObject([{ gpu: 1, kind: 'lost', detail }])
    expect(source.events()).toEqual([])
    fake.take('lost_gpu=-1')
    expect(offered(source.read([1], 400)[0])).toEqual(['gpu', 'timeMs'])
    expect(source.energyJoules([0, 1]).get(1)).toBeNull()
    expect(source.processes([1])).toBeNull()
    expect(source.identify().map((gpu) => gpu.index)).toEqual([0, 2, 3, 4, 5, 6, 7])
  })

  test('a driver lost in mid-run makes all GPUs lost and crashes nothing', () => {
    using source = open('lost_gpu=-2,lost_after=2,lost_code=15')
    source.read(all, 0)
    source.read(all, 100)
    expect(source.read(all, 200).map(offered)).toEqual(all.map(() => ['gpu', 'timeMs']))
    expect(source.events().map((event) => [event.gpu, event.kind])).toEqual(all.map((gpu) => [gpu, 'lost']))
  })

  test('a GPU that cannot even be opened is lost from the start and keeps its index', () => {
    using source = open('no_handle=1')
    expect(source.identify().map((gpu) => gpu.index)).toEqual([0, 2, 3, 4, 5, 6, 7])
    expect(source.read([1, 2], 0).map(offered)[0]).toEqual(['gpu', 'timeMs'])
    expect(source.events()).toMatchObject([{ gpu: 1, kind: 'lost' }])
  })
})

describe('older libraries', () => {
  test('without GPM symbols the GPM fields are null and traffic comes from the counters', () => {
    using source = open('', variant('NO_GPM'))
    source.read([0], 0)
    expect(source.read([0], 1000)[0]).toMatchObject({ smUtilization: null, pcieSendBytesPerSecond: 1_000_000 })
  })

  test('without event symbols there are no events and everything else works', () => {
    using source = open('xid_gpu=0,xid_total=1', variant('NO_EVENTS'))
    expect(source.events()).toEqual([])
    expect(source.read([0], 0)[0]?.powerWatts).toBe(200.001)
  })

  test('an old driver gives what it has under its older names', () => {
    using source = open('process=41@0:5', variant('OLD_DRIVER'))
    expect(source.read([2], 0)[0]).toMatchObject({
      // Version 1 of the struct counts what the driver keeps for itself.
      memoryUsedBytes: (1201 + 626) * mib,
      powerWatts: 102.01,
      clocksEventReasons: ['sw-power-cap'],
    })
    expect(source.energyJoules([0]).get(0)).toBeNull()
    expect(source.processes([0])).toMatchObject([{ pid: 41, memoryBytes: 5 * mib }])
    expect(source.identify()[7]).toMatchObject({ settings: { isMigOn: null }, migSlices: [] })
  })

  test('a library with names and nothing else gives names and nothing else', () => {
    using source = open('', variant('MINIMAL'))
    expect(source.identify()).toHaveLength(8)
    expect(source.identify()[0]).toMatchObject({ model: 'NVIDIA H200', pciBusId: null, memoryBytes: null })
    expect(offered(source.read([0], 0)[0])).toEqual(['gpu', 'timeMs'])
    expect(source.processes([0])).toBeNull()
    expect(source.energyJoules([0]).get(0)).toBeNull()
    expect(source.identifyDriver()).toEqual({ driverVersion: null, cudaVersion: null })
  })
})

describe('life', () => {
  test('closing twice gives everything back once', () => {
    const source = open()
    source.read(all, 0)
    expect(fake.leaks()).toBeGreaterThan(0)
    source[Symbol.dispose]()
    source[Symbol.dispose]()
    expect([fake.leaks(), fake.users()]).toEqual([0, 0])
    expect(() => source.read([0], 0)).toThrow('closed')
  })

  test('two sources read side by side', () => {
    using one = open()
    {
      using other = open()
      expect(other.identify()).toHaveLength(8)
    }
    expect(one.read([5], 0)[0]?.smClockMhz).toBe(1905)
  })

  test('a worker thread can read, as the sampler does', async () => {
    const code = `
      import { parentPort } from 'node:worker_threads'
      const { openNvmlSource } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/io/gpu/nvml-source.ts'))})
      using source = openNvmlSource({ libraryPath: ${JSON.stringify(fake.path)} })
      parentPort.postMessage(source.read([0, 7], 5).map((reading) => reading.smClockMhz))`
    const file = join(fake.folder, 'worker.mjs')
    writeFileSync(file, code)
    const worker = new Worker(file)
    const clocks = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    await worker.terminate()
    expect(clocks).toEqual([1900, 1907])
  })

  test('a running source follows a control file, as a test of a whole process needs', () => {
    const control = join(fake.folder, 'control')
    writeFileSync(control, 'temperature=91,reasons=64')
    process.env['FAKE_NVML_CONTROL'] = control
    try {
      using source = open()
      expect(source.read([0], 0)[0]).toMatchObject({
        temperatureCelsius: 91,
        clocksEventReasons: ['hw-thermal-slowdown'],
      })
      writeFileSync(control, 'temperature=50')
      expect(source.read([0], 100)[0]?.temperatureCelsius).toBe(50)
    } finally {
      delete process.env['FAKE_NVML_CONTROL']
    }
  })
})

function failureOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
