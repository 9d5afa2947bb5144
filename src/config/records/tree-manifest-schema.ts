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
  /** Hash of everything that the tree was made from; another key means another tree. */
  key: z.string().max(100),
  /** Paths in the commit; other files were written by the setup. */
  tracked: z.array(path),
  /** Kind, stamp, change time in ns, link count and id of each file, as in `FileState`. */
  files: z.record(path, file),
  /** What the setup printed although it ended well. */
  errors: z.array(z.string().max(maxReportedError)).max(maxReportedErrors),
})

/** What is stored next to a checkout whose setup ended well, so that a later run can verify and reuse it. */
export type TreeManifest = z.infer<typeof manifest>

/** Parses the JSON of a manifest; null when it is not JSON, of another version or invalid. Never throws. */
export function parseTreeManifest(text: string): TreeManifest | null {
  return manifest.safeParse(attempt(() => JSON.parse(text) as unknown)).data ?? null
}
