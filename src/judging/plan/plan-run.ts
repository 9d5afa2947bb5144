import type { Config, SuiteName } from '../../config/schema/schema.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { KnownCommits, ResolvedRevision } from '../../domain/core/revision.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { addMergeBaseRuns, mergeBaseLabel, findMergeBase } from '../../suites/revision/merge-base-runs.ts'
import { planAnswerChecks } from '../../suites/equivalence/answer-checks.ts'
import { suiteNames, suites } from '../../suites/index.ts'
import type { Suite } from '../../suites/suite.ts'

/** What the config asks for on this machine. Pure: the same answer when a run is judged again elsewhere. */
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

/** Adds the merge base to the revisions of a run where suites are judged beside it and the config does not name it. */
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

export type ConfiguredSuite = {
  readonly name: SuiteName
  readonly suite: Suite<unknown>
  readonly settings: unknown
}

/** The suites that the config switches on, with their settings. */
export function listConfiguredSuites(config: Config): ConfiguredSuite[] {
  return suiteNames.flatMap((name) => {
    const settings = config.suites[name]
    // Each suite gets the settings of its own name; the table cannot say so in types.
    return settings ? [{ name, settings, suite: suites[name] }] : []
  })
}
