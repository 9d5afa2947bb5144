import { z } from 'zod'
import { readerNames } from '../schema/option-suites-schema.ts'
import { axes, createBoundedRecord, commit, name, sha256, slug, time } from '../../record/parts.ts'
import { limits } from '../../record/limits.ts'
import { readUntrusted } from './untrusted-json.ts'

const path = z.string().min(1).max(4000)
const amount = z.number().min(0)
const known = name.optional()

const ingestedCase = z.strictObject({
  suite: slug,
  benchmark: name.optional(),
  axes: axes.default({}),
  adapter: z.enum(readerNames).default('auto'),
  /** All files of one run; a repeated case is a further run of it. */
  files: z.array(path).min(1).max(limits.few),
  /** Result tables of the same run; their data rows are counted. */
  results: z.array(path).max(64).default([]),
  /** Logs of the compared run, whose facts must agree. */
  reference: z.array(path).max(64).default([]),
  startedAt: time.optional(),
})

/** Facts of the machine that the files themselves may lack; absent: unknown. */
const testbed = z.strictObject({
  devices: z.int().min(1).max(limits.few).optional(),
  model: known,
  memoryBytes: amount.optional(),
  driver: known,
  cuda: known,
  topology: known,
  cpuModel: known,
  cpuCores: z.int().min(0).optional(),
  hostMemoryBytes: amount.optional(),
  kernel: known,
  architecture: known,
})

/** Size and content of an input of the runs; absent: unknown. */
const dataset = z.strictObject({
  sequences: z.int().min(0).optional(),
  bytes: z.int().min(0).optional(),
  sha256: sha256.optional(),
})

const manifestSchema = z.strictObject({
  config: path,
  /** Description of the origin of the outputs, for the report. */
  source: name.optional(),
  commit: commit.optional(),
  /** Commits of other revisions, by their name in the config. */
  revisions: createBoundedRecord(commit, limits.few).default({}),
  testbed: testbed.default({}),
  datasets: createBoundedRecord(dataset, limits.few).default({}),
  cases: z.array(ingestedCase).min(1).max(limits.cases),
})

/** The manifest of `warpgauge ingest`: existing outputs and their origin. */
export type Manifest = z.infer<typeof manifestSchema>
/** One case of a manifest. */
export type IngestedCase = Manifest['cases'][number]

/**
 * Reads a manifest of at most 4 MiB.
 *
 * @throws UserError that names the JSON path
 */
export function parseManifest(text: string, file: string): Manifest {
  return readUntrusted(text, manifestSchema, { path: file, maxBytes: 4 * 2 ** 20 })
}
