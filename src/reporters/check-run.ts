import type { Report } from '../domain/verdict/report.ts'
import { byteLength } from './markdown/budget.ts'
import { markdownDocument } from './markdown/document.ts'
import { verdictSentence } from './parts/headline.ts'
import { toPlain } from './terminal/plain.ts'
import type { Whereabouts } from './whereabouts.ts'

const maxTitleBytes = 255
/** GitHub takes 65,535; the sentences that say whose report it is come on top. */
const maxSummaryBytes = 62_000

/** The report as the output of a check run: the verdict in plain text as its title, the rest as Markdown. */
export function renderCheckRun(report: Report, whereabouts: Whereabouts): { title: string; summary: string } {
  return {
    title: cutToBytes(toPlain(verdictSentence(report)), maxTitleBytes),
    summary: markdownDocument(report, whereabouts, { maxBytes: maxSummaryBytes, fuller: 'the summary' }),
  }
}

function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text
  const characters = [...text].slice(0, maxBytes)
  while (byteLength(characters.join('')) + byteLength('…') > maxBytes) characters.pop()
  return `${characters.join('')}…`
}
