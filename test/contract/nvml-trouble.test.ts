import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { EnvironmentError } from '../../src/domain/core/errors.ts'
import type { GpuReading } from '../../src/domain/telemetry/gpu.ts'
import { openNvmlSource } from '../../src/io/gpu/nvml/nvml-source.ts'
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
    expect(source.readEvents()).toEqual([])
  })

  test('power comes from the older call where the newer one is refused', () => {
    using source = open('refuse_fields=3')
    expect(source.read([2], 0)[0]?.powerWatts).toBe(102.01)
  })

  test('a code that may pass is null for this reading only', () => {
    using source = open('refuse_temperature=27')
    expect(source.read([0], 0)[0]?.temperatureCelsius).toBeNull()
    fake.take('refuse_temperature=0')
    expect(source.read([0], 500)[0]?.temperatureCelsius).toBe(40)
  })

  test('a call that never worked and answers UNKNOWN does not make the GPU lost', () => {
    using source = open('refuse_temperature=999')
    expect(source.read([0], 0)[0]).toMatchObject({ temperatureCelsius: null, smClockMhz: 1900 })
    expect(source.readEvents()).toEqual([])
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
    expect(source.readEvents()).toMatchObject([{ gpu: 1, kind: 'lost', detail }])
    expect(source.readEvents()).toEqual([])
    fake.take('lost_gpu=-1')
    expect(offered(source.read([1], 400)[0])).toEqual(['gpu', 'timeMs'])
    expect(source.readEnergyJoules([0, 1]).get(1)).toBeNull()
    expect(source.listProcesses([1])).toBeNull()
    expect(source.identify().map((gpu) => gpu.index)).toEqual([0, 2, 3, 4, 5, 6, 7])
  })

  test('a driver lost in mid-run makes all GPUs lost and crashes nothing', () => {
    using source = open('lost_gpu=-2,lost_after=2,lost_code=15')
    source.read(all, 0)
    source.read(all, 100)
    expect(source.read(all, 200).map(offered)).toEqual(all.map(() => ['gpu', 'timeMs']))
    expect(source.readEvents().map((event) => [event.gpu, event.kind])).toEqual(all.map((gpu) => [gpu, 'lost']))
  })

  test('the server of MPS is no program on a GPU, and the programs that use it are', () => {
    using source = open('process=4711@0:1054,mps_server=4711,mps=4712@0:300')
    expect(source.listProcesses([0])).toMatchObject([{ gpu: 0, pid: 4712, memoryBytes: 300 * mib }])
  })

  test.each([
    [3, 1],
    [13, 1],
  ])('without the list of MPS, which answers %i, the programs on a GPU are known: %j', (code, count) => {
    using source = open(`process=4711@0:10,refuse_mps=${code}`)
    expect(source.listProcesses([0])?.length).toBe(count)
  })

  test.each([
    [4, 'NO_PERMISSION (4)'],
    [999, 'UNKNOWN (999)'],
  ])('a list of MPS that the driver refuses by %i is an error with the answer', (code, answer) => {
    using source = open(`process=4711@0:10,refuse_mps=${code}`)
    expect(() => source.listProcesses([0])).toThrow(`the driver refuses those of MPS on GPU 0: ${answer}`)
  })

  test('a refused list of processes is an error with the answer; in MIG mode the slices are asked', () => {
    using source = open('mig_gpu=0,refuse_whole_processes=4,process=4711@0:10,process=4712@1:10')
    expect(source.listProcesses([0])).toMatchObject([{ gpu: 0, pid: 4711 }])
    expect(() => source.listProcesses([1])).toThrow('the driver refuses them of GPU 1: NO_PERMISSION (4)')
  })

  test('a GPU that this process must not open is no lost one', () => {
    using source = open('no_handle=1,no_handle_code=4')
    expect(source.readEvents()).toEqual([])
    expect(source.listForbidden?.()).toEqual(['GPU 1 cannot be opened: NO_PERMISSION (4)'])
    expect(source.identify().map(({ index }) => index)).not.toContain(1)
  })

  test('a GPU that cannot even be opened is lost from the start and keeps its index', () => {
    using source = open('no_handle=1')
    expect(source.identify().map((gpu) => gpu.index)).toEqual([0, 2, 3, 4, 5, 6, 7])
    expect(source.read([1, 2], 0).map(offered)[0]).toEqual(['gpu', 'timeMs'])
    expect(source.readEvents()).toMatchObject([{ gpu: 1, kind: 'lost' }])
  })
})

test('GPUs that cannot be counted, or have no readable UUID, are not absent', () => {
  expect(() => open('count_code=999')).toThrow('nvmlDeviceGetCount_v2 answered UNKNOWN (999)')
  expect(fake.users()).toBe(0)
  fake.reset()
  using source = open('refuse_uuid=15')
  expect(source.identify()).toEqual([])
  expect(source.readEvents()).toHaveLength(8)
  expect(source.readEvents()).toEqual([])
})

describe('older libraries', () => {
  test('without GPM symbols the GPM fields are null and traffic comes from the counters', () => {
    using source = open('', variant('NO_GPM'))
    source.read([0], 0)
    expect(source.read([0], 1000)[0]).toMatchObject({ smUtilization: null, pcieSendBytesPerSecond: 1_000_000 })
  })

  test('without event symbols there are no events and everything else works', () => {
    using source = open('xid_gpu=0,xid_total=1', variant('NO_EVENTS'))
    expect(source.readEvents()).toEqual([])
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
    expect(source.readEnergyJoules([0]).get(0)).toBeNull()
    expect(source.listProcesses([0])).toMatchObject([{ pid: 41, memoryBytes: 5 * mib }])
    expect(source.identify()[7]).toMatchObject({ settings: { isMigOn: null }, migSlices: [] })
  })

  test('a library with names and nothing else gives names and nothing else', () => {
    using source = open('', variant('MINIMAL'))
    expect(source.identify()).toHaveLength(8)
    expect(source.identify()[0]).toMatchObject({ model: 'NVIDIA H200', pciBusId: null, memoryBytes: null })
    expect(offered(source.read([0], 0)[0])).toEqual(['gpu', 'timeMs'])
    expect(source.listProcesses([0])).toBeNull()
    expect(source.readEnergyJoules([0]).get(0)).toBeNull()
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
      const { openNvmlSource } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/io/gpu/nvml/nvml-source.ts'))})
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
      expect(source.read([0], 500)[0]?.temperatureCelsius).toBe(50)
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
