import { formatCaseId } from '../../domain/core/case.ts'
import type { Finding, NextStep, Report } from '../../domain/verdict/report.ts'
import { toCode, toCommand as toRun, say, toStatus, type Content } from '../content.ts'
import { createPart, type Part } from '../part.ts'
import { createCaseNamer, joinFirst } from './labels.ts'

const kinds: Readonly<Record<Finding['kind'], { rank: number; label: Content }>> = {
  failed: { rank: 0, label: toStatus('❌', 'failed', 'bad') },
  contaminated: { rank: 1, label: toStatus('🟡', 'contaminated', 'unsure') },
  missing: { rank: 1, label: toStatus('🟡', 'missing', 'unsure') },
  caution: { rank: 2, label: toStatus('⚠️', 'caution', 'unsure') },
  'not-tested': { rank: 3, label: toStatus('⬜', 'not tested', 'quiet') },
}
/** A missing baseline explains no figure, so it never displaces another finding. */
const leastRank = 4
const mostOpen = 4
const mostImportant = 3

/**
 * Lists what was requested but not measured, and cautions, the most important first. Findings with the same reason share
 * a line. Findings that the headline states are left out; those beyond the first four are folded.
 */
export function buildFindings(report: Report): Part[] {
  const important = selectImportant(report)
  const others = report.findings.filter((item) => !important.includes(item) && !isHeadlined(item.reason, report))
  const groups = [...Map.groupBy(others, ({ kind, reason }) => `${kind}\0${shortenReason(reason)}`).values()]
  const names = groups.length > 0 ? formatCaseNames(report) : new Map()
  const rows = groups.toSorted((a, b) => getRank(a) - getRank(b)).map((group) => [formatFinding(group, names)])
  const build = (shown: typeof rows, isFolded: boolean): Part[] => {
    const body = { kind: 'list', rows: shown } as const
    const title = isFolded ? say`More findings` : null
    return shown.length === 0 ? [] : [createPart({ title, importance: 5, noun: 'findings', isFolded, body })]
  }
  return [...build(rows.slice(0, mostOpen), false), ...build(rows.slice(mostOpen), true)]
}

/** Selects the findings that may explain the verdict, for the headline. */
export function selectImportant({ findings }: Report): readonly Finding[] {
  return findings.filter(({ isProminent }) => isProminent === true).slice(0, mostImportant)
}

/** Whether the headline of an inconclusive or failed run states this reason. */
function isHeadlined(reason: string, { sentence }: Report): boolean {
  return reason !== '' && sentence.includes(reason)
}

/** Lists next steps, with commands where there are any. */
export function buildNextSteps(report: Report): Part[] {
  if (report.nextSteps.length === 0) return []
  const rows = report.nextSteps.map((step) => [formatStep(step)])
  return [createPart({ title: say`Next steps`, importance: 6, noun: 'steps', body: { kind: 'list', rows } })]
}

/** Names by case id. */
function formatCaseNames(report: Report): ReadonlyMap<string, Content> {
  const { cases, comparisons, requirements, derived } = report
  const formatCase = createCaseNamer(report)
  return new Map(
    [...cases, ...comparisons, ...requirements, ...derived].map((key) => [formatCaseId(key), formatCase(key)]),
  )
}

function formatFinding(group: readonly Finding[], names: ReadonlyMap<string, Content>): Content {
  const [first] = group
  if (!first) return []
  const isSame = group.every(({ reason }) => reason === first.reason)
  const reason = isSame ? first.reason : shortenReason(first.reason)
  const subjects = group.map(({ subject }) => names.get(subject) ?? toCode(subject))
  return say`${kinds[first.kind].label}: ${joinFirst(subjects, '; ')}: ${reason}`
}

/** Drops the trailing example in parentheses, such as a file path, from a reason. */
function shortenReason(reason: string): string {
  return reason.replace(/ \([^()]*\)$/, '')
}

function formatStep({ text, command }: NextStep): Content {
  return command === null ? say`${text}.` : say`${text}:${toRun(command)}`
}

function getRank([first]: readonly Finding[]): number {
  if (!first || first.isProminent === true) return 0
  return first.code === 'no-baseline' ? leastRank : kinds[first.kind].rank
}
