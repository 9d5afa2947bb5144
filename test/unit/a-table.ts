import type { SideFindings, TableComparison, TableFindings, TrialTables, TableRule } from '../../src/record/tables.ts'

export const subjectDigest = '1'.repeat(64)
export const referenceDigest = '2'.repeat(64)

export function aRule(overrides: Partial<TableRule> = {}): TableRule {
  const tolerance = { rtol: 1e-3, atol: 1e-3 }
  return {
    name: 'results',
    path: '{output}/results.csv',
    id: null,
    labels: null,
    scores: null,
    tolerance,
    tolerances: {},
    ...overrides,
  }
}

export function aSide(overrides: Partial<SideFindings> = {}): SideFindings {
  return {
    sha256: subjectDigest,
    rows: 1000,
    malformedRows: 0,
    duplicateRows: 0,
    unmatchedIds: 0,
    examples: { malformed: [], duplicate: [], unmatched: [] },
    ignoredColumns: [],
    ...overrides,
  }
}

/** A thousand rows that all agree. */
export function someFindings(overrides: Partial<TableFindings> = {}): TableFindings {
  return {
    idColumns: { subject: 'Sequence_ID', reference: 'Sequence_ID' },
    subject: aSide(),
    reference: aSide({ sha256: referenceDigest }),
    joined: 1000,
    labelMismatches: 0,
    scoreMismatches: 0,
    labels: [{ column: 'Prediction', differing: 0, examples: [] }],
    scores: [
      {
        column: 'score1',
        rtol: 1e-3,
        atol: 1e-3,
        beyond: 0,
        unreadable: 0,
        difference: { mean: 1e-6, median: 1e-6, p99: 2e-6, max: 3e-6 },
        worstRatio: 0.003,
        worst: [],
      },
    ],
    ...overrides,
  }
}

/** Twelve of the thousand rows have another label. */
export function otherLabels(count = 12): TableFindings {
  const example = { id: 'seq_1', subject: 'virus', reference: 'others' }
  return someFindings({
    labelMismatches: count,
    labels: [{ column: 'Prediction', differing: count, examples: [example] }],
  })
}

export function aComparison(overrides: Partial<TableComparison> = {}): TableComparison {
  return {
    table: 'results',
    subject: { caseId: 'subject', index: 0 },
    reference: { caseId: 'reference', index: 0 },
    findings: someFindings(),
    problem: null,
    ...overrides,
  }
}

export function trialTables(sha256: string, comparisons: readonly TableComparison[] = []): TrialTables {
  return { written: [{ table: 'results', sha256 }], comparisons }
}
