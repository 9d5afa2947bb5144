import { z } from 'zod'
import { limits, mostSamplesKept } from './limits.ts'
import { caseKey, commit, count, metric, name, sha256, time, webAddress, type Stored } from './parts.ts'
import { testbed } from './testbed.ts'

const testbedId = testbed.shape.id
/** Limit of ancestors of a commit: more than any repository has, and exact as a number. */
const order = z.int().min(0).max(1e9)

/** Result of one case. */
const historyCase = caseKey.extend({
  /** Conditions that two runs of a case in one series share. */
  conditions: z.strictObject({
    datasetSha256: sha256,
    /** SHA-256 of the argument list before placeholders are filled, with the variables set for it. */
    commandSha256: sha256,
    /** SHA-256 of the hashes of the model files. */
    filesSha256: sha256,
    /** Null: no result rows were counted. */
    resultRows: count.nullable(),
  }),
  /** One value per counted trial, in the unit of the metric. */
  metrics: z.array(metric.extend({ samples: z.array(z.number()).max(mostSamplesKept) })).max(limits.metrics),
})
export type HistoryCase = Stored<typeof historyCase>

/** Result of one run on the default branch: one line of the data branch. */
export const historyRecord = z.strictObject({
  schemaVersion: z.literal(1),
  /** Distinguishes a duplicate record from a repeated run. */
  runId: name,
  commit,
  /** Number of ancestors, including the commit itself; grows along the branch, unlike commit times. */
  order,
  committedAt: time,
  measuredAt: time,
  /** `sha256`: of everything that affects its speed (driver, power limit, CPU …). */
  testbed: z.strictObject({ id: testbedId, sha256 }),
  /** Origin, so that a reader can find the run. */
  provenance: z.strictObject({
    tool: name,
    event: name,
    runUrl: webAddress.nullable(),
    configPath: name,
    configSha256: sha256,
  }),
  cases: z.array(historyCase).max(limits.cases),
  /** Recorded commits that were no longer on the branch at this run; absent: none, or unknown. */
  abandoned: z.array(commit).max(5000).optional(),
})
export type HistoryRecord = Stored<typeof historyRecord>

/** State of one metric of a tracked regression. */
const ledgerMetric = z.strictObject({
  /** Id of its history. */
  history: z.string().max(8000),
  /** Name for people: `scaling/predict gpus=1 wall_time`. */
  name: z.string().max(4000),
  /** Level before the regression, and level during it. */
  good: z.number(),
  bad: z.number(),
})
export type LedgerMetric = Stored<typeof ledgerMetric>

/** A claim: the id of the one job that reports a change of state, and since when it is responsible. */
const ledgerClaim = z.strictObject({ by: name, at: time })
export type LedgerClaim = Stored<typeof ledgerClaim>

/** One tracked regression of a testbed, and its issue. */
const ledgerEntry = z.strictObject({
  /** Part of the marker in the issue: `1x-nvidia-h200@0123456789ab`, or `1x-nvidia-h200@creep`. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}@(?:[0-9a-f]{12}|creep)$/, 'must name a testbed and a commit'),
  /** `step`: a change at one commit; `creep`: a slow drift from a fixed reference, without such a commit. */
  kind: z.enum(['step', 'creep']),
  state: z.enum(['open', 'healed']),
  /** Issue number; null: not opened yet. */
  issue: z.int().positive().nullable(),
  /** The job that reports the latest change of state, so that only one of two concurrent jobs does. */
  claim: ledgerClaim,
  /** Whether the issue already reports this state. */
  isTold: z.boolean(),
  /** Last commit at the level before, and first at the level after; for a creep both are the commit that showed it. */
  goodCommit: commit,
  badCommit: commit,
  /** Suspect commits of all its metrics: orders above `from`, up to `to`. */
  reach: z.strictObject({ from: order, to: order }),
  minEffect: z.number(),
  metrics: z.array(ledgerMetric).max(limits.few),
  /** The run that showed its end, by order and commit; null while it lasts. */
  healed: z.strictObject({ order, commit }).nullable(),
})
export type LedgerEntry = Stored<typeof ledgerEntry>

/** All tracked regressions of one testbed: `tracking/<testbed>.json` of the data branch. */
export const ledger = z.strictObject({
  schemaVersion: z.literal(1),
  testbedId,
  entries: z.array(ledgerEntry).max(limits.cases),
})
export type Ledger = Stored<typeof ledger>
