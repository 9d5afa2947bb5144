import { describe, expect, it } from 'vitest'
import {
  createLostEvent,
  createQueryMaker,
  isAnswered,
  isLost,
  listForbidden,
  type NvmlDevice,
} from '../../../../../src/io/gpu/nvml/nvml-device.ts'
import { type NvmlFunction, nvmlReturn, type NvmlMemory } from '../../../../../src/io/gpu/nvml/nvml-library.ts'

function aDevice(overrides: Partial<NvmlDevice> = {}): NvmlDevice {
  return { index: 1, handle: 0, answered: 0, unsupported: 0, lostBecause: null, ...overrides }
}

it.each([
  ['NO_PERMISSION (4)', false, ['GPU 1 cannot be opened: NO_PERMISSION (4)']],
  ['GPU_IS_LOST (15)', true, []],
  [null, false, []],
])('tells a GPU that must not be opened from a lost one: %s', (lostBecause, expected, sentences) => {
  const device = aDevice({ lostBecause })
  expect([isLost(device), listForbidden([device])]).toEqual([expected, sentences])
})

it.each(['GPU_IS_LOST (15)', null])('reports a lost GPU: %s', (lostBecause) => {
  expect(createLostEvent(aDevice({ lostBecause }), 5)).toEqual({
    gpu: 1,
    timeMs: 5,
    kind: 'lost',
    detail: lostBecause ?? 'lost',
  })
})

it('gives each query a bit and a place of its own', () => {
  let reserved = 0
  const reserve = (bytes: number): number => (reserved += bytes) - bytes
  const create = createQueryMaker({ reserve, getAddress: (offset: number) => 1000 + offset } as unknown as NvmlMemory)
  const given: unknown[] = []
  const ask = ((...values: unknown[]) => given.push(values)) as unknown as NvmlFunction
  const queries = [create(ask, 8), create(null, 4), create(ask, 4, (_ask, handle, out) => given.push([handle, out]))]
  expect(queries).toMatchObject([
    { bit: 1, offset: 0 },
    { bit: 2, offset: 8, call: null },
    { bit: 4, offset: 12 },
  ])
  for (const { call } of queries) call?.(7)
  expect(given).toEqual([
    [7, 1000],
    [7, { offset: 12, address: 1012 }],
  ])
})

describe('isAnswered', () => {
  const { success, unknown, gpuIsLost, resetRequired, notSupported, functionNotFound, noPermission } = nvmlReturn
  const [first, second] = [1, 2]

  it.each([
    [success, { isAnswered: true, answered: first | second, unsupported: 0, isGone: false }],
    [gpuIsLost, { isAnswered: false, answered: second, unsupported: 0, isGone: true }],
    [resetRequired, { isAnswered: false, answered: second, unsupported: 0, isGone: true }],
    [notSupported, { isAnswered: false, answered: second, unsupported: first, isGone: false }],
    [functionNotFound, { isAnswered: false, answered: second, unsupported: first, isGone: false }],
    [noPermission, { isAnswered: false, answered: second, unsupported: 0, isGone: false }],
    [unknown, { isAnswered: false, answered: second, unsupported: 0, isGone: false }],
  ])('of the code %i learns %j', (code, expected) => {
    const device = aDevice({ answered: second })
    const answer = isAnswered(device, { bit: first, offset: 0, call: () => code })
    const { answered, unsupported, lostBecause } = device
    expect({ isAnswered: answer, answered, unsupported, isGone: lostBecause !== null }).toEqual(expected)
  })

  it('takes an unknown failure of a call that has worked for a loss', () => {
    const device = aDevice({ answered: first | second })
    isAnswered(device, { bit: second, offset: 0, call: () => unknown })
    expect(isLost(device)).toBe(true)
  })

  it.each([
    ['a lost GPU', { lostBecause: 'GPU_IS_LOST (15)' }, 0],
    ['what it does not support', { unsupported: first | second }, 0],
    ['something else that it does not support', { unsupported: second }, 1],
  ])('asks about %s as often as it makes sense', (_name, state, expected) => {
    let calls = 0
    const call = (): number => {
      calls += 1
      return success
    }
    isAnswered(aDevice(state), { bit: first, offset: 0, call })
    expect(calls).toBe(expected)
    expect(isAnswered(aDevice(), { bit: first, offset: 0, call: null })).toBe(false)
  })
})
