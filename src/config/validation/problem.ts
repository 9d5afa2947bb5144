import { shown } from '../../domain/core/shown.ts'

/** Something wrong at one place of a document. */
export type Problem = {
  readonly path: readonly PropertyKey[]
  /** Whether the key itself is wrong, or what stands under it. */
  readonly at: 'key' | 'value'
  readonly text: string
}

/** `datasets.small.preset`, `suites.scaling.gpus[1]`, `env["A B"]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.map(segmentText).join('').replace(/^\./, '')
}

/** The value under a path; undefined when there is none. Never reads what an object inherits. */
export function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
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

function segmentText(segment: PropertyKey): string {
  if (typeof segment === 'number') return `[${segment}]`
  const text = String(segment)
  return /^[\w-]{1,80}$/.test(text) ? `.${text}` : `[${shown(text)}]`
}
