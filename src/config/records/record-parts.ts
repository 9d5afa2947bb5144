import { z } from 'zod'
import { containerKinds } from '../../domain/testbed/container.ts'
import { readingLimits } from '../../domain/trial/trial-readings.ts'

/** Limits for the content of untrusted files. */
export const limits = { trials: 20_000, samples: 100_000, cases: 2000, argv: 1500, few: 1024, metrics: 5000 } as const

const line = z.string().regex(/^\P{Cc}*$/u, 'must be free of control characters')
/** A short text for people: bounded, one line, no control characters. */
export const name = line.max(200)
/** The name of a metric, never cut: tools name benchmarks after complete command lines. */
export const metricName = line.max(readingLimits.name)
/** A sentence for people. */
export const detail = z.string().max(4000)
/** Part of a file name. */
export const slug = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'must be a lower-case name without slashes')
export const commit = z.string().regex(/^[0-9a-f]{40}$/, 'must be a commit of 40 hexadecimal digits')
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 hexadecimal digits')
/** ISO 8601, UTC. */
export const time = z.iso.datetime()
export const count = z.int().min(0)
export const seconds = z.number().min(0)
export const argv = z.array(z.string().max(4000)).max(limits.argv)
/** A relative path that stays below its folder. */
export const relativePath = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\p{Cc}]*$/u, 'must be a relative path without ".."')

/** Creates the schema of a map with at most `entries` entries. */
export function createBoundedRecord<Value extends z.ZodType>(
  value: Value,
  entries: number,
  key = z.string().max(1000),
) {
  return z
    .record(key, value)
    .refine((record) => Object.keys(record).length <= entries, `must have at most ${entries} entries`)
    .meta({ maxProperties: entries })
}

export const axes = createBoundedRecord(z.union([name, z.number()]), 50)
export const fileHashes = createBoundedRecord(sha256, limits.few)
/** Same limit as the size of a config. */
export const variables = createBoundedRecord(z.string().max(256 * 1024), limits.few)

const amount = z.number().min(0)

const gpuSettings = z.strictObject({
  powerLimitWatts: amount.nullable(),
  isPersistent: z.boolean().nullable(),
  isEccOn: z.boolean().nullable(),
  isMigOn: z.boolean().nullable(),
  maxSmClockMhz: amount.nullable(),
  lockedSmClockMhz: amount.nullable(),
})

const device = z.strictObject({
  id: count,
  physicalIndex: count.nullable().default(null),
  model: name,
  uuid: name.nullable(),
  memoryBytes: amount.nullable(),
  migProfile: name.nullable().default(null),
  settings: gpuSettings.nullable().default(null),
})

/** A missing field is unknown (null), so that files from before the field existed stay readable. */
export const testbed = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}$/, 'must be the id of a testbed, such as 2x-nvidia-h200'),
  deviceKind: z.enum(['gpu', 'cpu']),
  devices: z.array(device).max(limits.few),
  driverVersion: name.nullable(),
  cudaVersion: name.nullable(),
  topology: name.nullable().default(null),
  container: z.enum(containerKinds).nullable().default(null),
  cpuModel: name,
  cpuCores: count,
  memoryBytes: z.number().min(0),
  kernel: name,
  architecture: name,
})
