import type {
  BisectAnswer,
  BisectEnding,
  BisectResult,
  BisectStep,
  LoggedCommit,
} from '../domain/bisect/bisect-result.ts'
import type { BisectMark } from '../domain/bisect/search-bisect.ts'
import { formatEffect, formatInterval } from '../domain/core/numbers.ts'
import { createTable, createText, type Block } from '../domain/report/block.ts'
import { joinContents, say, toCode, toStatus, type Content, type Tone } from '../domain/report/content.ts'
import { renderMarkdownBlocks } from './markdown/render.ts'
import { formatComparisonVerdict } from './report/labels.ts'
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
  return [buildHeadline(result), ...buildSuspects(result), buildEvidence(result), buildQuestion(result)]
}

function buildHeadline(result: BisectResult): Block {
  const { ending, sentence, culprit, answer } = result
  const lead = [
    ...(culprit ? [say`${formatCommitLine(culprit)}, ${culprit.committedAt.slice(0, 10)}.`] : []),
    ...(answer && ending !== 'no-step' ? [formatAnswer(answer, result)] : []),
  ]
  return createText({ title: say`${toStatus(...endings[ending])} · Bisect: ${sentence}`, lead })
}

function formatAnswer({ effect, interval, runs, base }: BisectAnswer, { target, ending }: BisectResult): Content {
  const unit = target?.metric.unit ?? ''
  const sides = ending === 'found' ? say`vs ${toCode(base.slice(0, 12))}` : say`of the range`
  return say`Effect ${sides}: ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) with ${runs[0]} and ${runs[1]} interleaved runs.`
}

function buildSuspects({ suspects, ending }: BisectResult): Block[] {
  if (suspects.length < 2 || ending === 'no-step') return []
  const rows = suspects.map((one) => [
    formatCommitLine(one),
    one.mark === null ? say`not tested` : toStatus(...marks[one.mark]),
  ])
  const lead = [say`One of these commits caused the step; the last one is certainly after it.`]
  return [createTable(['Commit', 'Result'], rows, { title: say`Suspects`, importance: 1, noun: 'commits', lead })]
}

function buildEvidence({ steps, target }: BisectResult): Block {
  const rows = steps.map((step, index) => [
    say`${index + 1}`,
    formatStep(step),
    toStatus(...marks[step.mark]),
    formatAnswers(step, target?.metric.unit ?? ''),
    say`${step.reason}`,
  ])
  const between = steps.some(({ isBetween }) => isBetween)
  const notes = between
    ? [
        say`A commit lies between the levels of both ends, so there is more than one step. The search followed the largest.`,
      ]
    : []
  const frame = { title: say`Evidence`, importance: 2, noun: 'steps', notes }
  return createTable(['#Step', 'Commit', 'Result', 'Effect (95 % interval)', 'Reason'], rows, frame)
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
    const sides = head === commit ? say`vs ${formatShortCommit(base)}` : say`for ${formatShortCommit(head)} vs it`
    return say`${formatComparisonVerdict(verdict)} ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) ${sides}`
  })
  return joinContents(texts, '; ')
}

function formatShortCommit(commit: string): Content {
  return toCode(commit.slice(0, 7))
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
