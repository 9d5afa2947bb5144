/** Pipeline options that a case adds to the command of its revision. */
export type CaseOptions = {
  /** Arguments; they may contain the same placeholders as the command. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
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
