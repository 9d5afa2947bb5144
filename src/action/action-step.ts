import {
  debug,
  error,
  getInput,
  getState,
  info,
  notice,
  saveState,
  setFailed,
  setOutput,
  setSecret,
  summary,
  warning,
} from '@actions/core'
import { context } from '@actions/github'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'

/** The connection of a step to the runner. In production all of it belongs to the process. */
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
export type Runner = Readonly<Record<'debug' | 'info' | 'notice' | 'warning' | 'error', (message: string) => void>> & {
  /** Empty when the input is not given. */
  getInput(name: string): string
  /** Masks the text in logs. */
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

/** Opens the step that the runner has started as this process. */
export function openProcessStep(): ActionStep {
  const log = { debug, info, notice, warning, error }
  const runner = { ...log, getInput, setSecret, setOutput, setFailed, saveState, getState, writeSummary }
  return { env: process.env, cwd: () => process.cwd(), event: context, runner }
}

async function writeSummary(markdown: string): Promise<void> {
  await summary.addRaw(markdown).write({ overwrite: true })
}
