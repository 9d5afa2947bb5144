import { z } from 'zod'
import { containerKinds, limits } from './limits.ts'
import { count, name, type Stored } from './parts.ts'

const bytes = z.number().min(0)
const amount = z.number().min(0).nullable()

/** Settings that affect the speed of a GPU. Null: not available. */
const gpuSettings = z.strictObject({
  powerLimitWatts: amount,
  isPersistent: z.boolean().nullable(),
  isEccOn: z.boolean().nullable(),
  isMigOn: z.boolean().nullable(),
  /** Maximum SM clock. */
  maxSmClockMhz: amount,
  /** Locked application clock of the SMs; null if not locked or not readable. */
  lockedSmClockMhz: amount,
})
export type GpuSettings = Stored<typeof gpuSettings>

/** A device that can be assigned to a pipeline by its id. */
const device = z.strictObject({
  /**
   * Id for `--gpus`: position among the GPUs in CUDA_VISIBLE_DEVICES, or number of a core. Equals the physical index
   * if no GPU is hidden.
   */
  id: count,
  /** Index of the GPU in the driver's order, as in telemetry; null for a core. */
  physicalIndex: count.nullable(),
  model: name,
  /** UUID of the GPU, or of the slice in MIG mode; null for a core, or if unknown. */
  uuid: name.nullable(),
  memoryBytes: amount,
  /** MIG profile, `1g.18gb`; null for a complete GPU. */
  migProfile: name.nullable(),
  /** Null if unknown. */
  settings: gpuSettings.nullable(),
})
export type Device = Stored<typeof device>

/**
 * The hardware and software that measurements depend on. Two runs are comparable only if `id` is equal and
 * `listTestbedDifferences` returns nothing.
 */
export const testbed = z.strictObject({
  /** Readable id, valid as a directory name: `2x-nvidia-h200`. Selects the baseline. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/, 'must be the id of a testbed, such as 2x-nvidia-h200'),
  deviceKind: z.enum(['gpu', 'cpu']),
  devices: z.array(device).max(limits.few),
  /** Null: unknown, or no GPU; that of CUDA too. */
  driverVersion: name.nullable(),
  cudaVersion: name.nullable(),
  /** Who reported the versions: `nvml`, `nvidia-smi`; null: unknown. Absent: without a monitor. */
  versionsFrom: z.strictObject({ driver: name.nullable(), cuda: name.nullable() }).exactOptional(),
  /** Connection of the GPUs: `NV18 all-to-all`; null for a single GPU or if unknown. */
  topology: name.nullable(),
  /** Container of the measuring process; null if unknown. */
  container: z.enum(containerKinds).nullable(),
  cpuModel: name,
  /** 0: unknown, as of some ingested runs; that of the memory too. */
  cpuCores: count,
  memoryBytes: bytes,
  kernel: name,
  architecture: name,
})
export type Testbed = Stored<typeof testbed>
export type ContainerKind = NonNullable<Testbed['container']>
