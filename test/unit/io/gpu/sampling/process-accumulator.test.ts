import { expect, it } from 'vitest'
import { GpuProcessAccumulator, type LocatedProcess } from '../../../../../src/io/gpu/sampling/host-sampler.ts'

const ownPids: readonly number[] = [process.pid]
const warpgaugePid = 1
const gibibyte = 1024 ** 3

function accumulateWhileTrialRuns(): GpuProcessAccumulator {
  return new GpuProcessAccumulator((pid) => ownPids.includes(pid), warpgaugePid)
}

function own(gpu: number, memoryBytes: number | null): LocatedProcess {
  return { gpu, pid: process.pid, name: 'python', memoryBytes }
}

it('keeps the memory of every GPU when a tool tells of one GPU at a time', () => {
  const book = accumulateWhileTrialRuns()
  book.record([0], [own(0, 3 * gibibyte)], 0)
  book.record([1], [own(1, 5 * gibibyte)], 0)
  expect([0, 1].map((gpu) => book.getOwnMemoryBytes(gpu))).toEqual([3 * gibibyte, 5 * gibibyte])
  book.record([0], [], 0)
  expect([0, 1].map((gpu) => book.getOwnMemoryBytes(gpu))).toEqual([0, 5 * gibibyte])
})

it('says null for a GPU that was never looked at, and where a look could not tell the memory', () => {
  const book = accumulateWhileTrialRuns()
  book.record([0], [own(0, gibibyte)], 0)
  book.record([0], [own(0, null)], 0)
  expect([0, 7].map((gpu) => book.getOwnMemoryBytes(gpu))).toEqual([null, null])
})

it('knows for how much of a run it could look', () => {
  const accumulator = accumulateWhileTrialRuns()
  const share = (): number => accumulator.computeCoverage(0, { fromMs: 0, toMs: 10_000, busyMs: 0 })
  expect(share()).toBe(0)
  accumulator.record([0], [own(0, gibibyte)], 0)
  accumulator.recordFailure(0, 3000)
  accumulator.recordFailure(0, 4000)
  expect([share(), accumulator.getOwnMemoryBytes(0)]).toEqual([0.3, null])
  accumulator.record([0], [], 8000)
  expect(share()).toBe(0.5)
})

it('counts a tool that lists no processes any more as blind', () => {
  const accumulator = accumulateWhileTrialRuns()
  accumulator.record([0], [], 1000)
  expect(accumulator.computeCoverage(0, { fromMs: 0, toMs: 4000, busyMs: 0 })).toBe(1)
  expect(accumulator.computeCoverage(0, { fromMs: 0, toMs: 20_000, busyMs: 0 })).toBe(0.3)
})

it('does not take a list that stays empty while the GPU works for a look at its processes', () => {
  const accumulator = accumulateWhileTrialRuns()
  const share = (gpu: number, busyMs: number) => accumulator.computeCoverage(gpu, { fromMs: 0, toMs: 10_000, busyMs })
  for (let ms = 0; ms <= 10_000; ms += 1000) accumulator.record([0, 1], [own(1, gibibyte)], ms)
  // The work of a short program may lie between two polls.
  expect([share(0, 0), share(0, 4000), share(0, 6000), share(1, 6000)]).toEqual([1, 1, 0, 1])
})
