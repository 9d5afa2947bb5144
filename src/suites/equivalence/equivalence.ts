import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import type { JudgeInput, PlanInput } from '../suite.ts'
import {
  buildTableRules,
  describeAnswerDifference,
  judgeTable,
  listCountedTrials,
  withoutFindings,
  type TableVerdict,
} from './answer-checks.ts'
import type { StoredAnswer, SideFindings, TableRule } from '../../record/tables.ts'
import { listIdentityDifferences } from '../../domain/baselines/baseline.ts'
import { toCaseOptions } from '../../domain/core/case-options.ts'
import { computeAgreementInterval } from '../../domain/core/bootstrap.ts'
import { createChart, type ChartBlock, type IntervalRow } from '../../domain/report/block.ts'
import type { Finding, Section } from '../../domain/verdict/report.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { buildFilledTable, buildTable, toRangeCell } from '../../domain/verdict/section.ts'
import { buildFigure, buildLimit, findFigure, toFigureCell, type FigureName } from '../figures.ts'
import { createSuite, explainUnresolved, type GridCase, type Point } from '../grid.ts'
import { explainAbsence } from '../outcomes.ts'

type EquivalenceConfig = SuiteConfig<'equivalence'>
type EquivalenceInput = JudgeInput<EquivalenceConfig>
/** A run of the head, another revision or an option set; the name is that of the revision or set. */
type SideCase = GridCase & { readonly name: string }
type SidePoint = Point<SideCase>

/** Plans and judges comparisons of result tables, by id: the head against revisions, option sets and stored tables. */
export const equivalence = createSuite<EquivalenceConfig, SideCase>({
  name: 'equivalence',

  listCases: ({ suite, revisions }) => {
    const { gpus, against, options, repeats = 1, warmups = 0 } = suite
    // One run per side suffices to compare results; more runs show whether a side agrees with itself.
    const policy = { ...suite, repeats, maxRepeats: repeats, warmups }
    const plain = toCaseOptions([])
    return [
      ...['head', ...against].map((name) => ({
        name,
        gpus,
        policy,
        axes: { gpus, revision: name },
        planned: { revision: name, options: plain },
        problem: name === 'head' ? null : explainUnresolved(name, revisions),
      })),
      ...Object.entries(options).map(([name, written]) => {
        const planned = { options: toCaseOptions(written) }
        return { name, gpus, policy, axes: { gpus, variant: name }, planned }
      }),
    ]
  },

  lackingAxes: ({ suite: { gpus } }) => ({ gpus, revision: 'head' }),

  // The head is compared with revisions and stored tables, and option sets with the head.
  extendPlan: (plan, input) => {
    const [head] = plan.cases
    if (!head) return plan
    const rules = buildTableRules(input.config)
    const cases = plan.cases.map((planned): PlannedCase => {
      const isHead = planned === head
      const others = isHead ? plan.cases.filter((one) => one !== head) : [head]
      const [against = [], standsFor = []] = [true, false].map((isWanted) =>
        others.filter((one) => (isHead ? !isVariant(one) : isVariant(planned)) === isWanted).map(({ id }) => id),
      )
      return { ...planned, tables: { rules, against, standsFor, stored: isHead ? listStoredAnswers(input) : [] } }
    })
    return { ...plan, cases }
  },

  judge: (points, input) => {
    const tables = judgePairs(points, input)
    return {
      derived: tables.flatMap(({ figures }) => figures),
      requirements: tables.flatMap((table) => listRequirements(table, input.suite)),
      sections: [buildSummary(tables, input), ...buildScoreTable(tables), ...buildDifferenceTable(tables)],
      findings: tables.flatMap(listTableCautions),
    }
  },
})

function isVariant({ key }: PlannedCase): boolean {
  return key.axes['variant'] !== undefined
}

/** A stored table belongs to the table that it names, otherwise to the first one. */
function listStoredAnswers({ config, suite }: Pick<PlanInput<EquivalenceConfig>, 'config' | 'suite'>): StoredAnswer[] {
  const [first] = buildTableRules(config)
  return Object.entries(suite.references).map(([name, { path, sha256, table }]) => {
    return { name, path, sha256, table: table ?? first?.name ?? '' }
  })
}

/** One table of two sides, judged. */
type JudgedTable = {
  /** Names of the judged side and of its reference: the head, a revision, an option set or a stored table. */
  readonly subject: string
  readonly reference: string
  readonly key: CaseKey
  readonly verdict: TableVerdict
  readonly figures: readonly DerivedValue[]
}

