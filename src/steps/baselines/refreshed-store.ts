import type { Baseline } from '../../record/baseline.ts'
import { formatReviewedJson } from '../../domain/core/json.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { RunRecord } from '../../record/run.ts'
import type { GitHub } from '../../io/github/github.ts'
import { type Rules, loadCommittedReference, type ReadTrusted } from './load-committed.ts'
import { refuseContradictions } from '../../judging/plan/refuse-run.ts'
import type { Config } from '../../config/schema/schema.ts'
import { formatDrift, resetAnchors, type AnchorDrift } from '../../domain/baselines/baseline-anchor.ts'
import { mergeBaselines, withoutRetiredCases } from '../../domain/baselines/baseline.ts'
import { isCalibration } from '../../domain/noise/calibration.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { listTestbedParts } from '../../domain/merge/parts-by-testbed.ts'
import { doesFailCheck, type Comparison } from '../../domain/verdict/comparison.ts'
import {
  anchorFreshBaseline,
  buildBaselines,
  noiseFile,
  mergeVersions,
  addRunNoise,
} from '../../judging/baselines/baselines.ts'
import { judgeRun } from '../../judging/verdict/judge-run.ts'
import { planRun } from '../../judging/plan/plan-run.ts'
import type { FileChanges } from '../../ports/commit-writer.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'

/**
 * Only a finished run of a commit on the default branch, measured with the config of that branch, can become a
 * baseline. `base`: the tip of that branch.
 *
 * @throws UserError that states what is missing
 */
export async function requireKeepable(
  record: RunRecord,
  { config, yardstick }: Rules,
  base: string,
  gitHub: Pick<GitHub, 'findMergeBase'>,
): Promise<void> {
  if (record.status !== 'finished')
    throw new UserError(`the run is ${record.status}, not finished`, 'Refresh from a finished run.')
  const commit = record.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (commit === null)
    throw new UserError(
      'the run does not name its commit',
      'Refusing samples of unknown origin. Measure a commit of the default branch.',
    )
  if ((await gitHub.findMergeBase(base, commit)) !== commit)
    throw new UserError(
      `${commit.slice(0, 7)} is not on the default branch`,
      'Merge it first: baselines describe the default branch.',
    )
  if (record.yardstick.sha256 !== yardstick.sha256)
    throw new UserError(
      'the run was measured with another config than that of the default branch',
      'Measure the tip of the default branch again, then refresh.',
    )
  refuseContradictions(record, config)
}

/** A run whose samples become baselines. */
export type RefreshRun = {
  readonly record: RunRecord
  readonly config: Config
  /** Why a regression is accepted; null: it is not. */
  readonly reason: string | null
  /** What requested the refresh, for the provenance. */
  readonly occasion: string
  /** Null outside of GitHub. */
  readonly workflowRunUrl: string | null
}

/**
 * Builds the baselines of a run, with the anchors of the committed ones. A calibration run yields none: it measures the
 * noise of the machine.
 *
 * @throws UserError when a gate metric is worse than the committed value or its anchor and no reason is given
 */
async function buildFreshBaselines(run: RefreshRun, readBase: ReadTrusted): Promise<Baseline[]> {
  const { record, config, reason, occasion, workflowRunUrl } = run
  if (isCalibration(record.plan)) return []
  const committed = await loadCommittedReference(record, config, readBase)
  const broken = committed.baselines.flatMap((item) => (item.baseline === null && item.problem ? [item.problem] : []))
  if (broken.length > 0)
    throw new UserError(broken.join('; '), 'Fix or remove the file manually: an unreadable baseline is not replaced.')
  const report = judgeRun({ record, config, ...committed, obstacles: [] })
  const parts = listTestbedParts(record)
  const noises = [committed.noise, ...(committed.noiseElsewhere ?? [])]
  const anchored: ReturnType<typeof anchorFreshBaseline>[] = []
  for (const fresh of buildBaselines(record, config, reason ?? occasion)) {
    const stored = committed.baselines.find(({ suite }) => suite === fresh.suite)?.baseline ?? null
    await refuseOtherConfig(fresh, stored, async (path) => (await readBase(path)) !== null)
    const { rulesVersion } = config
    const provenance = { ...fresh.provenance, rulesVersion, ...(workflowRunUrl !== null && { workflowRunUrl }) }
    const noise = noises[parts.findIndex((part) => part.hasSuite(fresh.suite))]?.noise ?? null
    anchored.push(anchorFreshBaseline({ ...fresh, provenance }, stored, config, noise))
  }
  if (reason === null)
    refuseWorse(
      report.comparisons.filter(doesFailCheck),
      anchored.flatMap(({ drifts }) => drifts),
    )
  return anchored.map(({ baseline, drifts }) => resetAnchors(baseline, drifts))
}

/**
 * Refuses to replace the baseline of another config: two configs with one directory would replace each other's samples.
 * `stored`: null when there is none.
 *
 * @throws UserError when another config, which still exists, made the stored baseline
 */
