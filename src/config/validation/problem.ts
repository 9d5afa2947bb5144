import { formatValue } from '../../domain/core/format-value.ts'

/** Something wrong at one place of a document. */
export type Problem = {
  readonly path: readonly PropertyKey[]
  /** Whether the key itself is wrong, or what stands under it. */
  readonly at: 'key' | 'value'
  readonly text: string
}

/** `datasets.small.preset`, `suites.scaling.gpus[1]`, `env["A B"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(formatSegment).join('').replace(/^\./, '')
}

/** The value under a path; undefined when there is none. Never reads what an object inherits. */
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
