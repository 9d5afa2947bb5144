import { describe, expect, it } from 'vitest'
import {
  conclude,
  concludeStored,
  formatAcceptance,
  isInForce,
  type Acceptance,
  type RunEvidence,
} from '../../../../src/domain/verdict/conclusion.ts'
import type { Comparison } from '../../../../src/domain/verdict/comparison.ts'
import { aComparison, aRequirement } from '../../reporters/a-report.ts'
import { aCase, aRecord, measured } from '../../a-run.ts'

const calm: RunEvidence = {
  comparisons: [aComparison({ verdict: 'unchanged', isGate: true })],
  requirements: [aRequirement({ status: 'pass' })],
  outcomes: [measured({ seconds: [1, 1, 1] })],
  status: 'finished',
  statusDetail: null,
  yardstick: aRecord().yardstick,
  obstacles: [],
}
const given = (overrides: Partial<RunEvidence>, isStrict = false) => conclude({ ...calm, ...overrides }, isStrict)

describe('conclude', () => {
  it('passes what was judged and failed nothing', () => {
    expect(given({})).toMatchObject({ verdict: 'pass', conclusion: 'success', exitCode: 0 })
  })

  it('fails on a regression of a gate metric, and not on one of a metric that only explains', () => {
    expect(given({ comparisons: [aComparison({ verdict: 'regression', isGate: true })] })).toMatchObject({
      verdict: 'fail',
      conclusion: 'failure',
      exitCode: 1,
    })
    const stage = aComparison({ verdict: 'regression', isGate: false })
    expect(given({ comparisons: [...calm.comparisons, stage] }).verdict).toBe('pass')
  })

  it('fails on a failed requirement of severity fail, and only tells of one of severity warn (X-37)', () => {
    expect(given({ requirements: [aRequirement({ status: 'fail', severity: 'fail' })] }).exitCode).toBe(1)
    expect(given({ requirements: [aRequirement({ status: 'fail', severity: 'warn' })] }).exitCode).toBe(0)
  })

  it.each(['inconclusive', 'not comparable', 'missing'] as const)('never passes a gate that is %s', (verdict) => {
    expect(given({ comparisons: [aComparison({ verdict, isGate: true })] })).toMatchObject({
      verdict: 'inconclusive',
      conclusion: 'neutral',
      exitCode: 0,
    })
  })

  it('states the slowdown that an open gate does not exclude, and none where it excludes all of them', () => {
    const open = { verdict: 'inconclusive', isGate: true, effect: -0.1, interval: [-0.15, -0.05] } as const
    const reasonsFor = (excluded: number) =>
      given({ comparisons: [aComparison({ ...open, excluded })] }).reasons[0]?.text
    expect(reasonsFor(0.04)).toContain('a slowdown below 4 % cannot be excluded')
    expect(reasonsFor(-0.06)).toContain('a gain that is not confirmed')
  })

  it('never passes a requirement that was not evaluated', () => {
    expect(given({ requirements: [aRequirement({ status: 'not evaluated', severity: 'fail' })] }).conclusion).toBe(
      'neutral',
    )
  })

  it('never passes a dataset that the head chose, and fails a regression with it', () => {
    const ownDatasets = ['dataset reads comes from the head']
    expect(given({ ownDatasets })).toMatchObject({
      verdict: 'inconclusive',
      conclusion: 'neutral',
      reasons: [{ code: 'dataset-from-head', text: ownDatasets[0] }],
    })
    expect(given({ ownDatasets }, true).conclusion).toBe('failure')
    expect(given({ ownDatasets, comparisons: [aComparison({ verdict: 'regression', isGate: true })] }).verdict).toBe(
      'fail',
    )
  })

  it('is neutral about a head that was measured on an unfit machine only', () => {
    const reason = '3 runs were contaminated: another process used GPU 0'
    const outcomes = [{ status: 'contaminated', planned: aCase(), failures: [], reason } as const]
    const verdict = given({ outcomes })
    expect(verdict).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral', exitCode: 0 })
    expect(verdict.reasons).toEqual([{ code: 'contaminated', text: `scaling, 1 GPU: ${reason}` }])
  })

  it('states once why a contaminated case and its limit have no result', () => {
    const reason = '4 runs were contaminated: another process used GPU 1'
    const outcomes = [{ status: 'contaminated', planned: aCase(), failures: [], reason } as const]
    const requirements = [aRequirement({ status: 'not evaluated', severity: 'fail', reason })]
    const { reasons } = given({ outcomes, requirements, comparisons: [] })
    expect(reasons.map(({ text }) => text)).toEqual([`scaling, 1 GPU: ${reason}`, 'PERF-03 not evaluated'])
  })

  it('states the reason of a limit unless that of any contaminated case is the same', () => {
    const outcomes = ['throttled', 'another process'].map(
      (reason) => ({ status: 'contaminated', planned: aCase(), failures: [], reason }) as const,
    )
    const open = (reason: string) => {
      const requirements = [aRequirement({ status: 'not evaluated', severity: 'fail', reason })]
      return given({ outcomes, requirements, comparisons: [] }).reasons.at(-1)?.text
    }
    expect([open('another process'), open('throttled'), open('no base')]).toEqual([
      'PERF-03 not evaluated',
      'PERF-03 not evaluated',
      'PERF-03 not evaluated: no base',
    ])
  })

  it('never passes a run in which nothing was judged (W7)', () => {
    expect(given({ comparisons: [], requirements: [] })).toMatchObject({
      verdict: 'inconclusive',
      conclusion: 'neutral',
    })
  })

  it.each(['pass', 'fail'] as const)('takes a limit that only informs for no judgement, when it is a %s', (status) => {
    const requirements = [aRequirement({ status, severity: 'info' })]
    expect(given({ comparisons: [], requirements })).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
  })

  it('never passes by rules that the head itself brought', () => {
    expect(given({ yardstick: { ...calm.yardstick, origin: 'head' } }).conclusion).toBe('neutral')
  })

  it('calls a run without a single measured case an error (W7)', () => {
    expect(given({ outcomes: [] })).toMatchObject({ verdict: 'error', conclusion: 'failure', exitCode: 2 })
  })

  it('calls a head that cannot run its benchmark an error', () => {
    const failed = {
      status: 'failed',
      planned: aCase(),
      failures: [],
      failureKind: 'exit-code',
      reason: 'exit-code: exit code 1',
    } as const
    expect(given({ outcomes: [failed] })).toMatchObject({ verdict: 'error', exitCode: 2 })
  })

  it.each(['interrupted', 'running'] as const)('T-38: blocks the merge for a run that is %s', (status) => {
    for (const isStrict of [false, true])
      expect(given({ status, statusDetail: 'cancelled after 3 of 8 trials' }, isStrict)).toMatchObject({
        verdict: 'inconclusive',
        conclusion: 'cancelled',
        exitCode: 2,
        reasons: [{ code: 'run-incomplete', text: 'cancelled after 3 of 8 trials' }],
      })
  })

  it('fails what was measured by other rules than count, and leaves a run that was cut short cancelled', () => {
    const mismatches = ['it was measured with another config than that of the base']
    const reasons = mismatches.map((text) => ({ code: 'rules-changed', text }))
    const expected = { verdict: 'inconclusive', conclusion: 'failure', exitCode: 2, reasons }
    expect(given({ mismatches })).toEqual(expected)
    expect(given({ mismatches, status: 'interrupted' }).conclusion).toBe('cancelled')
    const regression = aComparison({ verdict: 'regression', isGate: true })
    expect(given({ mismatches, comparisons: [regression] })).toMatchObject({ verdict: 'fail', exitCode: 1 })
  })

  it('fails what could not be told under a strict policy, since GitHub lets a neutral check pass a gate', () => {
    expect(given({ obstacles: ['the baseline cannot be read'] }, true)).toMatchObject({
      verdict: 'inconclusive',
      conclusion: 'failure',
      exitCode: 1,
    })
  })

  it('computes the exit code from the same value as everything else (W43, W44)', () => {
    for (const evidence of [
      {},
      { comparisons: [aComparison({ verdict: 'regression', isGate: true })] },
      { outcomes: [] },
    ]) {
      const { verdict, conclusion, exitCode } = given(evidence)
      expect(
        { pass: ['success', 0], fail: ['failure', 1], error: ['failure', 2], inconclusive: ['neutral', 0] }[verdict],
      ).toEqual([conclusion, exitCode])
    }
  })
})

