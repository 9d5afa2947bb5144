export type TrackingIssue = {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed'
  readonly title: string
  readonly body: string
}

export type IssueDraft = {
  readonly title: string
  /** Ends in `marker`. */
  readonly body: string
  readonly label: string
  /** The hidden last line that finds the issue again. */
  readonly marker: string
}

export type IssueChange = { readonly title: string; readonly body: string; readonly state: TrackingIssue['state'] }

/** The issues that warpgauge keeps about regressions. */
export interface TrackingIssues {
  /** Ours with this label, open and closed, oldest first; what others wrote is not among them. */
  list(label: string): Promise<TrackingIssue[]>
  /** The oldest issue with this marker, opened when there is none: a lost answer is looked for, never repeated blindly. */
  open(draft: IssueDraft): Promise<TrackingIssue>
  update(number: number, change: Partial<IssueChange>): Promise<void>
  /** Writes the comment that ends in `marker`, once. */
  addComment(number: number, marker: string, body: string): Promise<void>
}

/** Whether the last line of a text is this marker. */
export function hasFinalMarker(body: string, marker: string): boolean {
  return body.trimEnd().split(/\r?\n/u).at(-1) === marker
}
