import type { Report } from '../../domain/report.ts'
import { joined, say, type Content } from '../content.ts'
import { formatCount } from '../markdown/numbers.ts'
import { part, type Part } from '../part.ts'
import { overallStatus } from './words.ts'

/** The verdict as a sentence, and how many of each there are. */
export function headline(report: Report): Part {
  return part({ title: verdictSentence(report), importance: 0, lead: [countsLine(report.counts)] })
}

export function verdictSentence(report: Report): Content {
  return say`${overallStatus(report.verdict)} · ${report.title}: ${report.sentence}`
}

function countsLine(counts: Report['counts']): Content {
  const compared = [
    counted(counts.regression, 'regression', 'regressions'),
    counted(counts.improvement, 'improvement', 'improvements'),
    counted(counts.unchanged, 'unchanged', 'unchanged'),
    counted(counts.inconclusive, 'inconclusive', 'inconclusive'),
    counted(counts['not comparable'], 'not comparable', 'not comparable'),
    counted(counts.missing, 'missing', 'missing'),
  ].flat()
  const comparisons = compared.length > 0 ? joined(compared, ' · ') : say`nothing was compared`
  return say`Comparisons: ${comparisons}. Requirements: ${requirementCounts(counts)}.`
}

function requirementCounts(counts: Report['counts']): Content {
  const parts = [
    counted(counts['requirements failed'], 'failed', 'failed'),
    counted(counts['requirements passed'], 'passed', 'passed'),
    counted(counts['requirements not evaluated'], 'not evaluated', 'not evaluated'),
  ].flat()
  return parts.length > 0 ? joined(parts, ' · ') : say`none were set`
}

function counted(count: number, one: string, many: string): Content[] {
  return count === 0 ? [] : [say`${formatCount(count)} ${count === 1 ? one : many}`]
}
