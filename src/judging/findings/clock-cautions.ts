import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { Finding } from '../../domain/verdict/report.ts'

/** Lists a caution for each comparison whose GPU busy time changed together with the GPU clocks. */
export function listClockCautions(comparisons: readonly Comparison[]): Finding[] {
  return comparisons.flatMap((item) => {
    const caution = item.workCause?.caution
    if (caution === undefined || item.verdict === 'not comparable') return []
    return [{ kind: 'caution', subject: `GPUs of ${formatCaseId(item)}`, reason: caution, isProminent: true }]
  })
}
