import type { NoiseRecord } from '../../record/noise.ts'
import type { Baseline } from '../../record/baseline.ts'
import { formatReviewedJson } from '../../domain/core/json.ts'
import { computeProbeSeconds } from '../../domain/baselines/baseline-age.ts'
import { mergeBaselines } from '../../domain/baselines/baseline.ts'
import {
  listSessionSamples,
  addSessions,
  buildNoiseKey,
  type FreshNoise,
  mergeNoise,
} from '../../domain/noise/noise.ts'
import type { Config } from '../../config/schema/schema.ts'
import { isTwin } from '../../domain/noise/calibration.ts'
import { makeBaseline, toHeadCases, compareWithBaseline } from '../../domain/baselines/baseline-comparison.ts'
import { summarizeOutcome, collectMeasurements } from '../../domain/trial/outcome.ts'
import { findTestbed, selectMainPart } from '../../domain/merge/parts-by-testbed.ts'
import type { RunRecord } from '../../record/run.ts'
import { buildHeadCase } from '../verdict/case-conditions.ts'
import { listConfiguredSuites } from '../plan/plan-run.ts'
import { keepAnchors, type AnchorDrift } from '../../domain/baselines/baseline-anchor.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { findDatasetSha256 } from '../../domain/core/dataset.ts'
import { isCounted } from '../../domain/plan/interleaved-runs.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'
import { UserError } from '../../domain/core/errors.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import { tracking, type TrackingConfig } from '../../config/schema/rules-schema.ts'
import type { TrackingRules } from '../../domain/history/observe.ts'

/** Result of loading a baseline. `problem` is null for an absent file and an obstacle for an unreadable one. */
export type LoadedBaseline =
  | { readonly suite: string; readonly path: string; readonly baseline: Baseline }
  | { readonly suite: string; readonly path: string; readonly baseline: null; readonly problem: string | null }

/** Result of loading the noise file of a testbed. */
export type LoadedNoise = {
  readonly path: string
  /** Null: no usable noise record. */
  readonly noise: NoiseRecord | null
  /** Why an existing file cannot be read; an obstacle to the verdict. */
  readonly problem: string | null
  /** Why an existing file does not apply, for example after a driver update; reported as a caution, not an obstacle. */
  readonly note: string | null
}

/** Name of the noise file in the baseline folder of a testbed. */
export const noiseFile = 'noise.json'

/** Baselines and noise that are committed for one testbed. */
export type CommittedReference = {
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: LoadedNoise
  /** Noise of the other testbeds of a joined run, in their order; absent: one testbed. */
  readonly noiseElsewhere?: readonly LoadedNoise[]
}

/** Builds the baselines to commit from the samples of a run: one per suite that uses baselines and has samples. */
export function buildBaselines(record: RunRecord, config: Config, reason: string): Baseline[] {
  const commit = record.revisions.find((revision) => revision.label === 'head')?.commit ?? unknownCommit
  const probeSeconds = computeProbeSeconds(record.trials)
  const provenance = {
    commit,
    runId: record.runId,
    recordedAt: record.finishedAt ?? record.startedAt,
    tool: `${record.tool.name} ${record.tool.version}`,
    configSha256: record.yardstick.sha256,
    configPath: record.yardstick.path,
    reason,
    ...(probeSeconds !== null && probeSeconds > 0 && { probeSeconds }),
  }
  return listConfiguredSuites(config)
    .filter((entry) => entry.suite.usesBaselines)
    .map(({ name }) => {
      // References and calibration twins only run to be compared with the head.
      const planned = record.plan.cases.filter(
        (item) => item.key.suite === name && item.revision === 'head' && !isTwin(item),
      )
      const cases = planned.map((item) => buildHeadCase(summarizeOutcome(item, record.trials), record))
      return makeBaseline(name, findTestbed(record, name), cases, provenance)
    })
    .filter((baseline) => baseline.cases.length > 0)
}

/**
 * Adds the stored anchors to a fresh baseline and lists metrics that drifted too far from their anchor. Returns the
 * stored baseline itself if it is of the same run. `stored` null: there is none.
 */
