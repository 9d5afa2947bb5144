import type { CaseOptions } from '../../record/tables.ts'

/** Whether two sets of options have the same effect. */
export function isSameOptions(one: CaseOptions, other: CaseOptions): boolean {
  return formatOptionsKey(one) === formatOptionsKey(other)
}

/** `--batch-size 64 STREAMS=1`, or `(none)`. */
export function formatOptions({ args, env }: CaseOptions): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  return [...variables, ...args].join(' ') || '(none)'
}

function formatOptionsKey({ args, env }: CaseOptions): string {
  return JSON.stringify([args, Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1))])
}