export async function refuseOtherConfig(
  fresh: Baseline,
  stored: Baseline | null,
  exists: (path: string) => Promise<boolean>,
): Promise<void> {
  const [own, other] = [fresh.provenance.configPath, stored?.provenance.configPath]
  if (own === undefined || other === undefined || own === other || !(await exists(other))) return
  throw new UserError(
    `the stored baseline of ${fresh.suite} on ${fresh.testbed.id} belongs to ${other}, not to ${own}`,
    'Give each of these configs a directory of its own: comparison.baselines.',
  )
}

function refuseWorse(worse: readonly Comparison[], drifts: readonly AnchorDrift[]): void {
  const parts = [
    ...worse.map((item) => `${item.metric} of ${formatCaseId(item)}: ${item.reason}`),
    ...drifts.map(formatDrift),
  ]
  if (parts.length === 0) return
  throw new UserError(
    `this run is slower than the baseline it would replace: ${parts.slice(0, 5).join('; ')}`,
    'Fix it, or accept it with a reason: input reason, or /warpgauge refresh "REASON".',
  )
}

/** What a refresh writes. */
export type RefreshScope = {
  /** Null: only testbeds are removed. */
  readonly run: RefreshRun | null
  /** Ids of testbeds that no longer exist. */
  readonly prune: readonly string[]
  /** Of the baselines in the repository. */
  readonly directory: string
}

/** The current commits that a refresh builds on. */
export type RefreshTips = {
  readonly branch: string
  readonly baseBranch: string
  readonly base: string
  readonly tip: string
  /** Files that the branch changes relative to the base, and their merge base. */
  readonly pending: readonly string[]
  readonly ancestor: string
  /** The base commit, when the branch does not contain it yet. */
  readonly takesOver: string | null
  /** The branch does not exist; `tip` is its starting point. */
  readonly isMissing: boolean
}

type FileTexts = Map<string, string | null>

/**
 * Every file that must differ from the base, with its text; null: removed. Includes what earlier refreshes propose.
 *
 * @throws UserError for a regression without a reason, a baseline of another config, and an unknown testbed to remove
 */
export async function computeStoreChanges(
  { run, prune, directory }: RefreshScope,
  { base, tip, ancestor, pending }: RefreshTips,
  gitHub: GitHub,
): Promise<FileChanges> {
  const readBase = (path: string) => gitHub.readAt(base, path)
  const proposed = pending.filter((path) => path.startsWith(`${directory}/`))
  const changes: FileTexts = new Map()
  for (const path of proposed) {
    const [one, other] = [await readBase(path), await gitHub.readAt(tip, path)]
    const merge = async () => mergeVersions({ path, one, other, ancestor: await gitHub.readAt(ancestor, path) })
    changes.set(path, one === other ? one : await merge())
  }
  if (run !== null) await addRun(run, directory, changes, readBase)
  for (const id of prune) {
    refuseToPrune(id, run)
    const folder = `${directory}/${id}`
    const stored = (await gitHub.listDirectory(base, folder)).map((name) => `${folder}/${name}`)
    const paths = [...stored, ...proposed.filter((path) => path.startsWith(`${folder}/`))]
    if (paths.length === 0)
      throw new UserError(`${directory} has no testbed ${id}`, 'List the testbeds with `warpgauge baseline list`.')
    for (const path of paths) changes.set(path, null)
  }
  return Object.fromEntries(changes)
}

async function addRun(run: RefreshRun, directory: string, changes: FileTexts, readBase: ReadTrusted): Promise<void> {
  const { record, config } = run
  const readCurrent = async (path: string): Promise<string | null> =>
    changes.has(path) ? (changes.get(path) ?? null) : await readBase(path)
  const baselines = await buildFreshBaselines(run, readBase)
  for (const fresh of baselines) {
    // The cases that the config plans for this testbed, measured or not.
    const { cases, notTested } = planRun(config, fresh.testbed.devices, record.revisions)
    const planned = new Set([...cases, ...notTested].map(({ key }) => formatCaseId(key)))
    const path = `${directory}/${fresh.testbed.id}/${fresh.suite}.json`
    const before = await readCurrent(path)
    const merged = before === null ? fresh : mergeBaselines(parseBaseline(before, path), fresh)
    changes.set(path, formatReviewedJson(withoutRetiredCases(merged, planned, fresh.provenance.recordedAt)))
  }
  const path = `${directory}/${record.testbed.id}/${noiseFile}`
  const before = await readCurrent(path)
  const noise = addRunNoise(before === null ? null : parseNoise(before, path), record)
  if (noise !== null) changes.set(path, formatReviewedJson(noise))
  if (baselines.length === 0 && noise === null)
    throw new UserError('the run has no measured case', 'Check what failed, and measure again.')
}

function refuseToPrune(id: string, run: RefreshRun | null): void {
  if (!/^[a-z0-9][a-z0-9.-]{0,79}$/u.test(id))
    throw new UserError(
      `${JSON.stringify(id)} is not the id of a testbed`,
      'List the testbeds with `warpgauge baseline list`.',
    )
  if (run !== null && listTestbedParts(run.record).some(({ testbed }) => testbed.id === id))
    throw new UserError(`${id} is the testbed that was just measured`, 'Prune only testbeds that no longer exist.')
}
