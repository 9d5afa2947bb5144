import { formatCounted } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { sanitizeMessage } from '../../domain/core/sanitize-output.ts'
import { normalizeError } from '../../domain/trial/reported-errors.ts'
import type { WorkTrace } from '../../record/run.ts'

/** What the trials of one side left and counted; empty: unknown. */
export type SideWork = {
  readonly traces: readonly WorkTrace[]
  /** Units of work that the program counted. */
  readonly counts: readonly number[]
}

type ComparedTraces = readonly [base: readonly WorkTrace[], head: readonly WorkTrace[]]

/** Below this share of the lines, the rows or the GPU time of the reference, the head seems to have done less work. */
export const minWorkShare = 0.5

/** Explains why the head seems to have done less work than the reference, from what both left; null: nothing shows it. */
export function explainLessWork(base: SideWork, head: SideWork): string | null {
  const sides = [base.traces, head.traces] as const
  const counted = explainLessCounted(base.counts, head.counts)
  if (counted !== null || sides.some((side) => side.length === 0)) return counted
  return (
    explainFewerFiles(...sides) ??
    explainFewerLines(...sides) ??
    explainFewerRepeats(...sides) ??
    explainOtherEnd(...sides)
  )
}

function explainLessCounted(base: readonly number[], head: readonly number[]): string | null {
  if (base.length === 0) return null
  if (head.length === 0) return 'the head reported no count of its work, the reference did'
  const [baseCount, headCount] = [computeMedian(base), computeMedian(head)]
  if (headCount >= Math.min(...base)) return null
  return `the head counted ${formatCounted(headCount, 'unit')} of work, the reference ${baseCount}`
}

/** Explains which files the head lacks or wrote with less than half of the rows; null: none. */
function explainFewerFiles(...sides: ComparedTraces): string | null {
  const [baseFiles = 0, headFiles = 0] = sides.map((side) =>
    computeMedian(side.map(({ files, moreFiles = 0 }) => files.length + moreFiles)),
  )
  if (headFiles < baseFiles) return `the head wrote ${formatCounted(headFiles, 'file')}, the reference ${baseFiles}`
  const [base, head] = sides.map(computeMedianRows)
  const [path, rows] =
    [...(base ?? [])].find(([name, count]) => (head?.get(name) ?? count) < count * minWorkShare) ?? []
  return path === undefined ? null : `the head wrote ${head?.get(path)} rows to ${path}, the reference ${rows}`
}

/** Rows of each table that every trial of a side wrote. */
function computeMedianRows(traces: readonly WorkTrace[]): ReadonlyMap<string, number> {
  const tables = traces.flatMap(({ files }) => files).filter(({ rows }) => rows !== null)
  const written = [...Map.groupBy(tables, ({ path }) => path)].filter(([, found]) => found.length === traces.length)
  return new Map(written.map(([path, found]) => [path, computeMedian(found.map(({ rows }) => rows ?? 0))]))
}

function explainFewerLines(...sides: ComparedTraces): string | null {
  const [base = 0, head = 0] = sides.map((side) => computeMedian(side.map(({ stdoutLines }) => stdoutLines)))
  return head < base * minWorkShare ? describeLines(base, head) : null
}

/**
 * Explains which line all runs of the head print less often than all runs of the reference do, numbers apart, such as that of
 * a worker. A line that is gone altogether was removed.
 */
