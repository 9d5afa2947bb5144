import { expect, it } from 'vitest'
import { GpuProcessAccumulator, type LocatedProcess } from '../../../../../src/io/gpu/sampling/host-sampler.ts'

const ownPids: readonly number[] = [process.pid]
const warpgaugePid = 1
const gibibyte = 1024 ** 3

function bookWhileTrialRuns(): GpuProcessAccumulator {
  return new GpuProcessAccumulator((pid) => ownPids.includes(pid), warpgaugePid)
}

function own(gpu: number, memoryBytes: number | null): LocatedProcess {
  return { gpu, pid: process.pid, name: 'python', memoryBytes }
}

it('keeps the memory of every GPU when a tool tells of one GPU at a time', () => {
  const book = bookWhileTrialRuns()
  book.record([0], [own(0, 3 * gibibyte)])
  book.record([1], [own(1, 5 * gibibyte)])
  expect([0, 1].map((gpu) => book.getOwnMemoryBytes(gpu))).toEqual([3 * gibibyte, 5 * gibibyte])
  book.record([0], [])
  expect([0, 1].map((gpu) => book.getOwnMemoryBytes(gpu))).toEqual([0, 5 * gibibyte])
})

it('says null for a GPU that was never looked at, and where a look could not tell the memory', () => {
  const book = bookWhileTrialRuns()
  book.record([0], [own(0, gibibyte)])
  book.record([0], [own(0, null)])
  expect([0, 7].map((gpu) => book.getOwnMemoryBytes(gpu))).toEqual([null, null])
})
