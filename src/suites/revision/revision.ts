import type { SuiteConfig } from '../../config/schema/schema.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import { createUndecided, type Comparison } from '../../domain/verdict/comparison.ts'
import { toComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import { buildTable, toCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit } from '../figures.ts'
import { createSuite, explainUnresolved, type GridCase, type Point } from '../grid.ts'
import { explainAbsence, summarizeWallTime } from '../outcomes.ts'
import type { JudgeInput, SuiteFindings } from '../suite.ts'
import type { MeasuredOutcome } from '../../domain/trial/outcome.ts'

type RevisionInput = JudgeInput<SuiteConfig<'revision'>>
type RevisionCase = GridCase & { readonly label: string }
type RevisionPoint = Point<RevisionCase>

/** Plans interleaved runs of the head and fixed revisions, such as the tag v1.0, and judges their comparison. */
export const revision = createSuite<SuiteConfig<'revision'>, RevisionCase>({
  name: 'revision',

  listCases: ({ config, suite: { gpus, against, baseline }, revisions }) => [
    { label: 'head', gpus, axes: { gpus, revision: 'head' } },
    ...against
      .filter((label) => !config.revisions[label]?.declared)
      .map((label) => ({
        label,
        gpus,
        axes: { gpus, revision: label },
        planned: { revision: label, samplesFrom: baseline },
        problem: explainUnresolved(label, revisions),
      })),
  ],

  listPairs: ([head, ...others]) => (head ? others.map((other) => [head, other] as const) : []),

  lackingAxes: ({ suite: { gpus } }) => ({ gpus, revision: 'head' }),

  judge: ([head, ...others], input) => {
    const { against, gpus, minSpeedup, severity } = input.suite
    const parts = against.flatMap((label) => {
      const other = others.find((point) => point.label === label)
      if (head && other) return [compareWithRevision(head, other, input)]
      const declared = input.config.revisions[label]?.declared
      return head && declared ? [compareWithDeclared(head, label, declared)] : []
    })
    return {
      derived: parts.flatMap((part) => part.derived),
      requirements: against.flatMap((label) => {
        const limit = minSpeedup[label]
        if (limit === undefined) return []
        const more = { id: `SPEEDUP-${label}`, suite: 'revision', axes: { gpus, revision: label }, severity }
        return [buildLimit('speedup', '>=', limit, more)]
      }),
      comparisons: parts.flatMap((part) => part.comparisons),
      findings: parts.flatMap((part) => part.findings),
      sections: parts.flatMap((part) => part.sections),
    }
  },
})

type RevisionPart = Omit<SuiteFindings, 'requirements'>

/** Compares the head with one revision: comparisons by metric, the speed-up and a table by stage. */
function compareWithRevision(head: RevisionPoint, other: RevisionPoint, input: RevisionInput): RevisionPart {
  const { label, key, measured } = other
  const resolved = input.revisions.find((item) => item.label === label)
  const judged = input.comparisons.find(({ base, decisions }) => base.revision === label && decisions.length > 0)
  if (!head.measured || !measured || !judged) {
    const reason = resolved?.problem ?? explainNoComparison(head.measured ? other : head)
    const derived = [buildFigure(key, 'speedup', reason)]
    return { derived, comparisons: [reportAbsence(head, other, reason)], sections: [], findings: [] }
  }
  const commit = resolved?.commit ?? 'unknown'
  const reference = `${label} (${commit.slice(0, 7)})`
  const doubts = listConditionDifferences(
    getConditions(measured, label, input),
    getConditions(head.measured, 'head', input),
  )
  const comparisons = compareMetrics(judged, reference, doubts)
  const ratio = summarizeWallTime(measured).median / summarizeWallTime(head.measured).median
  // Because of other conditions or other answers.
  const wall = comparisons.find(({ metric }) => metric === wallTime.name)
  const doubt = wall?.verdict === 'not comparable' ? `not comparable: ${wall.reason}` : null
  // Against an older revision only gates count; its stages stay in the table.
  const isMergeBase = input.config.revisions[label]?.ref === 'merge-base'
  return {
    derived: [buildFigure(key, 'speedup', ratio, { reason: doubt, isSuspicious: doubt !== null })],
    comparisons: comparisons.filter((item) => isMergeBase || item.isGate),
    sections: [buildSection(label, reference, comparisons, doubt)],
    findings: listCacheCautions(measured, label),
  }
}

function explainNoComparison({ label, measured, outcome }: RevisionPoint): string {
  return `${label}: ${measured ? 'not interleaved with the head' : explainAbsence(outcome)}`
}

/** Different conditions make every metric "not comparable". */
function compareMetrics(judged: JudgedComparison, reference: string, doubts: readonly string[]): Comparison[] {
  const comparisons = toComparisons(judged, reference, judged.head.key.axes)
  const refusal = doubts.length > 0 ? createUndecided('not comparable', doubts.join('; ')) : {}
  return comparisons.map((item) => ({ ...item, ...refusal }))
}

/** A declared time gives a speed-up for information only, because the reference was not measured. */
function compareWithDeclared(
  { measured, outcome, key: { axes, ...key } }: RevisionPoint,
  label: string,
  { wallSeconds, source }: { readonly wallSeconds: number; readonly source: string },
): RevisionPart {
  const seconds = measured && summarizeWallTime(measured).median
  const value = seconds === null ? null : wallSeconds / seconds
  const reason = measured ? `declared: ${source}` : `head: ${explainAbsence(outcome)}`
  const heading = { id: `revision-${label}`, title: `Against ${label}`, notes: [`${label}: ${source}`] }
  const section = buildTable(
    heading,
    [label],
    [
      ['Reference', () => `${label} (declared, not measured)`],
      ['Declared time', () => toCell(wallSeconds, 's')],
      ['Head (median)', () => toCell(seconds, 's')],
      ['Speed-up', () => toCell(value, '×')],
    ],
  )
  const own = { ...key, axes: { ...axes, revision: label } }
  const derived = [buildFigure(own, 'speedup', value, { reason, isDeclared: true })]
  return { derived, comparisons: [], sections: [section], findings: [] }
}

/** Leaves out the command, which may differ between revisions on purpose. */
function getConditions({ planned, resultRows }: MeasuredOutcome, label: string, { datasets, identity }: RevisionInput) {
  const dataset = datasets.find((item) => item.name === planned.dataset)
  return {
    datasetSha256: dataset?.sha256 ?? '',
    sequences: dataset?.sequences ?? 0,
    command: [],
    resultRows,
    identity: identity[label] ?? {},
  }
}

/** Reports missing figures once, for the wall time, whichever metrics the gate names. */
function reportAbsence(head: RevisionPoint, other: RevisionPoint, reason: string): Comparison {
  const isUnfit = [head, other].every(
    ({ outcome }) => outcome?.status === 'measured' || outcome?.status === 'contaminated',
  )
  const { name: metric, unit, betterWhen } = wallTime
  const decision = createUndecided(isUnfit ? 'inconclusive' : 'missing', reason)
  return { ...other.key, metric, unit, betterWhen, reference: other.label, isGate: true, ...decision }
}

function buildSection(
  label: string,
  reference: string,
  comparisons: readonly Comparison[],
  doubt: string | null,
): Section {
  const rows = comparisons.flatMap(({ base, head, ...item }) => {
    if (!base || !head) return []
    const ratio = item.betterWhen === 'lower' ? base.median / head.median : head.median / base.median
    return [{ ...item, ratio, base: base.median, head: head.median }]
  })
  const heading = { id: `revision-${label}`, title: `Against ${label}`, notes: doubt === null ? [] : [doubt] }
  return buildTable(heading, rows, [
    ['Metric or stage', ({ metric }) => parseStageName(metric) ?? metric],
    [reference, ({ base, unit }) => toCell(base, unit)],
    ['Head', ({ head, unit }) => toCell(head, unit)],
    ['Speed-up', ({ ratio }) => (Number.isFinite(ratio) ? toCell(ratio, '×') : null)],
    ['Verdict', ({ verdict }) => verdict],
  ])
}

function listCacheCautions({ trials }: MeasuredOutcome, subject: string): Finding[] {
  const runs = [...new Set(trials.flatMap((trial) => trial.cachedFromRun ?? []))]
  if (runs.length === 0) return []
  const reason = `samples reused from run ${runs.join(', ')}: measured earlier, not interleaved with the head`
  return [{ kind: 'caution', subject, reason }]
}
