import type { EventPayload } from '../fakes/events.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'

export type WorkflowEvent = {
  readonly name: string
  readonly payload: EventPayload
  /** What the runner sets for this event, such as GITHUB_SHA. */
  readonly env?: Readonly<Record<string, string>>
  /** Artifacts of all runs: a folder for each run id. */
  readonly artifacts: string
  /** The id that `workflowRunEvent` tells unless it is told another one, when absent. */
  readonly runId?: number
  readonly interruption?: Interruption
}

export type Answer = (inputs: Readonly<Record<string, string>>) => {
  readonly outcome: 'success' | 'failure'
  readonly outputs: Readonly<Record<string, string>>
}

export type WorkflowRig = {
  /** The bare repository `hub.git` lies in it. */
  readonly folder: string
  readonly actionYml: string
  readonly server: GitHubServer
  /** Speaks for the Action and for GitHub's own actions, which then do not run: for what the workflows decide alone. */
  readonly answer?: Answer
  /** True: every step of the Action is a process of its own. */
  readonly isProcess?: boolean
  /** Beside what the runner itself sets. */
  readonly env?: Readonly<Record<string, string>>
}

/** A job that does not end by itself; one that never got a machine has no step that ran. */
export type Interruption = { readonly job: string; readonly how: 'cancelled' | 'timed_out' | 'cancelled in the queue' }

/** How the steps of a site run. */
export type StepMode = Pick<WorkflowRig, 'answer' | 'isProcess'>
