import { z } from 'zod'

const share = z.number().gt(0).lt(1)
const text = z.string().min(1).max(200)
/** A branch name that git accepts and no program takes for an option or an expression. */
const branch = z
  .string()
  .max(100)
  .regex(
    /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*(?<!\.)$/,
    'must be the plain name of a branch',
  )

/** What happens on the default branch: a record per commit, and an issue per regression. */
export const tracking = z.strictObject({
  branch: branch.default('warpgauge-data').describe('Branch that keeps the history; made when it is not there'),
  anchors: z
    .array(text)
    .max(10)
    .default(['latest-release'])
    .describe('Tags, commits or latest-release: fixed points that slow creep is measured from'),
  metrics: z
    .array(text)
    .min(1)
    .max(100)
    .default(['*'])
    .describe('Metrics to look at: names, or starts of names with * behind them'),
  minEffect: share.optional().describe('Smallest change worth an issue; instead of comparison.minEffect'),
  openWhen: z
    .enum(['confirmed', 'candidate'])
    .default('confirmed')
    .describe(
      'confirmed: an issue is opened when settledAfter runs have borne the change out; candidate: at first sight',
    ),
  settledAfter: z.int().min(2).max(100).default(12).describe('Runs at the new level that confirm a change'),
  runs: z.int().min(20).max(5000).default(400).describe('Newest runs of a testbed that are looked at'),
  issues: z.boolean().default(true).describe('Open, update and close an issue for each regression'),
  label: z
    .string()
    .min(1)
    .max(50)
    .regex(/^[^,\p{Cc}]+$/u, 'must be a label without commas')
    .default('performance-regression')
    .describe('Label of these issues; they are found again by it'),
})

export type TrackingConfig = z.infer<typeof tracking>
