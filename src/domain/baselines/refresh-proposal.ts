import type { Axes } from '../core/case.ts'
import type { Comparison } from '../verdict/comparison.ts'
import type { Provenance } from './baseline.ts'

/** What a refresh changes, as it stands on its branch: for the people who have to agree. */
export type RefreshProposal = {
  readonly files: readonly ProposedFile[]
  /** Changed files beyond those that are described. */
  readonly furtherFiles: number
}

export type ProposedFile = {
  readonly path: string
  readonly testbedId: string
  /** `noise` for what is known of the noise of the testbed. */
  readonly suite: string
  readonly state: 'new' | 'changed' | 'removed'
  /** Null for a removed file and for noise, whose sessions each have their own. */
  readonly provenance: Provenance | null
  /** All samples of the file, of how many cases. */
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
  /** Null where there was nothing before. */
  readonly before: number | null
  readonly after: number
  /** New samples held against the old ones; null where there are no old ones. */
  readonly comparison: Pick<Comparison, 'verdict' | 'effect' | 'interval' | 'reason'> | null
  readonly drift: Drift | null
}

/** How far a level lies from its anchor, whatever small steps led there (W51). */
export type Drift = {
  /** After over anchor − 1. */
  readonly effect: number
  readonly isWorse: boolean
  readonly anchorCommit: string
  /** ISO 8601, UTC. */
  readonly anchoredAt: string
  /** What the sessions between tell, in a sentence; null while they are too few. */
  readonly creep: string | null
}
