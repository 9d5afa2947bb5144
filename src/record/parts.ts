import { z } from 'zod'
import { limits, readingLimits } from './limits.ts'

/** The type of the values that a schema accepts; no part of them can be changed. Records share the schemas below. */
export type Stored<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

const line = z.string().regex(/^\P{Cc}*$/u, 'must be free of control characters')
/** A short text for people: bounded, one line, no control characters. */
export const name = line.max(200)
/** The name of a metric, never cut: tools name benchmarks after complete command lines. */
export const metricName = line.max(readingLimits.name)
/** A sentence for people. */
export const detail = z.string().max(4000)
/** Part of a file name. */
export const slug = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'must be a lower-case name without slashes')
export const commit = z
  .string()
  .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a commit of 40 or 64 hexadecimal digits')
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 of 64 hexadecimal digits')
/** ISO 8601, UTC. */
export const time = z.iso.datetime()
export const count = z.int().min(0)
export const seconds = z.number().min(0)
export const argv = z.array(z.string().max(4000)).max(limits.argv)
export const path = z.string().min(1).max(4000)
/** A relative path that stays below its folder. */
export const relativePath = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\\p{Cc}]*$/u, 'must be a relative path without ".."')
export const webAddress = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^\s\p{Cc}]+$/u, 'must be a web address')
/** Readable id of a case: `scaling/predict gpus=2`. */
export const caseId = z.string().max(1000)
/** Upper limit of all amounts in the units used here. */
export const amount = z.number().min(0).max(1e18)
/** A computed share is at most 1, apart from rounding. */
export const share = z.number().min(0).max(1.01)

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

/** Coordinates of a case: GPU count, variant, revision, parameters. */
export const axes = createBoundedRecord(z.union([name, z.number()]), 50)
export type Axes = Stored<typeof axes>

/** One point to measure: suite × benchmark × axes. */
export const caseKey = z.strictObject({ suite: slug, benchmark: name, axes })
export type CaseKey = Stored<typeof caseKey>

/** SHA-256 of files, by path. */
export const fileHashes = createBoundedRecord(sha256, limits.few)
/** Variables of a command; same limit as the size of a config. */
export const variables = createBoundedRecord(z.string().max(256 * 1024), limits.few)

/** Identity of a measured quantity. `betterWhen` is a property of the metric, not of the tool that printed it. */
export const metric = z.strictObject({
  name: metricName,
  unit: name,
  betterWhen: z.enum(['lower', 'higher']),
  /** Decides the rule of the judgment; absent: derived from the unit. `share`: a fraction, 0 to 1 or 0 to 100 %. */
  kind: z.enum(['duration', 'rate', 'count', 'memory', 'share']).exactOptional(),
})
export type Metric = Stored<typeof metric>
export type MetricKind = NonNullable<Metric['kind']>
