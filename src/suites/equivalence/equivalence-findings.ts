import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { Derived } from '../../domain/verdict/requirement.ts'
import type { Cell, Finding, Section } from '../../domain/verdict/report.ts'
import type { SideFindings } from '../../domain/tables/table-findings.ts'
import { otherModel } from './other-model.ts'
import { answerFigures, answerRequirements, type AnswerSide, type JudgedTable } from './equivalence-figures.ts'
import { isMeasured, whyNot } from '../outcomes.ts'
import { otherAnswer } from './same-answers.ts'
import type { JudgeInput, SuiteFindings } from '../suite.ts'
import { tableVerdict, type TableVerdict } from './table-verdict.ts'
import { columnSection, differingRows } from './equivalence-details.ts'

type EquivalenceConfig = NonNullable<SuiteConfigs['equivalence']>
type Input = JudgeInput<EquivalenceConfig>

/** What the suite says of all pairs of sides and their tables. */
export function equivalenceFindings(sides: readonly AnswerSide[], input: Input): SuiteFindings {
  const trials = input.outcomes.filter(isMeasured).flatMap((outcome) => outcome.trials)
  const tables = sides.flatMap((side) =>
    side.rules.map((rule): JudgedTable => {
      const key = keyOf(side, rule.name, input)
      const found = tableVerdict(rule, side, trials)
      const model = otherModel(side, input)
      const verdict = model
        ? withoutFindings(rule, model)
        : found.findings
          ? found
          : withoutFindings(rule, whyMissing(side, input) ?? found.problem)
      return { side, key, verdict, figures: answerFigures(key, verdict, input.policy.confidence) }
    }),
  )
  return {
    derived: tables.flatMap(({ figures }) => figures),
    requirements: tables.flatMap(({ key, verdict }) => answerRequirements(key, verdict, input.suite)),
    comparisons: [],
    sections: [summarySection(tables, input), ...columnSection(tables), ...differingRows(tables)],
    findings: tables.flatMap((table) => tableFindings(table)),
  }
}

function keyOf(side: AnswerSide, table: string, { config, suite }: Input): CaseKey {
  return {
    suite: 'equivalence',
    benchmark: config.pipeline.name,
    axes: { gpus: suite.gpus, against: side.name, table },
  }
}

function withoutFindings(rule: TableVerdict['rule'], problem: string | null): TableVerdict {
  return { rule, problem, findings: null, unmatchedRows: null, labelAgreement: null, scoreAgreement: null }
}

/** A side that did not run explains more than a record without a comparison. */
function whyMissing({ subject, reference }: AnswerSide, { outcomes, revisions }: Input): string | null {
  const ids = 'caseId' in reference ? [subject, reference.caseId] : [subject]
  for (const id of ids) {
    const outcome = outcomes.find(({ planned }) => planned.id === id)
    if (!outcome)
      return (
        revisions.find(({ label, problem }) => problem && id.endsWith(`revision=${label}`))?.problem ??
        `${id} is not part of the run`
      )
    if (!isMeasured(outcome)) return `${id}: ${whyNot(outcome)}`
  }
  return null
}

function summarySection(tables: readonly JudgedTable[], { config }: Input): Section {
  return {
    id: 'equivalence',
    title: 'Answers',
    columns: ['Against', 'Table', 'Rows', 'Without partner', 'Same labels', 'Same scores', 'Elsewhere', 'Verdict'],
    rows: tables.map(({ side, verdict, figures }): Cell[] => {
      const { rule, findings } = verdict
      const value = (name: string): Cell => cellOf(figures.find((figure) => figure.name === name))
      const interval = figures.find(({ name }) => name === 'label_agreement_elsewhere')?.interval
      return [
        side.name,
        rule.name,
        findings ? String(findings.joined) : null,
        verdict.unmatchedRows === null ? null : String(verdict.unmatchedRows),
        value('label_agreement'),
        value('score_agreement'),
        interval ? { interval, unit: 'share' } : null,
        verdictText(verdict, config),
      ]
    }),
    notes: [
      'Elsewhere: what the agreement of the labels says of other data of the same kind.',
      ...new Set(tables.flatMap((table) => [toleranceText(table.verdict.rule), ...ignoredText(table)])),
    ],
  }
}

function toleranceText({ name, tolerance: { rtol, atol }, tolerances }: TableVerdict['rule']): string {
  const others = Object.keys(tolerances)
  const own = others.length > 0 ? `; of their own: ${others.join(', ')}` : ''
  return `${name}: scores agree within ${atol} + ${rtol} · |reference|${own}.`
}

function verdictText(verdict: TableVerdict, config: Input['config']): string {
  if (!verdict.findings) return `not evaluated: ${verdict.problem ?? 'not compared'}`
  return otherAnswer(verdict, config) === null ? 'same' : 'different'
}

function cellOf(figure: Derived | undefined): Cell {
  return figure && figure.value !== null ? { value: figure.value, unit: figure.unit } : null
}

function tableFindings({ side, verdict: { rule, findings } }: JudgedTable): Finding[] {
  if (!findings) return []
  const subject = `${rule.name} against ${side.name}`
  const caution = (reason: string | null): Finding[] => (reason === null ? [] : [{ kind: 'caution', subject, reason }])
  return [
    ...caution(sideText('this side', findings.subject)),
    ...caution(sideText(side.name, findings.reference)),
    ...caution(oneSidedText(findings.subject.ignoredColumns, findings.reference.ignoredColumns)),
  ]
}

function sideText(side: string, found: SideFindings): string | null {
  const { malformed, duplicate, unmatched } = found.examples
  const parts = [
    countText(found.malformedRows, 'cannot be read', malformed),
    countText(found.duplicateRows, 'share their id with another', duplicate),
    countText(found.unmatchedIds, 'have no partner on the other side', unmatched),
  ].filter((part) => part !== null)
  return parts.length > 0 ? `${side}: of ${found.rows} rows ${parts.join('; ')}` : null
}

function countText(count: number, what: string, examples: readonly string[]): string | null {
  if (count === 0) return null
  return `${count} ${what} (${examples.join(', ')}${count > examples.length ? ' …' : ''})`
}

/** A column that only one side has could hide a difference. */
function oneSidedText(subject: readonly string[], reference: readonly string[]): string | null {
  const texts = [
    ...subject.filter((column) => !reference.includes(column)).map((column) => `${column} (the reference lacks it)`),
    ...reference.filter((column) => !subject.includes(column)).map((column) => `${column} (only the reference has it)`),
  ]
  return texts.length > 0 ? `columns that could not be compared: ${texts.join(', ')}` : null
}

/** Columns of both tables that nobody asked for. */
function ignoredText({ verdict: { rule, findings } }: JudgedTable): string[] {
  const { subject, reference } = findings ?? {}
  const columns = subject?.ignoredColumns.filter((column) => reference?.ignoredColumns.includes(column)) ?? []
  return columns.length > 0 ? [`${rule.name}: not compared: ${columns.join(', ')}.`] : []
}
