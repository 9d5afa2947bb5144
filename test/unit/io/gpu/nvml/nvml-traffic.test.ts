import { expect, it } from 'vitest'
import {
  type NvmlFunctions,
  fieldValue,
  nvmlReturn,
  valueType,
  NvmlMemory,
} from '../../../../../src/io/gpu/nvml/nvml-library.ts'
import { computeTraffic, countTraffic, noTraffic } from '../../../../../src/io/gpu/nvml/nvml-reading.ts'
import { createQueries } from '../../../../../src/io/gpu/nvml/nvml-device.ts'

const device = () => ({ index: 0, handle: 0, answered: 0, unsupported: 0, lostBecause: null })

it('counts bytes, of which NVLink tells KiB, and leaves out what the driver did not fill', () => {
  const memory = new NvmlMemory(4096, () => 0n)
  const asked: unknown[] = []
  const fieldValues = (...given: unknown[]): number => {
    asked.push(given.slice(0, 2))
    return nvmlReturn.success
  }
  const queries = createQueries({ fieldValues } as unknown as NvmlFunctions, memory)
  const fill = (index: number, code: number, type: number, write: (at: number) => void): void => {
    const at = queries.traffic.offset + index * fieldValue.size
    memory.writeU32(at + fieldValue.return, code)
    memory.writeU32(at + fieldValue.type, type)
    write(at + fieldValue.value)
  }
  const words = (low: number, high: number) => (at: number) => {
    memory.writeU32(at, low)
    memory.writeU32(at + 4, high)
  }
  fill(0, nvmlReturn.success, valueType.uint, words(100, 1))
  fill(1, nvmlReturn.success, valueType.ulonglong, words(100, 1))
  fill(2, nvmlReturn.success, valueType.double, words(0, 0x4000_0000))
  fill(3, nvmlReturn.notSupported, valueType.uint, words(100, 0))
  expect(countTraffic(device(), queries, memory, 5)).toEqual({ timeMs: 5, bytes: [100, 2 ** 32 + 100, 2048, null] })
  expect(asked).toEqual([[0, 4]])
  expect(countTraffic({ ...device(), lostBecause: 'GPU_IS_LOST (15)' }, queries, memory, 5)).toBeNull()
})

const before = { timeMs: 1000, bytes: [0, 500, null, 100] }

it.each([
  ['both', { timeMs: 3000, bytes: [200, 500, 7, 99] }, [100, 0, null, null]],
  ['an unknown counter', { timeMs: 1500, bytes: [null, 501, 7, 101] }, [null, 2, null, 2]],
  ['no time between them', { timeMs: 1000, bytes: [200, 600, 7, 200] }, [null, null, null, null]],
])('computes rates of %s', (_name, after, rates) => {
  expect(Object.values(computeTraffic(before, after))).toEqual(rates)
  expect([computeTraffic(null, after), computeTraffic(before, null)]).toEqual([noTraffic, noTraffic])
})
