export type TrackingIssue = {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed'
  readonly title: string
  readonly body: string
}

export type IssueDraft = {
  readonly title: string
  /** Ends with `marker`. */
  readonly body: string
  readonly label: string
  /** The hidden last line that identifies the issue. */
  readonly marker: string
}

export type IssueChange = { readonly title: string; readonly body: string; readonly state: TrackingIssue['state'] }

/** The regression issues that warpgauge maintains. */
export interface TrackingIssues {
  /** Issues created by warpgauge with this label, open and closed, oldest first. */
  list(label: string): Promise<TrackingIssue[]>
  /**
   * The oldest issue with this marker; opens one when none exists. When the response of the create is lost, searches
   * before it retries.
   */
  open(draft: IssueDraft): Promise<TrackingIssue>
  update(number: number, change: Partial<IssueChange>): Promise<void>
  /** Adds the comment that ends with `marker`, once. */
  addComment(number: number, marker: string, body: string): Promise<void>
}
