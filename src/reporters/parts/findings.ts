import type { Finding, NextStep, Report } from '../../domain/verdict/report.ts'
import { code, command as toRun, say, status, type Content } from '../content.ts'
import { part, type Part } from '../part.ts'
import { firstFew } from './words.ts'

const kinds: Readonly<Record<Finding['kind'], { rank: number; label: Content }>> = {
  failed: { rank: 0, label: status('❌', 'failed', 'bad') },
  contaminated: { rank: 1, label: status('🟡', 'contaminated', 'unsure') },
  missing: { rank: 1, label: status('🟡', 'missing', 'unsure') },
  'not-tested': { rank: 2, label: status('⬜', 'not tested', 'quiet') },
  caution: { rank: 3, label: status('⚠️', 'caution', 'unsure') },
}

/** What was asked for and not measured, and what to take with care. Findings with one reason share a line. */
export function findings(report: Report): Part[] {
  const groups = [...Map.groupBy(report.findings, ({ kind, reason }) => `${kind}\0${gist(reason)}`).values()]
  if (groups.length === 0) return []
  const rows = groups.toSorted((a, b) => rankOf(a) - rankOf(b)).map((group) => [findingLine(group)])
  const title = titleOf(report.findings)
  return [part({ title, importance: 5, noun: 'findings', body: { kind: 'list', rows } })]
}

/** What to do next, as commands where there are any. */
export function nextSteps(report: Report): Part[] {
  if (report.nextSteps.length === 0) return []
  const rows = report.nextSteps.map((step) => [stepLine(step)])
  return [part({ title: say`What to do next`, importance: 6, noun: 'steps', body: { kind: 'list', rows } })]
}

function titleOf(found: readonly Finding[]): Content {
  const gaps = found.filter(({ kind }) => kind !== 'caution').length
  if (gaps === 0) return say`Take with care`
  return gaps === found.length ? say`What was not measured` : say`Not measured, or to be taken with care`
}

function findingLine(group: readonly Finding[]): Content {
  const [first] = group
  if (!first) return []
  const isSame = group.every(({ reason }) => reason === first.reason)
  const reason = isSame ? first.reason : gist(first.reason)
  return say`${kinds[first.kind].label}: ${firstFew(group.map(({ subject }) => code(subject)))}: ${reason}`
}

/** A reason without the example in brackets at its end, such as the path of a file. */
function gist(reason: string): string {
  return reason.replace(/ \([^()]*\)$/, '')
}

function stepLine({ text, command }: NextStep): Content {
  return command === null ? say`${text}.` : say`${text}:${toRun(command)}`
}

function rankOf([first]: readonly Finding[]): number {
  return first ? kinds[first.kind].rank : 0
}
