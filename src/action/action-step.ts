import type { context } from '@actions/github'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

/** What a step gets from the runner and tells it. In production all of it belongs to the process. */
export type ActionStep = {
  readonly env: EnvironmentVariables
  /** The workspace where the runner names none. */
  readonly cwd: () => string
  readonly event: StepEvent
  readonly runner: Runner
}

/** The event of a step as `@actions/github` reads it. */
export type StepEvent = Pick<typeof context, 'eventName' | 'payload' | 'ref' | 'sha' | 'runId' | 'serverUrl'>

/** The runner of a step, by the functions of `@actions/core`. */
export type Runner = RunnerLog & {
  getInput(name: string): string
  setSecret(secret: string): void
  setOutput(name: string, value: string): void
  /** Fails the step with an annotation. */
  setFailed(message: string): void
  /** Saves a state for the post step, also when this step fails. */
  saveState(name: string, value: string): void
  /** The state of the main step; empty when there is none. */
  getState(name: string): string
  /** Replaces the summary of the step. */
  writeSummary(markdown: string): Promise<void>
}

type RunnerLog = Readonly<Record<'debug' | 'info' | 'notice' | 'warning' | 'error', (message: string) => void>>
