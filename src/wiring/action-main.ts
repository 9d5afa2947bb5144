import { readEvent } from '../action/event.ts'
import { readInputs, type Inputs } from '../action/inputs.ts'
import type { ActionStep } from '../action/action-step.ts'
import { createActionsLogger, createSummaryWriter, failStep, setOutputs, writeOutputs } from '../action/outputs.ts'
import { type ModeName, type RunContext, selectMode } from '../domain/core/run-context.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { ActionPorts } from './action-ports.ts'
import { createPendingCheck } from './pending-check.ts'
import {
  ExplainedError,
  findCause,
  isOfMachine,
  machineHint,
  NoDeviceError,
  SupersededError,
} from '../domain/core/errors.ts'

/** Each mode is loaded on demand, so that publishing starts within 0.1 s without the measuring modules. */
const modes = {
  check: async (...given) => await (await import('./action-check.ts')).checkFromAction(...given),
  publish: async (...given) => await (await import('./action-publish.ts')).publishFromAction(...given),
  command: async (...given) => await (await import('./action-command.ts')).answerCommandFromAction(...given),
  bisect: async (...given) => await (await import('./action-bisect.ts')).bisectFromAction(...given),
  plan: async (...given) => await (await import('./action-plan.ts')).planFromAction(...given),
  record: async (...given) => await (await import('./action-record.ts')).recordFromAction(...given),
  refresh: async (...given) => await (await import('./action-refresh.ts')).refreshFromAction(...given),
} satisfies Record<ModeName, (inputs: Inputs, context: RunContext, ports: ActionPorts) => Promise<ModeEnding>>

/** Runs a step of the Action: inputs → event → ports → mode → outputs. Catches all errors. */
export async function runAction(step: ActionStep, signal: AbortSignal): Promise<void> {
  const { env, runner } = step
  const logger = createActionsLogger(runner)
  try {
    const inputs = readInputs(runner)
    const context = readEvent(step)
    const mode = inputs.mode === 'auto' ? selectMode(context) : inputs.mode
    const writeSummary = env['GITHUB_STEP_SUMMARY'] ? createSummaryWriter(runner, logger) : null
    const pending = createPendingCheck(runner, inputs.token)
    const ending = await modes[mode](inputs, context, { env, runner, logger, writeSummary, signal, pending })
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
    if (error instanceof Error && !(error instanceof ExplainedError)) logger.error(error.stack ?? error.message)
  }
}

function describeError(error: unknown): string {
  if (error instanceof ExplainedError) return `${error.message}\n${error.hint}`
  if (isOfMachine(error)) return `${error.message}\n${machineHint}`
  const message = error instanceof Error ? error.message : String(error)
  return `${message}\nThis is a bug of warpgauge; please report it with the log of this step.`
}
