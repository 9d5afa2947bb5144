import type { Report } from '../../domain/verdict/report.ts'
import { joined, say, status, type Content } from '../content.ts'
import { formatCount } from '../markdown/numbers.ts'
import { part, type Part } from '../part.ts'
import { toPlain } from '../terminal/plain.ts'
import { overallStatus } from './words.ts'

/** The verdict as a sentence, how many of each there are, and how small a change would have been seen. */
export function headline(report: Report): Part {
  return part({ title: verdictSentence(report), importance: 0, lead: [...countsLine(report), ...cautions(report)] })
}

export function verdictSentence({ verdict, title, sentence }: Pick<Report, 'verdict' | 'title' | 'sentence'>): Content {
  const label = overallStatus(verdict)
  const said = `${toPlain(label).toLowerCase()}: `
  return say`${label} · ${title}: ${sentence.startsWith(said) ? sentence.slice(said.length) : sentence}`
}

/** What may explain the verdict has to be read before it is believed. */
function cautions({ findings }: Report): Content[] {
  const prominent = findings.filter(({ isProminent }) => isProminent)
  return prominent.map(({ subject, reason }) => say`${status('⚠️', 'Caution', 'unsure')}: ${subject} ${reason}.`)
}

function countsLine({ counts, verdict }: Report): Content[] {
  const compared = [
    counted(counts.regression, 'regression', 'regressions'),
    counted(counts.tolerated, 'tolerated slowdown', 'tolerated slowdowns'),
    counted(counts.improvement, 'improvement', 'improvements'),
    counted(counts.unchanged, 'not slower', 'not slower'),
    counted(counts.inconclusive, 'inconclusive', 'inconclusive'),
    counted(counts['not comparable'], 'not comparable', 'not comparable'),
    counted(counts.missing, 'missing', 'missing'),
  ].flat()
  const limits = [
    counted(counts['requirements failed'], 'missed', 'missed'),
    counted(counts['requirements not evaluated'], 'not evaluated', 'not evaluated'),
    counted(counts['requirements passed'], 'met', 'met'),
  ].flat()
  const first = compared.length > 0 ? say`Compared: ${joined(compared, ' · ')}.` : say`Nothing was compared.`
  const second = limits.length > 0 ? say` Limits: ${joined(limits, ' · ')}.` : []
  // The sentence above says already that there was nothing to judge by.
  if (compared.length + limits.length === 0 && verdict !== 'pass') return []
  return [[...first, ...second]]
}

function counted(count: number, one: string, many: string): Content[] {
  return count === 0 ? [] : [say`${formatCount(count)} ${count === 1 ? one : many}`]
}
