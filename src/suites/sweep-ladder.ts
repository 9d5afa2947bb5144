import type { SuiteConfigs } from '../config/schema.ts'
import type { Ladder } from '../domain/ladder.ts'
import type { PlannedCase } from '../domain/plan.ts'
import type { PlanInput } from './suite.ts'

type SweepConfig = NonNullable<SuiteConfigs['sweep']>

/** Halves at every rung; the last two are told apart by the most runs. */
export function ladderOf(
  cases: readonly PlannedCase[],
  { config, suite }: Pick<PlanInput<SweepConfig>, 'config' | 'suite'>,
): Ladder {
  return {
    cases: cases.map(({ id }) => id),
    metric: suite.objective,
    factor: 2,
    finalists: 2,
    maxRepeats: Math.max(...cases.map(({ repeats, maxRepeats }) => Math.max(repeats, maxRepeats))),
    gpuMinutes: suite.gpuMinutes ?? config.run.gpuMinutes ?? null,
  }
}
