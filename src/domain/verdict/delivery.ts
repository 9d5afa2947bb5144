/** Conclusion of a GitHub check. `failure`, `cancelled` and `timed_out` block the merge (docs/gate.md). */
export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'timed_out'

/** An output to GitHub. Rendering returns these values; one step performs them. */
export type Delivery =
  | {
      readonly kind: 'check-run'
      readonly name: string
      readonly headCommit: string
      readonly conclusion: CheckConclusion
      /** There was no baseline, reference or limit to judge by. */
      readonly isUnjudged?: boolean
      readonly title: string
      readonly summary: string
    }
  | { readonly kind: 'sticky-comment'; readonly pullRequest: number; readonly marker: string; readonly body: string }
  | { readonly kind: 'job-summary'; readonly body: string }

/** Result of a delivery. */
export type Receipt = {
  readonly kind: Delivery['kind']
  readonly status: 'created' | 'updated' | 'written' | 'refused'
  readonly url: string | null
  /** Why it was refused and what to do; null on success. */
  readonly problem: string | null
}
