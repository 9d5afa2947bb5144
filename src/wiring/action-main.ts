import { readEvent } from '../action/event.ts'
import { readInputs } from '../action/inputs.ts'
import type { ActionStep } from '../action/action-step.ts'
import { createActionsLogger, failStep, setOutputs, writeOutputs } from '../action/outputs.ts'
import { createPendingCheck } from './pending-check.ts'
import {
  EnvironmentError,
  findCause,
  isOfMachine,
  machineHint,
  NoDeviceError,
  SupersededError,
  UserError,
} from '../domain/core/errors.ts'
import { selectMode } from '../domain/core/mode.ts'
import { actionModes } from './action-modes.ts'

/** Runs a step of the Action: inputs → event → ports → mode → outputs. Catches all errors. */
export async function runAction(step: ActionStep, signal: AbortSignal): Promise<void> {
  const { env, runner } = step
  const logger = createActionsLogger(runner)
  try {
    const inputs = readInputs(runner)
    const context = readEvent(step)
    const mode = inputs.mode === 'auto' ? selectMode(context) : inputs.mode
    const jobSummary = env['GITHUB_STEP_SUMMARY']
      ? { write: (markdown: string) => runner.writeSummary(markdown) }
      : null
    const pending = createPendingCheck(runner, inputs.token)
    const ending = await actionModes[mode](inputs, context, { env, runner, logger, jobSummary, signal, pending })
    if ('report' in ending) {
      logger.notice(ending.report.sentence)
      writeOutputs(runner, ending, mode === 'check')
    } else if (ending.said !== null) logger.notice(ending.said)
  } catch (error) {
    if (error instanceof NoDeviceError) {
      // Without a device the code is not at fault: the step passes and the check is neutral.
      logger.warning(describeError(error))
      return setOutputs(runner, { verdict: 'inconclusive', conclusion: 'neutral' })
    }
    if (error instanceof SupersededError) return logger.notice(describeError(error))
    failStep(runner, describeError(findCause(error, signal)))
    if (error instanceof Error && !isExpected(error)) logger.error(error.stack ?? error.message)
  }
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
