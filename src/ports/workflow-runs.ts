/** A workflow run that was just started. */
export type StartedRun = {
  readonly id: number | null
  /** Null when GitHub did not report it. */
  readonly url: string | null
}

/** A check run on GitHub. */
export type CheckRun = {
  readonly name: string
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly isCompleted: boolean
  readonly conclusion: string | null
  readonly title: string
  readonly summary: string
}

/** Workflow runs and their checks. */
export interface WorkflowRuns {
  /** Starts a workflow on the default branch. Never retried: a retry could start it twice. */
  start(workflow: string, inputs: Readonly<Record<string, string>>): Promise<StartedRun>
  /** `gone`: this repository has no such run. */
  cancel(run: number): Promise<'cancelled' | 'over' | 'gone'>
  /** The newest check of each name on a commit, created by GitHub Actions or by the app of this token. */
  listChecks(commit: string): Promise<readonly CheckRun[]>
}
