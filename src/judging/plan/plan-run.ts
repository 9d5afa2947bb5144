import type { Config, SuiteName } from '../../config/schema/schema.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { ResolvedRevision, RunRecord } from '../../record/run.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { addMergeBaseRuns, mergeBaseLabel, findMergeBase } from '../../suites/revision/merge-base-runs.ts'
import { planAnswerChecks } from '../../suites/equivalence/answer-checks.ts'
import { suiteNames, suites } from '../../suites/index.ts'
import type { Suite } from '../../suites/suite.ts'
import { groupComparedCases, selectPlanPart } from '../../domain/plan/selection.ts'
import { formatNames, UserError } from '../../domain/core/errors.ts'
import type { Selection } from '../../record/plan.ts'
import { buildJobMatrix, maxJobs, type JobMatrix, type MatrixKey } from '../../domain/plan/job-matrix.ts'
import { mergeRecords, withMissingParts, type RunToMerge } from '../../domain/merge/merge-records.ts'
import { isCalibration } from '../../domain/noise/calibration.ts'
import { listTestbedParts } from '../../domain/merge/parts-by-testbed.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { applyRules } from '../../domain/rules/apply-rules.ts'
import { createHash } from 'node:crypto'

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
  const isAsked =
    config.comparison.reference !== 'baseline' && listConfiguredSuites(config).some(({ suite }) => suite.usesBaselines)
  if (isNamed || !isAsked || mergeBase === null || mergeBase === head.commit) return [...revisions]
  return [...revisions, { label: mergeBaseLabel, ref: 'merge-base', commit: mergeBase, problem: null }]
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

/** Above the GPU count of any config. */
const maxDevices = 1024

/** Plans the cases of the config on these devices, or only the selected part; selection null: all cases. */
export function planPart(
  config: Config,
  devices: readonly Device[],
  revisions: readonly ResolvedRevision[],
  selection: Selection | null,
): Plan {
  const plan = planRun(config, devices, revisions)
  return selection === null ? plan : selectPlanPart(plan, planCompleteRun(config, revisions), selection)
}

/** Plans every case of the config, as if the machine had enough devices. */
export function planCompleteRun(config: Config, revisions: readonly ResolvedRevision[]): Plan {
  const any = { model: 'any', uuid: null, memoryBytes: null, migProfile: null, settings: null }
  const devices = Array.from({ length: maxDevices }, (_, id): Device => ({ id, physicalIndex: id, ...any }))
  return planRun(config, devices, revisions)
}

/**
 * Returns the plan. `planAll` gives the complete one, for the message.
 *
 * @throws UserError when the selection contains no case, neither planned nor not tested
 */
export function requireSelected(plan: Plan, selection: Selection | undefined, planAll: () => Plan): Plan {
  if (!selection || plan.cases.length > 0 || plan.notTested.length > 0) return plan
  const { cases } = planAll()
  const groups = groupComparedCases({ cases, notTested: [], comparisons: [] }).length
  const first = cases.slice(0, 5).map(({ id }) => id)
  throw new UserError(
    `${formatNames(selection.only)} contains no case`,
    `The config has ${cases.length} cases in at most ${groups} parts: ${first.join(', ')} …`,
  )
}

/**
 * Plans the job matrix from the config alone, without a GPU, a clone or a commit.
 *
 * @throws UserError when the config has no runners or no case, or the matrix exceeds GitHub's job limit
 */
export function planMatrix({
  config,
  configPath,
  by,
}: {
  readonly config: Config
  readonly configPath: string
  readonly by: MatrixKey
}): JobMatrix {
  refusePlaceholder(config, configPath)
  const runners = Object.entries(config.runners).map(([name, runner]) => ({ name, ...runner }))
  if (runners.length === 0)
    throw new UserError(
      `${configPath} has no runners, which a job matrix needs`,
      'Add for example `runners: { h200: { labels: [self-hosted, h200], gpus: 8 } }`; see docs/matrix.md.',
    )
  // The set of cases does not depend on the commits.
  const revisions = ['head', ...Object.keys(config.revisions)].map((label, index) => {
    const commit = String(index % 10).repeat(40)
    return { label, ref: config.revisions[label]?.ref ?? 'HEAD', commit, problem: null }
  })
  const matrix = buildJobMatrix(planCompleteRun(config, revisions), runners, by)
  if (matrix.jobs.length === 0)
    throw new UserError(`${configPath} has no case to measure`, 'Configure at least one suite.')
  if (matrix.jobs.length <= maxJobs) return matrix
  throw new UserError(
    `the matrix would have ${matrix.jobs.length} jobs; GitHub allows ${maxJobs}`,
    'Plan by testbed, or lower `count` of the runners.',
  )
}

/**
 * Joins the runs of a job matrix into one record that is judged, reported and published like any other, and lists the
 * planned cases that no job measured.
 *
 * @throws UserError for a calibration, or for runs that do not belong together
 */
export function mergeRuns(runs: readonly RunToMerge[], config: Config): RunRecord {
  const calibration = runs.find(({ record }) => isCalibration(record.plan))
  if (calibration)
    throw new UserError(
      `${calibration.name} is a calibration and cannot be merged`,
      'Store it with `warpgauge baseline refresh`; noise belongs to one machine.',
    )
  // The same id for the same set of runs, in any order.
  const ids = [...new Set(runs.map(({ record }) => record.runId))].toSorted()
  const checksum = createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 12)
  const [only] = ids
  const merged = mergeRecords(runs, ids.length === 1 && only !== undefined ? only : `joined-${checksum}`)
  const cases = listTestbedParts(merged).flatMap((part) =>
    planPart(config, part.testbed.devices, merged.revisions, null).cases.filter(({ key }) => part.hasSuite(key.suite)),
  )
  return withMissingParts(merged, { cases })
}

/** Collects the limits of the suites (`implied`), the config and the rule set; the rule set takes precedence. */
export function collectRequirements(
  config: Config,
  implied: readonly Requirement[],
  derived: readonly DerivedValue[],
): Requirement[] {
  const rule = `config@${config.rulesVersion}`
  const others = [...implied, ...config.requirements.map((own) => ({ ...own, rule }))]
  const { ruleSet } = config
  if (!ruleSet) return others
  const choice = { name: ruleSet.name, severities: ruleSet.severities, isAlone: ruleSet.only }
  return applyRules(choice, { suites: Object.keys(config.suites), derived, others })
}

/**
 * Refuses a config whose command is still the placeholder of `warpgauge init`.
 *
 * @param path Path of the config, for the message
 * @throws UserError if `pipeline.placeholder` is set
 */
export function refusePlaceholder({ pipeline }: Config, path: string): void {
  if (pipeline.placeholder !== true) return
  throw new UserError(
    `${path}: pipeline.command is a placeholder (pipeline.placeholder: true), so there is nothing to measure`,
    'Write the command of your program and remove the key placeholder, or delete the file and run `warpgauge init -- COMMAND`.',
  )
}
