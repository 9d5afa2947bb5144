import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { createUndecided } from '../../../../src/domain/verdict/comparison.ts'
import { revision } from '../../../../src/suites/revision/revision.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aRecord, headCommit, judgedAgainst, measured, otherCommit, someDevices } from '../../a-run.ts'
import type { ResolvedRevision, RunRecord } from '../../../../src/record/run.ts'

const revisions: ResolvedRevision[] = [
  { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
  { label: 'v1.0', ref: 'v1.0', commit: otherCommit, problem: null },
]
const missingTag: ResolvedRevision = {
  label: 'v1.0',
  ref: 'v1.0',
  commit: null,
  problem: 'v1.0 exists neither here nor in the base repository (nearest tags: v2.0)',
}

function given(revisionConfig: object = {}, suiteConfig: object = {}) {
  return aSuite('revision', {
    revisions: { 'v1.0': { ref: 'v1.0', ...revisionConfig } },
    suites: {
      revision: { run: { dataset: 'medium' }, against: ['v1.0'], gpus: 2, minSpeedup: { 'v1.0': 4 }, ...suiteConfig },
    },
  })
}

function judge(
  outcomes: readonly CaseOutcome[],
  options: {
    revisionConfig?: object
    resolved?: ResolvedRevision[]
    identity?: Record<string, Record<string, string>>
    datasets?: RunRecord['datasets']
    comparisons?: ReturnType<typeof judgedAgainst>
  } = {},
) {
  const comparisons = options.comparisons ?? judgedAgainst(outcomes)
  const about = {
    revisions: options.resolved ?? revisions,
    identity: options.identity ?? {},
    datasets: options.datasets ?? aRecord().datasets,
  }
  return judgeSuite(revision, { ...given(options.revisionConfig), outcomes, comparisons, ...about })
}

const run = (label: string, seconds: readonly number[], rows = 1000) =>
  measured({
    key: { suite: 'revision', benchmark: 'predict', axes: { gpus: 2, revision: label } },
    revision: label,
    seconds,
    rows,
  })

describe('the revision suite (F-24)', () => {
  it('takes no more runs of a side that comes from the cache than it has: two sessions are never joined', () => {
    const longest = (baseline: string) => {
      const { config, suite } = given({}, { baseline, run: { dataset: 'medium', repeats: 3, maxRepeats: 9 } })
      return revision.plan({ config, suite, devices: someDevices(2), revisions }).comparisons[0]?.maxRepeats
    }
    expect([longest('fresh'), longest('cached')]).toEqual([9, 3])
  })

  it('runs both sides on the same data and devices in one interleaved group (I-190, W33, X-36)', () => {
    const { config, suite } = given()
    const { cases } = revision.plan({ config, suite, devices: someDevices(2), revisions })
    expect(cases.map((item) => [item.revision, item.dataset, item.gpus, item.interleaveGroup])).toEqual([
      ['head', 'medium', [0, 1], 'revision'],
      ['v1.0', 'medium', [0, 1], 'revision'],
    ])
  })

  it('judges the unrounded speed-up against the limit it prints (X-14, W35)', () => {
    const result = judge([run('head', [10, 10, 10]), run('v1.0', [39.9, 39.9, 39.9])])
    expect(result.results[0]).toMatchObject({
      id: 'SPEEDUP-v1.0',
      status: 'fail',
      limit: 4,
      actual: expect.closeTo(3.99, 9),
    })
  })

  it('compares the head with the tag and names its commit (X-15)', () => {
    const result = judge([run('head', [10, 10.1, 9.9]), run('v1.0', [45, 45.2, 44.9])])
    expect(result.comparisons).toMatchObject([
      { metric: 'wall_time', verdict: 'improvement', reference: 'v1.0 (bbbbbbb)' },
    ])
    const { rows, notes } = result.section('revision-v1.0')!
    const [base, head, speedup] = [
      { value: 45, unit: 's' },
      { value: 10, unit: 's' },
      { value: 4.5, unit: '×' },
    ]
    expect([rows[0], notes]).toEqual([['wall_time', base, head, speedup, 'improvement'], []])
  })

  it('makes a missing tag a visible result with the nearest names (W30)', () => {
    const { config, suite } = given()
    const plan = revision.plan({ config, suite, devices: someDevices(2), revisions: [revisions[0]!, missingTag] })
    expect(plan.notTested[0]?.reason).toContain('nearest tags: v2.0')
    const result = judge([run('head', [10, 10, 10])], { resolved: [revisions[0]!, missingTag] })
    expect(result.results[0]).toMatchObject({ status: 'not evaluated', reason: expect.stringContaining('v2.0') })
    expect(result.comparisons[0]?.verdict).toBe('missing')
  })

  it.each([
    ['head', 'v1.0'],
    ['v1.0', 'head'],
  ])('misses the comparison, which is a gate, where %s failed', (failed, worked) => {
    const outcomes = [failed, worked].map((label) => run(label, [10, 10, 10]))
    const [broken, other] = [{ ...outcomes[0]!, status: 'failed', reason: 'it crashed' } as CaseOutcome, outcomes[1]!]
    const result = judge(failed === 'head' ? [broken, other] : [other, broken])
    const reason = `${failed}: it crashed`
    expect(result.comparisons).toMatchObject([{ metric: 'wall_time', isGate: true, verdict: 'missing', reason }])
    expect(result.derived).toMatchObject([{ name: 'speedup', value: null, reason }])
  })

  it('meets no speed-up with other answers, nor without interleaved runs', () => {
    const outcomes = [run('head', [10, 10, 10]), run('v1.0', [45, 45, 45])]
    const refuse = createUndecided('not comparable', 'the answers differ')
    const comparisons = judgedAgainst(outcomes).map((one) => ({
      ...one,
      decisions: one.decisions.map((item) => ({ ...item, decision: refuse })),
    }))
    expect(judge(outcomes, { comparisons }).results[0]).toMatchObject({
      status: 'not evaluated',
      reason: 'not comparable: the answers differ',
    })
    expect(judge(outcomes, { comparisons: [] }).results[0]).toMatchObject({
      status: 'not evaluated',
      reason: 'v1.0: not interleaved with the head',
    })
  })

  it('refuses to compare runs on different data', () => {
    const { key } = run('v1.0', []).planned
    const small = measured({ key, revision: 'v1.0', seconds: [45, 45, 45], dataset: 'small' })
    const [medium] = aRecord().datasets
    const result = judge([run('head', [10, 10, 10]), small], {
      datasets: ['large', 'medium', 'small'].map((name, at) => ({ ...medium!, name, sha256: `${at}`.repeat(64) })),
    })
    expect(result.comparisons[0]).toMatchObject({
      verdict: 'not comparable',
      reason: expect.stringContaining('dataset'),
    })
  })

  it('refuses to compare runs of different models (W36)', () => {
    const identity = { head: { 'model.pth': 'a'.repeat(64) }, 'v1.0': { 'model.pth': 'b'.repeat(64) } }
    const result = judge([run('head', [10, 10, 10]), run('v1.0', [45, 45, 45])], { identity })
    expect(result.comparisons[0]).toMatchObject({
      verdict: 'not comparable',
      reason: expect.stringContaining('model.pth'),
    })
    expect(result.results[0]?.status).toBe('not evaluated')
  })

  it('does not call half the work a speed-up', () => {
    const result = judge([run('head', [10, 10, 10], 500), run('v1.0', [45, 45, 45])])
    expect(result.comparisons[0]?.verdict).toBe('not comparable')
    expect(result.results[0]?.status).toBe('not evaluated')
  })

  it('marks a declared figure, compares nothing with it and does not run it (W35, X-16)', () => {
    const declared = { declared: { wallSeconds: 12_600, source: 'release notes of v1.0, 3.5 h' } }
    const { config, suite } = given(declared)
    expect(
      revision.plan({ config, suite, devices: someDevices(2), revisions }).cases.map((item) => item.revision),
    ).toEqual(['head'])
    const result = judge([run('head', [3200, 3200, 3200])], { revisionConfig: declared })
    expect(result.comparisons).toEqual([])
    expect(result.derived[0]).toMatchObject({ name: 'speedup', isDeclared: true, value: expect.closeTo(3.9375, 6) })
    expect(result.results[0]).toMatchObject({ status: 'fail', reason: expect.stringContaining('declared') })
    const without = judge([], { revisionConfig: declared })
    expect(without.derived).toMatchObject([{ value: null, reason: 'head: this case is not part of the run' }])
  })

  it('reuses samples of an earlier run only where the config allows it', () => {
    const { config, suite } = given({}, { baseline: 'cached' })
    const { cases } = revision.plan({ config, suite, devices: someDevices(2), revisions })
    expect(cases.map((item) => item.samplesFrom)).toEqual(['fresh', 'cached'])
  })
})