function explainFewerRepeats(...sides: ComparedTraces): string | null {
  const [[first, ...others] = [], head = []] = sides.map((side) => side.map(({ forms }) => countByForm(forms)))
  for (const [form, count] of first ?? []) {
    // Empty lines, ruled ones and warnings show no work.
    const isSteady =
      /^(?!.*warning).*[\p{L}#]/iu.test(form) && others.length > 0 && others.every((one) => one.get(form) === count)
    const own = head.map((one) => one.get(form) ?? count)
    if (isSteady && own.every((one) => one < count))
      return `the head printed ${formatCounted(computeMedian(own), 'line')} as ${quote(form)}, the reference ${count}`
  }
  return null
}

function countByForm(forms: WorkTrace['forms'] = []): ReadonlyMap<string, number> {
  return new Map(forms.map(({ form, count }) => [form, count]))
}

/**
 * Explains what the head left less of: files, rows, or any line where all runs of the reference print the same number of
 * them. A line alone is no doubt of the work, because a change may remove one. Null: nothing less.
 */
export function explainLessOutput(...sides: ComparedTraces): string | null {
  const [base = [], head = []] = sides.map((side) => side.map(({ stdoutLines }) => stdoutLines))
  const lines = computeMedian(base)
  const isLess = base.every((count) => count === lines) && head.every((count) => count < lines)
  return explainFewerFiles(...sides) ?? (isLess ? describeLines(lines, computeMedian(head)) : null)
}

function describeLines(base: number, head: number): string {
  return `the head printed ${formatCounted(head, 'line')}, the reference ${base}`
}

const maxQuoted = 80

/** What a test runner prints beside its work: `=== 3 passed, 1 skipped, 2 warnings ===`, with rules that fill the line. */
const asides = /,? *\b\d+ (?:warnings?|skipped|deselected|xfailed|xpassed)\b|[=*_~-]{3,}/g

/** Words that take back what stands before them, as in `done with errors`. */
const limited = /\b(?:not?|without|incomplete|(?:fail|skip|abort|partial|error)\w*)\b/i

/** Times, rates and sizes differ without a difference of the work. */
const measured =
  /time|throughput|fps|flops|elapsed|latenc|took|duration|memory|bytes|\b(?:sec(?:ond)?s?|m?s|min|[KMGT]i?B)\b/i

/**
 * Explains that no run of the head ends with the line of the reference, whatever its numbers, or that this line has a
 * smaller whole number in all of them, such as `2 passed` after `3 passed`. Null: it does, or runs of the reference differ.
 */
function explainOtherEnd(base: ComparedTraces[0], head: ComparedTraces[1]): string | null {
  const [ends = [], own = []] = [base, head].map((side) =>
    side.map(({ lastLine }) => lastLine?.replaceAll(asides, '') ?? ''),
  )
  const form = normalizeError(ends[0] ?? '')
  const isSteady = ends.every((line) => normalizeError(line) === form)
  if (ends.length < 2 || !/\p{L}{2}/u.test(form) || !isSteady) return null
  // More words after those of the reference, such as another key of a JSON object, leave nothing out.
  const begin = form.replace(/[^\p{L}#]+$/u, '')
  const isContinued = (line: string): boolean => {
    const all = normalizeError(line)
    return all === form || (all.startsWith(begin) && !limited.test(all.slice(begin.length)))
  }
  const isMore = head.every(({ stdoutLines }) => stdoutLines > (base[0]?.stdoutLines ?? 0))
  const isOther = !isMore && !own.some(isContinued)
  const isLess = own.every(isContinued) && hasSmallerCount(ends, own)
  const [first, other] = [base, head].map(([run]) => quote(run?.lastLine ?? ''))
  return isOther || isLess ? `the head ends with ${other}, the reference with ${first}` : null
}

function quote(line: string): string {
  return `"${sanitizeMessage(line, maxQuoted)}"`
}

function hasSmallerCount(ends: readonly string[], own: readonly string[]): boolean {
  if (measured.test(ends[0] ?? '')) return false
  const [base, head] = [ends, own].map((lines) =>
    lines.map((line) =>
      (line.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '').match(/(?<![\w./-])\d+(?![\w.%])/g) ?? []).map(Number),
    ),
  )
  return (base?.[0] ?? []).some(
    (count, at) => base?.every((one) => one[at] === count) && head?.every((one) => (one[at] ?? count) < count),
  )
}
