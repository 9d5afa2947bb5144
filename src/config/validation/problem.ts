import { z } from 'zod'
import { formatShortJson } from '../../domain/core/errors.ts'
import { formatSuggestion } from './find-nearest.ts'

/** A problem at one path of a document. */
export type Problem = {
  readonly path: readonly PropertyKey[]
  /** Whether the key or its value is wrong. */
  readonly at: 'key' | 'value'
  readonly text: string
}

/** Reports a problem of a value, or of its key. */
export type Report = (path: readonly PropertyKey[], text: string, at?: Problem['at']) => void

/** Creates a function that adds each reported problem to the issues of a schema. */
export function reportTo(context: z.RefinementCtx): Report {
  return (path, text, at = 'value') =>
    context.addIssue({ code: 'custom', path: [...path], message: text, params: { at } })
}

/**
 * A check for `schema.check()`; paths are below the value. It sees only values that the schema accepts. Problems of
 * other checks hide none of its own.
 */
export function refine<Value>(check: (value: Value, report: Report) => void): z.core.$ZodCheck<Value> {
  return z.superRefine<Value>((value, context) => {
    if (context.issues.every(({ code }) => code === 'custom')) check(value, reportTo(context))
  })
}

/** Creates a check that reports a name which is not among the known ones; undefined passes. */
export function createNameCheck(kind: string, known: readonly string[], report: Report) {
  return (path: readonly PropertyKey[], name: string | undefined): void => {
    if (name === undefined || known.includes(name)) return
    report(path, `unknown ${kind} ${formatShortJson(name)}${formatSuggestion(name, known)}`)
  }
}

/** Checks for repeated items, which would give two cases the same name. */
export const unique = refine((items: readonly unknown[], report) => {
  for (const [index, item] of items.entries())
    if (items.slice(0, index).some((other) => String(other) === String(item)))
      report([index], `${formatShortJson(item)} is repeated`)
})

/** Formats a path: `datasets.small.preset`, `suites.scaling.gpus[1]`, `env["A B"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  const segments = path.map((segment) => {
    if (typeof segment === 'number') return `[${segment}]`
    const key = String(segment)
    return /^[\w-]{1,80}$/.test(key) ? `.${key}` : `[${formatShortJson(key)}]`
  })
  return segments.join('').replace(/^\./, '')
}

/** Returns the value under a path; undefined when there is none. Ignores inherited properties. */
export function findValue(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, segment) => {
    const isHere = typeof value === 'object' && value !== null && Object.hasOwn(value, segment)
    return isHere ? Reflect.get(value, segment) : undefined
  }, root)
}

/** Whether a value is a mapping of a document. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
