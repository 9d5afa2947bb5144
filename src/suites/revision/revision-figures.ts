import type { SuiteConfig } from '../../config/schema/schema.ts'
import { listConditionDifferences } from '../../domain/baselines/baseline.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { createUndecided, type Comparison } from '../../domain/verdict/comparison.ts'
import { toComparisons, type JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Cell, Finding, Section } from '../../domain/verdict/report.ts'
import { isMeasured, summarizeWallTime, explainAbsence, type MeasuredOutcome } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'

type RevisionConfig = SuiteConfig<'revision'>
type RevisionPart = {
  readonly derived: readonly DerivedValue[]
  readonly comparisons: readonly Comparison[]
  readonly sections: readonly Section[]
  readonly findings: readonly Finding[]
}
type CaseKeyBuilder = (label: string) => CaseKey

/** Compares the head with one revision: comparisons by metric, the speed-up and a table by stage. */
export function compareWithRevision(
  label: string,
  input: JudgeInput<RevisionConfig>,
  buildCaseKey: CaseKeyBuilder,
): RevisionPart {
  const declared = input.config.revisions[label]?.declared
  const head = findOutcome(input, 'head')
  if (declared) return compareWithDeclared(label, declared, head, buildCaseKey(label))
  const other = findOutcome(input, label)
  const resolved = input.revisions.find((item) => item.label === label)
  const judged = input.comparisons.find(({ base }) => base.revision === label)
  if (!isMeasured(head) || !isMeasured(other) || !judged || judged.decisions.length === 0) {
    const reason =
      resolved?.problem ?? (isMeasured(head) ? `${label}: ${explainAbsence(other)}` : `head: ${explainAbsence(head)}`)
    return withoutAnswer(label, reason, input, buildCaseKey)
  }
  return compareMeasured(label, { head, other, judged }, input, buildCaseKey)
}

function withoutAnswer(
  label: string,
  reason: string,
  input: JudgeInput<RevisionConfig>,
  buildCaseKey: CaseKeyBuilder,
): RevisionPart {
  return {
    derived: [buildSpeedup(buildCaseKey(label), null, reason)],
    comparisons: [withoutFigures(buildCaseKey(label), label, reason, input)],
    sections: [],
    findings: [],
  }
}

type MeasuredPair = {
  readonly head: MeasuredOutcome
  readonly other: MeasuredOutcome
  readonly judged: JudgedComparison
}

function compareMeasured(
  label: string,
  { head, other, judged }: MeasuredPair,
  input: JudgeInput<RevisionConfig>,
  buildCaseKey: CaseKeyBuilder,
): RevisionPart {
  const resolved = input.revisions.find((item) => item.label === label)
  const reference = `${label} (${resolved?.commit?.slice(0, 7) ?? 'unknown'})`
  const doubts = listConditionDifferences(getConditions(other, label, input), getConditions(head, 'head', input))
  const comparisons = compareMetrics(judged, reference, doubts, head.planned.key)
  const value = summarizeWallTime(other).median / summarizeWallTime(head).median
  const doubt = doubts.length > 0 ? `not comparable: ${doubts.join('; ')}` : null
  const speedup = { ...buildSpeedup(buildCaseKey(label), value, doubt), isSuspicious: doubts.length > 0 }
  return {
    derived: [speedup],
    comparisons: selectRelevant(comparisons, label, input),
    sections: [buildSection(label, reference, comparisons, speedup)],
    findings: listCacheCautions(other, label),
  }
}

/** Keeps all stages against the merge base, and only gates against an older revision; its stages stay in the table. */
function selectRelevant(
  comparisons: readonly Comparison[],
  label: string,
  { config }: JudgeInput<RevisionConfig>,
): Comparison[] {
  const isMergeBase = config.revisions[label]?.ref === 'merge-base'
  return comparisons.filter((item) => isMergeBase || item.isGate)
}

function findOutcome(input: JudgeInput<RevisionConfig>, label: string) {
  return input.outcomes.find((outcome) => outcome.planned.key.axes['revision'] === label)
}

function buildSpeedup(key: CaseKey, value: number | null, reason: string | null): DerivedValue {
  return { ...key, name: 'speedup', unit: '×', value, reason, interval: null, isSuspicious: false, isDeclared: false }
}

