import { expect, it } from 'vitest'
import {
  type Address,
  fieldId,
  fieldValue,
  memoryError,
  type NvmlCall,
  type NvmlLibrary,
  NvmlMemory,
  nvmlReturn,
  valueType,
} from '../../../../../src/io/gpu/nvml/nvml-library.ts'
import { NvmlProbes } from '../../../../../src/io/gpu/nvml/nvml-probes.ts'

const { success, notSupported, unknown, noPermission, gpuIsLost } = nvmlReturn
type Fill = (memory: NvmlMemory, ...inputs: Address[]) => number

/** The probes of a driver that has these functions alone, and the names of the calls of each reading. */
function connect(functions: Readonly<Record<string, Fill>>) {
  let memory = new NvmlMemory(0, () => 0n)
  const createMemory = (bytes: number): NvmlMemory => (memory = new NvmlMemory(bytes, () => 0n))
  const known = new Proxy({}, { get: (_target, name) => (name in functions ? () => 0 : null) })
  const device = { index: 2, handle: 7, lostBecause: null as string | null }
  const probes = new NvmlProbes({ functions: known, createMemory } as unknown as NvmlLibrary, device, false)
  const call = (calls: NvmlCall[]): string[] => {
    for (const one of calls) one.code = functions[one.name]!(memory, ...one.inputs)
    return calls.splice(0).map(({ name }) => name)
  }
  const read = (timeMs: number) => {
    const calls: NvmlCall[] = []
    probes.request(timeMs, calls)
    const first = call(calls)
    probes.requestInstead(calls)
    return { first, instead: call(calls), reading: probes.finish(timeMs) }
  }
  return { device, read }
}

const write =
  (value: number, code: number = success): Fill =>
  (memory, ...inputs) => {
    memory.writeU32(inputs.at(-1) ?? 0, value)
    return code
  }

it('asks for what changes slowly less often, and for nothing that the driver lacks', () => {
  const { read } = connect({ utilization: write(50), temperature: write(60), totalEccErrors: write(3) })
  const all = ['utilization', 'temperature', 'totalEccErrors', 'totalEccErrors']
  const first = read(1000)
  expect(first).toMatchObject({ first: all, instead: [], reading: { gpu: 2, utilizationPercent: 50, eccErrors: 6 } })
  expect(read(1100)).toMatchObject({ first: ['utilization'], reading: { temperatureCelsius: 60, eccErrors: 6 } })
  // Ticks jitter.
  expect(read(1490).first).toEqual(['utilization', 'temperature'])
  expect(read(11_000).first).toEqual(all)
  // A clock that was set back.
  expect(read(0).first).toEqual(all)
})

it('gives no sum of ECC errors where the driver counts only some of them', () => {
  const corrected: Fill = (memory, ...inputs) =>
    inputs[1] === memoryError.corrected ? write(0)(memory, ...inputs) : notSupported
  expect(connect({ totalEccErrors: corrected }).read(1000).reading.eccErrors).toBeNull()
})

it('replaces what gives no value, at once, and asks for it alone once the other is known to be unsupported', () => {
  const codes = { memoryV2: unknown as number }
  const { read } = connect({
    memoryV2: () => codes.memoryV2,
    memoryV1: (memory, _gpu, at = 0) => {
      memory.writeU32(at + 16, 5)
      return success
    },
  })
  expect(read(0)).toMatchObject({ first: ['memoryV2'], instead: ['memoryV1'], reading: { memoryUsedBytes: 5 } })
  codes.memoryV2 = notSupported
  expect(read(1)).toMatchObject({ first: ['memoryV2'], instead: ['memoryV1'] })
  expect(read(2)).toMatchObject({ first: ['memoryV1'], instead: [], reading: { memoryUsedBytes: 5 } })
})

it('takes the mean power where the instantaneous one is 0', () => {
  const fields: Fill = (memory, _gpu, count, at = 0) => {
    if (count !== 1 || memory.readU32(at) !== fieldId.powerInstant) return notSupported
    memory.writeU32(at + fieldValue.type, valueType.uint)
    return write(0)(memory, at + fieldValue.value)
  }
  const { read } = connect({ fieldValues: fields, powerUsage: write(250_500) })
  expect(read(0)).toMatchObject({ instead: ['powerUsage'], reading: { powerWatts: 250.5 } })
})

it('computes rates of counters, of which NVLink has KiB, and leaves out what the driver did not fill', () => {
  let step = 0
  const fields: Fill = (memory, _gpu, count = 0, at = 0) => {
    step += 1
    for (let index = 0; index < count; index += 1) {
      const from = at + index * fieldValue.size
      memory.writeU32(from + fieldValue.return, index === 3 ? notSupported : success)
      memory.writeU32(from + fieldValue.type, index === 1 ? valueType.ulonglong : valueType.uint)
      memory.writeU32(from + fieldValue.value, index === 2 ? 10 - step : 100 * step)
      memory.writeU32(from + fieldValue.value + 4, step)
    }
    return count === 4 ? success : notSupported
  }
  const { read } = connect({ fieldValues: fields })
  expect(read(0).reading).toMatchObject({ pcieReceiveBytesPerSecond: null, pcieSendBytesPerSecond: null })
  expect(read(500).reading).toMatchObject({
    pcieReceiveBytesPerSecond: 200,
    pcieSendBytesPerSecond: 2 * (2 ** 32 + 100),
    // It ran backwards.
    nvlinkReceiveBytesPerSecond: null,
    nvlinkSendBytesPerSecond: null,
  })
  expect(read(500).reading).toMatchObject({ pcieReceiveBytesPerSecond: null })
})

it('adds pages, whose list does not fit, and otherwise takes remapped rows', () => {
  const pages: Fill = (memory, _gpu, cause = 0, at = 0) => write(4 + cause, nvmlReturn.insufficientSize)(memory, at)
  const rows: Fill = (memory, _gpu, corrected = 0, uncorrected = 0) => {
    write(2)(memory, uncorrected)
    return write(1)(memory, corrected)
  }
  const readPages = (functions: Readonly<Record<string, Fill>>) => connect(functions).read(0).reading.retiredPages
  expect(readPages({ retiredPages: pages, remappedRows: rows })).toBe(9)
  expect(readPages({ retiredPages: () => noPermission, remappedRows: rows })).toBe(3)
  expect(readPages({ retiredPages: pages })).toBe(9)
})

it('knows nothing of a GPU from the call on that lost it, nor what was not due, and asks nothing more', () => {
  const codes = { clock: success as number }
  const { device, read } = connect({
    utilization: write(50),
    clock: (memory, ...inputs) => write(1980, codes.clock)(memory, ...inputs),
    temperature: write(60),
    clocksEventReasons: write(4),
  })
  read(0)
  codes.clock = gpuIsLost
  expect(read(100)).toMatchObject({
    reading: { utilizationPercent: 50, smClockMhz: null, temperatureCelsius: null, clocksEventReasons: null },
  })
  expect(device.lostBecause).toBe('GPU_IS_LOST (15)')
  expect(read(2000)).toMatchObject({ first: [], reading: { utilizationPercent: null } })
})
