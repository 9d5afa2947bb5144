import { z } from 'zod'
import { maxRestoredName, maxRestoredNames, type RestoredFiles } from '../../domain/trial/restored-files.ts'
import { maxTracedFiles, maxTracedLine, type WorkTrace } from '../../domain/trial/work-trace.ts'
import { count } from './record-parts.ts'

const tracedFile = z.strictObject({ path: z.string().max(1000), bytes: count, rows: count.nullable() })

/** Files and output that a trial left. */
export const workTrace = z.strictObject({
  files: z.array(tracedFile).max(maxTracedFiles),
  stdoutLines: count,
  lastLine: z.string().max(maxTracedLine).nullable(),
}) satisfies z.ZodType<WorkTrace>

/** Files of the commit that a trial changed. */
export const restoredFiles = z.strictObject({
  count: count.min(1),
  first: z.array(z.string().max(maxRestoredName)).max(maxRestoredNames),
}) satisfies z.ZodType<RestoredFiles>