export function anchorFreshBaseline(
  fresh: Baseline,
  stored: Baseline | null,
  config: Config,
  noise: NoiseRecord | null,
): { readonly baseline: Baseline; readonly drifts: readonly AnchorDrift[] } {
  // A run that is already stored must not become its own anchor.
  if (stored !== null && stored.provenance.runId === fresh.provenance.runId) return { baseline: stored, drifts: [] }
  const compared = stored === null ? [] : compareBaselines(stored, fresh, config, noise)
  const improved = new Set(
    compared.filter(({ verdict }) => verdict === 'improvement').map((item) => `${formatCaseId(item)}\0${item.metric}`),
  )
  return keepAnchors(fresh, stored, {
    gate: chooseGate(config, fresh.suite),
    minEffect: config.comparison.minEffect,
    isImproved: (id, metric) => improved.has(`${id}\0${metric}`),
  })
}

/** Compares the samples of a new baseline file with the samples that they replace. */
export function compareBaselines(
  before: Baseline,
  after: Baseline,
  config: Config,
  noise: NoiseRecord | null,
): Comparison[] {
  const cases = toHeadCases(after)
  const datasetSha256ByCase = new Map(cases.map(({ key, conditions }) => [formatCaseId(key), conditions.datasetSha256]))
  return compareWithBaseline({
    baseline: before,
    testbed: after.testbed,
    cases,
    gate: chooseGate(config, after.suite),
    policy: config.comparison,
    sessions: (key, metric) => listSessionSamples(noise, key, metric, datasetSha256ByCase.get(formatCaseId(key)) ?? ''),
  })
}

/** Noise needs at least two runs. */
const minRuns = 2

/** Adds the head runs of a record, including calibration twins, to the noise store; null when the run has none. */
export function addRunNoise(noise: NoiseRecord | null, record: RunRecord): NoiseRecord | null {
  // A run that was joined from several testbeds contributes its first testbed only.
  const { plan, datasets, trials } = selectMainPart(record)
  const heads = plan.cases.filter((planned) => planned.revision === 'head')
  const groups = Map.groupBy(heads, ({ key, dataset }) => `${formatCaseId(buildNoiseKey(key))} ${dataset}`)
  const fresh = [...groups.values()].flatMap((cases): FreshNoise[] => {
    const [first] = cases
    const datasetSha256 = first ? findDatasetSha256(first.dataset, datasets) : null
    // Reused samples belong to the session that took them.
    const own = trials.filter(
      (trial) => trial.cachedFromRun === null && isCounted(trial) && cases.some(({ id }) => id === trial.caseId),
    )
    if (!first || datasetSha256 === null || own.length < minRuns) return []
    const metrics = collectMeasurements(own).map(({ metric, samples }) => ({ ...metric, samples }))
    return [{ ...buildNoiseKey(first.key), datasetSha256, metrics }]
  })
  if (fresh.length === 0) return null
  return addSessions(noise, record.testbed, fresh, {
    recordedAt: record.finishedAt ?? record.startedAt,
    runId: record.runId,
    commit: record.revisions.find((revision) => revision.label === 'head')?.commit ?? unknownCommit,
  })
}

/**
 * Merges a stored file that two refreshes changed, by testbed, suite and case. A change on one side only wins; a file
 * that one side removed and the other changed stays. Null: the file does not exist there.
 *
 * @throws UserError when both sides changed a file that is no baseline and no noise record, or no JSON of warpgauge
 */
export function mergeVersions({
  path,
  one,
  other,
  ancestor,
}: {
  readonly path: string
  readonly one: string | null
  readonly other: string | null
  readonly ancestor: string | null
}): string | null {
  if (one === other || other === ancestor) return one
  if (one === ancestor) return other
  if (one === null || other === null) return one ?? other
  if (!path.endsWith('.json'))
    throw new UserError(`${path} was changed on both sides`, 'Only baselines merge by themselves; merge it by hand.')
  if (path.endsWith(`/${noiseFile}`))
    return formatReviewedJson(mergeNoise(parseNoise(one, path), parseNoise(other, path)))
  return formatReviewedJson(mergeBaselines(parseBaseline(one, path), parseBaseline(other, path)))
}

/** Tracking settings of the config; the schema defaults when it has no `tracking` section. */
export function getTracking(config: Config): TrackingConfig {
  return config.tracking ?? tracking.parse({})
}

/** Rules that decide whether a change in the history is reported. */
export function buildTrackingRules(config: Config): TrackingRules {
  const { metrics, minEffect, openWhen, settledAfter } = getTracking(config)
  return { metrics, minEffect: minEffect ?? config.comparison.minEffect, openWhen, settledAfter }
}
