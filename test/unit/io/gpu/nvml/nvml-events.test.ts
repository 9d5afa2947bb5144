import { expect, it } from 'vitest'
import { createNvmlEvents } from '../../../../../src/io/gpu/nvml/nvml-lists.ts'
import {
  type NvmlFunctions,
  eventData,
  eventType,
  nvmlReturn,
  NvmlMemory,
} from '../../../../../src/io/gpu/nvml/nvml-library.ts'

type Told = readonly [handle: number, type: number, data: number]

/** A driver with these events, whose GPUs have the handles 100 and 101. */
function connect(
  told: readonly Told[],
  { created = 0, supported = 0xff }: { created?: number; supported?: number } = {},
) {
  const memory = new NvmlMemory(256, () => 0n)
  const calls: unknown[] = []
  const left = told.values()
  const functions = {
    eventSetCreate: (out: number) => {
      memory.writeAddress(out, 77)
      return created
    },
    supportedEventTypes: (handle: number, out: number) => {
      memory.writeU32(out, supported)
      return handle === 101 ? nvmlReturn.notSupported : nvmlReturn.success
    },
    registerEvents: (...given: unknown[]) => calls.push(['register', ...given]),
    eventSetWait: (set: number, out: number, waitMs: number) => {
      const { value } = left.next()
      if (!value || set !== 77 || waitMs !== 0) return nvmlReturn.timeout
      const [handle, type, data] = value
      memory.writeAddress(out + eventData.device, handle)
      memory.writeU32(out + eventData.type, type)
      memory.writeAddress(out + eventData.data, data)
      return nvmlReturn.success
    },
    eventSetFree: (set: unknown) => calls.push(['free', set]),
  }
  const devices = [100, 101].map((handle, index) => ({ index, handle, lostBecause: null }))
  return { events: createNvmlEvents(functions as unknown as NvmlFunctions, memory, devices), calls }
}

const { xid, doubleBitEcc } = eventType

it('reports the events of its GPUs, and no others', () => {
  const { events } = connect([
    [101, xid, 79],
    [100, doubleBitEcc, 0],
    [102, xid, 31],
    [100, 1, 5],
  ])
  expect(events.drain(5)).toEqual([
    { gpu: 1, timeMs: 5, kind: 'xid', detail: '79' },
    { gpu: 0, timeMs: 5, kind: 'ecc', detail: 'double-bit ECC error' },
  ])
  expect(events.drain(6)).toEqual([])
})

it('takes 64 events at a time', () => {
  const { events } = connect(Array.from({ length: 70 }, () => [100, xid, 1] as const))
  expect([events.drain(1).length, events.drain(2).length]).toEqual([64, 6])
})

it.each([
  [0xff, [['register', 100, xid | doubleBitEcc, 77]]],
  [xid | 1, [['register', 100, xid, 77]]],
  [1, []],
])('registers what a GPU supports of %i', (supported, expected) => {
  expect(connect([], { supported }).calls).toEqual(expected)
})

it('frees its set once, and has none where the driver creates none', () => {
  const { events, calls } = connect([[100, xid, 1]])
  events.close()
  events.close()
  expect(calls.slice(1)).toEqual([['free', 77]])
  expect(events.drain(1)).toEqual([])
  const without = connect([[100, xid, 1]], { created: nvmlReturn.notSupported })
  without.events.close()
  expect([without.events.drain(1), without.calls]).toEqual([[], []])
})
