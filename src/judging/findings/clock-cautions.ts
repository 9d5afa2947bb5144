import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { Finding } from '../../domain/verdict/report.ts'

/** A caution for each comparison whose GPU busy time changed with the clocks, so that the change under test is not blamed alone. */
export function listClockCautions(comparisons: readonly Comparison[]): Finding[] {
  return comparisons.flatMap((item) => {
    const caution = item.workCause?.caution
    if (caution === undefined || item.verdict === 'not comparable') return []
    return [{ kind: 'caution', subject: `GPUs of ${formatCaseId(item)}`, reason: caution, isProminent: true }]
  })
}
