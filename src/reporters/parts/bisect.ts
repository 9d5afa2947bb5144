import type { BisectAnswer, BisectEnding, BisectResult, BisectStep } from '../../domain/bisect/bisect-result.ts'
import type { LoggedCommit } from '../../domain/bisect/logged-commit.ts'
import type { BisectMark } from '../../domain/bisect/search-bisect.ts'
import { code, joined, say, status, type Content, type Tone } from '../content.ts'
import { formatEffect, formatInterval } from '../markdown/numbers.ts'
import { columns, part, type Part } from '../part.ts'
import { comparisonStatus } from './words.ts'

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

/** What a search came to, in the order in which it is read. Subjects and authors are text of strangers. */
export function bisectParts(result: BisectResult): Part[] {
  return [headline(result), ...suspects(result), evidence(result), howItWasAsked(result)]
}

function headline(result: BisectResult): Part {
  const { ending, sentence, culprit, answer } = result
  const lead = [
    ...(culprit ? [say`${commitLine(culprit)}, ${culprit.committedAt.slice(0, 10)}.`] : []),
    ...(answer && ending !== 'no-step' ? [answerLine(answer, result)] : []),
  ]
  return part({ title: say`${status(...endings[ending])} · Bisect: ${sentence}`, importance: 0, lead })
}

function answerLine({ effect, interval, runs, base }: BisectAnswer, { target, ending }: BisectResult): Content {
  const unit = target?.metric.unit ?? ''
  const sides = ending === 'found' ? say`beside ${code(base.slice(0, 12))}` : say`from end to end`
  return say`Effect ${sides}: ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) with ${runs[0]} and ${runs[1]} runs in turn.`
}

function suspects({ suspects: left, ending }: BisectResult): Part[] {
  if (left.length < 2 || ending === 'no-step') return []
  const rows = left.map((one) => [commitLine(one), one.mark === null ? say`not asked` : status(...marks[one.mark])])
  const body = { kind: 'table' as const, columns: columns('Commit', 'Answer'), rows }
  const lead = [say`The step is in one of these; the last of them has it for certain.`]
  return [part({ title: say`Suspects`, importance: 1, noun: 'commits', lead, body })]
}

function evidence({ steps, target }: BisectResult): Part {
  const rows = steps.map((step, index) => [
    say`${index + 1}`,
    stepName(step),
    status(...marks[step.mark]),
    answersOf(step, target?.metric.unit ?? ''),
    say`${step.reason}`,
  ])
  const body = {
    kind: 'table' as const,
    columns: columns('#Step', 'Commit', 'Answer', 'Effect (95 % interval)', 'Why'),
    rows,
  }
  const between = steps.some(({ isBetween }) => isBetween)
  const notes = between
    ? [say`A commit lay between the ends: there is more than one step, and the search followed the largest.`]
    : []
  return part({ title: say`Evidence`, importance: 2, noun: 'steps', body, notes })
}

function stepName({ kind, commit, isSaved }: BisectStep): Content {
  const id = code(commit.slice(0, 12))
  if (kind === 'ends') return say`${id} (bad end beside the good one)`
  if (kind === 'culprit') return say`${id} (beside the one before it)`
  return isSaved ? say`${id} (saved runs)` : id
}

function answersOf({ answers, commit }: BisectStep, unit: string): Content {
  if (answers.length === 0) return say`–`
  const texts = answers.map(({ base, head, verdict, effect, interval }) => {
    const sides = head === commit ? say`beside ${short(base)}` : say`of ${short(head)} beside it`
    return say`${comparisonStatus(verdict)} ${formatEffect(effect, unit)} (${formatInterval(interval, unit)}) ${sides}`
  })
  return joined(texts, '; ')
}

function short(commit: string): Content {
  return code(commit.slice(0, 7))
}

function howItWasAsked({ question, target, testbedId, commits }: BisectResult): Part {
  const { good, bad, isFirstParent, configPath, configSha256 } = question
  const walk = isFirstParent ? 'first parents only' : 'all parents'
  const lead = [
    say`Range: ${commits} commits after ${code(good.slice(0, 12))} up to ${code(bad.slice(0, 12))} (${walk}).`,
    say`Followed: ${target ? code(`${target.metric.name} of ${target.caseId}`, 300) : say`nothing`}, smallest change that counts ${target ? formatEffect(target.minEffect) : '–'}, on ${testbedId === null ? say`no testbed` : code(testbedId)}.`,
    say`Config: ${code(configPath)} (sha256 ${code(configSha256.slice(0, 12))}), the same for every commit.`,
  ]
  return part({ title: say`How it was asked`, importance: 3, lead })
}

function commitLine({ commit, subject, author }: Pick<LoggedCommit, 'commit' | 'subject' | 'author'>): Content {
  return say`${code(commit.slice(0, 12))} ${subject} (${author})`
}
