import { readEvent } from './action/event.ts'
import { readInputs } from './action/inputs.ts'
import { createActionsJobSummary } from './action/job-summary.ts'
import { actionsLogger, failStep } from './action/logger.ts'
import { createPendingCheck } from './wiring/pending-check.ts'
import { writeNotMeasured, writeOutputs } from './action/outputs.ts'
import {
  EnvironmentError,
  findCause,
  isOfMachine,
  machineHint,
  NoDeviceError,
  SupersededError,
  UserError,
} from './domain/core/errors.ts'
import { cancelOnSignals } from './io/process/cancel-on-signals.ts'
import { selectMode } from './domain/core/mode.ts'
import { actionModes } from './wiring/action-modes.ts'

/** Entry point of the Action: inputs → event → ports → mode → outputs. Catches all errors. */
export async function main(): Promise<void> {
  const { signal, release } = cancelOnSignals()
  try {
    const inputs = readInputs()
    const context = readEvent(process.env)
    const mode = inputs.mode === 'auto' ? selectMode(context) : inputs.mode
    const jobSummary = createActionsJobSummary(process.env)
    const pending = createPendingCheck(inputs.token)
    const ending = await actionModes[mode](inputs, context, { logger: actionsLogger, jobSummary, signal, pending })
    if ('report' in ending) {
      actionsLogger.notice(ending.report.sentence)
      writeOutputs(ending, mode === 'check')
    } else if (ending.said !== null) actionsLogger.notice(ending.said)
  } catch (error) {
    if (error instanceof NoDeviceError) return reportNoDevice(error)
    if (error instanceof SupersededError) return actionsLogger.notice(describeError(error))
    failStep(describeError(findCause(error, signal)))
    if (error instanceof Error && !isExpected(error)) actionsLogger.error(error.stack ?? error.message)
  } finally {
    release()
  }
}

/** Without a device the code is not at fault: the step passes and the check is neutral. */
function reportNoDevice(error: NoDeviceError): void {
  actionsLogger.warning(describeError(error))
  writeNotMeasured()
}

function isExpected(error: unknown): error is UserError | EnvironmentError {
  return error instanceof UserError || error instanceof EnvironmentError
}

function describeError(error: unknown): string {
  if (isExpected(error)) return `${error.message}\n${error.hint}`
  if (isOfMachine(error)) return `${error.message}\n${machineHint}`
  const message = error instanceof Error ? error.message : String(error)
  return `${message}\nThis is a bug of warpgauge; please report it with the log of this step.`
}
