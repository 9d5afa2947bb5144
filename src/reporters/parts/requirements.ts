import type { Report } from '../../domain/verdict/report.ts'
import { chooseHeadlined, computeMiss } from '../../domain/verdict/headlined.ts'
import type { Operator, RequirementResult } from '../../domain/verdict/requirement.ts'
import { toCode, say, type Content } from '../content.ts'
import { formatAgainstLimit, formatCount, formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import { createCaseNamer, formatCaseName, formatRequirementStatus } from './labels.ts'

const operators: Readonly<Record<Operator, string>> = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '==': '=' }
const severities = { fail: 0, warn: 1, info: 2 }
const results = { fail: 0, 'not evaluated': 1, pass: 2 }
/** Maximum open rows per limit. */
const mostOfOneLimit = 3
/** Maximum open rows in all. */
const mostOpenRows = 4

/**
 * Builds the tables of limits: missed ones open, without the one of the headline, failures first; all others folded.
 * Open rows have no reason, and a limit without a value is folded with it.
 */
export function buildRequirements(report: Report): Part[] {
  const headlined = chooseHeadlined(report)
  const sorted = report.requirements.toSorted(
    (a, b) =>
      results[a.status] - results[b.status] ||
      severities[a.severity] - severities[b.severity] ||
      computeMiss(b) - computeMiss(a),
  )
  const missed = sorted.filter((item) => item.status === 'fail' && item !== headlined?.item)
  const shown = selectOpen(missed)
  const hidden = missed.length - shown.length
  return [
    ...buildOpenTable(shown, hidden, report),
    ...buildFoldedTable(
      sorted.filter((result) => !shown.includes(result)),
      report.testbed,
    ),
  ]
}

function selectOpen(missed: readonly RequirementResult[]): RequirementResult[] {
  const groups = Map.groupBy(missed, ({ id, value, severity }) => [id, value, severity].join('\0'))
  const few = new Set([...groups.values()].flatMap((group) => group.slice(0, mostOfOneLimit)))
  return missed.filter((result) => few.has(result)).slice(0, mostOpenRows)
}

function buildOpenTable(rows: readonly RequirementResult[], hidden: number, report: Report): Part[] {
  if (rows.length === 0) return []
  const formatCase = createCaseNamer(report)
  const body = {
    kind: 'table',
    columns: createColumns('Limit', '#Required', '#Measured'),
    rows: rows.map((result) => {
      const [measured, limit] = formatFigures(result)
      const place = result.benchmark === '' ? say`${result.suite}` : formatCase(result)
      const name = say`${toCode(result.id)} ${toCode(result.value)} of ${place}`
      return [
        say`${formatRequirementStatus(result)}: ${name}`,
        say`${operators[result.operator]} ${limit}`,
        say`${measured}`,
      ]
    }),
  } as const
  const notes = hidden > 0 ? [say`${formatCount(hidden)} more missed: see “Limits” in the details.`] : []
  return [createPart({ title: null, importance: 3, noun: 'limits', body, notes })]
}

function buildFoldedTable(rows: readonly RequirementResult[], testbed: Report['testbed']): Part[] {
  if (rows.length === 0) return []
  const titles = ['Status', 'Limit', 'Case', '#Required', '#Measured', 'Reason']
  const body = {
    kind: 'table',
    columns: createColumns(...titles),
    rows: rows.map((row) => buildRow(row, testbed)),
  } as const
  return [createPart({ title: say`Limits`, importance: 9, isFolded: true, noun: 'limits', body })]
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
