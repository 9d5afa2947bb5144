import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { PlanInput } from '../suite.ts'
import type { Ladder } from '../../record/plan.ts'

type SweepConfig = SuiteConfig<'sweep'>

/** Successive halving: each rung keeps half of the settings; the last two get the maximum number of runs. */
export function buildLadder(
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
