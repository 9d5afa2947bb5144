import { formatValue } from '../../domain/core/format-value.ts'

/** A problem at one path of a document. */
export type Problem = {
  readonly path: readonly PropertyKey[]
  /** Whether the key or its value is wrong. */
  readonly at: 'key' | 'value'
  readonly text: string
}

/** Formats a path: `datasets.small.preset`, `suites.scaling.gpus[1]`, `env["A B"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(formatSegment).join('').replace(/^\./, '')
}

/** Returns the value under a path; undefined when there is none. Ignores inherited properties. */
export function findValue(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const segment of path) {
    if (!isContainer(value) || !Object.hasOwn(value, segment)) return undefined
    value = value[segment]
  }
  return value
}

function isContainer(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}

function formatSegment(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`
  const text = String(segment)
  return /^[\w-]{1,80}$/.test(text) ? `.${text}` : `[${formatValue(text)}]`
}
