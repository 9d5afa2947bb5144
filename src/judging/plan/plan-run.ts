import type { Config, SuiteName } from '../../config/schema/schema.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { KnownCommits, ResolvedRevision } from '../../domain/core/revision.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { addMergeBaseRuns, mergeBaseLabel, findMergeBase } from '../../suites/revision/merge-base-runs.ts'
import { planAnswerChecks } from '../../suites/equivalence/answer-checks.ts'
import { suiteNames, suites } from '../../suites/index.ts'
import type { Suite } from '../../suites/suite.ts'

/** Plans the cases of the config on these devices. Pure, so that judging a record again gives the same plan. */
export function planRun(config: Config, devices: readonly Device[], revisions: readonly ResolvedRevision[]): Plan {
  const plans = listConfiguredSuites(config).map(({ suite, settings }) => {
    const plan = suite.plan({ config, suite: settings, devices, revisions })
    return suite.usesBaselines ? addMergeBaseRuns(plan, config, findMergeBase(config, revisions)) : plan
  })
  const ladders = plans.flatMap((plan) => plan.ladders ?? [])
  const plan: Plan = {
    cases: plans.flatMap((one) => one.cases),
    notTested: plans.flatMap((one) => one.notTested),
    comparisons: plans.flatMap((one) => one.comparisons),
    ...(ladders.length > 0 && { ladders }),
  }
  return planAnswerChecks(plan, config)
}

/** Adds the merge base to the revisions when a suite is compared with it and the config does not name it. */
export function withMergeBase(
  config: Config,
  revisions: readonly ResolvedRevision[],
  { head, mergeBase }: KnownCommits,
): ResolvedRevision[] {
  const isNamed = revisions.some(({ label, ref }) => label === mergeBaseLabel || ref === 'merge-base')
  const isAsked = config.comparison.reference !== 'baseline' && listConfiguredSuites(config).some(needsBaselines)
  if (isNamed || !isAsked || mergeBase === null || mergeBase === head.commit) return [...revisions]
  return [...revisions, { label: mergeBaseLabel, ref: 'merge-base', commit: mergeBase, problem: null }]
}

function needsBaselines({ suite }: ConfiguredSuite): boolean {
  return suite.usesBaselines
}

/** A suite with its settings in the config. */
export type ConfiguredSuite = {
  readonly name: SuiteName
  readonly suite: Suite<unknown>
  readonly settings: unknown
}

/** Lists the suites in the config with their settings, in measuring order. */
export function listConfiguredSuites(config: Config): ConfiguredSuite[] {
  return suiteNames.flatMap((name) => {
    const settings = config.suites[name]
    // The settings belong to the suite of the same name; the types of the table cannot express this.
    return settings ? [{ name, settings, suite: suites[name] }] : []
  })
}
