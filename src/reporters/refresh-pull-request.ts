import type { LevelChange, ProposedFile, RefreshProposal } from '../domain/baselines/baseline-anchor.ts'
import { formatEffect, formatInterval, formatPair, formatValue } from '../domain/core/numbers.ts'
import { createList, createText, tabulate, type Block } from '../domain/report/block.ts'
import { joinContents, say, toCode, toLink, toOwnText, toStatus, type Content } from '../domain/report/content.ts'
import type { Provenance } from '../record/baseline.ts'
import { renderMarkdownBlocks } from './markdown/render.ts'
import { formatCommit, formatComparisonVerdict, formatOtherMedians, formatPlace } from './report/labels.ts'

/** Below GitHub's 65,536, in characters and in bytes. */
const maxBodyBytes = 60_000

/** A changed level with the testbed and the origin of its file. */
type ProposedLevel = LevelChange & { readonly testbedId: string; readonly provenance: Provenance | null }

/** Renders title and body of the pull request that proposes baselines: level changes, drift, provenance. */
export function renderRefresh({ files, furtherFiles }: RefreshProposal): {
  readonly title: string
  readonly body: string
} {
  const testbeds = [...new Set(files.map(({ testbedId }) => testbedId))]
  const title = `Refresh the performance baselines of ${testbeds.length === 1 ? testbeds.join() : `${testbeds.length} testbeds`}`
  const samples = files.reduce((sum, file) => sum + file.samples, 0)
  const count = files.length + furtherFiles
  const rest =
    furtherFiles === 0
      ? []
      : say` in the first ${files.length}. The other ${furtherFiles} are not described here, including their regressions: review them in the changed files`
  const levels = files.flatMap(({ levels: own, provenance, testbedId }) =>
    own.map((level): ProposedLevel => ({ ...level, testbedId, provenance })),
  )
  const blocks = [
    createText({
      title: say`Proposed baselines`,
      lead: [
        say`${count} changed ${count === 1 ? 'file' : 'files'}, ${samples} samples${rest}. After the merge, later runs are compared with them. warpgauge updates this pull request; commits of others on its branch stay.`,
      ],
    }),
    ...buildRegressions(levels),
    ...buildDrift(levels),
    ...buildLevels(levels),
    createList(files.map(formatFile), { title: say`Provenance`, importance: 4, noun: 'files' }),
  ]
  return { title, body: renderMarkdownBlocks(blocks, maxBodyBytes, 'the changed files') }
}

/** Lists regressions that merging would accept. Shown before everything else. */
function buildRegressions(levels: readonly ProposedLevel[]): Block[] {
  const rows = levels
    .filter(({ comparison }) => comparison?.verdict === 'regression')
    .map(
      (level) =>
        say`${formatLevelName(level)} ${toOwnText(formatEffect(level.comparison?.effect ?? null, level.unit))}. Reason: ${level.provenance?.reason ?? 'none'}`,
    )
  const title = say`${toStatus('🔴', 'Regressions that this accepts', 'bad')}`
  return rows.length === 0 ? [] : [createList(rows, { title, importance: 1, noun: 'regressions' })]
}

/** Lists drift: many small steps, none of which was a regression on its own. */
function buildDrift(levels: readonly ProposedLevel[]): Block[] {
  return tabulate(
    levels.flatMap(({ drift, ...level }) => (drift ? [{ ...level, ...drift }] : [])),
    {
      Case: formatLevelName,
      Metric: ({ metric }) => toCode(metric),
      '#Drift': ({ isWorse, effect, unit }) => say`${isWorse ? '▲' : '▽'} ${toOwnText(formatEffect(effect, unit))}`,
      Anchor: ({ anchorCommit, anchoredAt }) => say`${formatCommit(anchorCommit)} of ${anchoredAt.slice(0, 10)}`,
      'Evidence from sessions': ({ creep }) => (creep === null ? say`too few sessions` : creep),
    },
    {
      title: say`Drift since the anchor`,
      importance: 2,
      noun: 'metrics',
      lead: [say`A refresh does not move the anchor, so small steps add up against it.`],
    },
  )
}

function buildLevels(levels: readonly ProposedLevel[]): Block[] {
  const frame = { title: say`Levels of the gate metrics`, importance: 3, noun: 'levels' }
  if (levels.length === 0) return [createText(frame)]
  return tabulate(
    levels,
    {
      Case: formatLevelName,
      Metric: ({ metric }) => toCode(metric),
      '#Median, before → after': ({ before, after, unit, comparison }) => {
        if (before === null || after === null)
          return toOwnText(
            [before, after].map((level) => (level === null ? '–' : formatValue(level, unit))).join(' → '),
          )
        const [old, fresh] = formatPair(before, after, unit)
        const other = formatOtherMedians(comparison?.effect ?? null, unit, [before, after])
        return toOwnText(`${old} → ${fresh}${other}`)
      },
      '#Change': ({ comparison, unit }) => toOwnText(formatEffect(comparison?.effect ?? null, unit)),
      Interval: ({ comparison, unit }) => toOwnText(formatInterval(comparison?.interval ?? null, unit)),
      Verdict: ({ after, comparison }) => {
        if (comparison !== null) return formatComparisonVerdict(comparison.verdict)
        return after === null ? say`not measured` : say`new`
      },
    },
    frame,
  )
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
    say`commit ${formatCommit(commit)}`,
    say`run ${toCode(runId)}`,
    say`measured ${recordedAt.slice(0, 10)}`,
    say`by ${tool}`,
    say`config ${toCode(configSha256.slice(0, 12))}`,
    ...(rulesVersion === undefined ? [] : [say`rules ${toCode(rulesVersion)}`]),
    ...(workflowRunUrl === undefined ? [] : [toLink('workflow run', workflowRunUrl)]),
    say`reason: ${reason}`,
  ]
}

function formatLevelName(level: Pick<ProposedLevel, 'suite' | 'benchmark' | 'axes' | 'testbedId'>): Content {
  return say`${toCode(formatPlace(level))} on ${toCode(level.testbedId)}`
}
