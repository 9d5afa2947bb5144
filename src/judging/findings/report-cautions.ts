import { formatCaseId } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Finding } from '../../domain/verdict/report.ts'

const mostShown = 5

/** Lists problems in what a pipeline reported about itself, such as a stage that did not end. */
export function listReportCautions(outcomes: readonly CaseOutcome[]): Finding[] {
  return outcomes.flatMap((outcome): Finding[] => {
    if (outcome.status !== 'measured' || outcome.planned.tool) return []
    const problems = [...new Set(outcome.trials.flatMap(({ readings }) => readings?.problems ?? []))]
    const more = problems.length > mostShown ? [`and ${problems.length - mostShown} more`] : []
    const reason = [...problems.slice(0, mostShown), ...more].join('; ')
    return reason === '' ? [] : [{ kind: 'caution', subject: formatCaseId(outcome.planned.key), reason }]
  })
}
