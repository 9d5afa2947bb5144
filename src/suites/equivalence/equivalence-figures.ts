import type { CaseKey } from '../../domain/core/case.ts'
import { computeAgreementInterval } from '../../domain/core/agreement.ts'
import type { DerivedValue, Requirement, Severity } from '../../domain/verdict/requirement.ts'
import type { TableRule } from '../../domain/tables/table-rule.ts'
import type { TablePair, TableVerdict } from './table-verdict.ts'

/** Two sides whose answers must agree. */
export type AnswerPair = TablePair & {
  /** Revision, variant or stored table that the head, or the plain command, is held against. */
  readonly name: string
  readonly rules: readonly TableRule[]
}

/** One table of two sides, judged. */
export type JudgedTable = {
  readonly side: AnswerPair
  readonly key: CaseKey
  readonly verdict: TableVerdict
  readonly figures: readonly DerivedValue[]
}

export type AnswerLimits = {
  readonly minLabelAgreement: number
  readonly minScoreAgreement: number
  readonly severity: Severity
}

/**
 * Agreement of one table. The rows of this dataset are all there are, so their agreement is judged without an interval;
 * what it says of other data of the same kind is a figure of its own.
 */
export function deriveAgreementFigures(key: CaseKey, verdict: TableVerdict, confidence: number): DerivedValue[] {
  const { findings, labelAgreement, scoreAgreement } = verdict
  const common = { ...key, unit: 'share', interval: null, isSuspicious: false, isDeclared: false }
  const buildFigure = (name: string, value: number | null, reason: string | null): DerivedValue => {
    return { ...common, name, value, reason: value === null ? reason : null }
  }
  const joined = findings?.joined ?? 0
  const estimateElsewhere = (name: string, mismatches: number | null | undefined): DerivedValue[] => {
    if (typeof mismatches !== 'number' || joined === 0) return []
    const interval = computeAgreementInterval(joined - mismatches, joined, confidence)
    return [{ ...buildFigure(name, (joined - mismatches) / joined, null), interval }]
  }
  return [
    { ...buildFigure('unmatched_rows', verdict.unmatchedRows, verdict.problem), unit: 'rows' },
    buildFigure('label_agreement', labelAgreement, explainMissingFigure(verdict, 'label')),
    buildFigure('score_agreement', scoreAgreement, explainMissingFigure(verdict, 'score')),
    ...estimateElsewhere('label_agreement_elsewhere', findings?.labelMismatches),
    ...estimateElsewhere('score_agreement_elsewhere', findings?.scoreMismatches),
  ]
}

/** Labels and scores are judged apart (W42). Score columns are optional unless the config names them (W41). */
export function listAgreementRequirements(key: CaseKey, verdict: TableVerdict, limits: AnswerLimits): Requirement[] {
  const { rule, labelAgreement, scoreAgreement } = verdict
  const { severity } = limits
  const common = { suite: key.suite, axes: key.axes, unit: 'share', rule: 'config' }
  const labels = isRequired(rule.labels, labelAgreement, scoreAgreement) ? severity : 'info'
  const scores = isRequired(rule.scores, scoreAgreement, labelAgreement) ? severity : 'info'
  return [
    {
      ...common,
      id: 'EQUIVALENCE-rows',
      value: 'unmatched_rows',
      operator: '==',
      limit: 0,
      unit: 'rows',
      severity,
    },
    {
      ...common,
      id: 'EQUIVALENCE-labels',
      value: 'label_agreement',
      operator: '>=',
      limit: limits.minLabelAgreement,
      severity: labels,
    },
    {
      ...common,
      id: 'EQUIVALENCE-scores',
      value: 'score_agreement',
      operator: '>=',
      limit: limits.minScoreAgreement,
      severity: scores,
    },
  ]
}

/** What nobody named and only one kind of table has is optional; without any column at all nothing would be compared. */
function isRequired(columns: readonly string[] | null, agreement: number | null, other: number | null): boolean {
  return columns !== null || agreement !== null || other === null
}

function explainMissingFigure({ problem, findings }: TableVerdict, what: 'label' | 'score'): string {
  if (!findings) return problem ?? 'the tables were not compared'
  if (findings.joined === 0) return 'no row has a partner on the other side'
  return `no ${what} column is in both tables`
}