/** Judges all tables of the head against the other sides. */
function judgePairs([head, ...others]: readonly SidePoint[], input: EquivalenceInput): JudgedTable[] {
  if (!head) return []
  const rules = buildTableRules(input.config)
  const trials = listCountedTrials(input.outcomes)
  const judge = (name: string, rule: TableRule, stored: string | null, sides: readonly SidePoint[]): JudgedTable[] => {
    const [subject, reference] = sides
    if (!subject) return []
    const origin = reference ? { caseId: reference.id } : { stored: name, sha256: stored ?? '' }
    const found = judgeTable(rule, { subject: subject.id, reference: origin }, trials)
    const problem =
      describeModelDifference(sides, input) ?? (found.findings ? null : (explainMissing(sides, input) ?? found.problem))
    const verdict = problem === null ? found : withoutFindings(rule, problem)
    const key = { ...head.key, axes: { gpus: input.suite.gpus, against: name, table: rule.name } }
    const figures = deriveFigures(key, verdict, input.policy.confidence)
    return [{ subject: subject.name, reference: reference?.name ?? name, key, verdict, figures }]
  }
  // Repeats show whether the head reproduces its own results.
  const itself = (input.suite.repeats ?? 1) > 1 ? [{ ...head, name: 'itself' }] : []
  return [
    ...[...itself, ...others].flatMap((other) => {
      const sides = 'variant' in other.axes ? [other, head] : [head, other]
      return rules.flatMap((rule) => judge(other.name, rule, null, sides))
    }),
    ...listStoredAnswers(input).flatMap(({ name, sha256, table }) =>
      rules.filter((rule) => rule.name === table).flatMap((rule) => judge(name, rule, sha256, [head])),
    ),
  ]
}

/**
 * Describes the model files that differ between two sides; null when they are equal or `pipeline.identity` is empty.
 * With different models, different labels do not come from the change under test. Stored tables record no model.
 */
function describeModelDifference(sides: readonly SidePoint[], { identity }: EquivalenceInput): string | null {
  const [own, other] = sides.map(({ outcome }) => (outcome && identity[outcome.planned.revision]) ?? {})
  const differences = own && other ? listIdentityDifferences(other, own) : []
  return differences.length > 0 ? `not comparable: ${differences.join('; ')}` : null
}

/** A side that did not run explains more than a record without a comparison. */
function explainMissing(sides: readonly SidePoint[], { revisions }: EquivalenceInput): string | null {
  const absent = sides.find(({ measured }) => !measured)
  if (!absent) return null
  const { id, name, axes, outcome } = absent
  if (outcome) return `${id}: ${explainAbsence(outcome)}`
  const found = revisions.find(({ label, problem }) => problem && label === name && 'revision' in axes)
  return found?.problem ?? `${id} is not part of the run`
}

/**
 * Derives the agreement of one table. The agreement on this dataset is exact and has no interval. The `…_elsewhere`
 * figures estimate the agreement on other data of the same kind, with an interval.
 */
function deriveFigures(key: CaseKey, verdict: TableVerdict, confidence: number): DerivedValue[] {
  const { findings, problem, unmatchedRows, labelAgreement, scoreAgreement } = verdict
  const joined = findings?.joined ?? 0
  const explain = (what: string): string => {
    if (!findings) return problem ?? 'the tables were not compared'
    return joined === 0 ? 'no row has a partner on the other side' : `no ${what} column is in both tables`
  }
  const estimateElsewhere = (name: FigureName, agreement: number | null): DerivedValue[] => {
    if (agreement === null || joined === 0) return []
    const interval = computeAgreementInterval(Math.round(agreement * joined), joined, confidence)
    return [buildFigure(key, name, agreement, { interval })]
  }
  return [
    buildFigure(key, 'unmatched_rows', unmatchedRows ?? problem),
    buildFigure(key, 'label_agreement', labelAgreement ?? explain('label')),
    buildFigure(key, 'score_agreement', scoreAgreement ?? explain('score')),
    ...estimateElsewhere('label_agreement_elsewhere', labelAgreement),
    ...estimateElsewhere('score_agreement_elsewhere', scoreAgreement),
  ]
}

