import { events } from './events.ts'
import { pipelineLog } from './pipeline-log.ts'
import { pipelineState } from './pipeline-state.ts'
import type { TelemetryAdapter } from './telemetry-adapter.ts'

/** Every format in which a pipeline can report its stages, by its name in the config. */
export const adapters = {
  'pipeline-log': pipelineLog,
  'pipeline-state': pipelineState,
  events,
} satisfies Record<string, TelemetryAdapter>

export type AdapterName = keyof typeof adapters
