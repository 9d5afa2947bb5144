import type { RunContext } from '../../domain/core/run-context.ts'
import type { KnownCommits } from '../../domain/core/revision.ts'
import type { DatasetDifference, IsolationRecord, RunRecord } from '../../record/run.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import type { Logger } from '../../ports/logger.ts'
import type { TrialInputs } from './environment.ts'
import type { CommittedReference } from '../../judging/baselines/baselines.ts'
import type { Rules } from '../baselines/load-committed.ts'
import { resumeFrom, copyCommitted } from './run-folder.ts'
import { buildCommandTemplate, buildCaseCommand } from '../../judging/plan/trial-command.ts'
import { runRecordVersion } from '../../record/limits.ts'
import type { Selection } from '../../record/plan.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { listChangedInputs } from '../../judging/paths/paths.ts'
import type { CheckedOutRevisions } from '../trees/check-out-revisions.ts'
import type { TreeGuard } from '../trees/tree-guard.ts'
import { chooseMinutesUnit, describeCostEstimate } from '../../domain/cost/cost.ts'
import { refuseBelowFloor } from '../../judging/plan/refuse-run.ts'
import { type CostFacts, getBudget, estimateRunCost } from '../../judging/plan/run-cost.ts'

type NewRun = {
  readonly context: RunContext
  readonly rules: Rules
  readonly commits: KnownCommits
  readonly runFolder: string
  readonly runId: string
  /** Resume the record in the run folder. */
  readonly isResume?: boolean
  readonly selection?: Selection | null
}

/** What is known before the first trial. */
export type RunFacts = Pick<RunRecord, 'testbed' | 'revisions' | 'plan' | 'identity' | 'versions'> & {
  readonly prepared: Pick<TrialInputs, 'datasets'>
  readonly differences: readonly DatasetDifference[]
  readonly changedInputs: NonNullable<RunRecord['changedInputs']> | null
  readonly committed: CommittedReference
  readonly isolation: IsolationRecord
}

type BeginRecordPorts = {
  readonly files: FileStore
  readonly clock: Pick<Clock, 'now'>
  readonly logger: Pick<Logger, 'warning'>
  readonly toolVersion: string
}

/**
 * Creates the record before the first trial. Stores the reference files with it: without them the run could pass
 * unchecked.
 */
export async function beginRecord(run: NewRun, known: RunFacts, ports: BeginRecordPorts): Promise<RunRecord> {
  const { context, rules, commits, runId, selection, runFolder } = run
  const { testbed, revisions, plan, identity, versions, prepared, differences, changedInputs, isolation } = known
  const { config, yardstick } = rules
  const fresh: RunRecord = {
    schemaVersion: runRecordVersion,
    tool: { name: 'warpgauge', version: ports.toolVersion },
    runId,
    startedAt: ports.clock.now().toISOString(),
    finishedAt: null,
    status: 'running',
    statusDetail: null,
    repository: context.repository ? `${context.repository.owner}/${context.repository.name}` : null,
    event: context.event,
    pullRequest: context.pullRequest,
    yardstick,
    ...(commits.mergeBase !== null && { baseCommit: commits.mergeBase }),
    ...(commits.testMerge && { testMerge: commits.testMerge }),
    testbed,
    revisions,
    plan,
    identity,
    ...(versions && { versions }),
    datasets: [...prepared.datasets.values()].map((dataset) => dataset.identity),
    ...(differences.length > 0 && { datasetDifferences: differences }),
    ...(changedInputs && { changedInputs }),
    commands: Object.fromEntries(revisions.map(({ label }) => [label, buildCommandTemplate(config, label)])),
    variables: config.pipeline.env,
    isolation: { mode: isolation.mode, reason: isolation.reason },
    trials: [],
    ...(selection && { selection }),
  }
  const start = run.isResume ? await resumeFrom(runFolder, fresh, ports) : fresh
  return { ...start, comparedWith: await copyCommitted(known.committed, runFolder, ports.files) }
}

const mostPaths = 100
const longestPath = 1000

/**
 * Finds the inputs in the checkouts that a revision and the head read with different content, because the command names
 * them and no dataset does. Null: there are none.
 */
export function findChangedInputs(
  config: Config,
  { cases }: Plan,
  { trees, guard }: Pick<CheckedOutRevisions, 'trees'> & { readonly guard: Pick<TreeGuard, 'getState'> },
): NonNullable<RunRecord['changedInputs']> | null {
  const head = trees.has('head') ? guard.getState('head') : null
  const found = [...trees.keys()].flatMap((label): [string, string[]][] => {
    const base = label === 'head' ? null : guard.getState(label)
    if (!head || !base) return []
    const own = cases.filter(({ revision }) => revision === label || revision === 'head')
    const commands = own.map((planned) => buildCaseCommand(planned, [], config))
    const changed = listChangedInputs({ commands, base, head }).slice(0, mostPaths)
    const paths = changed.map((path) => path.slice(0, longestPath))
    return paths.length > 0 ? [[label, paths]] : []
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

/**
 * Logs the estimated cost and sensitivity of the run before it starts.
 *
 * @throws UserError when a gate is tighter than the noise allows and the config forbids widening it
 */
export function announceCost(facts: CostFacts, logger: Logger): void {
  const price = estimateRunCost(facts)
  for (const sentence of describeCostEstimate(price, chooseMinutesUnit(facts.testbed), getBudget(facts.config)))
    logger.info(sentence)
  refuseBelowFloor(price, facts.config)
}
