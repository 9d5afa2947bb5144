import type { Config } from '../../config/schema/schema.ts'
import { resetAnchors, type AnchorDrift } from '../../domain/baselines/baseline-anchor.ts'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import { isCalibration } from '../../domain/noise/calibration.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { doesFailCheck, type Comparison } from '../../domain/verdict/comparison.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { anchorFreshBaseline, buildBaselines } from '../../judging/baselines/baselines.ts'
import { judgeRun } from '../../judging/verdict/judge-run.ts'
import { loadCommitted } from './load-committed.ts'
import type { ReadTrusted } from './load-baselines.ts'
import { planRun } from '../../judging/plan/plan-run.ts'

/** A run measured to refresh the baselines. */
export type RefreshRun = {
  readonly record: RunRecord
  readonly config: Config
  /** Why a regression is accepted; null: it is not. */
  readonly reason: string | null
  /** What requested the refresh, for the provenance. */
  readonly occasion: string
  readonly workflowRunUrl: string | null
}

/**
 * Builds the baselines of a run, with the anchors of the committed ones. A calibration run yields none: it measures the
 * noise of the machine.
 *
 * @throws UserError when a gate metric is worse than the committed value or its anchor and no reason is given
 */
export async function buildFreshBaselines(run: RefreshRun, readBase: ReadTrusted): Promise<Baseline[]> {
  const { record, config, reason } = run
  if (isCalibration(record.plan)) return []
  const committed = await loadCommitted(config, record.testbed, readBase)
  const broken = committed.baselines.flatMap((item) => (item.baseline === null && item.problem ? [item.problem] : []))
  if (broken.length > 0)
    throw new UserError(broken.join('; '), 'Fix or remove the file manually: an unreadable baseline is not replaced.')
  const report = judgeRun({ record, config, ...committed, obstacles: [] })
  const worse = report.comparisons.filter(doesFailCheck)
  const anchored = buildBaselines(record, config, reason ?? run.occasion).map((fresh) => {
    const stored = committed.baselines.find(({ suite }) => suite === fresh.suite)?.baseline ?? null
    return anchorFreshBaseline(withProvenance(fresh, run), stored, config, committed.noise.noise)
  })
  const drifts = anchored.flatMap((item) => item.drifts)
  if (reason === null) refuseWorse(worse, drifts)
  return anchored.map((item) => resetAnchors(item.baseline, item.drifts))
}

/** Ids of the cases that the config plans for this testbed, measured or not. */
export function collectPlannedIds({ record, config }: RefreshRun): ReadonlySet<string> {
  const plan = planRun(config, record.testbed.devices, record.revisions)
  return new Set([...plan.cases, ...plan.notTested].map(({ key }) => formatCaseId(key)))
}

function withProvenance(baseline: Baseline, { config, workflowRunUrl }: RefreshRun): Baseline {
  const provenance = {
    ...baseline.provenance,
    rulesVersion: config.rulesVersion,
    ...(workflowRunUrl !== null && { workflowRunUrl }),
  }
  return { ...baseline, provenance }
}

function refuseWorse(worse: readonly Comparison[], drifts: readonly AnchorDrift[]): void {
  const parts = [
    ...worse.map((item) => `${item.metric} of ${formatCaseId(item)}: ${item.reason}`),
    ...drifts.map(({ caseId: id, metric, effect, anchor }) => {
      const since = `${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`
      return `${metric} of ${id} is ${(effect * 100).toFixed(1)} % worse than its anchor ${since}`
    }),
  ]
  if (parts.length === 0) return
  throw new UserError(
    `this run is slower than the baseline it would replace: ${parts.slice(0, 5).join('; ')}`,
    'Fix it, or accept it with a reason: input reason, or /warpgauge refresh "REASON".',
  )
}
