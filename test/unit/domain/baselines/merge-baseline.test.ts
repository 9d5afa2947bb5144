import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeBaselines, withoutRetiredCases } from '../../../../src/domain/baselines/baseline.ts'
import { mergeVersions } from '../../../../src/judging/baselines/baselines.ts'
import { aTestbed } from '../../a-run.ts'
import {
  aBaseline as buildBaseline,
  aBaselineCase as buildCase,
  aBaselineMetric,
  aProvenance,
} from '../../a-baseline.ts'
import type { BaselineCase, Baseline } from '../../../../src/record/baseline.ts'

const aBaselineCase = (gpus: number, seconds: number, overrides: Partial<BaselineCase> = {}) =>
  buildCase([aBaselineMetric([seconds])], gpus, overrides)
const aBaseline = (day: number, cases: readonly BaselineCase[], overrides: Partial<Baseline> = {}) =>
  buildBaseline(cases, { provenance: aProvenance(day), ...overrides })

const levels = ({ cases }: Baseline) => cases.map(({ axes, metrics }) => [axes['gpus'], metrics[0]?.samples[0]])

describe('mergeBaselines', () => {
  it('takes of each case the later samples and says where the earlier ones come from', () => {
    const older = aBaseline(1, [aBaselineCase(1, 10), aBaselineCase(2, 5)])
    const newer = aBaseline(2, [aBaselineCase(2, 6), aBaselineCase(4, 3)])
    const merged = mergeBaselines(older, newer)
    expect(levels(merged)).toEqual([
      [1, 10],
      [2, 6],
      [4, 3],
    ])
    expect(merged.provenance.runId).toBe('run-2')
    expect(merged.cases.map(({ provenance }) => provenance?.runId)).toEqual(['run-1', undefined, undefined])
  })

  it('lets nothing of a machine stay that has another driver by now', () => {
    const older = aBaseline(1, [aBaselineCase(1, 10)])
    const newer = aBaseline(2, [aBaselineCase(2, 6)], { testbed: aTestbed({ driverVersion: '600.1' }) })
    expect(mergeBaselines(newer, older)).toBe(newer)
  })

  it('gives the same whoever comes first, however often, and in whatever groups', () => {
    const generated = fc.record({
      day: fc.integer({ min: 1, max: 6 }),
      gpus: fc.uniqueArray(fc.integer({ min: 1, max: 4 })),
    })
    fc.assert(
      fc.property(fc.array(generated, { minLength: 3, maxLength: 3 }), (given) => {
        // A run has one id and one set of samples.
        const [a, b, c] = given.map(({ day, gpus }, index) => {
          const runId = `run-${day}-${index}`
          const cases = gpus
            .toSorted((left, right) => left - right)
            .map((count) => aBaselineCase(count, day * 10 + index))
          return aBaseline(day, cases, { provenance: aProvenance(day, { runId }) })
        }) as [Baseline, Baseline, Baseline]
        expect(mergeBaselines(a, b)).toEqual(mergeBaselines(b, a))
        expect(mergeBaselines(mergeBaselines(a, b), c)).toEqual(mergeBaselines(a, mergeBaselines(b, c)))
        expect(mergeBaselines(a, mergeBaselines(a, b))).toEqual(mergeBaselines(a, b))
      }),
    )
  })

  it('drops cases that the plan no longer has, unless a later run has measured them', () => {
    const later = aBaselineCase(8, 2, { provenance: aProvenance(9) })
    const baseline = aBaseline(5, [aBaselineCase(1, 10), aBaselineCase(2, 6), later])
    const kept = withoutRetiredCases(baseline, new Set(['scaling/predict gpus=1']), baseline.provenance.recordedAt)
    expect(levels(kept)).toEqual([
      [1, 10],
      [8, 2],
    ])
  })
})

describe('mergeVersions', () => {
  const path = 'baselines/2x-nvidia-h200/scaling.json'
  const [old, one, other] = [1, 2, 3].map((day) => JSON.stringify(aBaseline(day, [aBaselineCase(day, day)])))
  const sides = (a?: string | null, b?: string | null, from?: string | null) =>
    mergeVersions({ path, one: a ?? null, other: b ?? null, ancestor: from ?? null })

  it('takes the side that changed', () => {
    expect([sides(old, other, old), sides(one, old, old), sides(one, one, old)]).toEqual([other, one, one])
    expect([sides(null, old, old), sides(old, null, old)]).toEqual([null, null])
  })

  it('keeps what one side renewed and the other removed', () => {
    expect([sides(null, other, old), sides(one, null, old)]).toEqual([other, one])
  })

  it('merges by case what both changed, and leaves other files to people', () => {
    expect(JSON.parse(sides(one, other, old) ?? '{}')).toMatchObject({
      cases: [{ axes: { gpus: 2 } }, { axes: { gpus: 3 } }],
    })
    expect(() => mergeVersions({ path: 'baselines/README.md', one: 'a', other: 'b', ancestor: 'c' })).toThrow(
      'both sides',
    )
    expect(() => sides('{"schemaVersion":1', other, old)).toThrow('not JSON')
  })
})
