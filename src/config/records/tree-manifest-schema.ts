import { z } from 'zod'
import { attempt } from '../../domain/core/errors.ts'
import { maxReportedError, maxReportedErrors } from '../../record/limits.ts'

const path = z.string().min(1).max(16_384)
const file = z.tuple([
  z.enum(['file', 'program', 'link', 'other']),
  z.string().max(200),
  z.string().regex(/^\d{1,30}$/),
  z.int().min(0),
  z
    .string()
    .regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
    .nullable(),
])

const manifest = z.strictObject({
  version: z.literal(2),
  /** Source of the tree. */
  key: z.string().max(100),
  tracked: z.array(path),
  /** Kind, stamp, change time, link count and id of each file. */
  files: z.record(path, file),
  /** What the setup printed although it ended well. */
  errors: z.array(z.string().max(maxReportedError)).max(maxReportedErrors),
})

/** Manifest stored next to a prepared tree. */
export type TreeManifest = z.infer<typeof manifest>

/** Parses a manifest; null when the text is none. */
export function parseTreeManifest(text: string): TreeManifest | null {
  return manifest.safeParse(attempt(() => JSON.parse(text) as unknown)).data ?? null
}
