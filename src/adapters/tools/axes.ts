import type { Axes } from '../../domain/core/case.ts'
import type { JsonNode } from '../json-node.ts'

const maxAxes = 20

/**
 * Parameters as coordinates: numbers and short texts as they are, other values by their JSON text. The number of GPUs has
 * many names; here it is always `gpus`.
 */
export function toAxes(entries: readonly (readonly [name: string, node: JsonNode])[]): Axes {
  const axes = entries.slice(0, maxAxes).map(([name, { value }]) => [toAxisName(name), toAxisValue(value)] as const)
  return Object.fromEntries(axes.filter(([name]) => name !== '' && name !== '__proto__'))
}

/** Whether a parameter of this name counts GPUs; `gpu` alone names one. */
export function isGpuCount(name: string): boolean {
  return /^(?:(?:num_?|n_?)gpus?|gpus|gpu_?count)$/i.test(name)
}

function toAxisName(name: string): string {
  const line = name
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 64)
  return isGpuCount(line) ? 'gpus' : line
}

function toAxisValue(value: unknown): string | number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 100)
}
