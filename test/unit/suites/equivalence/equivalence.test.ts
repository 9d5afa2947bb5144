import { describe, expect, it } from 'vitest'
import { formatCaseId, type Axes } from '../../../../src/domain/core/case.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { equivalence } from '../../../../src/suites/equivalence/equivalence.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aTrial, headCommit, otherCommit, someDevices } from '../../a-run.ts'
import {
  aComparison,
  aSide,
  otherLabels,
  referenceDigest,
  someFindings,
  subjectDigest,
  trialTables,
} from '../../a-table.ts'
import type { ResolvedRevision } from '../../../../src/record/run.ts'
import type { TableComparison, TableFindings } from '../../../../src/record/tables.ts'

const revisions: ResolvedRevision[] = [
  { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
  { label: 'v1.0', ref: 'v1.0', commit: otherCommit, problem: null },
]
const storedDigest = '3'.repeat(64)
const sides = {
  against: ['v1.0'],
  options: { streams: ['--cuda-streams'] },
  references: { vanilla: { path: 'test/vanilla.csv', sha256: storedDigest } },
}

function given(suite: object = sides, resolved = revisions) {
  const found = aSuite('equivalence', {
    revisions: { 'v1.0': { ref: 'v1.0' } },
    suites: { equivalence: { run: { dataset: 'small' }, ...suite } },
  })
  const input = { ...found, devices: someDevices(1), revisions: resolved }
  return { ...input, plan: equivalence.plan(input) }
}

const idOf = (axes: Axes): string =>
  formatCaseId({ suite: 'equivalence', benchmark: 'predict', axes: { gpus: 1, ...axes } })
const head = idOf({ revision: 'head' })
const v1 = idOf({ revision: 'v1.0' })
const streams = idOf({ variant: 'streams' })

const againstTag = { subject: { caseId: head, index: 0 }, reference: { caseId: v1, index: 0 } }

/** The head ran after the tag and was held against it. */
function trials(findings: TableFindings | null = someFindings(), overrides: Partial<TableComparison> = {}): Trial[] {
  const problem = findings === null ? 'the reference was not found' : null
  const comparison = aComparison({ ...againstTag, findings, problem, ...overrides })
  return [
    aTrial({ caseId: v1, commit: otherCommit, resultTables: trialTables(referenceDigest) }),
    aTrial({ caseId: head, resultTables: trialTables(subjectDigest, [comparison]) }),
  ]
}

function judge(own: readonly Trial[], suite: object = { against: ['v1.0'] }, resolved = revisions) {
  const { plan, ...input } = given(suite, resolved)
  const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, own))
  const found = judgeSuite(equivalence, { ...input, outcomes })
  return { ...found, statuses: found.results.map(({ id, status }) => `${id}: ${status}`) }
}

const passed = ['EQUIVALENCE-rows: pass', 'EQUIVALENCE-labels: pass', 'EQUIVALENCE-scores: pass']

