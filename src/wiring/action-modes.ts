import type { Inputs } from '../action/inputs.ts'
import type { ModeName } from '../domain/core/mode.ts'
import type { ModeEnding } from '../domain/verdict/mode-result.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { ActionPorts } from './action-ports.ts'

export type ActionMode = (inputs: Inputs, context: RunContext, ports: ActionPorts) => Promise<ModeEnding>

/**
 * Every mode of the Action by its name. Each is loaded when it is needed: publishing answers within a tenth of a second
 * and needs none of the measuring parts.
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
