import { readingLimits } from '../record/limits.ts'

/** Limits texts from an untrusted run folder. The longest are names of metrics, which are never cut. */
const maxTextLength = readingLimits.name

/** Key order of the report and its nested objects; other keys follow in alphabetical order. */
const reportKeys = rankKeys(
  ['schemaVersion', 'title', 'runId', 'verdict', 'conclusion', 'exitCode', 'sentence', 'counts'],
  ['requirements', 'comparisons', 'derived', 'sections', 'findings', 'cases', 'nextSteps'],
)
const innerKeys = rankKeys(
  ['id', 'kind', 'suite', 'benchmark', 'axes', 'name', 'title', 'revision', 'metric', 'value', 'unit', 'betterWhen'],
  ['operator', 'limit', 'actual', 'status', 'verdict', 'effect', 'interval', 'resolution', 'reference'],
  ['base', 'head', 'count', 'median', 'mean', 'standardDeviation', 'min', 'max', 'reason'],
)
/** Keys of axes come from the user: an axis named `unit` has no rank. */
const noKeys = rankKeys()

/**
 * Renders the report as JSON with stable key order, indented by two spaces. Numbers that are not finite become null.
 */
export function renderJson(report: object): string {
  return `${escapeActiveText(JSON.stringify(sortKeys(report, reportKeys), null, 2))}\n`
}

function sortKeys(value: unknown, order: ReadonlyMap<string, number>): unknown {
  if (typeof value === 'string') return cutText(value)
  if (Array.isArray(value)) return value.map((item) => sortKeys(item, innerKeys))
  if (typeof value !== 'object' || value === null) return value
  // Charts draw figures that the report has anyway.
  const entries = Object.entries(value).filter(([key]) => key !== 'charts' || order === noKeys)
  const rank = (key: string): number => order.get(key) ?? order.size
  const sorted = entries.toSorted(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b)))
  return Object.fromEntries(
    sorted.map(([key, inner]) => [cutText(key), sortKeys(inner, key === 'axes' ? noKeys : innerKeys)]),
  )
}

function rankKeys(...groups: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  return new Map(groups.flat().map((key, index) => [key, index]))
}

function cutText(text: string): string {
  const cut = text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`
  return cut.toWellFormed()
}

/**
 * Writes text that a log, web page or comment would interpret as `\u` escapes. Such text occurs only in strings, so the
 * JSON value stays the same.
 */
function escapeActiveText(json: string): string {
  return json
    .replaceAll(/[<>&@\u2028\u2029]|[\u007F-\u009F]|\p{Cf}/gu, (character) =>
      character
        .split('')
        .map((unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    )
    .replaceAll('::', String.raw`:\u003a`)
    .replaceAll('##[', String.raw`#\u0023[`)
}
