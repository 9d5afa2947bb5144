import { getField, isAbsent, type JsonNode } from '../json-node.ts'

/** Figures of a state file, except for stage times. */
export type StateFigures = {
  readonly invalid: readonly string[]
  readonly context: Readonly<Record<string, string>>
}

const facts = ['model_path', 'expected_length', 'config_hash'] as const

/** Reads the failed stages, and the model, which decides which runs are comparable. */
export function readPipelineStateFigures(root: JsonNode): StateFigures {
  const stages = isAbsent(getField(root, 'stages')) ? root : getField(root, 'stages')
  const names = typeof stages.value === 'object' && stages.value !== null ? Object.keys(stages.value) : []
  const failed = names.filter((name) => getField(getField(stages, name), 'status').value === 'failed')
  const config = getField(root, 'pipeline_config')
  const entries = facts.flatMap((name) => {
    const { value } = getField(config, name)
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value).slice(0, 200)] as const] : []
  })
  return { invalid: failed.map((name) => `stage ${name} failed`), context: Object.fromEntries(entries) }
}
