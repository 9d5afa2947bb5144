import type { Inputs } from '../action/inputs.ts'
import type { ModeName } from '../domain/core/mode.ts'
import type { ModeEnding } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { ActionPorts } from './action-ports.ts'

/** Runs one mode of the Action. */
export type ActionMode = (inputs: Inputs, context: RunContext, ports: ActionPorts) => Promise<ModeEnding>

/**
 * Modes of the Action by name. Each mode is loaded on demand, so that publishing starts within 0.1 s without the
 * measuring modules.
 */
export const actionModes = {
  check: async (...given) => await (await import('./action-check.ts')).checkFromAction(...given),
  publish: async (...given) => await (await import('./action-publish.ts')).publishFromAction(...given),
  command: async (...given) => await (await import('./action-command.ts')).answerCommandFromAction(...given),
  bisect: async (...given) => await (await import('./action-bisect.ts')).bisectFromAction(...given),
  plan: async (...given) => await (await import('./action-plan.ts')).planFromAction(...given),
  record: async (...given) => await (await import('./action-record.ts')).recordFromAction(...given),
  refresh: async (...given) => await (await import('./action-refresh.ts')).refreshFromAction(...given),
} satisfies Record<ModeName, ActionMode>
