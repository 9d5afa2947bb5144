/**
 * Result of one run for one pull request and base. `error`: the run failed before the judgment. `unmeasured`: the
 * machine could not measure. `unjudged` (`unjudged_strict`: it fails the check): a run without a pull request had
 * nothing to be judged by. `unrelated`: no file of the program changed. `open`: measurement in progress. `waiting`: a
 * new measurement is in progress and the earlier result still applies.
 */
export type CheckResult =
  | 'success'
  | 'unrelated'
  | 'neutral'
  | 'failure'
  | 'error'
  | 'unmeasured'
  | 'unjudged'
  | 'unjudged_strict'
  | 'cancelled'
  | 'timed_out'
  | 'open'
  | 'waiting'

/** The pull request and base branch of a result. */
export type EntrySubject = {
  /** `none`: the commit is not the head of a pull request. `unknown`: not looked up yet. */
  readonly pullRequest: number | 'none' | 'unknown'
  /** The base branch; null: none, or not known. */
  readonly base: string | null
}

/** One stored result of a check. */
export type CheckEntry = EntrySubject & {
  readonly result: CheckResult
  /** `RUN.ATTEMPT` of the workflow run. */
  readonly run: string
  /** Whether the title and summary of the check come from this entry. */
  readonly isShown: boolean
}

/** All stored results of a check. `isOverfull`: some blocking results did not fit into the external id. */
export type CheckEntries = { readonly entries: readonly CheckEntry[]; readonly isOverfull: boolean }

/** Run id of entries for pull requests that were never measured. */
export const noRun = '0.0'

/** Whether the entry stands for a pull request that was never measured. */
export function isUnmeasured({ run }: CheckEntry): boolean {
  return run === noRun
}

const prefix = 'warpgauge:2'
/**
 * Maximum length of an external id. GitHub documents no limit for `external_id`; database columns of 255 characters
 * are common.
 */
const maxTextLength = 250
const maxBaseLength = 60
const codes: Readonly<Record<CheckResult, string>> = {
  success: 's',
  unrelated: 'r',
  neutral: 'n',
  failure: 'f',
  error: 'e',
  unmeasured: 'u',
  unjudged: 'j',
  unjudged_strict: 'k',
  cancelled: 'c',
  timed_out: 't',
  open: 'o',
  waiting: 'w',
}
const results = new Map(Object.entries(codes).map(([result, code]) => [code, result as CheckResult]))

/** Severity of each result. Results below `open` do not block the merge. */
const ranks: Readonly<Record<CheckResult, number>> = {
  waiting: -1,
  success: 0,
  unrelated: 0,
  neutral: 1,
  unmeasured: 1,
  unjudged: 1,
  open: 2,
  cancelled: 3,
  timed_out: 3,
  error: 4,
  failure: 5,
  unjudged_strict: 5,
}

/** Returns the severity of a result; higher is worse. */
export function rankResult(result: CheckResult): number {
  return ranks[result]
}

/** Whether GitHub blocks the merge because of this result. */
export function isBlocking(result: CheckResult): boolean {
  return ranks[result] >= ranks.open
}

/** Whether `formatEntries` wrote this external id. */
export function isOwnExternalId(externalId: string): boolean {
  return externalId.startsWith(`${prefix} `)
}

/** Parses the external id of a check of warpgauge. */
export function parseEntries(externalId: string): CheckEntries {
  const parts = externalId.split(' ').slice(1)
  return { entries: parts.flatMap(parseEntry), isOverfull: parts.includes('+') }
}

function parseEntry(text: string): CheckEntry[] {
  const [, pull = '', base = '', code = '', shown = '', run = ''] =
    /^(\d+|-|\?)\/([^=]*)=([a-z])(\*?)\.(\d+\.\d+)$/u.exec(text) ?? []
  const result = results.get(code)
  if (result === undefined) return []
  const pullRequest = pull === '-' ? 'none' : pull === '?' ? 'unknown' : Number(pull)
  return [{ pullRequest, base: base === '' ? null : decodeBase(base), result, run, isShown: shown !== '' }]
}

/** Other apps may write text that resembles our format. */
function decodeBase(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Formats the results as an external id of at most 250 characters. Results that do not block are dropped first, then
 * those of pull requests that were never measured: one remaining such entry keeps the check open, and the next writer
 * looks all of them up again.
 */
export function formatEntries({ entries, isOverfull }: CheckEntries): string {
  const kept = entries.map((entry, index) => ({ entry, index, text: formatEntry(entry) }))
  const byRank = kept.toSorted((one, other) => rankResult(other.entry.result) - rankResult(one.entry.result))
  let marker = isOverfull ? ' +' : ''
  const measureLength = () => prefix.length + byRank.reduce((sum, { text }) => sum + text.length + 1, 0) + 2
  while (measureLength() > maxTextLength) {
    const dropped = byRank.pop()
    if (dropped && isBlocking(dropped.entry.result) && !isUnmeasured(dropped.entry)) marker = ' +'
  }
  const inOrder = byRank.toSorted((one, other) => one.index - other.index)
  return `${[prefix, ...inOrder.map(({ text }) => text)].join(' ')}${marker}`
}

function formatEntry({ pullRequest, base, result, run, isShown }: CheckEntry): string {
  const pull = pullRequest === 'none' ? '-' : pullRequest === 'unknown' ? '?' : String(pullRequest)
  return `${pull}/${encodeURIComponent(base ?? '')}=${codes[result]}${isShown ? '*' : ''}.${run}`
}

/** Shortens a branch name for comparison. A long name is cut and gets an FNV-1a checksum (32 bits). */
export function shortenBase(branch: string): string {
  if (encodeURIComponent(branch).length <= maxBaseLength) return branch
  let hash = 0x811c9dc5
  for (const character of branch) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return `${branch.replaceAll(/[^\w./-]/gu, '').slice(0, 40)}~${hash.toString(16)}`
}
