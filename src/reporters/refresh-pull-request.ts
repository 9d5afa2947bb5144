import type { Provenance } from '../domain/baselines/baseline.ts'
import { axesText } from '../domain/core/case.ts'
import type { Drift, LevelChange, ProposedFile, RefreshProposal } from '../domain/baselines/refresh-proposal.ts'
import { code, joined, link, say, status, type Content } from './content.ts'
import { blockOf } from './markdown/blocks.ts'
import { fitBlocks } from './markdown/budget.ts'
import { formatEffect, formatInterval, formatPair, formatValue } from './markdown/numbers.ts'
import { columns, part, type Part } from './part.ts'
import { comparisonStatus } from './parts/words.ts'

/** Below GitHub's 65,536, whether it counts characters or bytes. */
const maxBodyBytes = 60_000

/** Title and text of the pull request that proposes baselines: what it changes, what has crept, where it comes from. */
export function renderRefresh(proposal: RefreshProposal): { readonly title: string; readonly body: string } {
  const testbeds = [...new Set(proposal.files.map(({ testbedId }) => testbedId))]
  const title = `Refresh the performance baselines of ${testbeds.length === 1 ? testbeds.join() : `${testbeds.length} testbeds`}`
  const parts = [headline(proposal), ...bakedIn(proposal), ...crept(proposal), levels(proposal), ...files(proposal)]
  return { title, body: fitBlocks(parts.map(blockOf), maxBodyBytes, 'the changed files') }
}

function headline({ files: all, furtherFiles }: RefreshProposal): Part {
  const samples = all.reduce((sum, file) => sum + file.samples, 0)
  const count = all.length + furtherFiles
  return part({
    title: say`New baselines to agree to`,
    importance: 0,
    lead: [
      say`${count} changed ${count === 1 ? 'file' : 'files'}, ${samples} samples. Once merged, every later run is judged by them. warpgauge keeps this one pull request up to date; what others push to its branch stays.`,
    ],
  })
}

/** What the refresh would make acceptable comes before everything else. */
function bakedIn(proposal: RefreshProposal): Part[] {
  const worse = changesOf(proposal).filter(({ level }) => level.comparison?.verdict === 'regression')
  if (worse.length === 0) return []
  const rows = worse.map(({ level, provenance }) => [
    say`${levelName(level)} ${ours(formatEffect(level.comparison?.effect ?? null, level.unit))}. Reason given: ${provenance?.reason ?? 'none'}`,
  ])
  const title = say`${status('🔴', 'Regressions that this bakes in', 'bad')}`
  return [part({ title, importance: 1, noun: 'regressions', body: { kind: 'list', rows } })]
}

/** Many small steps, none of which was a regression by itself. */
function crept(proposal: RefreshProposal): Part[] {
  const rows = changesOf(proposal).flatMap(({ level }) => (level.drift ? [driftRow(level, level.drift)] : []))
  if (rows.length === 0) return []
  return [
    part({
      title: say`Drift since the anchor`,
      importance: 2,
      noun: 'metrics',
      lead: [say`The anchor is the level that no refresh moves by itself: small steps add up against it.`],
      body: { kind: 'table', columns: columns('Case', 'Metric', '#Drift', 'Anchor', 'What the sessions tell'), rows },
    }),
  ]
}

function driftRow(level: LevelChange, drift: Drift): Content[] {
  return [
    levelName(level),
    code(level.metric),
    say`${drift.isWorse ? '▲' : '▽'} ${ours(formatEffect(drift.effect, level.unit))}`,
    say`${code(drift.anchorCommit.slice(0, 7))} of ${drift.anchoredAt.slice(0, 10)}`,
    drift.creep === null ? say`too few sessions` : say`${drift.creep}`,
  ]
}

function levels(proposal: RefreshProposal): Part {
  const rows = changesOf(proposal).map(({ level }) => levelRow(level))
  const titles = ['Case', 'Metric', '#Median, before → after', '#Change', 'Interval', 'Verdict']
  const body =
    rows.length > 0 ? ({ kind: 'table', columns: columns(...titles), rows } as const) : ({ kind: 'none' } as const)
  return part({ title: say`Levels of the gate metrics`, importance: 3, noun: 'levels', body })
}

function levelRow(level: LevelChange): Content[] {
  const { before, after, unit, comparison } = level
  const [old, fresh] = before === null ? ['–', formatValue(after, unit)] : formatPair(before, after, unit)
  return [
    levelName(level),
    code(level.metric),
    say`${ours(old)} → ${ours(fresh)}`,
    ours(formatEffect(comparison?.effect ?? null, unit)),
    ours(formatInterval(comparison?.interval ?? null, unit)),
    comparison === null ? say`new` : comparisonStatus(comparison.verdict),
  ]
}

function files({ files: all }: RefreshProposal): Part[] {
  const rows = all.map((file) => [fileLine(file)])
  return [part({ title: say`Where it comes from`, importance: 4, noun: 'files', body: { kind: 'list', rows } })]
}

function fileLine(file: ProposedFile): Content {
  const { path, state, provenance, samples, cases } = file
  if (state === 'removed') return say`${code(path)}: removed, because its testbed no longer exists`
  const size = say`${code(path)} (${state}): ${samples} samples of ${cases} ${cases === 1 ? 'case' : 'cases'}`
  return provenance === null ? size : say`${size}, ${joined(provenanceParts(provenance), ', ')}`
}

function provenanceParts(provenance: Provenance): Content[] {
  const { commit, runId, recordedAt, tool, configSha256, rulesVersion, workflowRunUrl, reason } = provenance
  return [
    say`commit ${code(commit.slice(0, 7))}`,
    say`run ${code(runId)}`,
    say`measured ${recordedAt.slice(0, 10)}`,
    say`by ${tool}`,
    say`config ${code(configSha256.slice(0, 12))}`,
    ...(rulesVersion === undefined ? [] : [say`rules ${code(rulesVersion)}`]),
    ...(workflowRunUrl === undefined ? [] : [link('workflow run', workflowRunUrl)]),
    say`reason: ${reason}`,
  ]
}

function changesOf({ files: all }: RefreshProposal) {
  return all.flatMap(({ levels: own, provenance, testbedId }) =>
    own.map((level) => ({ level: { ...level, testbedId }, provenance })),
  )
}

function levelName({ suite, benchmark, axes, ...rest }: LevelChange & { readonly testbedId?: string }): Content {
  const name = [`${suite}/${benchmark}`, axesText(axes)].filter((text) => text !== '').join(' ')
  return rest.testbedId === undefined ? code(name) : say`${code(name)} on ${code(rest.testbedId)}`
}

/** Text made of digits and words of ours alone. */
function ours(text: string): Content {
  return [{ style: 'ours', text }]
}
