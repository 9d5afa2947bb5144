import type { Acceptance } from '../verdict/conclusion.ts'

/** All command names, in the order of the help text. */
export const commandNames = ['help', 'run', 'compare', 'accept', 'refresh', 'bisect', 'cancel'] as const

export type CommandName = (typeof commandNames)[number]

/** A parsed command. All fields have a checked format; the suites and revisions that they name may not exist. */
export type Command =
  | { readonly name: 'help' }
  /** Null: everything in the config. */
  | { readonly name: 'run'; readonly suite: string | null }
  | { readonly name: 'compare'; readonly revision: string }
  /** `until`: last day (YYYY-MM-DD, UTC) of the acceptance. Null: until this head is merged or replaced. */
  | { readonly name: 'accept'; readonly reason: string; readonly until: string | null }
  | { readonly name: 'refresh'; readonly reason: string | null }
  /** Null: the only suite, or end-to-end. On an issue: the suite of the newest regression in the history. */
  | { readonly name: 'bisect'; readonly suite: string | null }
  | { readonly name: 'cancel' }

/** Syntax and description of each command, for the help text and error messages. */
export const commandForms: Readonly<Record<CommandName, { readonly form: string; readonly does: string }>> = {
  help: { form: '/warpgauge help', does: 'lists the commands' },
  run: { form: '/warpgauge run [SUITE]', does: 'measures this head again, all suites or one' },
  compare: { form: '/warpgauge compare REV', does: 'compares this head with a tag, branch or commit' },
  accept: {
    form: '/warpgauge accept [until YYYY-MM-DD] "REASON"',
    does: 'makes the failed check of this head neutral and records who and why',
  },
  refresh: {
    form: '/warpgauge refresh ["REASON"]',
    does: 'measures the default branch and proposes new baselines; regressions require the reason',
  },
  bisect: { form: '/warpgauge bisect [SUITE]', does: 'finds the commit that caused a slowdown' },
  cancel: { form: '/warpgauge cancel', does: 'cancels the runs behind the open checks of this head' },
}

export function isCommandName(text: string): text is CommandName {
  return (commandNames as readonly string[]).includes(text)
}

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

export type CommandOutcome =
  | { readonly kind: 'helped' }
  | {
      readonly kind: 'started'
      readonly command: Command
      readonly headCommit: string | null
      readonly reference: { readonly name: string; readonly commit: string } | null
      readonly runUrl: string | null
    }
  | { readonly kind: 'accepted'; readonly acceptance: Acceptance }
  | { readonly kind: 'cancelled'; readonly runUrls: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string; readonly hint: string }

/** GitHub's repository roles, lowest first. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const

export type Role = (typeof roles)[number]

/**
 * A user's permission as GitHub reports it: the role, which may be a custom role of the organization, and the base
 * permission.
 */
export type GrantedRole = { readonly role: string; readonly permission: string }

/** Whether a role includes the required one. An unknown role counts as its base permission; no role grants nothing. */
export function hasRole({ role, permission }: GrantedRole, needed: Role): boolean {
  const exact = rank(role)
  return (exact < 0 ? rank(permission) : exact) >= rank(needed)
}

function rank(role: string): number {
  return (roles as readonly string[]).indexOf(role)
}
