import { isCommitPrefix } from '../core/revision.ts'
import { commandForms, isCommandName, type Command, type CommandName } from './command.ts'

/** Result of parsing a comment. `pinnedHead`: leading digits of the commit in `/warpgauge@SHA …`. */
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
