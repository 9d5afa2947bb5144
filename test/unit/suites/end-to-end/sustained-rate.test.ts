import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { endToEnd } from '../../../../src/suites/end-to-end/end-to-end.ts'
import { aCase, aRecord, measured, someDevices } from '../../a-run.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'

const keyOf = (dataset: string) => ({ suite: 'end-to-end', benchmark: 'predict', axes: { dataset, gpus: 1 } })
const run = (dataset: string, seconds: number) =>
  measured({ key: keyOf(dataset), dataset, seconds: [seconds, seconds * 1.001, seconds * 0.999] })

function given(sustained?: object) {
  const found = aSuite('end-to-end', {
    datasets: { medium: { preset: 'medium' }, large: { preset: 'large' } },
    suites: { 'end-to-end': { run: { dataset: 'medium' }, ...(sustained && { sustained }) } as never },
  })
  return { ...found, devices: someDevices(1), revisions: aRecord().revisions }
}

/** `medium` has a megabyte, `large` ten. */
function judge(outcomes: readonly CaseOutcome[], sustained?: object) {
  const [medium] = aRecord().datasets
  const datasets = [medium!, { ...medium!, name: 'large', sequences: 10_000, bytes: 1e7 }]
  return judgeSuite(endToEnd, { ...given(sustained), outcomes, datasets }).results
}

const large = { dataset: 'large' }

describe('a large sample (F-16, I-145)', () => {
  it('is measured beside the typical one, on the same devices', () => {
    const { cases } = endToEnd.plan(given(large))
    expect(cases.map(({ dataset, gpus, revision }) => [dataset, gpus, revision])).toEqual([
      ['medium', [0], 'head'],
      ['large', [0], 'head'],
    ])
  })

  it('must keep 80 % of the rate that the typical one was measured at, not 80 % of a constant (F-16, W61)', () => {
    expect(judge([run('medium', 10), run('large', 124)], large)).toMatchObject([
      { id: 'SUSTAINED', operator: '>=', limit: 0.8, status: 'pass', actual: expect.closeTo(100 / 124, 6) },
    ])
    expect(judge([run('medium', 10), run('large', 126)], large)).toMatchObject([{ status: 'fail' }])
    // Both slow by the same: far below the 400 sequences an hour that the constant asked for, and sustained.
    expect(judge([run('medium', 1e5), run('large', 1e6)], large)).toMatchObject([{ status: 'pass', actual: 1 }])
  })

  it('has the limit of the config', () => {
    const runs = [run('medium', 10), run('large', 110)]
    expect(judge(runs, { ...large, minRate: 0.95 })[0]).toMatchObject({ status: 'fail', limit: 0.95 })
    expect(() => given({ ...large, minRate: 1.1 })).toThrow('minRate')
  })

  it('is not evaluated without a run of both, with the reason, and asked for only where it is named', () => {
    const outOfMemory: CaseOutcome = {
      status: 'failed',
      failureKind: 'out-of-memory',
      planned: aCase({ key: keyOf('large'), dataset: 'large' }),
      failures: [],
      reason: 'out-of-memory: exit code 4',
    }
    expect(judge([run('medium', 10), outOfMemory], large)).toMatchObject([
      { status: 'not evaluated', severity: 'fail', reason: expect.stringContaining('large: out-of-memory') },
    ])
    expect(judge([run('medium', 10)])).toEqual([])
  })
})
