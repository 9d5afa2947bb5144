import { chooseHeadlined, selectTitleReasons } from '../../domain/verdict/headlined.ts'
import type { Report, VerdictReason } from '../../domain/verdict/report.ts'
import { joinContents, say, toStatus, type Content } from '../content.ts'
import { formatCount, formatTransition } from '../markdown/numbers.ts'
import { createPart, type Part } from '../part.ts'
import { toPlain } from '../terminal/plain.ts'
import { selectImportant } from './findings.ts'
import { formatOverallVerdict } from './labels.ts'

/** Reasons that no other part of a report states. */
const ownReasons: readonly VerdictReason['code'][] = [
  'run-incomplete',
  'config-from-head',
  'dataset-from-head',
  'rules-changed',
  'not-judged',
]
const mostReasons = 3

/**
 * Builds the headline: the verdict as a sentence, the values behind its figure with the number of results per verdict,
 * reasons that the sentence has no space for, and important cautions.
 */
export function buildHeadline(report: Report): Part {
  const facts = [...formatHeadlined(report), ...formatCounts(report)]
  const remarks = [...formatOtherReasons(report), ...formatCautions(report)]
  return createPart({
    title: formatVerdictTitle(report),
    importance: 0,
    lead: facts.length > 0 ? [joinContents(facts, ' ')] : [],
    noun: 'remarks',
    body: remarks.length > 0 ? { kind: 'list', rows: remarks.map((remark) => [remark]) } : { kind: 'none' },
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

/** Formats the values of the headlined comparison, or the reason of the headlined limit. */
function formatHeadlined(report: Report): Content[] {
  const headlined = chooseHeadlined(report)
  if (headlined?.kind === 'limit') {
    const { id, reason } = headlined.item
    return reason === '' ? [] : [say`${id}: ${reason}.`]
  }
  const { base = null, head = null, unit = '', verdict } = headlined?.item ?? {}
  if (!base || !head) return []
  // The reason of an inconclusive comparison states the runs.
  const runs = verdict === 'inconclusive' ? [] : say` (${base.count} against ${head.count} runs)`
  return [say`Median ${formatTransition(base.median, head.median, unit)}${runs}.`]
}

function formatOtherReasons({ reasons }: Report): Content[] {
  const named = selectTitleReasons(reasons)
  const others = reasons.filter((reason) => ownReasons.includes(reason.code) && !named.includes(reason))
  const rest = others.length - mostReasons
  return [
    ...others.slice(0, mostReasons).map(({ text }) => say`${toStatus('🟡', 'not judged', 'unsure')}: ${text}.`),
    ...(rest > 0 ? [say`${formatCount(rest)} more reasons are in the JSON report.`] : []),
  ]
}

/** Cautions that may explain the verdict stand directly below it. */
function formatCautions(report: Report): Content[] {
  return selectImportant(report).map(
    ({ subject, reason }) => say`${toStatus('⚠️', 'caution', 'unsure')}: ${subject} ${reason}.`,
  )
}

/** Counts the results; omitted if the sentence of a pass already states them. */
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
  const isPlainPass = verdict === 'pass' && compared.length <= 1 && counts['requirements not evaluated'] === 0
  if (isPlainPass && counts['requirements failed'] === 0) return []
  if (compared.length + limits.length === 0) return []
  const first = compared.length > 0 ? [say`Compared: ${joinContents(compared, ' · ')}.`] : [say`Nothing was compared.`]
  return [...first, ...(limits.length > 0 ? [say`Limits: ${joinContents(limits, ' · ')}.`] : [])]
}

function formatCounted(count: number, one: string, many: string): Content[] {
  return count === 0 ? [] : [say`${formatCount(count)} ${count === 1 ? one : many}`]
}
