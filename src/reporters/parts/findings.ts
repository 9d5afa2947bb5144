import type { Finding, NextStep, Report } from '../../domain/verdict/report.ts'
import { toCode, toCommand as toRun, say, toStatus, type Content } from '../content.ts'
import { createPart, type Part } from '../part.ts'
import { joinFirst } from './labels.ts'

const kinds: Readonly<Record<Finding['kind'], { rank: number; label: Content }>> = {
  failed: { rank: 0, label: toStatus('❌', 'failed', 'bad') },
  contaminated: { rank: 1, label: toStatus('🟡', 'contaminated', 'unsure') },
  missing: { rank: 1, label: toStatus('🟡', 'missing', 'unsure') },
  'not-tested': { rank: 2, label: toStatus('⬜', 'not tested', 'quiet') },
  caution: { rank: 3, label: toStatus('⚠️', 'caution', 'unsure') },
}

/** Lists what was requested but not measured, and cautions. Findings with the same reason share a line. */
export function buildFindings(report: Report): Part[] {
  const groups = [...Map.groupBy(report.findings, ({ kind, reason }) => `${kind}\0${shortenReason(reason)}`).values()]
  if (groups.length === 0) return []
  const rows = groups.toSorted((a, b) => getRank(a) - getRank(b)).map((group) => [formatFinding(group)])
  const title = chooseTitle(report.findings)
  return [createPart({ title, importance: 5, noun: 'findings', body: { kind: 'list', rows } })]
}

/** Lists next steps, with commands where there are any. */
export function buildNextSteps(report: Report): Part[] {
  if (report.nextSteps.length === 0) return []
  const rows = report.nextSteps.map((step) => [formatStep(step)])
  return [createPart({ title: say`Next steps`, importance: 6, noun: 'steps', body: { kind: 'list', rows } })]
}

function chooseTitle(found: readonly Finding[]): Content {
  const gaps = found.filter(({ kind }) => kind !== 'caution').length
  if (gaps === 0) return say`Cautions`
  return gaps === found.length ? say`Not measured` : say`Not measured, and cautions`
}

function formatFinding(group: readonly Finding[]): Content {
  const [first] = group
  if (!first) return []
  const isSame = group.every(({ reason }) => reason === first.reason)
  const reason = isSame ? first.reason : shortenReason(first.reason)
  return say`${kinds[first.kind].label}: ${joinFirst(group.map(({ subject }) => toCode(subject)))}: ${reason}`
}

/** Drops the trailing example in parentheses, such as a file path, from a reason. */
function shortenReason(reason: string): string {
  return reason.replace(/ \([^()]*\)$/, '')
}

function formatStep({ text, command }: NextStep): Content {
  return command === null ? say`${text}.` : say`${text}:${toRun(command)}`
}

function getRank([first]: readonly Finding[]): number {
  return first ? kinds[first.kind].rank : 0
}
