/** What a run that was started by a command knows about that command, apart from the commits. */
export type CommandRequest = {
  /** Id of the comment to answer; null: no answer is expected. */
  readonly comment: number | null
  /** The requested suite; null: all. */
  readonly suite: string | null
  /** Commit to compare the head with; null: the references of the config. */
  readonly compare: string | null
}

/** Inputs of the workflow dispatch. All values are text. */
export type CommandInputs = {
  readonly 'pull-request': string
  readonly head: string
  readonly 'head-repository': string
  readonly base: string
  readonly fork: 'true' | 'false'
  readonly suite: string
  readonly compare: string
  readonly comment: string
}

/** Whether the command requests only a part of the config. Such a run never affects the required check. */
export function isPartial({ suite, compare }: Pick<CommandRequest, 'suite' | 'compare'>): boolean {
  return suite !== null || compare !== null
}

/** Name of the check of a partial run. It differs from the required check, so a partial run cannot replace it. */
export function formatPartialCheckName(
  name: string,
  { suite, compare }: Pick<CommandRequest, 'suite' | 'compare'>,
): string {
  if (compare !== null) return `${name} / against ${compare.slice(0, 7)}`
  return suite === null ? name : `${name} / ${suite}`
}
