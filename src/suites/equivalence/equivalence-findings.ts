import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import type { Cell, Finding, Section } from '../../domain/verdict/report.ts'
import { describeModelDifference } from './model-difference.ts'
import {
  deriveAgreementFigures,
  listAgreementRequirements,
  type AnswerPair,
  type JudgedTable,
} from './equivalence-figures.ts'
import { isMeasured, explainAbsence } from '../outcomes.ts'
import { describeAnswerDifference } from './answer-checks.ts'
import type { JudgeInput, SuiteFindings } from '../suite.ts'
import { judgeTable, type TableVerdict } from './table-verdict.ts'
import { buildScoreSections, buildDifferenceSections } from './equivalence-details.ts'
import type { SideFindings } from '../../record/tables.ts'

type EquivalenceConfig = SuiteConfig<'equivalence'>
type EquivalenceInput = JudgeInput<EquivalenceConfig>

/** Judges all tables of all pairs. */
export function buildEquivalenceFindings(sides: readonly AnswerPair[], input: EquivalenceInput): SuiteFindings {
  const trials = input.outcomes.filter(isMeasured).flatMap((outcome) => outcome.trials)
  const tables = sides.flatMap((side) =>
    side.rules.map((rule): JudgedTable => {
      const key = buildTableKey(side, rule.name, input)
      const found = judgeTable(rule, side, trials)
      const model = describeModelDifference(side, input)
      const verdict = model
        ? withoutFindings(rule, model)
        : found.findings
          ? found
          : withoutFindings(rule, explainMissing(side, input) ?? found.problem)
      return { side, key, verdict, figures: deriveAgreementFigures(key, verdict, input.policy.confidence) }
    }),
  )
  return {
    derived: tables.flatMap(({ figures }) => figures),
    requirements: tables.flatMap(({ key, verdict }) => listAgreementRequirements(key, verdict, input.suite)),
    comparisons: [],
    sections: [buildSummarySection(tables, input), ...buildScoreSections(tables), ...buildDifferenceSections(tables)],
    findings: tables.flatMap((table) => listTableCautions(table)),
  }
}

function buildTableKey(side: AnswerPair, table: string, { config, suite }: EquivalenceInput): CaseKey {
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
function explainMissing({ subject, reference }: AnswerPair, { outcomes, revisions }: EquivalenceInput): string | null {
  const ids = 'caseId' in reference ? [subject, reference.caseId] : [subject]
  for (const id of ids) {
    const outcome = outcomes.find(({ planned }) => planned.id === id)
    if (!outcome)
      return (
        revisions.find(({ label, problem }) => problem && id.endsWith(`revision=${label}`))?.problem ??
        `${id} is not part of the run`
      )
    if (!isMeasured(outcome)) return `${id}: ${explainAbsence(outcome)}`
  }
  return null
}

function buildSummarySection(tables: readonly JudgedTable[], { config }: EquivalenceInput): Section {
  return {
    id: 'equivalence',
    title: 'Answers',
    columns: ['Against', 'Table', 'Rows', 'Without partner', 'Same labels', 'Same scores', 'Elsewhere', 'Verdict'],
    rows: tables.map(({ side, verdict, figures }): Cell[] => {
      const { rule, findings } = verdict
      const getValue = (name: string): Cell => toCell(figures.find((figure) => figure.name === name))
      const interval = figures.find(({ name }) => name === 'label_agreement_elsewhere')?.interval
      return [
        side.name,
        rule.name,
        findings ? String(findings.joined) : null,
        verdict.unmatchedRows === null ? null : String(verdict.unmatchedRows),
        getValue('label_agreement'),
        getValue('score_agreement'),
        interval ? { interval, unit: 'share' } : null,
        formatVerdict(verdict, config),
      ]
    }),
    notes: [
      'Elsewhere: interval for the label agreement on other data of the same kind.',
      ...new Set(tables.flatMap((table) => [formatTolerance(table.verdict.rule), ...describeIgnoredColumns(table)])),
    ],
  }
}

function formatTolerance({ name, tolerance: { rtol, atol }, tolerances }: TableVerdict['rule']): string {
  const others = Object.keys(tolerances)
  const own = others.length > 0 ? `; separate tolerances for ${others.join(', ')}` : ''
  return `${name}: scores agree within ${atol} + ${rtol} · |reference|${own}.`
}

function formatVerdict(verdict: TableVerdict, config: EquivalenceInput['config']): string {
  if (!verdict.findings) return `not evaluated: ${verdict.problem ?? 'not compared'}`
  return describeAnswerDifference(verdict, config) === null ? 'same' : 'different'
}

function toCell(figure: DerivedValue | undefined): Cell {
  return figure && figure.value !== null ? { value: figure.value, unit: figure.unit } : null
}

function listTableCautions({ side, verdict: { rule, findings } }: JudgedTable): Finding[] {
  if (!findings) return []
  const subject = `${rule.name} against ${side.name}`
  const toCautions = (reason: string | null): Finding[] =>
    reason === null ? [] : [{ kind: 'caution', subject, reason }]
  return [
    ...toCautions(describeSide('this side', findings.subject)),
    ...toCautions(describeSide(side.name, findings.reference)),
    ...toCautions(describeOneSidedColumns(findings.subject.ignoredColumns, findings.reference.ignoredColumns)),
  ]
}

function describeSide(side: string, found: SideFindings): string | null {
  const { malformed, duplicate, unmatched } = found.examples
  const parts = [
    describeCount(found.malformedRows, 'unreadable', malformed),
    describeCount(found.duplicateRows, 'with a duplicate id', duplicate),
    describeCount(found.unmatchedIds, 'without a partner on the other side', unmatched),
  ].filter((part) => part !== null)
  return parts.length > 0 ? `${side}: ${found.rows} rows: ${parts.join('; ')}` : null
}

function describeCount(count: number, what: string, examples: readonly string[]): string | null {
  if (count === 0) return null
  return `${count} ${what} (${examples.join(', ')}${count > examples.length ? ' …' : ''})`
}

/** Names columns that only one side has, because they could hide a difference. */
function describeOneSidedColumns(subject: readonly string[], reference: readonly string[]): string | null {
  const texts = [
    ...subject.filter((column) => !reference.includes(column)).map((column) => `${column} (the reference lacks it)`),
    ...reference.filter((column) => !subject.includes(column)).map((column) => `${column} (only the reference has it)`),
  ]
  return texts.length > 0 ? `columns that could not be compared: ${texts.join(', ')}` : null
}

/** Names columns that both tables have and the config does not compare. */
function describeIgnoredColumns({ verdict: { rule, findings } }: JudgedTable): string[] {
  const { subject, reference } = findings ?? {}
  const columns = subject?.ignoredColumns.filter((column) => reference?.ignoredColumns.includes(column)) ?? []
  return columns.length > 0 ? [`${rule.name}: not compared: ${columns.join(', ')}.`] : []
}
