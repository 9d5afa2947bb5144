import type { Report } from '../../domain/report.ts'
import type { Operator, RequirementResult } from '../../domain/requirement.ts'
import { code, say, type Content } from '../content.ts'
import { formatAgainstLimit, formatValue } from '../markdown/numbers.ts'
import { columns, part, type Part } from '../part.ts'
import { caseName, requirementStatus } from './words.ts'

const operators: Readonly<Record<Operator, string>> = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '==': '=' }
const severities = { fail: 0, warn: 1, info: 2 }
const results = { fail: 0, 'not evaluated': 1, pass: 2 }

/** Every limit with what was measured; the failed ones first. */
export function requirements(report: Report): Part[] {
  if (report.requirements.length === 0) return []
  const sorted = report.requirements.toSorted(
    (a, b) => results[a.status] - results[b.status] || severities[a.severity] - severities[b.severity],
  )
  const firstPass = sorted.findIndex((result) => result.status === 'pass')
  return [
    part({
      title: say`Requirements`,
      importance: 3,
      noun: 'requirements',
      minorFrom: firstPass === -1 ? sorted.length : firstPass,
      body: {
        kind: 'table',
        columns: columns('Status', 'Requirement', 'What', 'Case', '#Limit', '#Measured', 'Why'),
        rows: sorted.map(requirementRow),
      },
    }),
  ]
}

function requirementRow(result: RequirementResult): Content[] {
  const [measured, limit] = figures(result)
  return [
    requirementStatus(result),
    code(result.id),
    code(result.value),
    caseName(result),
    say`${operators[result.operator]} ${limit}`,
    say`${measured}`,
    say`${result.reason === '' ? '–' : result.reason}`,
  ]
}

function figures({ actual, limit, unit }: RequirementResult): readonly [string, string] {
  return actual === null ? ['–', formatValue(limit, unit)] : formatAgainstLimit(actual, limit, unit)
}