/** A declared time gives a speed-up for information only, because the reference was not measured. */
function compareWithDeclared(
  label: string,
  declared: { wallSeconds: number; source: string },
  head: ReturnType<typeof findOutcome>,
  key: CaseKey,
): RevisionPart {
  const value = isMeasured(head) ? declared.wallSeconds / summarizeWallTime(head).median : null
  const reason = isMeasured(head) ? `declared: ${declared.source}` : `head: ${explainAbsence(head)}`
  const speedup = { ...buildSpeedup(key, value, reason), isDeclared: true }
  const row: Cell[] = [
    `${label} (declared, not measured)`,
    { value: declared.wallSeconds, unit: 's' },
    head && isMeasured(head) ? { value: summarizeWallTime(head).median, unit: 's' } : null,
    value === null ? null : { value, unit: '×' },
  ]
  const section = {
    id: `revision-${label}`,
    title: `Against ${label}`,
    columns: ['Reference', 'Declared time', 'Head (median)', 'Speed-up'],
    rows: [row],
    notes: [`${label}: ${declared.source}`],
  }
  return { derived: [speedup], comparisons: [], sections: [section], findings: [] }
}

/** Leaves out the command, which may differ between revisions on purpose. */
function getConditions(outcome: MeasuredOutcome, label: string, input: JudgeInput<RevisionConfig>) {
  const dataset = input.datasets.find((item) => item.name === outcome.planned.dataset)
  const identity = input.identity[label] ?? {}
  return {
    datasetSha256: dataset?.sha256 ?? '',
    sequences: dataset?.sequences ?? 0,
    command: [],
    resultRows: outcome.resultRows,
    identity,
  }
}

/** Different conditions make every metric "not comparable". */
function compareMetrics(
  judged: JudgedComparison,
  reference: string,
  doubts: readonly string[],
  key: CaseKey,
): Comparison[] {
  const comparisons = toComparisons(judged, reference, key.axes)
  if (doubts.length === 0) return comparisons
  return comparisons.map((item) => ({ ...item, ...createUndecided('not comparable', doubts.join('; ')) }))
}

/** Reports missing figures once, for the wall time, whichever metrics the gate names. */
function withoutFigures(key: CaseKey, label: string, reason: string, input: JudgeInput<RevisionConfig>): Comparison {
  const sides = [findOutcome(input, 'head'), findOutcome(input, label)]
  const isUnfit = sides.every((side) => side?.status === 'measured' || side?.status === 'contaminated')
  const { name: metric, unit, betterWhen } = wallTime
  const decision = createUndecided(isUnfit ? 'inconclusive' : 'missing', reason)
  return { ...key, metric, unit, betterWhen, reference: label, isGate: true, ...decision }
}

function buildSection(
  label: string,
  reference: string,
  comparisons: readonly Comparison[],
  speedup: DerivedValue,
): Section {
  const rows = comparisons
    .filter((item) => item.base && item.head)
    .map((item): Cell[] => {
      const [base, head] = [item.base?.median ?? 0, item.head?.median ?? 0]
      const ratio = item.betterWhen === 'lower' ? base / head : head / base
      return [
        parseStageName(item.metric) ?? item.metric,
        { value: base, unit: item.unit },
        { value: head, unit: item.unit },
        Number.isFinite(ratio) ? { value: ratio, unit: '×' } : null,
        item.verdict,
      ]
    })
  const notes = speedup.reason ? [speedup.reason] : []
  return {
    id: `revision-${label}`,
    title: `Against ${label}`,
    columns: ['Metric or stage', reference, 'Head', 'Speed-up', 'Verdict'],
    rows,
    notes,
  }
}

function listCacheCautions(other: MeasuredOutcome, label: string): Finding[] {
  const runs = [...new Set(other.trials.flatMap((trial) => trial.cachedFromRun ?? []))]
  if (runs.length === 0) return []
  return [
    {
      kind: 'caution',
      subject: label,
      reason: `samples reused from run ${runs.join(', ')}: measured earlier, not interleaved with the head`,
    },
  ]
}
