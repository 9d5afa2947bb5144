import type { BisectEnding, BisectResult, BisectStep, LoggedCommit } from '../domain/bisect/bisect-result.ts'
import type { BisectMark } from '../domain/bisect/search-bisect.ts'
import { formatEffect, formatInterval } from '../domain/core/numbers.ts'
import { createTable, createText, tabulate, toTable, type Block } from '../domain/report/block.ts'
import { joinContents, say, toCode, toStatus, type Content, type Tone } from '../domain/report/content.ts'
import { renderMarkdownBlocks } from './markdown/render.ts'
import { formatCommit, formatComparisonVerdict } from './report/labels.ts'
import { renderTerminalBlocks, type TerminalOptions } from './terminal.ts'

const endings: Readonly<Record<BisectEnding, readonly [string, string, Tone]>> = {
  found: ['🎯', 'Found', 'good'],
  unconfirmed: ['❔', 'Not confirmed', 'unsure'],
  range: ['❔', 'Narrowed down', 'unsure'],
  'no-step': ['⚪', 'No step', 'quiet'],
}

const marks: Readonly<Record<BisectMark, readonly [string, string, Tone]>> = {
  good: ['🟢', 'good', 'good'],
  bad: ['🔴', 'bad', 'bad'],
  skipped: ['⬜', 'could not be run', 'quiet'],
  undecided: ['🟡', 'undecided', 'unsure'],
}

/** Renders the result of a bisect as GitHub Markdown of at most `maxBytes` UTF-8 bytes. */
export function renderBisectMarkdown(result: BisectResult, maxBytes = 60_000): string {
  return `${renderMarkdownBlocks(buildBisectBlocks(result), maxBytes, 'bisect-report.json')}\n`
}

/** Renders the result of a bisect for a terminal. */
export function renderBisectTerminal(result: BisectResult, options: TerminalOptions): string {
  return renderTerminalBlocks(buildBisectBlocks(result), options)
}

/** Builds the blocks in reading order. Subjects and authors are untrusted text. */
function buildBisectBlocks(result: BisectResult): Block[] {
  const { ending, suspects } = result
  const suspected = tabulate(
    suspects.length < 2 || ending === 'no-step' ? [] : suspects,
    {
      Commit: formatCommitLine,
      Result: ({ mark }) => (mark === null ? say`not tested` : toStatus(...marks[mark])),
    },
    {
      title: say`Suspects`,
      importance: 1,
      noun: 'commits',
      lead: [say`One of these commits caused the step; the last one is certainly after it.`],
    },
  )
  return [buildHeadline(result), ...suspected, buildEvidence(result), buildQuestion(result)]
}

function buildHeadline({ ending, sentence, culprit, answer, target }: BisectResult): Block {
  const lead = culprit ? [say`${formatCommitLine(culprit)}, ${culprit.committedAt.slice(0, 10)}.`] : []
  if (answer && ending !== 'no-step') {
    const { effect, interval, runs, base } = answer
    const unit = target?.metric.unit ?? ''
    const sides = ending === 'found' ? say`vs ${toCode(base.slice(0, 12))}` : say`of the range`
    lead.push(
      say`Effect ${sides}: ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) with ${runs[0]} and ${runs[1]} interleaved runs.`,
    )
  }
  return createText({ title: say`${toStatus(...endings[ending])} · Bisect: ${sentence}`, lead })
}

function buildEvidence({ steps, target }: BisectResult): Block {
  const table = toTable(steps, {
    '#Step': (_, index) => String(index + 1),
    Commit: formatStep,
    Result: ({ mark }) => toStatus(...marks[mark]),
    'Effect (95 % interval)': (step) => formatAnswers(step, target?.metric.unit ?? ''),
    Reason: ({ reason }) => reason,
  })
  const note = say`A commit lies between the levels of both ends, so there is more than one step. The search followed the largest.`
  const notes = steps.some(({ isBetween }) => isBetween) ? [note] : []
  return createTable(table, { title: say`Evidence`, importance: 2, noun: 'steps', notes })
}

function formatStep({ kind, commit, isSaved }: BisectStep): Content {
  const id = toCode(commit.slice(0, 12))
  if (kind === 'ends') return say`${id} (bad end vs good end)`
  if (kind === 'culprit') return say`${id} (vs its parent)`
  return isSaved ? say`${id} (saved runs)` : id
}

function formatAnswers({ answers, commit }: BisectStep, unit: string): Content {
  if (answers.length === 0) return say`–`
  const texts = answers.map(({ base, head, verdict, effect, interval }) => {
    const sides = head === commit ? say`vs ${formatCommit(base)}` : say`for ${formatCommit(head)} vs it`
    return say`${formatComparisonVerdict(verdict)} ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) ${sides}`
  })
  return joinContents(texts, '; ')
}

function buildQuestion({ question, target, testbedId, commits }: BisectResult): Block {
  const { good, bad, isFirstParent, configPath, configSha256 } = question
  const walk = isFirstParent ? 'first parents only' : 'all parents'
  const lead = [
    say`Range: ${commits} commits after ${toCode(good.slice(0, 12))} up to ${toCode(bad.slice(0, 12))} (${walk}).`,
    say`Metric: ${target ? toCode(`${target.metric.name} of ${target.caseId}`, 300) : say`none`}, minimum effect ${target ? formatEffect(target.minEffect) : '–'}, on ${testbedId === null ? say`no testbed` : toCode(testbedId)}.`,
    say`Config: ${toCode(configPath)} (sha256 ${toCode(configSha256.slice(0, 12))}), the same for every commit.`,
  ]
  return createText({ title: say`Parameters`, importance: 3, lead })
}

function formatCommitLine({ commit, subject, author }: Pick<LoggedCommit, 'commit' | 'subject' | 'author'>): Content {
  return say`${toCode(commit.slice(0, 12))} ${subject} (${author})`
}
