/**
 * What one run found for one pull request and base. `error`: the run failed before it could judge. `unmeasured`: nothing is
 * wrong with the code, but this machine could not measure it. `open`: being measured. `waiting`: being measured again,
 * while what an earlier run found still counts.
 */
export type CheckResult =
  | 'success'
  | 'neutral'
  | 'failure'
  | 'error'
  | 'unmeasured'
  | 'cancelled'
  | 'timed_out'
  | 'open'
  | 'waiting'

/** What a result is about. */
export type EntrySubject = {
  /** `none`: the commit is no head of a pull request. `unknown`: nobody has looked yet. */
  readonly pullRequest: number | 'none' | 'unknown'
  /** Branch that the head is to be merged into; null: none, or not known. */
  readonly base: string | null
}

/** One result that a check has to respect. */
export type CheckEntry = EntrySubject & {
  readonly result: CheckResult
  /** `RUN.ATTEMPT` of the workflow run. */
  readonly run: string
  /** The title and summary of the check are those of this entry. */
  readonly isShown: boolean
}

/** Everything that is known of a check. `isOverfull`: there were more results that block than can be stored. */
export type CheckEntries = { readonly entries: readonly CheckEntry[]; readonly isOverfull: boolean }

/** Stands in the place of the run where a pull request was never measured. */
export const noRun = '0.0'

/** Whether a pull request was never measured; this is no result of a run. */
export function isUnmeasured({ run }: CheckEntry): boolean {
  return run === noRun
}

const prefix = 'warpgauge:2'
/** GitHub names no limit for `external_id`; a column of 255 characters is common. */
const longestText = 250
const longestBase = 60
const codes: Readonly<Record<CheckResult, string>> = {
  success: 's',
  neutral: 'n',
  failure: 'f',
  error: 'e',
  unmeasured: 'u',
  cancelled: 'c',
  timed_out: 't',
  open: 'o',
  waiting: 'w',
}
const results = new Map(Object.entries(codes).map(([result, code]) => [code, result as CheckResult]))

/** Higher blocks harder. What merges is below `open`. */
const ranks: Readonly<Record<CheckResult, number>> = {
  waiting: -1,
  success: 0,
  neutral: 1,
  unmeasured: 1,
  open: 2,
  cancelled: 3,
  timed_out: 3,
  error: 4,
  failure: 5,
}

export function rankResult(result: CheckResult): number {
  return ranks[result]
}

/** Whether GitHub refuses to merge because of it. */
export function isBlocking(result: CheckResult): boolean {
  return ranks[result] >= ranks.open
}

/** Whether `externalId` was written by `formatEntries`, or by an earlier version for a check of this name. */
export function isOwnExternalId(externalId: string, name: string): boolean {
  return externalId.startsWith(`${prefix} `) || externalId.startsWith(`${name}:`)
}

/**
 * Reads the external id of a check. One of an earlier version (`NAME:RUN`) tells of no pull request: what it found, by
 * `conclusion`, counts until the next result. Null: the check is open.
 */
export function parseEntries(externalId: string, conclusion: string | null): CheckEntries {
  const [first, ...parts] = externalId.split(' ')
  if (first !== prefix) return { entries: [parseLegacyEntry(externalId, conclusion)], isOverfull: false }
  return { entries: parts.flatMap(parseEntry), isOverfull: parts.includes('+') }
}

function parseLegacyEntry(externalId: string, conclusion: string | null): CheckEntry {
  const known = { success: 'success', neutral: 'neutral', failure: 'failure', cancelled: 'cancelled' } as const
  const result = conclusion === null ? 'waiting' : ((known as Record<string, CheckResult>)[conclusion] ?? 'error')
  const run = `${externalId.split(':').at(-1)}.1`
  return { pullRequest: 'unknown', base: null, result, run, isShown: true }
}

function parseEntry(text: string): CheckEntry[] {
  const [, pull = '', base = '', code = '', shown = '', run = ''] =
    /^(\d+|-|\?)\/([^=]*)=([a-z])(\*?)\.(\d+\.\d+)$/u.exec(text) ?? []
  const result = results.get(code)
  if (result === undefined) return []
  const pullRequest = pull === '-' ? 'none' : pull === '?' ? 'unknown' : Number(pull)
  return [{ pullRequest, base: base === '' ? null : decodeBase(base), result, run, isShown: shown !== '' }]
}

/** Other apps may write what only looks like ours. */
function decodeBase(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The results as an external id of at most 250 characters; what merges is left out first. Pull requests that were not measured
 * may be left out too: while one of them is kept the check waits, and who writes next looks for all of them again.
 */
export function formatEntries({ entries, isOverfull }: CheckEntries): string {
  const kept = entries.map((entry, index) => ({ entry, index, text: formatEntry(entry) }))
  const byRank = kept.toSorted((one, other) => rankResult(other.entry.result) - rankResult(one.entry.result))
  let marker = isOverfull ? ' +' : ''
  const measureLength = () => prefix.length + byRank.reduce((sum, { text }) => sum + text.length + 1, 0) + 2
  while (measureLength() > longestText) {
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

/** A branch name as it is compared: a long one is cut and told apart by a checksum (FNV-1a, 32 bits). */
export function shortenBase(branch: string): string {
  if (encodeURIComponent(branch).length <= longestBase) return branch
  let hash = 0x811c9dc5
  for (const character of branch) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return `${branch.replaceAll(/[^\w./-]/gu, '').slice(0, 40)}~${hash.toString(16)}`
}
