import {
  classifyOutOfMemory,
  type OutOfMemoryClass,
  type OutOfMemoryVerdict,
} from '../../domain/trial/out-of-memory.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Trial } from '../../domain/trial/trial.ts'

/** Memory exhaustion in the runs of one case. */
export type ExhaustionRow = {
  readonly outcome: CaseOutcome
  /** Whether the case provokes memory exhaustion. */
  readonly isPressed: boolean
  readonly kind: OutOfMemoryClass
  readonly runs: number
  readonly evidence: string
}

/** Classifies a case by its worst run: crashed, unknown, handled, absent. Warm-ups count, since they can crash too. */
export function classifyExhaustion(outcome: CaseOutcome, isPressed: boolean): ExhaustionRow {
  const verdicts = listTrials(outcome).map(classifyOutOfMemory)
  const order: readonly OutOfMemoryClass[] = ['crashed', 'unknown', 'handled', 'absent']
  const kind = order.find((one) => verdicts.some((verdict) => verdict.kind === one)) ?? 'unknown'
  const chosen: OutOfMemoryVerdict | undefined = verdicts.find((verdict) => verdict.kind === kind)
  const runs = verdicts.filter((verdict) => verdict.kind === kind).length
  return { outcome, isPressed, kind, runs, evidence: chosen?.evidence ?? 'no run of this case was recorded' }
}

function listTrials(outcome: CaseOutcome): readonly Trial[] {
  if (outcome.status === 'missing') return []
  return outcome.status === 'measured' ? [...outcome.trials, ...outcome.failures] : outcome.failures
}

/**
 * `oom_crashes`: runs that ended because memory ran out. `oom_handled`: runs of the pressure case that ran out of
 * memory and still did all work.
 */
export function deriveExhaustionFigures(row: ExhaustionRow): DerivedValue[] {
  const { suite, benchmark, axes } = row.outcome.planned.key
  const common = { suite, benchmark, axes, interval: null, isSuspicious: false, isDeclared: false }
  const isTold = row.kind !== 'unknown'
  const crashes: DerivedValue = {
    ...common,
    name: 'oom_crashes',
    unit: 'runs',
    value: isTold ? (row.kind === 'crashed' ? row.runs : 0) : null,
    reason: row.evidence,
  }
  if (!row.isPressed) return [crashes]
  const hasMet = row.kind === 'handled' || row.kind === 'crashed'
  const reason = hasMet
    ? row.evidence
    : row.kind === 'absent'
      ? 'memory did not run out; increase the load of suites.memory.pressure'
      : row.evidence
  const value = hasMet ? (row.kind === 'handled' ? row.runs : 0) : null
  return [crashes, { ...common, name: 'oom_handled', unit: 'runs', value, reason }]
}
