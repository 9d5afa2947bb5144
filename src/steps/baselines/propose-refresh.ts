import type { NoiseRecord } from '../../record/noise.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { RefreshProposal, Drift, LevelChange, ProposedFile } from '../../domain/baselines/baseline-anchor.ts'
import type { GitHub, ProposedPull, PullText } from '../../io/github/github.ts'
import type { RefreshTips } from './write-refresh.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { computeMedianLevels, selectGates } from '../../domain/verdict/gate.ts'
import { measureCreep } from '../../domain/history/creep.ts'
import { listSessionSamples } from '../../domain/noise/noise.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { chooseGate } from '../../suites/choose-gate.ts'
import { compareBaselines, noiseFile } from '../../judging/baselines/baselines.ts'
import { parseNoise, parseBaseline } from '../../config/records/parse-records.ts'
import type { BaselineCase, BaselineMetric, Baseline } from '../../record/baseline.ts'

type ProposalRequest = {
  readonly tips: RefreshTips
  readonly hasWritten: boolean
  readonly directory: string
  readonly config: Config
  readonly render: (proposal: RefreshProposal) => PullText
}

const attempts = 5

/**
 * Opens or updates the refresh pull request. Its text describes every change on the branch, including those of other
 * refreshes. Repeats when the branch moves in the meantime. Null when the branch has no changes.
 */
export async function proposeRefresh(request: ProposalRequest, gitHub: GitHub): Promise<ProposedPull | null> {
  const { branch, baseBranch } = request.tips
  let proposed: ProposedPull | null = null
  if (request.tips.isMissing && !request.hasWritten) return null
  let tip: string | null = request.tips.tip
  for (let attempt = 1; attempt <= attempts && tip !== null; attempt++) {
    proposed = await updateProposal(request, tip, gitHub)
    const now = await gitHub.findBranchTip(branch)
    if (now === tip) return proposed
    tip = now
  }
  return proposed ?? (await gitHub.findProposal(branch, baseBranch))
}

async function updateProposal(request: ProposalRequest, tip: string, gitHub: GitHub): Promise<ProposedPull | null> {
  const { directory, config, tips } = request
  const { mergeBase, files } = await gitHub.compareCommits(tips.base, tip)
  const paths = files.filter((path) => path.startsWith(`${directory}/`) && path.endsWith('.json')).toSorted()
  if (paths.length === 0) return null
  const sides = { before: mergeBase, after: tip }
  const read = async (side: 'before' | 'after', path: string) => await gitHub.readAt(sides[side], path)
  const text = request.render(await describeRefresh(paths, config, read))
  const pull = await gitHub.openProposal(tips.branch, tips.baseBranch, text)
  if (pull.body !== text.body || pull.title !== text.title) await gitHub.updateProposal(pull.number, text)
  return pull
}

/** Reads a file before or after the change; null when it does not exist. */
type ReadVersion = (side: 'before' | 'after', path: string) => Promise<string | null>

const maxFiles = 40

/** Describes the changed files of the baseline store, from the texts before and after the change. */
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
  if (file === noiseFile) return { ...plain, ...countNoise(parseNoise(after, path)) }
  const folder = path.slice(0, path.lastIndexOf('/'))
  const noiseText = await read('after', `${folder}/${noiseFile}`)
  const noise = noiseText === null ? null : parseNoise(noiseText, `${folder}/${noiseFile}`)
  return {
    ...plain,
    ...describeBaseline(parseBaseline(after, path), { before: parseOptional(before, path), config, noise }),
  }
}

type RefreshContext = {
  readonly before: Baseline | null
  readonly config: Config
  readonly noise: NoiseRecord | null
}

function parseOptional(text: string | null, path: string): Baseline | null {
  return text === null ? null : parseBaseline(text, path)
}

function countNoise({ cases }: NoiseRecord): Pick<ProposedFile, 'samples' | 'cases'> {
  const sessions = cases.flatMap(({ metrics }) => metrics.flatMap((metric) => metric.sessions))
  return { samples: sessions.reduce((sum, session) => sum + session.samples.length, 0), cases: cases.length }
}

function describeBaseline(after: Baseline, around: RefreshContext) {
  const { before, config, noise } = around
  const compared = before === null ? [] : compareBaselines(before, after, config, noise)
  const gate = chooseGate(config, after.suite)
  const levels = after.cases.flatMap((item) => {
    const gates = selectGates(gate, computeMedianLevels(item.metrics))
    return item.metrics
      .filter(({ name, samples }) => gates.has(name) && samples.length > 0)
      .map((metric) => computeLevelChange({ after, item, metric }, compared, around))
  })
  const samples = after.cases.flatMap(({ metrics }) => metrics).reduce((sum, metric) => sum + metric.samples.length, 0)
  return { provenance: after.provenance, samples, cases: after.cases.length, levels }
}

type MetricLevel = { readonly after: Baseline; readonly item: BaselineCase; readonly metric: BaselineMetric }

function computeLevelChange(
  { after, item, metric }: MetricLevel,
  compared: readonly Comparison[],
  around: RefreshContext,
): LevelChange {
  const key = { suite: after.suite, benchmark: item.benchmark, axes: item.axes }
  const found =
    compared.find((other) => formatCaseId(other) === formatCaseId(key) && other.metric === metric.name) ?? null
  return {
    ...key,
    metric: metric.name,
    unit: metric.unit,
    before: found?.base?.median ?? findLevelBefore(formatCaseId(key), metric, around.before),
    after: computeMedian(metric.samples),
    comparison: found,
    drift: computeDrift({ after, item, metric }, around),
  }
}

/** Also for baselines that are not comparable, because readers want to see the old value. */
function findLevelBefore(id: string, { name, unit }: BaselineMetric, before: Baseline | null): number | null {
  const item = before?.cases.find((other) => formatCaseId({ suite: before.suite, ...other }) === id)
  const samples = item?.metrics.find((metric) => metric.name === name && metric.unit === unit)?.samples ?? []
  return samples.length === 0 ? null : computeMedian(samples)
}

function computeDrift({ after, item, metric }: MetricLevel, { config, noise }: RefreshContext): Drift | null {
  const { anchor, betterWhen } = metric
  if (!anchor || !(anchor.median > 0)) return null
  const effect = computeMedian(metric.samples) / anchor.median - 1
  const key = { suite: after.suite, benchmark: item.benchmark, axes: item.axes }
  const sessions = listSessionSamples(noise, key, metric.name, item.conditions.datasetSha256)
  const label = `${anchor.commit.slice(0, 7)} of ${anchor.recordedAt.slice(0, 10)}`
  const { minEffect } = config.comparison
  const creep = measureCreep(
    sessions.map(computeMedian),
    { label, samples: [anchor.median] },
    { minEffect, betterWhen },
  )
  return {
    effect,
    isWorse: betterWhen === 'lower' ? effect > 0 : effect < 0,
    anchorCommit: anchor.commit,
    anchoredAt: anchor.recordedAt,
    creep: creep.interval === null ? null : creep.reason,
  }
}