describe('the equivalence suite (F-23, I-184)', () => {
  it('runs the head, the tag and the option set once on the same data, and says whose answers count', () => {
    const { cases } = given().plan
    expect(cases.map(({ id, revision, repeats, warmups }) => [id, revision, repeats, warmups])).toEqual([
      [head, 'head', 1, 0],
      [v1, 'v1.0', 1, 0],
      [streams, 'head', 1, 0],
    ])
    expect(cases.map(({ options }) => options?.args)).toEqual([[], [], ['--cuda-streams']])
    expect(
      cases.map(({ tables }) => [tables?.against, tables?.standsFor, tables?.stored.map(({ name }) => name)]),
    ).toEqual([
      [[v1], [streams], ['vanilla']],
      [[], [head], []],
      [[head], [], []],
    ])
    expect(cases[0]?.tables?.rules).toMatchObject([
      { name: 'results', path: '{output}/results.csv', tolerance: { rtol: 1e-3, atol: 1e-3 } },
    ])
  })

  it('passes rows, labels and scores that agree, each by itself (W42, I-181)', () => {
    const { statuses, section } = judge(trials())
    expect(statuses).toEqual(passed)
    expect(section('equivalence')?.rows[0]?.at(-1)).toBe('same')
  })

  it('draws the agreement of labels in percent, with its interval elsewhere and its verdict as color', () => {
    const draw = (findings: TableFindings | null) => judge(trials(findings)).section('equivalence')?.charts ?? []
    const rows = (findings: TableFindings) =>
      draw(findings).flatMap(({ chart }) => (chart.kind === 'intervals' ? chart.rows : []))
    expect(rows(someFindings())).toMatchObject([{ name: 'v1.0 · results', value: 100, tone: 'good', note: 'same' }])
    const [differing] = rows(otherLabels())
    expect(differing).toMatchObject({ value: 98.8, tone: 'bad', note: 'different' })
    expect(differing!.low).toBeLessThan(98.8)
    expect(differing!.high).toBeGreaterThan(98.8)
    expect(draw(null)).toEqual([])
  })

  it('fails labels while the scores agree, and shows the rows', () => {
    const { statuses, results, section, derived } = judge(trials(otherLabels()))
    expect(statuses).toEqual(['EQUIVALENCE-rows: pass', 'EQUIVALENCE-labels: fail', 'EQUIVALENCE-scores: pass'])
    expect(results[1]).toMatchObject({ actual: 0.988, severity: 'fail', axes: { against: 'v1.0', table: 'results' } })
    expect(section('equivalence-rows')?.rows).toEqual([
      ['head', 'v1.0', 'results', 'seq_1', 'Prediction', 'virus', 'others', null],
    ])
    const elsewhere = derived.find(({ name }) => name === 'label_agreement_elsewhere')
    expect(elsewhere?.interval?.map((end) => end.toFixed(4))).toEqual(['0.9791', '0.9931'])
  })

  it('allows the share of differing labels that the config allows, to the row', () => {
    const limits = { against: ['v1.0'], minLabelAgreement: 0.988 }
    expect(judge(trials(otherLabels(12)), limits).statuses).toEqual(passed)
    expect(judge(trials(otherLabels(13)), limits).statuses[1]).toBe('EQUIVALENCE-labels: fail')
  })

  it('fails when rows are missing, doubled or cannot be read, whatever the others say (W26)', () => {
    const subject = aSide({
      rows: 995,
      duplicateRows: 2,
      malformedRows: 1,
      examples: { malformed: ['line 4 has 1 fields instead of 3'], duplicate: ['seq_1'], unmatched: [] },
    })
    const reference = aSide({
      sha256: referenceDigest,
      unmatchedIds: 7,
      examples: { malformed: [], duplicate: [], unmatched: ['seq_9'] },
    })
    const { statuses, findings, results } = judge(trials(someFindings({ subject, reference, joined: 992 })))
    expect(statuses[0]).toBe('EQUIVALENCE-rows: fail')
    expect(results[0]?.actual).toBe(10)
    expect(findings.map(({ reason }) => reason)).toEqual([
      'head has 995 rows: 1 unreadable (line 4 has 1 fields instead of 3); 2 with a duplicate id (seq_1 …)',
      'v1.0 has 1000 rows: 7 without a partner (seq_9 …)',
    ])
  })

  it('gives an option set its own rows, and the head those that the option set is compared with', () => {
    const subject = aSide({ rows: 195 })
    const unmatched = { malformed: [], duplicate: [], unmatched: ['seq_9'] }
    const reference = aSide({ rows: 200, sha256: referenceDigest, unmatchedIds: 5, examples: unmatched })
    const pair = { subject: { caseId: streams, index: 0 }, reference: { caseId: head, index: 0 } }
    const comparison = aComparison({ ...pair, findings: someFindings({ subject, reference, joined: 195 }) })
    const own = [
      aTrial({ caseId: head, resultTables: trialTables(referenceDigest) }),
      aTrial({ caseId: streams, resultTables: trialTables(subjectDigest, [comparison]) }),
    ]
    const { findings, section, statuses } = judge(own, { options: sides.options })
    expect(findings).toMatchObject([
      { subject: 'results of streams against head', reason: 'head has 200 rows: 5 without a partner (seq_9 …)' },
    ])
    expect(section('equivalence')?.rows[0]?.slice(0, 5)).toEqual(['streams', 'head', 'results', '195', '5'])
    expect(statuses[0]).toBe('EQUIVALENCE-rows: fail')
  })

  it('does not pass a table that lost a column of the answer, unless the config names the columns that count', () => {
    const reference = aSide({ sha256: referenceDigest, ignoredColumns: ['Prediction', 'run_id'] })
    const lost = someFindings({ reference, labels: [], labelMismatches: null })
    const { statuses, results } = judge(trials(lost))
    expect(statuses).toEqual(passed.map((status) => status.replace('pass', 'not evaluated')))
    expect(results.map(({ severity }) => severity)).toEqual(['fail', 'fail', 'fail'])
    expect(results[0]?.reason).toContain('the table lacks Prediction, which the reference has')
    const scoresAlone = { results: { path: '{output}/results.csv', labels: [], scores: ['score1'] } }
    expect(judge(trials(lost), { against: ['v1.0'], tables: scoresAlone }).statuses[2]).toBe('EQUIVALENCE-scores: pass')
  })

  it('takes score columns that one side lacks for optional, unless the config names them (W41)', () => {
    const original = someFindings({ scores: [], scoreMismatches: null, subject: aSide({ ignoredColumns: ['score1'] }) })
    const optional = judge(trials(original))
    expect(optional.statuses).toEqual([...passed.slice(0, 2), 'EQUIVALENCE-scores: not evaluated'])
    expect(optional.results[2]).toMatchObject({ severity: 'info', reason: 'no score column is in both tables' })
    expect(optional.findings[0]?.reason).toBe('columns that could not be compared: score1 (v1.0 lacks it)')
    const tables = { results: { path: '{output}/results.csv', scores: ['score1'] } }
    const named = judge(trials(original), { against: ['v1.0'], tables })
    expect(named.results[2]).toMatchObject({
      severity: 'fail',
      status: 'not evaluated',
      reason: 'score1 is not in both tables',
    })
  })

  it('compares rows and labels of a table that lost its score columns, and no scores', () => {
    const reference = aSide({ sha256: referenceDigest, ignoredColumns: ['score1', 'score2'] })
    const { statuses, results, findings } = judge(
      trials(someFindings({ reference, scores: [], scoreMismatches: null })),
    )
    expect(statuses).toEqual([...passed.slice(0, 2), 'EQUIVALENCE-scores: not evaluated'])
    expect(results[2]?.severity).toBe('info')
    expect(findings.map(({ reason }) => reason)).toContain(
      'columns that could not be compared: score1 (only v1.0 has it), score2 (only v1.0 has it)',
    )
  })

  it('passes nothing when neither labels nor scores could be compared', () => {
    const bare = someFindings({ labels: [], labelMismatches: null, scores: [], scoreMismatches: null })
    const { results } = judge(trials(bare))
    expect(results.map(({ status, severity }) => [status, severity])).toEqual([
      ['not evaluated', 'fail'],
      ['not evaluated', 'fail'],
      ['not evaluated', 'fail'],
    ])
    expect(results[0]?.reason).toBe('no label or score column is in both tables')
  })

  it('takes the labels of the run with the most other labels, and the scores of that with the most other scores', () => {
    const [score] = someFindings().scores
    const [tag, first] = trials(
      someFindings({ scoreMismatches: 50, scores: [{ ...score!, beyond: 50, worstRatio: 3 }] }),
    )
    const again = aComparison({ ...againstTag, subject: { caseId: head, index: 1 }, findings: otherLabels() })
    const second = aTrial({ caseId: head, index: 1, resultTables: trialTables(subjectDigest, [again]) })
    if (!tag || !first) throw new Error('there are two trials')
    const suite = { against: ['v1.0'], run: { dataset: 'small', repeats: 2 }, minScoreAgreement: 0.9 }
    const { results } = judge([tag, first, second], suite)
    expect(results.slice(3).map(({ id, status, actual }) => [id, status, actual])).toEqual([
      ['EQUIVALENCE-rows', 'pass', 0],
      ['EQUIVALENCE-labels', 'fail', 0.988],
      ['EQUIVALENCE-scores', 'pass', 0.95],
    ])
  })

  it('holds the head against its own first run when there are several', () => {
    const itself = { ...againstTag, reference: { caseId: head, index: 0 } }
    const findings = someFindings({ subject: aSide(), reference: aSide() })
    const pairs = [findings, { ...otherLabels(), reference: aSide({ sha256: referenceDigest }) }].map(
      (found, place) => {
        const again = aComparison({ ...itself, subject: { caseId: head, index: 1 }, findings: found })
        const written = trialTables(place === 0 ? subjectDigest : referenceDigest)
        return judge(
          [
            aTrial({ caseId: head, resultTables: written }),
            aTrial({ caseId: head, index: 1, resultTables: trialTables(subjectDigest, [again]) }),
          ],
          { references: sides.references, run: { dataset: 'small', repeats: 2 } },
        )
      },
    )
    const ofItself = pairs.map(({ results }) => results.filter(({ axes }) => axes['against'] === 'itself'))
    expect(ofItself.map((own) => own.map(({ status }) => status))).toEqual([
      ['pass', 'pass', 'pass'],
      ['pass', 'fail', 'pass'],
    ])
  })

  it('holds the head against a stored table by its digest (I-186)', () => {
    const reference = { stored: 'vanilla', sha256: storedDigest }
    const held = (sha256: string) => {
      const findings = someFindings({ reference: aSide({ sha256 }) })
      const comparison = aComparison({ subject: { caseId: head, index: 0 }, reference, findings })
      return judge([aTrial({ caseId: head, resultTables: trialTables(subjectDigest, [comparison]) })], {
        references: sides.references,
      })
    }
    expect(held(storedDigest).statuses).toEqual(passed)
    expect(held('4'.repeat(64)).results[1]).toMatchObject({
      status: 'not evaluated',
      reason: 'a table with SHA-256 444444444444 was not written by a counted run',
    })
  })

  it('says why nothing was compared, and never passes it', () => {
    const [tag] = trials()
    const missingTag: ResolvedRevision = { label: 'v1.0', ref: 'v1.0', commit: null, problem: 'v1.0 exists nowhere' }
    const reasons = [
      judge(trials(null)),
      judge(tag ? [tag] : []),
      judge(trials(), { against: ['v1.0'] }, [revisions[0]!, missingTag]),
      judge(trials(someFindings(), { table: 'other' })),
      judge([aTrial({ caseId: head }), aTrial({ caseId: v1, commit: otherCommit })]),
    ].map(({ results, section }) => {
      expect(results.map(({ status, severity }) => [status, severity])).toEqual(
        passed.map(() => ['not evaluated', 'fail']),
      )
      expect(section('equivalence')?.rows[0]?.at(-1)).toContain('not evaluated')
      return results[0]?.reason
    })
    expect(reasons).toEqual([
      'the reference was not found',
      `${head}: no trial of this case was recorded`,
      'v1.0 exists nowhere',
      'the record contains no comparison of the two tables',
      'the record contains no comparison of the two tables',
    ])
  })

  it.each([
    ['numbers that do not go together', someFindings({ joined: 2 }), 'rows are neither joined nor unmatched'],
    [
      'a table that no run wrote',
      someFindings({ subject: aSide({ sha256: '5'.repeat(64) }) }),
      'was not written by a counted run',
    ],
    [
      'a tolerance of its own',
      someFindings({ scores: someFindings().scores.map((score) => ({ ...score, atol: 9 })) }),
      'atol 9',
    ],
  ])('believes no record with %s', (_, findings, reason) => {
    expect(judge(trials(findings)).results[1]).toMatchObject({
      status: 'not evaluated',
      reason: expect.stringContaining(reason),
    })
  })
})
