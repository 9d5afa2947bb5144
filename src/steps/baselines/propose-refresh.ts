import type { NoiseRecord } from '../../record/noise.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { RefreshProposal, Drift, LevelChange, ProposedFile } from '../../domain/baselines/baseline-anchor.ts'
import type { GitHub, ProposedPull } from '../../io/github/github.ts'
import { renderRefresh } from '../../reporters/refresh-pull-request.ts'
import type { RefreshTips } from './refreshed-store.ts'
import type { WrittenRefresh } from './write-refresh.ts'
import { formatCaseId, type CaseKey } from '../../domain/core/case.ts'
import { computeMedianLevels, selectGates } from '../../domain/verdict/gate.ts'
import { measureCreep } from '../../domain/history/creep.ts'
import { listSessionSamples } from '../../domain/noise/noise.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { compareBaselines, noiseFile } from '../../judging/baselines/baselines.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'
import type { BaselineCase, BaselineMetric, Baseline } from '../../record/baseline.ts'

const attempts = 5

/**
 * Opens or updates the refresh pull request. Its text describes every change on the branch, including those of other
 * refreshes. Repeats when the branch moves in the meantime. Null when the branch has no changes.
 */
export async function proposeRefresh(
  tips: WrittenRefresh,
  config: Config,
  gitHub: GitHub,
): Promise<ProposedPull | null> {
  if (tips.isMissing && !tips.hasWritten) return null
  let proposed: ProposedPull | null = null
  let tip: string | null = tips.tip
  for (let attempt = 1; attempt <= attempts && tip !== null; attempt++) {
    proposed = await updateProposal({ ...tips, tip }, config, gitHub)
    const now = await gitHub.findBranchTip(tips.branch)
    if (now === tip) return proposed
    tip = now
  }
  return proposed ?? (await gitHub.findProposal(tips.branch, tips.baseBranch))
}

async function updateProposal(
  { base, tip, branch, baseBranch }: RefreshTips,
  config: Config,
  gitHub: GitHub,
): Promise<ProposedPull | null> {
  const { mergeBase, files } = await gitHub.compareCommits(base, tip)
  const directory = `${config.comparison.baselines}/`
  const paths = files.filter((path) => path.startsWith(directory) && path.endsWith('.json')).toSorted()
  if (paths.length === 0) return null
  const sides = { before: mergeBase, after: tip }
  const text = renderRefresh(await describeRefresh(paths, config, (side, path) => gitHub.readAt(sides[side], path)))
  const pull = await gitHub.openProposal(branch, baseBranch, text)
  if (pull.body !== text.body || pull.title !== text.title) await gitHub.updateProposal(pull.number, text)
  return pull
}

/** Reads a file before or after the change; null when it does not exist. */
type ReadVersion = (side: 'before' | 'after', path: string) => Promise<string | null>

const maxFiles = 40

/** Describes the first 40 changed files of the baseline store by their texts before and after; counts the others. */
export async function describeRefresh(
  paths: readonly string[],
  config: Config,
  read: ReadVersion,
): Promise<RefreshProposal> {
  const files: ProposedFile[] = []
  for (const path of paths.slice(0, maxFiles)) files.push(await describeFile(path, config, read))
  return { files, furtherFiles: Math.max(0, paths.length - maxFiles) }
}

async function describeFile(path: string, config: Config, read: ReadVersion): Promise<ProposedFile> {
  const [before, after] = [await read('before', path), await read('after', path)]
  const [testbedId = '', file = ''] = path.split('/').slice(-2)
  const suite = file.replace(/\.json$/u, '')
  const state = after === null ? 'removed' : before === null ? 'new' : 'changed'
  const plain = { path, testbedId, suite, state, provenance: null, samples: 0, cases: 0, levels: [] } as const
  if (after === null) return plain
  if (file === noiseFile) {
    const { cases } = parseNoise(after, path)
    const sessions = cases.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.sessions))
    return { ...plain, samples: sessions.flatMap((session) => session.samples).length, cases: cases.length }
  }
  const noisePath = path.replace(/[^/]*$/u, noiseFile)
  const noiseText = await read('after', noisePath)
  const noise = noiseText === null ? null : parseNoise(noiseText, noisePath)
  const stored = before === null ? null : parseBaseline(before, path)
  return { ...plain, ...describeBaseline(parseBaseline(after, path), { before: stored, config, noise }) }
}

type RefreshContext = {
  readonly before: Baseline | null
  readonly config: Config
  readonly noise: NoiseRecord | null
}

function describeBaseline(after: Baseline, context: RefreshContext) {
  const { before, config, noise } = context
  const { suite, cases, provenance } = after
  const compared = before === null ? [] : compareBaselines(before, after, config, noise)
  const gate = chooseGate(config, suite)
  const levels = cases.flatMap((item) => {
    const { benchmark, axes, metrics } = item
    const key = { suite, benchmark, axes }
    const id = formatCaseId(key)
    // Also for baselines that are not comparable, because readers want to see the old value.
    const stored = before?.cases.find((other) => formatCaseId({ ...other, suite: before.suite }) === id)
    const lost = selectGateMetrics(stored?.metrics ?? [], gate).filter(
      ({ name }) => !metrics.some((one) => one.name === name),
    )
    return [...selectGateMetrics(metrics, gate), ...lost].map((metric): LevelChange => {
      const { name, unit } = metric
      const samples = lost.includes(metric) ? [] : metric.samples
      const comparison = compared.find((other) => formatCaseId(other) === id && other.metric === name) ?? null
      const old = stored?.metrics.find((one) => one.name === name && one.unit === unit)?.samples ?? []
      return {
        ...key,
        metric: name,
        unit,
        before: comparison?.base?.median ?? (old.length === 0 ? null : computeMedian(old)),
        after: samples.length === 0 ? null : computeMedian(samples),
        comparison,
        drift: samples.length === 0 ? null : computeDrift(key, item, metric, context),
      }
    })
  })
  const samples = cases.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.samples)).length
  return { provenance, samples, cases: cases.length, levels }
}

function selectGateMetrics(metrics: readonly BaselineMetric[], gate: readonly string[]): BaselineMetric[] {
  const gates = selectGates(gate, computeMedianLevels(metrics))
  return metrics.filter(({ name, samples }) => gates.has(name) && samples.length > 0)
}

function computeDrift(
  key: CaseKey,
  { conditions }: BaselineCase,
  { name, anchor, betterWhen, samples }: BaselineMetric,
  { config, noise }: RefreshContext,
): Drift | null {
  if (!anchor || !(anchor.median > 0)) return null
  const effect = computeMedian(samples) / anchor.median - 1
  const sessions = listSessionSamples(noise, key, name, conditions.datasetSha256).map(computeMedian)
  const label = `${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`
  const { minEffect } = config.comparison
  const creep = measureCreep(sessions, { label, samples: [anchor.median] }, { minEffect, betterWhen })
  return {
    effect,
    isWorse: betterWhen === 'lower' ? effect > 0 : effect < 0,
    anchorCommit: anchor.commit,
    anchoredAt: anchor.recordedAt,
    creep: creep.interval === null ? null : creep.reason,
  }
}
