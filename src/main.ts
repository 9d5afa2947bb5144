import { openProcessStep } from './action/action-step.ts'
import { cancelOnSignals } from './io/process/own-process.ts'
import { runAction } from './wiring/action-main.ts'

/** Runs this process as a step of the Action; a signal of the runner cancels it. */
export async function main(): Promise<void> {
  const { signal, release } = cancelOnSignals()
  try {
    await runAction(openProcessStep(), signal)
  } finally {
    release()
  }
}
