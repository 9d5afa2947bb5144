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
import type { ActionStep } from './action-step.ts'

/** Opens the step that the runner has started as this process. */
export function openProcessStep(): ActionStep {
  const log = { debug, info, notice, warning, error }
  const runner = { ...log, getInput, setSecret, setOutput, setFailed, saveState, getState, writeSummary }
  return { env: process.env, cwd: () => process.cwd(), event: context, runner }
}

async function writeSummary(markdown: string): Promise<void> {
  await summary.addRaw(markdown).write({ overwrite: true })
}
