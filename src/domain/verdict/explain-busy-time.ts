import { findWorkCause } from '../telemetry/gpu-work-cause.ts'
import type { JudgedComparison } from './judged-comparison.ts'
import type { MetricDecision } from './metric-decision.ts'
import { gpuBusyTime } from '../core/metric.ts'
import type { InterleavedRuns } from '../plan/interleaved-runs.ts'

/**
 * Adds the cause of a change of GPU busy time, work or clocks, to its reason. The verdict stays. An inconclusive
 * change is explained only if clocks explain it and the runs of both sides do not overlap.
 */
export function explainBusyTime(judged: JudgedComparison, runs: InterleavedRuns): JudgedComparison {
  const busy = judged.decisions.find(({ metric }) => metric.name === gpuBusyTime.name)
  if (!busy || !(isChange(busy) || isSeparate(busy))) return judged
  const workCause = findWorkCause(runs)
  if (!workCause || (!isChange(busy) && workCause.caution === undefined)) return judged
  const reason = `${busy.decision.reason}; ${workCause.label}: ${workCause.figures}`
  const explained = { ...busy, decision: { ...busy.decision, reason }, workCause }
  return { ...judged, decisions: judged.decisions.map((item) => (item === busy ? explained : item)) }
}

function isChange({ decision: { verdict } }: MetricDecision): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

/** Whether an inconclusive change reaches the minimum effect and the runs of both sides do not overlap. */
function isSeparate({ decision, request }: MetricDecision): boolean {
  const { verdict, effect, base, head } = decision
  if (verdict !== 'inconclusive' || !base || !head || effect === null) return false
  return Math.abs(effect) >= (request.minEffect ?? 0) && (base.max < head.min || head.max < base.min)
}
