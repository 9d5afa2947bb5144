/** A run of a workflow that was just started. */
export type StartedRun = {
  readonly id: number | null
  /** Null when GitHub did not tell. */
  readonly url: string | null
}

/** A check run as GitHub has it. */
export type KnownCheck = {
  readonly name: string
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly isCompleted: boolean
  readonly conclusion: string | null
  readonly title: string
  readonly summary: string
}

/** Workflow runs, and the checks that name them. */
export interface WorkflowRuns {
  /** Starts a workflow on the default branch. Not repeated when the answer is lost: that could start it twice. */
  start(workflow: string, inputs: Readonly<Record<string, string>>): Promise<StartedRun>
  /** `gone`: this repository has no such run. */
  cancel(run: number): Promise<'cancelled' | 'over' | 'gone'>
  /** The newest check of every name on a commit that GitHub Actions or the app of this token made. */
  listChecks(commit: string): Promise<readonly KnownCheck[]>
}