/**
 * Lists separate limits for labels and scores. Columns that the config does not name are optional, unless the tables
 * have neither label nor score columns.
 */
function listRequirements({ key, verdict }: JudgedTable, limits: EquivalenceConfig): Requirement[] {
  const { rule, labelAgreement, scoreAgreement } = verdict
  const hasLabels = rule.labels !== null || labelAgreement !== null || scoreAgreement === null
  const hasScores = rule.scores !== null || scoreAgreement !== null || labelAgreement === null
  const buildMore = (name: string, isRequired: boolean) => {
    const severity = isRequired ? limits.severity : 'info'
    return { id: `EQUIVALENCE-${name}`, suite: key.suite, axes: key.axes, severity }
  }
  return [
    buildLimit('unmatched_rows', '==', 0, buildMore('rows', true)),
    buildLimit('label_agreement', '>=', limits.minLabelAgreement, buildMore('labels', hasLabels)),
    buildLimit('score_agreement', '>=', limits.minScoreAgreement, buildMore('scores', hasScores)),
  ]
}

function buildSummary(tables: readonly JudgedTable[], { config }: EquivalenceInput): Section {
  const remarks = tables.flatMap(({ verdict: { rule, findings } }) => {
    const { rtol, atol } = rule.tolerance
    const others = Object.keys(rule.tolerances)
    const own = others.length > 0 ? `; separate tolerances for ${others.join(', ')}` : ''
    // Columns that both tables have and the config does not compare.
    const { subject, reference } = findings ?? {}
    const columns = subject?.ignoredColumns.filter((column) => reference?.ignoredColumns.includes(column)) ?? []
    return [
      `${rule.name}: scores agree within ${atol} + ${rtol} · |reference|${own}.`,
      ...(columns.length > 0 ? [`${rule.name}: not compared: ${columns.join(', ')}.`] : []),
    ]
  })
  const notes = ['Elsewhere: interval for the label agreement on other data of the same kind.', ...new Set(remarks)]
  const charts = buildAgreementChart(tables, config)
  return buildTable({ id: 'equivalence', title: 'Answers', notes, charts }, tables, [
    ['Results of', ({ subject }) => subject],
    ['Against', ({ reference }) => reference],
    ['Table', ({ verdict }) => verdict.rule.name],
    ['Rows', ({ verdict }) => verdict.findings && String(verdict.findings.joined)],
    ['Without partner', ({ verdict }) => verdict.unmatchedRows?.toString() ?? null],
    ['Same labels', ({ figures }) => toFigureCell(findFigure(figures, 'label_agreement'))],
    ['Same scores', ({ figures }) => toFigureCell(findFigure(figures, 'score_agreement'))],
    ['Elsewhere', ({ figures }) => toRangeCell(findFigure(figures, 'label_agreement_elsewhere')?.interval, 'share')],
    ['Verdict', ({ verdict }) => formatVerdict(verdict, config)],
  ])
}

function formatVerdict(verdict: TableVerdict, config: EquivalenceInput['config']): string {
  if (!verdict.findings) return `not evaluated: ${verdict.problem ?? 'not compared'}`
  return describeAnswerDifference(verdict, config) === null ? 'same' : 'different'
}

/** Builds the agreement of labels with each reference, with its interval on other data. */
function buildAgreementChart(tables: readonly JudgedTable[], config: EquivalenceInput['config']): ChartBlock[] {
  const rows = tables.flatMap(({ verdict, figures, subject, reference }): IntervalRow[] => {
    const agreed = findFigure(figures, 'label_agreement')?.value ?? null
    if (agreed === null) return []
    const interval = findFigure(figures, 'label_agreement_elsewhere')?.interval
    const [low = null, high = null] = interval ? interval.map((edge) => edge * 100) : []
    const note = formatVerdict(verdict, config)
    const tone = note === 'same' ? 'good' : note === 'different' ? 'bad' : 'unsure'
    // The head is omitted where it is the judged side.
    const sides = subject === 'head' ? reference : `${subject} against ${reference}`
    return [{ name: `${sides} · ${verdict.rule.name}`, value: agreed * 100, low, high, tone, note }]
  })
  if (rows.length === 0) return []
  const reference = { value: 100, label: 'all' }
  return [createChart({ kind: 'intervals', title: 'Agreement of labels', unit: '%', reference, rows })]
}

