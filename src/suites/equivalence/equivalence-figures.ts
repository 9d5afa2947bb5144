import type { CaseKey } from '../../domain/core/case.ts'
import { computeAgreementInterval } from '../../domain/core/agreement.ts'
import type { DerivedValue, Requirement, Severity } from '../../domain/verdict/requirement.ts'
import type { TablePair, TableVerdict } from './table-verdict.ts'
import type { TableRule } from '../../record/tables.ts'

/** Two sides whose result tables must agree. */
export type AnswerPair = TablePair & {
  /** Revision, variant or stored table in the comparison, as shown in reports. */
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

/** Limits of the suite `equivalence`; agreements are shares, 0 to 1. */
export type AnswerLimits = {
  readonly minLabelAgreement: number
  readonly minScoreAgreement: number
  readonly severity: Severity
}

/**
 * Derives the agreement of one table. The agreement on this dataset is exact and has no interval. The `…_elsewhere`
 * figures estimate the agreement on other data of the same kind, with an interval.
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

/** Lists separate limits for labels and scores. Score columns are optional unless the config names them. */
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

/** Columns that the config does not name are optional, unless the tables have neither label nor score columns. */
function isRequired(columns: readonly string[] | null, agreement: number | null, other: number | null): boolean {
  return columns !== null || agreement !== null || other === null
}

function explainMissingFigure({ problem, findings }: TableVerdict, what: 'label' | 'score'): string {
  if (!findings) return problem ?? 'the tables were not compared'
  if (findings.joined === 0) return 'no row has a partner on the other side'
  return `no ${what} column is in both tables`
}
