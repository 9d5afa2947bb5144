/** What a run that was started by a command knows of it, besides the commits. */
export type CommandRequest = {
  /** The comment to answer; null: nobody waits for an answer. */
  readonly comment: number | null
  /** The one suite that was asked for; null: all. */
  readonly suite: string | null
  /** A commit to hold the head against; null: what the config says. */
  readonly compare: string | null
}

/** Names of the inputs that a commanded workflow is started with. Every value is text. */
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

/** Whether only a part of the config is asked for: such a run answers a question and says nothing for the gate. */
export function isPartial({ suite, compare }: Pick<CommandRequest, 'suite' | 'compare'>): boolean {
  return suite !== null || compare !== null
}

/** The check of a partial run has a name of its own, so that it never takes the place of the gate. */
export function formatPartialCheckName(
  name: string,
  { suite, compare }: Pick<CommandRequest, 'suite' | 'compare'>,
): string {
  if (compare !== null) return `${name} / against ${compare.slice(0, 7)}`
  return suite === null ? name : `${name} / ${suite}`
}
