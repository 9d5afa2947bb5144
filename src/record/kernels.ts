import { z } from 'zod'
import { mostKernels, mostTableKernels } from './limits.ts'
import { amount, count, detail, metricName, seconds, type Stored } from './parts.ts'

const size = z.int().min(0)

/** Launches of one kernel with one grid and block on one device. */
const kernelTotal = z.strictObject({
  name: metricName,
  grid: z.tuple([size, size, size]),
  block: z.tuple([size, size, size]),
  device: count,
  launches: count,
  /** Sum over the launches. */
  seconds,
})
export type KernelTotal = Stored<typeof kernelTotal>

/** What the GPUs executed in one run of a program, added up over its processes. */
export const kernelRecord = z.strictObject({
  /** Processes that launched work. */
  processes: count,
  /** Those of them that ended without a last flush: their launches are at least these. */
  unfinished: count,
  /** Those whose work on a device overlapped in time with that of another one there; absent: a single process. */
  overlapping: count.optional(),
  /** API version of libcupti, such as 130000; 0: unknown. */
  cupti: count,
  /** Longest time first. */
  kernels: z.array(kernelTotal).max(mostKernels),
  launches: count,
  seconds,
  /** Time in which a kernel, copy or fill ran, and from the first to the last of them; of the process with the most. */
  busySeconds: seconds,
  windowSeconds: seconds,
  /** Copied bytes; within and between GPUs, and the number of fills, may be absent: not known. */
  toDevice: amount,
  toHost: amount,
  onDevice: amount.optional(),
  copies: count,
  fills: count.optional(),
  /** Peak of allocated device memory, added up over processes; the largest single allocation. */
  peakBytes: amount,
  largestBytes: amount,
  /** Number of loaded modules and a hash of their machine code. */
  modules: count,
  code: z.string().regex(/^[0-9a-f]{1,16}$/),
  /** Why there is no table, or what it lacks, as sentences. */
  problems: z.array(detail).max(20),
})
export type KernelRecord = Stored<typeof kernelRecord>

/**
 * The record of one run with one row per kernel, as baselines hold it. In a table of many kernels one row
 * holds the sum of the shortest.
 */
export const kernelTable = kernelRecord.omit({ busySeconds: true, windowSeconds: true, largestBytes: true }).extend({
  /** Null: reserved by the allocator, which says nothing about use, or not in a profile. */
  peakBytes: amount.nullable(),
  /** Null, here and below, and absent `copies`: not in a profile. */
  code: kernelRecord.shape.code.nullable(),
  toDevice: amount.nullable(),
  toHost: amount.nullable(),
  copies: count.optional(),
  /** Name, launches, seconds, and grids with their blocks; sorted by name. */
  kernels: z.array(z.tuple([metricName, count, seconds, metricName])).max(mostTableKernels + 1),
})
export type KernelTable = Stored<typeof kernelTable>
