import type { Axes } from '../core/case.ts'
import type { Comparison } from '../verdict/comparison.ts'
import type { Provenance } from '../../record/baseline.ts'

/** Changes of a refresh on its branch, for the reviewers. */
export type RefreshProposal = {
  readonly files: readonly ProposedFile[]
  /** Number of further changed files without a description. */
  readonly furtherFiles: number
}

/** One file that a refresh changes. */
export type ProposedFile = {
  readonly path: string
  readonly testbedId: string
  /** Suite name, or `noise` for the noise record of the testbed. */
  readonly suite: string
  readonly state: 'new' | 'changed' | 'removed'
  /** Null for a removed file, and for noise, whose sessions have their own provenance. */
  readonly provenance: Provenance | null
  /** Number of samples in the file, and number of cases. */
  readonly samples: number
  readonly cases: number
  readonly levels: readonly LevelChange[]
}

/** A gate metric of one case before and after. */
export type LevelChange = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly metric: string
  readonly unit: string
  /** Null without a level before. */
  readonly before: number | null
  readonly after: number
  /** Comparison of the new samples with the old ones; null without old ones. */
  readonly comparison: Pick<Comparison, 'verdict' | 'effect' | 'interval' | 'reason'> | null
  readonly drift: Drift | null
}

/** Change of a level since its anchor, whatever small steps led to it. */
export type Drift = {
  /** New level / anchor − 1. */
  readonly effect: number
  readonly isWorse: boolean
  readonly anchorCommit: string
  /** ISO 8601, UTC. */
  readonly anchoredAt: string
  /** One sentence about the sessions since the anchor; null with too few. */
  readonly creep: string | null
}
