import type { CaseOptions } from '../../record/tables.ts'

/** Arguments and variables of a case, as a config may write them; a list has arguments only. */
export type WrittenOptions = readonly string[] | CaseOptions

/** Converts both notations of a set of options. */
export function toCaseOptions(written: WrittenOptions): CaseOptions {
  return 'args' in written ? written : { args: written, env: {} }
}

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
