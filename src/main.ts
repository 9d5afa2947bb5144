import { readEvent } from './action/event.ts'
import { readInputs, type Inputs } from './action/inputs.ts'
import { actionsJobSummary } from './action/job-summary.ts'
import { actionsLogger, failStep } from './action/logger.ts'
import { writeOutputs } from './action/outputs.ts'
import { EnvironmentError, UserError } from './domain/errors.ts'
import type { RunContext } from './domain/run-context.ts'
import { cancelOnSignals } from './io/cancel-on-signals.ts'
import { modeForEvent } from './domain/mode.ts'
import type { ModeResult } from './domain/mode-result.ts'

/** The hallway of the Action: inputs → event → ports → mode → outputs, and the one place where everything is caught. */
export async function main(): Promise<void> {
  const { signal, release } = cancelOnSignals()
  try {
    const inputs = readInputs()
    const context = readEvent(process.env)
    const mode = inputs.mode === 'auto' ? modeForEvent(context.event) : inputs.mode
    const result =
      mode === 'publish' ? await runPublish(inputs, context, signal) : await runCheck(inputs, context, signal)
    actionsLogger.notice(result.report.sentence)
    writeOutputs(result, mode === 'check')
  } catch (error) {
    failStep(messageOf(error))
    if (error instanceof Error && !isExpected(error)) actionsLogger.error(error.stack ?? error.message)
  } finally {
    release()
  }
}

// Modes are loaded when they are needed: publishing answers within a tenth of a second and needs none of the measuring parts.
async function runPublish(inputs: Inputs, context: RunContext, signal: AbortSignal): Promise<ModeResult> {
  const { publishFromAction } = await import('./wiring/action-publish.ts')
  return await publishFromAction(inputs, context, {
    logger: actionsLogger,
    jobSummary: actionsJobSummary(process.env),
    signal,
  })
}

async function runCheck(inputs: Inputs, context: RunContext, signal: AbortSignal): Promise<ModeResult> {
  const { checkFromAction } = await import('./wiring/action-check.ts')
  return await checkFromAction(inputs, context, {
    logger: actionsLogger,
    jobSummary: actionsJobSummary(process.env),
    signal,
  })
}

function isExpected(error: unknown): error is UserError | EnvironmentError {
  return error instanceof UserError || error instanceof EnvironmentError
}

function messageOf(error: unknown): string {
  if (isExpected(error)) return `${error.message}\n${error.hint}`
  const message = error instanceof Error ? error.message : String(error)
  return `${message}\nThis is a bug of warpgauge; please report it with the log of this step.`
}