describe('concludeStored', () => {
  const gate = (verdict: Comparison['verdict']) => aComparison({ verdict, isGate: true })
  const doubt = [{ code: 'not-judged', text: 'half of it' }]
  const undecided = [{ code: 'undecided' }]
  const slower = { code: 'regression', text: 'regression of wall time' }
  const nothing = { code: 'nothing-judged', text: 'no metric of the two is a gate' }

  it.each([
    ['a decided pass', [gate('unchanged'), gate('improvement')], [], ['pass', 'success', 0, []]],
    [
      'a regression',
      [gate('regression'), gate('unchanged')],
      ['half of it'],
      ['fail', 'failure', 1, [slower, ...doubt]],
    ],
    [
      'a regression that only explains',
      [gate('unchanged'), aComparison({ verdict: 'regression', isGate: false })],
      [],
      ['pass', 'success', 0, []],
    ],
    ['no gate', [aComparison({ verdict: 'unchanged', isGate: false })], [], ['inconclusive', 'neutral', 2, [nothing]]],
    ['an open gate', [gate('inconclusive'), gate('unchanged')], [], ['inconclusive', 'neutral', 0, undecided]],
    [
      'a missing side',
      [gate('inconclusive'), gate('missing')],
      [],
      ['inconclusive', 'neutral', 2, [...undecided, ...undecided]],
    ],
    ['an incomparable side', [gate('not comparable')], [], ['inconclusive', 'neutral', 2, undecided]],
    ['a doubt', [gate('unchanged')], ['half of it'], ['inconclusive', 'neutral', 2, doubt]],
  ])('concludes %s', (_name, comparisons, doubts, [verdict, conclusion, exitCode, reasons]) => {
    expect(concludeStored(comparisons, doubts, 'gpu')).toMatchObject({ verdict, conclusion, exitCode, reasons })
  })
})

