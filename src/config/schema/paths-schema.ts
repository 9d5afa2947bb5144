import { z } from 'zod'

/** A glob relative to the repository root; `!` in front excludes. */
const glob = z
  .string()
  .max(200)
  .regex(
    /^!?(?![!/])(?!(?:.*\/)?\.{1,2}(?:\/|$))(?!.*\/\/)[^\p{Cc}\\]+$/u,
    'use a path or glob relative to the repository root, such as src/** or "!src/docs/**"',
  )

/** The files that the program consists of. The last glob that matches a file decides. */
export const programPaths = z
  .array(glob)
  .max(200)
  .refine((globs) => globs.length === 0 || globs.some((text) => !text.startsWith('!')), {
    message: 'every glob excludes files; add one without "!"',
  })
