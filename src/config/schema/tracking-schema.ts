import { z } from 'zod'

const share = z.number().gt(0).lt(1)
const text = z.string().min(1).max(200)
/** A branch name that git accepts and that cannot be mistaken for an option or an expression. */
const branch = z
  .string()
  .max(100)
  .regex(
    /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*(?<!\.)$/,
    'must be the plain name of a branch',
  )

/** Tracking of the default branch: a record per commit and an issue per regression. */
export const tracking = z.strictObject({
  branch: branch.default('warpgauge-data').describe('Branch of the history; created when missing'),
  anchors: z
    .array(text)
    .max(10)
    .default(['latest-release'])
    .describe('Tags, commits or latest-release: fixed references for slow drift'),
  metrics: z.array(text).min(1).max(100).default(['*']).describe('Tracked metrics: names, or prefixes followed by *'),
  minEffect: share.optional().describe('Smallest change that opens an issue; overrides comparison.minEffect'),
  openWhen: z
    .enum(['confirmed', 'candidate'])
    .default('confirmed')
    .describe(
      'confirmed: open an issue after settledAfter runs confirm the change; candidate: open it at the first detection',
    ),
  settledAfter: z.int().min(2).max(100).default(12).describe('Runs at the new level that confirm a change'),
  runs: z.int().min(20).max(5000).default(400).describe('Number of newest runs of a testbed that are analyzed'),
  issues: z.boolean().default(true).describe('Open, update and close an issue for each regression'),
  label: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[^,\p{Cc}]+$/u, 'must be a label without commas')
    .default('performance-regression')
    .describe('Label of these issues; warpgauge finds them by it'),
})

export type TrackingConfig = z.infer<typeof tracking>
