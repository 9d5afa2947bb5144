import type { Axes } from '../../domain/core/case.ts'
import type { JsonNode } from '../json-node.ts'

/**
 * Converts parameters to axes: numbers and texts are kept whole, other values become JSON text. All names for the
 * number of GPUs become `gpus`.
 */
export function toAxes(entries: readonly (readonly [name: string, node: JsonNode])[]): Axes {
  const axes = entries.map(([name, { value }]) => [toAxisName(name), toAxisValue(value)] as const)
  return Object.fromEntries(axes.filter(([name]) => name !== '' && name !== '__proto__'))
}

/** Whether a parameter of this name is a number of GPUs; `gpu` alone names one GPU. */
export function isGpuCount(name: string): boolean {
  return /^(?:(?:num_?|n_?)gpus?|gpus|gpu_?count)$/i.test(name)
}

function toAxisName(name: string): string {
  const line = name.replaceAll(/\p{Cc}+/gu, ' ').trim()
  return isGpuCount(line) ? 'gpus' : line
}

function toAxisValue(value: unknown): string | number {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.replaceAll(/\p{Cc}+/gu, ' ')
}
