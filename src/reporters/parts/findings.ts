import type { Finding, NextStep, Report } from '../../domain/report.ts'
import { code, say, status, type Content } from '../content.ts'
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
  const groups = [...Map.groupBy(report.findings, ({ kind, reason }) => `${kind}\0${reason}`).values()]
  if (groups.length === 0) return []
  const rows = groups.toSorted((a, b) => rankOf(a) - rankOf(b)).map((group) => [findingLine(group)])
  const isGap = report.findings.some((finding) => finding.kind !== 'caution')
  const title = isGap ? say`What was not measured` : say`Take with care`
  return [part({ title, importance: 5, noun: 'findings', body: { kind: 'list', rows } })]
}

/** What to do next, as commands where there are any. */
export function nextSteps(report: Report): Part[] {
  if (report.nextSteps.length === 0) return []
  const rows = report.nextSteps.map((step) => [stepLine(step)])
  return [part({ title: say`Next steps`, importance: 6, noun: 'steps', body: { kind: 'list', rows } })]
}

function findingLine(group: readonly Finding[]): Content {
  const [first] = group
  if (!first) return []
  return say`${kinds[first.kind].label}: ${firstFew(group.map(({ subject }) => code(subject)))}: ${first.reason}`
}

function stepLine({ text, command }: NextStep): Content {
  return command === null ? say`${text}` : say`${text}: ${code(command, 500)}`
}

function rankOf([first]: readonly Finding[]): number {
  return first ? kinds[first.kind].rank : 0
}
