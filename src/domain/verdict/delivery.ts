/** What GitHub is told. `failure`, `cancelled` and `timed_out` keep a pull request from being merged (docs/gate.md). */
export type CheckConclusion = 'success' | 'failure' | 'neutral' | 'cancelled' | 'timed_out'

/** Something to be said or changed outside. Rendering returns these; one step performs them. */
export type Delivery =
  | {
      readonly kind: 'check-run'
      readonly name: string
      readonly headCommit: string
      readonly conclusion: CheckConclusion
      readonly title: string
      readonly summary: string
    }
  | { readonly kind: 'sticky-comment'; readonly pullRequest: number; readonly marker: string; readonly body: string }
  | { readonly kind: 'job-summary'; readonly body: string }

/** What became of a delivery. */
export type Receipt = {
  readonly kind: Delivery['kind']
  readonly status: 'created' | 'updated' | 'written' | 'refused'
  readonly url: string | null
  /** Why it was refused and what to do; null when it arrived. */
  readonly problem: string | null
}
