import type { Drift, LevelChange, ProposedFile, RefreshProposal } from '../domain/baselines/baseline-anchor.ts'
import { toCode, joinContents, toLink, toStatus, type Content, say, toOwnText } from '../domain/report/content.ts'
import { formatEffect, formatInterval, formatPair, formatValue } from '../domain/core/numbers.ts'
import { formatComparisonVerdict, formatOtherMedians, formatPlace } from './report/labels.ts'
import type { Provenance } from '../record/baseline.ts'
import { createList, createTable, createText, type Block } from '../domain/report/block.ts'
import { renderMarkdownBlocks } from './markdown/render.ts'

/** Below GitHub's 65,536, in characters and in bytes. */
const maxBodyBytes = 60_000

/** Renders title and body of the pull request that proposes baselines: level changes, drift, provenance. */
export function renderRefresh(proposal: RefreshProposal): { readonly title: string; readonly body: string } {
  const testbeds = [...new Set(proposal.files.map(({ testbedId }) => testbedId))]
  const title = `Refresh the performance baselines of ${testbeds.length === 1 ? testbeds.join() : `${testbeds.length} testbeds`}`
  const blocks = [
    buildHeadline(proposal),
    ...buildRegressions(proposal),
    ...buildDrift(proposal),
    buildLevels(proposal),
    buildFiles(proposal),
  ]
  return { title, body: renderMarkdownBlocks(blocks, maxBodyBytes, 'the changed files') }
}

function buildHeadline({ files: all, furtherFiles }: RefreshProposal): Block {
  const samples = all.reduce((sum, file) => sum + file.samples, 0)
  const count = all.length + furtherFiles
  return createText({
    title: say`Proposed baselines`,
    lead: [
      say`${count} changed ${count === 1 ? 'file' : 'files'}, ${samples} samples. After the merge, later runs are compared with them. warpgauge updates this pull request; commits of others on its branch stay.`,
    ],
  })
}

/** Lists regressions that merging would accept. Shown before everything else. */
function buildRegressions(proposal: RefreshProposal): Block[] {
  const worse = listChanges(proposal).filter(({ level }) => level.comparison?.verdict === 'regression')
  if (worse.length === 0) return []
  const rows = worse.map(
    ({ level, provenance }) =>
      say`${formatLevelName(level)} ${toOwnText(formatEffect(level.comparison?.effect ?? null, level.unit))}. Reason: ${provenance?.reason ?? 'none'}`,
  )
  const title = say`${toStatus('🔴', 'Regressions that this accepts', 'bad')}`
  return [createList(rows, { title, importance: 1, noun: 'regressions' })]
}

/** Lists drift: many small steps, none of which was a regression on its own. */
function buildDrift(proposal: RefreshProposal): Block[] {
  const rows = listChanges(proposal).flatMap(({ level }) => (level.drift ? [buildDriftRow(level, level.drift)] : []))
  if (rows.length === 0) return []
  return [
    createTable(['Case', 'Metric', '#Drift', 'Anchor', 'Evidence from sessions'], rows, {
      title: say`Drift since the anchor`,
      importance: 2,
      noun: 'metrics',
      lead: [say`A refresh does not move the anchor, so small steps add up against it.`],
    }),
  ]
}

function buildDriftRow(level: LevelChange, drift: Drift): Content[] {
  return [
    formatLevelName(level),
    toCode(level.metric),
    say`${drift.isWorse ? '▲' : '▽'} ${toOwnText(formatEffect(drift.effect, level.unit))}`,
    say`${toCode(drift.anchorCommit.slice(0, 7))} of ${drift.anchoredAt.slice(0, 10)}`,
    drift.creep === null ? say`too few sessions` : say`${drift.creep}`,
  ]
}

function buildLevels(proposal: RefreshProposal): Block {
  const rows = listChanges(proposal).map(({ level }) => buildLevelRow(level))
  const titles = ['Case', 'Metric', '#Median, before → after', '#Change', 'Interval', 'Verdict']
  const frame = { title: say`Levels of the gate metrics`, importance: 3, noun: 'levels' }
  return rows.length > 0 ? createTable(titles, rows, frame) : createText(frame)
}

function buildLevelRow(level: LevelChange): Content[] {
  const { before, after, unit, comparison } = level
  const [old, fresh] = before === null ? ['–', formatValue(after, unit)] : formatPair(before, after, unit)
  const other = before === null ? '' : formatOtherMedians(comparison?.effect ?? null, unit, [before, after])
  return [
    formatLevelName(level),
    toCode(level.metric),
    say`${toOwnText(old)} → ${toOwnText(`${fresh}${other}`)}`,
    toOwnText(formatEffect(comparison?.effect ?? null, unit)),
    toOwnText(formatInterval(comparison?.interval ?? null, unit)),
    comparison === null ? say`new` : formatComparisonVerdict(comparison.verdict),
  ]
}

function buildFiles({ files }: RefreshProposal): Block {
  return createList(files.map(formatFile), { title: say`Provenance`, importance: 4, noun: 'files' })
}

function formatFile(file: ProposedFile): Content {
  const { path, state, provenance, samples, cases } = file
  if (state === 'removed') return say`${toCode(path)}: removed, because its testbed no longer exists`
  const size = say`${toCode(path)} (${state}): ${samples} samples of ${cases} ${cases === 1 ? 'case' : 'cases'}`
  return provenance === null ? size : say`${size}, ${joinContents(listProvenance(provenance), ', ')}`
}

function listProvenance(provenance: Provenance): Content[] {
  const { commit, runId, recordedAt, tool, configSha256, rulesVersion, workflowRunUrl, reason } = provenance
  return [
    say`commit ${toCode(commit.slice(0, 7))}`,
    say`run ${toCode(runId)}`,
    say`measured ${recordedAt.slice(0, 10)}`,
    say`by ${tool}`,
    say`config ${toCode(configSha256.slice(0, 12))}`,
    ...(rulesVersion === undefined ? [] : [say`rules ${toCode(rulesVersion)}`]),
    ...(workflowRunUrl === undefined ? [] : [toLink('workflow run', workflowRunUrl)]),
    say`reason: ${reason}`,
  ]
}

function listChanges({ files: all }: RefreshProposal) {
  return all.flatMap(({ levels: own, provenance, testbedId }) =>
    own.map((level) => ({ level: { ...level, testbedId }, provenance })),
  )
}

function formatLevelName(level: LevelChange & { readonly testbedId?: string }): Content {
  const name = toCode(formatPlace(level))
  return level.testbedId === undefined ? name : say`${name} on ${toCode(level.testbedId)}`
}
