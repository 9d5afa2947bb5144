import type { Report } from '../../domain/verdict/report.ts'
import { joinContents, say, toStatus, type Content } from '../content.ts'
import { formatCount } from '../markdown/numbers.ts'
import { createPart, type Part } from '../part.ts'
import { toPlain } from '../terminal/plain.ts'
import { formatOverallVerdict } from './labels.ts'

/** Builds the headline: the verdict as a sentence, the number of results per verdict, and cautions. */
export function buildHeadline(report: Report): Part {
  return createPart({
    title: formatVerdictTitle(report),
    importance: 0,
    lead: [...formatCounts(report), ...listCautions(report)],
  })
}

/** Formats the verdict with the title of the config and the sentence, without repeating the verdict. */
export function formatVerdictTitle({
  verdict,
  title,
  sentence,
}: Pick<Report, 'verdict' | 'title' | 'sentence'>): Content {
  const label = formatOverallVerdict(verdict)
  const prefix = `${toPlain(label).toLowerCase()}: `
  return say`${label} · ${title}: ${sentence.startsWith(prefix) ? sentence.slice(prefix.length) : sentence}`
}

/** Cautions that may explain the verdict stand directly below it. */
function listCautions({ findings }: Report): Content[] {
  const prominent = findings.filter(({ isProminent }) => isProminent)
  return prominent.map(({ subject, reason }) => say`${toStatus('⚠️', 'Caution', 'unsure')}: ${subject} ${reason}.`)
}

function formatCounts({ counts, verdict }: Report): Content[] {
  const compared = [
    formatCounted(counts.regression, 'regression', 'regressions'),
    formatCounted(counts.tolerated, 'tolerated slowdown', 'tolerated slowdowns'),
    formatCounted(counts.improvement, 'improvement', 'improvements'),
    formatCounted(counts.unchanged, 'not slower', 'not slower'),
    formatCounted(counts.inconclusive, 'inconclusive', 'inconclusive'),
    formatCounted(counts['not comparable'], 'not comparable', 'not comparable'),
    formatCounted(counts.missing, 'missing', 'missing'),
  ].flat()
  const limits = [
    formatCounted(counts['requirements failed'], 'missed', 'missed'),
    formatCounted(counts['requirements not evaluated'], 'not evaluated', 'not evaluated'),
    formatCounted(counts['requirements passed'], 'met', 'met'),
  ].flat()
  const first = compared.length > 0 ? say`Compared: ${joinContents(compared, ' · ')}.` : say`Nothing was compared.`
  const second = limits.length > 0 ? say` Limits: ${joinContents(limits, ' · ')}.` : []
  // Without results the verdict sentence already states that nothing was judged.
  if (compared.length + limits.length === 0 && verdict !== 'pass') return []
  return [[...first, ...second]]
}

function formatCounted(count: number, one: string, many: string): Content[] {
  return count === 0 ? [] : [say`${formatCount(count)} ${count === 1 ? one : many}`]
}
