import type { Report } from '../../domain/verdict/report.ts'
import type { Operator, RequirementResult } from '../../domain/verdict/requirement.ts'
import { toCode, joinContents, say, type Content } from '../content.ts'
import { formatAgainstLimit, formatCount, formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import { formatCaseName, omitRepeatedReason, formatRequirementStatus } from './labels.ts'

const operators: Readonly<Record<Operator, string>> = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '==': '=' }
const severities = { fail: 0, warn: 1, info: 2 }
const results = { fail: 0, 'not evaluated': 1, pass: 2 }
/** Maximum open rows per limit. */
const mostOfOneLimit = 3
/** Maximum open rows in all; limits that fail the run are always shown. */
const mostOpenRows = 10

/** Builds the tables of limits: missed and not evaluated ones open, failures first; all others folded. */
export function buildRequirements(report: Report): Part[] {
  const items = report.requirements.map((item) => ({
    ...item,
    reason: omitRepeatedReason(item.reason, report.findings),
  }))
  const sorted = items.toSorted(
    (a, b) =>
      results[a.status] - results[b.status] ||
      severities[a.severity] - severities[b.severity] ||
      computeMiss(b) - computeMiss(a),
  )
  const shown = selectOpen(sorted.filter(({ status }) => status !== 'pass'))
  const isShown = new Set(shown)
  const rest = sorted.filter((result) => !isShown.has(result))
  const isMissed = shown.some(({ status }) => status === 'fail')
  const isAllMet = rest.every(({ status }) => status === 'pass')
  return [
    ...buildTable(shown, report.testbed, {
      title: isMissed ? say`Limits missed` : say`Limits not evaluated`,
      importance: 3,
      notes: buildHiddenNotes(rest),
    }),
    ...buildTable(rest, report.testbed, {
      title: isAllMet ? say`Limits met` : say`Other limits`,
      importance: 9,
      isFolded: true,
    }),
  ]
}

function selectOpen(candidates: readonly RequirementResult[]): RequirementResult[] {
  const groups = Map.groupBy(candidates, ({ id, value, status, severity }) => [id, value, status, severity].join('\0'))
  const few = new Set([...groups.values()].flatMap((group) => group.slice(0, mostOfOneLimit)))
  const shown = candidates.filter((result) => few.has(result))
  const decisive = shown.filter(({ status, severity }) => status === 'fail' && severity === 'fail')
  return shown.slice(0, Math.max(mostOpenRows, decisive.length))
}

function buildHiddenNotes(rest: readonly RequirementResult[]): Content[] {
  const missed = rest.filter(({ status }) => status === 'fail').length
  const open = rest.filter(({ status }) => status === 'not evaluated').length
  const counts = [
    ...(missed > 0 ? [say`${formatCount(missed)} more missed`] : []),
    ...(open > 0 ? [say`${formatCount(open)} more not evaluated`] : []),
  ]
  return counts.length > 0 ? [say`${joinContents(counts, ' and ')}: see “Other limits” below.`] : []
}

/** Computes the miss as a share of the limit, for sorting. */
function computeMiss({ actual, limit }: RequirementResult): number {
  if (actual === null) return 0
  return Math.abs(actual - limit) / (Math.abs(limit) || 1)
}

function buildTable(
  rows: readonly RequirementResult[],
  testbed: Report['testbed'],
  given: {
    readonly title: Content
    readonly importance: number
    readonly isFolded?: boolean
    readonly notes?: readonly Content[]
  },
): Part[] {
  if (rows.length === 0) return []
  const hasReasons = rows.some(({ reason }) => reason !== '')
  const titles = ['Status', 'Limit', 'Case', '#Required', '#Measured', ...(hasReasons ? ['Reason'] : [])]
  const body = {
    kind: 'table',
    columns: createColumns(...titles),
    rows: rows.map((result) => buildRow(result, testbed).slice(0, titles.length)),
  } as const
  return [createPart({ ...given, noun: 'limits', body })]
}

function buildRow(result: RequirementResult, testbed: Report['testbed']): Content[] {
  const [measured, limit] = formatFigures(result)
  return [
    formatRequirementStatus(result),
    say`${toCode(result.id)} ${toCode(result.value)}`,
    formatCaseName(result, testbed),
    say`${operators[result.operator]} ${limit}`,
    say`${measured}`,
    say`${result.reason === '' ? '–' : result.reason}`,
  ]
}

function formatFigures({ actual, limit, unit }: RequirementResult): readonly [string, string] {
  return actual === null ? ['–', formatValue(limit, unit)] : formatAgainstLimit(actual, limit, unit)
}