it.each([
  [['lost'], ['scaling, 1 GPU: lost']],
  [['lost', 'lost'], ['scaling, 1 GPU and 1 more case: lost']],
  [
    ['lost', 'slow', 'lost', 'lost'],
    ['scaling, 1 GPU and 2 more cases: lost', 'scaling, 1 GPU: slow'],
  ],
])('names the cases of each failure once: %j', (reasons, texts) => {
  const outcomes = reasons.map((reason) => {
    return { status: 'failed', planned: aCase(), failures: [], failureKind: 'exit-code', reason } as const
  })
  expect(given({ outcomes }).reasons.map(({ text }) => text)).toEqual(texts)
})

it.each([
  ['failed', 'no space', { verdict: 'error', exitCode: 2, reasons: [{ code: 'not-measured', text: 'no space' }] }],
  ['failed', null, { verdict: 'error', reasons: [{ text: 'the run failed' }] }],
  [
    'interrupted',
    null,
    { verdict: 'inconclusive', reasons: [{ code: 'run-incomplete', text: 'the run was interrupted' }] },
  ],
] as const)('concludes a run that %s with the detail %j', (status, statusDetail, expected) => {
  expect(given({ status, statusDetail })).toMatchObject(expected)
})

it('takes a case that failed on another revision for no error of the head', () => {
  const planned = aCase({ revision: 'v1.0' })
  const failed = { status: 'failed', planned, failures: [], failureKind: 'exit-code', reason: 'lost' } as const
  expect(given({ outcomes: [...calm.outcomes, failed] }).verdict).toBe('pass')
})

describe('an acceptance', () => {
  const acceptance: Acceptance = {
    by: 'maria',
    at: '2026-11-20T10:00:00.000Z',
    reason: 'the new model is larger',
    until: null,
    headCommit: 'a'.repeat(40),
    url: 'https://github.com/acme/pipeline/pull/7#issuecomment-1',
  }

  it.each([
    [null, true],
    ['2026-12-23', false],
    ['2026-12-24', true],
    ['2026-12-25', true],
    ['2027-01-01', true],
  ])('until %j: in force on 2026-12-24 is %j', (until, expected) => {
    for (const time of ['00:00:00.000', '23:59:59.999'])
      expect(isInForce({ until }, new Date(`2026-12-24T${time}Z`))).toBe(expected)
  })

  it('names the person, both days and the reason', () => {
    const said = 'maria accepted this on 2026-11-20 until'
    expect(formatAcceptance(acceptance)).toBe(`${said} this commit is merged or replaced: "the new model is larger"`)
    expect(formatAcceptance({ ...acceptance, until: '2026-12-24' })).toBe(
      `${said} 2026-12-24: "the new model is larger"`,
    )
  })
})