/** Builds the table of score differences, which helps to choose a tolerance; empty without scores. */
function buildScoreTable(tables: readonly JudgedTable[]): Section[] {
  const rows = tables.flatMap(({ subject, reference, verdict: { rule, findings } }) =>
    (findings?.scores ?? []).map((score) => ({ ...score, subject, reference, table: rule.name })),
  )
  const notes = ['Mean to largest: |results − reference|. Median and p99 are accurate to 1 %.']
  const heading = { id: 'equivalence-scores', title: 'Differences of scores', notes, isDetail: true }
  return buildFilledTable(heading, rows, [
    ['Results of', ({ subject }) => subject],
    ['Against', ({ reference }) => reference],
    ['Table', ({ table }) => table],
    ['Score', ({ column }) => column],
    ['Beyond', ({ beyond, unreadable }) => `${beyond}${unreadable > 0 ? ` (${unreadable} without a number)` : ''}`],
    ['Mean', ({ difference }) => difference && difference.mean.toPrecision(3)],
    ['Median', ({ difference }) => difference && difference.median.toPrecision(3)],
    ['p99', ({ difference }) => difference && difference.p99.toPrecision(3)],
    ['Largest', ({ difference }) => difference && difference.max.toPrecision(3)],
    ['Worst ÷ tolerance', ({ worstRatio }) => worstRatio?.toPrecision(3) ?? null],
  ])
}

const maxRows = 40

/** Builds the table of the rows that differ most, with the text of the files; empty when all agree. */
function buildDifferenceTable(tables: readonly JudgedTable[]): Section[] {
  const rows = tables.flatMap(({ subject: name, reference: other, verdict: { rule, findings } }) => {
    const labels = (findings?.labels ?? []).flatMap(({ column, examples }) =>
      examples.map((row) => ({ ...row, column, excess: null })),
    )
    const scores = (findings?.scores ?? []).flatMap(({ column, worst }) =>
      worst
        .filter(({ ratio }) => ratio === null || ratio > 1)
        .map(({ ratio, ...row }) => ({ ...row, column, excess: ratio?.toPrecision(3) ?? 'no number' })),
    )
    return [...labels, ...scores].map((row) => ({ ...row, name, other, table: rule.name }))
  })
  const more = rows.length > maxRows ? [`and ${rows.length - maxRows} more`] : []
  const notes = ['The largest differences of each column; the table above has all counts.', ...more]
  const heading = { id: 'equivalence-rows', title: 'Rows that differ', notes, isDetail: true }
  return buildFilledTable(heading, rows.slice(0, maxRows), [
    ['Results of', ({ name }) => name],
    ['Against', ({ other }) => other],
    ['Table', ({ table }) => table],
    ['Id', ({ id }) => id],
    ['Column', ({ column }) => column],
    ['Result', ({ subject }) => subject],
    ['Reference', ({ reference }) => reference],
    ['÷ tolerance', ({ excess }) => excess],
  ])
}

function listTableCautions({ subject, reference, verdict: { rule, findings } }: JudgedTable): Finding[] {
  if (!findings) return []
  const [own, other] = [findings.subject.ignoredColumns, findings.reference.ignoredColumns]
  // Columns that only one side has could hide a difference.
  const columns = [
    ...own.filter((column) => !other.includes(column)).map((column) => `${column} (${reference} lacks it)`),
    ...other.filter((column) => !own.includes(column)).map((column) => `${column} (only ${reference} has it)`),
  ]
  const reasons = [
    ...describeSide(subject, findings.subject),
    ...describeSide(reference, findings.reference),
    ...(columns.length > 0 ? [`columns that could not be compared: ${columns.join(', ')}`] : []),
  ]
  const about = `${rule.name} of ${subject} against ${reference}`
  return reasons.map((reason) => ({ kind: 'caution', subject: about, reason }))
}

function describeSide(side: string, { rows, examples, ...found }: SideFindings): string[] {
  const counts = [
    [found.malformedRows, 'unreadable', examples.malformed],
    [found.duplicateRows, 'with a duplicate id', examples.duplicate],
    [found.unmatchedIds, 'without a partner', examples.unmatched],
  ] as const
  const parts = counts.flatMap(([count, what, ids]) =>
    count === 0 ? [] : [`${count} ${what} (${ids.join(', ')}${count > ids.length ? ' …' : ''})`],
  )
  return parts.length > 0 ? [`${side} has ${rows} rows: ${parts.join('; ')}`] : []
}
