import type { Acceptance } from '../verdict/conclusion.ts'
import { isCommitPrefix } from '../core/revision.ts'

/** Commands that people write as `/warpgauge NAME` in a comment, in the order of the help text. */
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

function isCommandName(text: string): text is CommandName {
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

/** What happened to a command. A refused one changed nothing. */
export type CommandOutcome =
  | { readonly kind: 'helped' }
  | {
      readonly kind: 'started'
      readonly command: Command
      /** The head that it is about, and what `compare` compares it with; null: the command has none. */
      readonly headCommit: string | null
      readonly reference: { readonly name: string; readonly commit: string } | null
      /** Null: GitHub has not named the run yet. */
      readonly runUrl: string | null
    }
  | { readonly kind: 'accepted'; readonly acceptance: Acceptance }
  | { readonly kind: 'cancelled'; readonly runUrls: readonly string[] }
  | { readonly kind: 'refused'; readonly problem: string; readonly hint: string }

/** GitHub's repository roles, lowest first. */
export const roles = ['read', 'triage', 'write', 'maintain', 'admin'] as const

export type Role = (typeof roles)[number]

/** What GitHub reports of a user: the role, maybe a custom one of the organization, and the base permission. */
export type GrantedRole = { readonly role: string; readonly permission: string }

/** Whether a role includes the required one. An unknown role counts as its base permission; no role grants nothing. */
export function hasRole({ role, permission }: GrantedRole, needed: Role): boolean {
  const exact = rank(role)
  return (exact < 0 ? rank(permission) : exact) >= rank(needed)
}

function rank(role: string): number {
  return (roles as readonly string[]).indexOf(role)
}

/** Result of parsing a comment. `pinnedHead`: leading digits of the commit in `/warpgauge@SHA …`; null: none. */
export type ParsedComment =
  | { readonly kind: 'none' }
  | { readonly kind: 'command'; readonly command: Command; readonly pinnedHead: string | null }
  | { readonly kind: 'malformed'; readonly problem: string; readonly hint: string }

const maxLineLength = 400
const maxReasonLength = 200
const minReasonLength = 3

/**
 * Parses the visible lines of a comment. A command is one line that starts with `/warpgauge`. A malformed command is
 * rejected with an explanation; a comment without a command is ignored.
 */
export function parseCommand(visibleLines: readonly string[]): ParsedComment {
  const [first, ...others] = visibleLines.filter((line) => /^\/warpgauge(?=$|[ @\t])/u.test(line))
  if (first === undefined) return { kind: 'none' }
  if (others.length > 0)
    return rejectComment('the comment contains more than one command', 'Write one command per comment.')
  return parseLine(first.trimEnd())
}

/** Quick test of an unparsed comment; false: it contains no command. */
export function mayContainCommand(body: string): boolean {
  return body.includes('/warpgauge')
}

function parseLine(line: string): ParsedComment {
  if (line.length > maxLineLength)
    return rejectComment(`the command has ${line.length} characters`, `Use at most ${maxLineLength} characters.`)
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line))
    return rejectComment('the command contains invisible characters', 'Type it instead of pasting it.')
  const [, pin = null, name = '', rest = ''] = /^\/warpgauge(?:@([^ ]*))?(?: +([^ ]+)(?: +(.*))?)?$/u.exec(line) ?? []
  if (pin !== null && !isCommitPrefix(pin))
    return rejectComment(
      '/warpgauge@ must be followed by 7 or more hexadecimal digits of a commit',
      'For example: /warpgauge@1a2b3c4 run',
    )
  if (!isCommandName(name)) {
    const problem = name === '' ? 'no command follows /warpgauge' : 'unknown command'
    return rejectComment(problem, `Available commands: ${Object.keys(commandForms).join(', ')}.`)
  }
  const command = readers[name](rest)
  if (command === null) return rejectComment(`invalid syntax for ${name}`, `Expected: ${commandForms[name].form}`)
  return { kind: 'command', command, pinnedHead: pin }
}

function rejectComment(problem: string, hint: string): ParsedComment {
  return { kind: 'malformed', problem, hint }
}

/** Null: the arguments do not match the syntax. */
const readers: Readonly<Record<CommandName, (rest: string) => Command | null>> = {
  help: (rest) => (rest === '' ? { name: 'help' } : null),
  run: (rest) => (isSuite(rest) ? { name: 'run', suite: rest || null } : null),
  compare: (rest) => (isRevision(rest) ? { name: 'compare', revision: rest } : null),
  accept: (rest) => {
    const [, until = null, quoted = ''] = /^(?:until (\d{4}-\d{2}-\d{2}) +)?(.*)$/u.exec(rest) ?? []
    const reason = parseReason(quoted)
    return reason === null || (until !== null && !isDay(until)) ? null : { name: 'accept', reason, until }
  },
  refresh: (rest) => {
    const reason = parseReason(rest)
    return rest === '' || reason !== null ? { name: 'refresh', reason } : null
  },
  bisect: (rest) => (isSuite(rest) ? { name: 'bisect', suite: rest || null } : null),
  cancel: (rest) => (rest === '' ? { name: 'cancel' } : null),
}

/** None, or one name. */
function isSuite(text: string): boolean {
  return /^(?:[a-z0-9][a-z0-9._-]{0,63})?$/u.test(text)
}

/** Extracts the text between straight or typographic quotes; null if it has another form or length. */
function parseReason(quoted: string): string | null {
  const [, inner = ''] = /^["“]([^"“”]*)["”]$/u.exec(quoted) ?? []
  const reason = inner.trim()
  return reason.length >= minReasonLength && reason.length <= maxReasonLength ? reason : null
}

/** The names that git-check-ref-format(1) allows, without the characters that have a special meaning in revisions. */
function isRevision(text: string): boolean {
  if (!/^[A-Za-z0-9][A-Za-z0-9._/+-]{0,199}$/u.test(text) || /\.\.|\/\/|\.$|\/$/u.test(text)) return false
  return text.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'))
}

function isDay(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}
