import { formatAxes } from '../domain/core/case.ts'
import type { Drift, LevelChange, ProposedFile, RefreshProposal } from '../domain/baselines/refresh-proposal.ts'
import { toCode, joinContents, toLink, say, toStatus, type Content } from './content.ts'
import { toBlock } from './markdown/blocks.ts'
import { fitBlocks } from './markdown/budget.ts'
import { formatEffect, formatInterval, formatPair, formatValue } from './markdown/numbers.ts'
import { createColumns, createPart, type Part } from './part.ts'
import { formatComparisonVerdict } from './parts/labels.ts'
import type { Provenance } from '../record/baseline.ts'

/** Below GitHub's 65,536, in characters and in bytes. */
const maxBodyBytes = 60_000

/** Renders title and body of the pull request that proposes baselines: level changes, drift, provenance. */
export function renderRefresh(proposal: RefreshProposal): { readonly title: string; readonly body: string } {
  const testbeds = [...new Set(proposal.files.map(({ testbedId }) => testbedId))]
  const title = `Refresh the performance baselines of ${testbeds.length === 1 ? testbeds.join() : `${testbeds.length} testbeds`}`
  const parts = [
    buildHeadline(proposal),
    ...buildRegressions(proposal),
    ...buildDrift(proposal),
    buildLevels(proposal),
    ...buildFiles(proposal),
  ]
  return { title, body: fitBlocks(parts.map(toBlock), maxBodyBytes, 'the changed files') }
}

function buildHeadline({ files: all, furtherFiles }: RefreshProposal): Part {
  const samples = all.reduce((sum, file) => sum + file.samples, 0)
  const count = all.length + furtherFiles
  return createPart({
    title: say`Proposed baselines`,
    importance: 0,
    lead: [
      say`${count} changed ${count === 1 ? 'file' : 'files'}, ${samples} samples. After the merge, later runs are compared with them. warpgauge updates this pull request; commits of others on its branch stay.`,
    ],
  })
}

/** Lists regressions that merging would accept. Shown before everything else. */
function buildRegressions(proposal: RefreshProposal): Part[] {
  const worse = listChanges(proposal).filter(({ level }) => level.comparison?.verdict === 'regression')
  if (worse.length === 0) return []
  const rows = worse.map(({ level, provenance }) => [
    say`${formatLevelName(level)} ${toOwnText(formatEffect(level.comparison?.effect ?? null, level.unit))}. Reason: ${provenance?.reason ?? 'none'}`,
  ])
  const title = say`${toStatus('🔴', 'Regressions that this accepts', 'bad')}`
  return [createPart({ title, importance: 1, noun: 'regressions', body: { kind: 'list', rows } })]
}

/** Lists drift: many small steps, none of which was a regression on its own. */
function buildDrift(proposal: RefreshProposal): Part[] {
  const rows = listChanges(proposal).flatMap(({ level }) => (level.drift ? [buildDriftRow(level, level.drift)] : []))
  if (rows.length === 0) return []
  return [
    createPart({
      title: say`Drift since the anchor`,
      importance: 2,
      noun: 'metrics',
      lead: [say`A refresh does not move the anchor, so small steps add up against it.`],
      body: {
        kind: 'table',
        columns: createColumns('Case', 'Metric', '#Drift', 'Anchor', 'Evidence from sessions'),
        rows,
      },
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

function buildLevels(proposal: RefreshProposal): Part {
  const rows = listChanges(proposal).map(({ level }) => buildLevelRow(level))
  const titles = ['Case', 'Metric', '#Median, before → after', '#Change', 'Interval', 'Verdict']
  const body =
    rows.length > 0
      ? ({ kind: 'table', columns: createColumns(...titles), rows } as const)
      : ({ kind: 'none' } as const)
  return createPart({ title: say`Levels of the gate metrics`, importance: 3, noun: 'levels', body })
}

function buildLevelRow(level: LevelChange): Content[] {
  const { before, after, unit, comparison } = level
  const [old, fresh] = before === null ? ['–', formatValue(after, unit)] : formatPair(before, after, unit)
  return [
    formatLevelName(level),
    toCode(level.metric),
    say`${toOwnText(old)} → ${toOwnText(fresh)}`,
    toOwnText(formatEffect(comparison?.effect ?? null, unit)),
    toOwnText(formatInterval(comparison?.interval ?? null, unit)),
    comparison === null ? say`new` : formatComparisonVerdict(comparison.verdict),
  ]
}

function buildFiles({ files: all }: RefreshProposal): Part[] {
  const rows = all.map((file) => [formatFile(file)])
  return [createPart({ title: say`Provenance`, importance: 4, noun: 'files', body: { kind: 'list', rows } })]
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

function formatLevelName({ suite, benchmark, axes, ...rest }: LevelChange & { readonly testbedId?: string }): Content {
  const name = [`${suite}/${benchmark}`, formatAxes(axes)].filter((text) => text !== '').join(' ')
  return rest.testbedId === undefined ? toCode(name) : say`${toCode(name)} on ${toCode(rest.testbedId)}`
}

/** Marks text that consists of trusted words and digits. */
function toOwnText(text: string): Content {
  return [{ style: 'ours', text }]
}
