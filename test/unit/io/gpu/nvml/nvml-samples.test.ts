import { expect, it } from 'vitest'
import { type NvmlLibrary, nvmlReturn, valueType, NvmlMemory } from '../../../../../src/io/gpu/nvml/nvml-library.ts'
import { createProcessList, createUtilizationBuffer } from '../../../../../src/io/gpu/nvml/nvml-lists.ts'

type Answer = {
  readonly code?: number
  readonly type?: number
  /** Absent: as many as there are samples. */
  readonly count?: number
  readonly samples?: readonly (readonly [timeUs: number, value: number])[]
}

/** A driver that gives these answers in turn. */
function connect(answers: readonly Answer[]) {
  let memory = new NvmlMemory(0, () => 0n)
  const capacities: number[] = []
  const left = answers.values()
  const samples = (...given: number[]): number => {
    const [, , , typeAt = 0, countAt = 0, listAt = 0] = given
    capacities.push(memory.readU32(countAt))
    const {
      code = nvmlReturn.success,
      type = valueType.uint,
      samples: told = [],
      count = told.length,
    } = left.next().value ?? {}
    memory.writeU32(typeAt, type)
    memory.writeU32(countAt, count)
    told.forEach(([timeUs, value], index) => {
      memory.writeAddress(listAt + 16 * index, timeUs)
      if (type === valueType.double)
        new Uint32Array(Float64Array.of(value).buffer).forEach((word, place) =>
          memory.writeU32(listAt + 16 * index + 8 + 4 * place, word),
        )
      else memory.writeU32(listAt + 16 * index + 8, value)
    })
    return code
  }
  const createMemory = (bytes: number): NvmlMemory => (memory = new NvmlMemory(bytes, () => 0n))
  const buffer = createUtilizationBuffer({ functions: { samples }, createMemory } as unknown as NvmlLibrary)
  return {
    capacities,
    read: (lostBecause: string | null = null) => buffer.read({ index: 0, handle: 5, lostBecause }),
  }
}

const { success, notFound, insufficientSize, notSupported } = nvmlReturn

it.each([
  [
    'whole percents',
    {
      samples: [
        [10, 30],
        [20, 40],
      ],
    },
    { status: 'samples', timesUs: [10, 20], percents: [30, 40] },
  ],
  [
    'fractions',
    { type: valueType.double, samples: [[10, 30.5]] },
    { status: 'samples', timesUs: [10], percents: [30.5] },
  ],
  [
    'entries out of order and unused ones',
    {
      samples: [
        [20, 40],
        [0, 7],
        [1, 30],
      ],
    },
    { status: 'samples', timesUs: [1, 20], percents: [30, 40] },
  ],
  ['unused entries only', { samples: [[0, 7]] }, { status: 'empty' }],
  ['nothing', { code: success }, { status: 'empty' }],
  ['no entry of an idle GPU', { code: notFound }, { status: 'empty' }],
  [
    'a refusal',
    { code: notSupported },
    { status: 'unavailable', reason: 'nvmlDeviceGetSamples answered NOT_SUPPORTED (3)' },
  ],
] satisfies [string, Answer, object][])('reads %s', (_name, answer, expected) => {
  expect(connect([answer]).read()).toEqual(expected)
})

it.each([
  [513, [512, 513], 'samples'],
  [65_536, [512, 65_536], 'samples'],
  [65_537, [512], 'unavailable'],
  [512, [512], 'unavailable'],
])('grows to %i entries if the driver wants them', (count, expected, status) => {
  const { read, capacities } = connect([{ code: insufficientSize, count }, { samples: [[10, 30]] }])
  expect([read().status, capacities]).toEqual([status, expected])
})

it('trusts no count beyond its memory, and asks no driver for a lost GPU', () => {
  const { read, capacities } = connect([{ samples: [[10, 30]], count: 100_000 }])
  expect(read()).toEqual({ status: 'samples', timesUs: [10], percents: [30] })
  expect(read('GPU_IS_LOST (15)')).toEqual({ status: 'unavailable', reason: 'the GPU was lost: GPU_IS_LOST (15)' })
  expect(read('NO_PERMISSION (4)')).toEqual({
    status: 'unavailable',
    reason: 'GPU 0 cannot be opened: NO_PERMISSION (4)',
  })
  expect(capacities).toHaveLength(1)
})

it.each([
  ['that does not grow', [40], 40, [64]],
  ['that grows once', [90, 91], 91, [64, 98]],
  ['that grows three times', [90, 190, 290, 291], 291, [64, 98, 198, 298]],
  ['that grows whenever it is read', [90, 190, 290, 390, 391], null, [64, 98, 198, 298]],
])('lists all programs on a GPU, from a list %s', (_what, lengths, listed, expected) => {
  let memory = new NvmlMemory(0, () => 0n)
  const capacities: number[] = []
  const left = lengths.values()
  const computeProcesses = (_handle: number, countAt: number, listAt: number): number => {
    const [capacity, length] = [memory.readU32(countAt), left.next().value ?? 0]
    capacities.push(capacity)
    memory.writeU32(countAt, length)
    if (length > capacity) return insufficientSize
    // No process has a number beyond 2 ** 22.
    for (let at = 0; at < length; at += 1) memory.writeU32(listAt + 24 * at, 2 ** 23 + at)
    return success
  }
  const createMemory = (bytes: number): NvmlMemory => (memory = new NvmlMemory(bytes, () => 0n))
  const list = createProcessList({ functions: { computeProcesses }, createMemory } as unknown as NvmlLibrary)
  const found = list.read({ index: 0, handle: 5, lostBecause: null }, () => [])
  expect(found && found.map(({ pid }) => pid - 2 ** 23)).toEqual(
    listed === null ? null : Array.from({ length: listed }, (_, at) => at),
  )
  expect(capacities).toEqual(expected)
})
