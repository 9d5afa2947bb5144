import { describe, expect, it } from 'vitest'
import { describeRefresh } from '../../../../src/steps/baselines/propose-refresh.ts'
import { aConfig } from '../../a-config.ts'
import { aTestbed } from '../../a-run.ts'
import { aBaseline, aBaselineCase as aCase, aBaselineMetric as aMetric } from '../../a-baseline.ts'

const path = 'baselines/2x-nvidia-h200/scaling.json'
const config = aConfig({ comparison: { gate: ['wall_time'] } })

async function describeChange(before: unknown, after: unknown, place = path) {
  const texts = { before, after } as const
  const read = (side: 'before' | 'after', wanted: string) =>
    Promise.resolve(wanted !== place || texts[side] === null ? null : JSON.stringify(texts[side]))
  const { files } = await describeRefresh([place], config, read)
  return files[0]
}

describe('describeRefresh', () => {
  it.each([
    ['new', null, aBaseline([aCase([aMetric([1, 2])])])],
    ['changed', aBaseline([]), aBaseline([aCase([aMetric([1, 2])])])],
    ['removed', aBaseline([]), null],
  ])('describes a file that is %s', async (state, before, after) => {
    const counts =
      after === null
        ? { samples: 0, cases: 0, provenance: null }
        : { samples: 2, cases: 1, provenance: after.provenance }
    const file = { path, testbedId: '2x-nvidia-h200', suite: 'scaling', state }
    expect(await describeChange(before, after)).toMatchObject({ ...file, ...counts })
  })

  it('shows the level of each gate metric before and after', async () => {
    const cpu = aMetric([5], { name: 'cpu_time' })
    const before = aBaseline([aCase([aMetric([9, 10, 12]), cpu])])
    const after = aBaseline([aCase([aMetric([11, 12, 14]), cpu]), aCase([aMetric([3])], 2), aCase([aMetric([])], 4)])
    const file = await describeChange(before, after)
    expect(file).toMatchObject({ samples: 5, cases: 3 })
    expect(file?.levels).toMatchObject([
      { benchmark: 'predict', axes: { gpus: 1 }, metric: 'wall_time', unit: 's', before: 10, after: 12, drift: null },
      { axes: { gpus: 2 }, before: null, after: 3, comparison: null },
    ])
    expect(file?.levels[0]?.comparison).not.toBeNull()
  })

  it('shows the level of a gate metric that the new samples lack', async () => {
    const before = aBaseline([aCase([aMetric([9, 10, 12])])])
    const after = aBaseline([aCase([aMetric([5], { name: 'cpu_time' })])])
    const [level] = (await describeChange(before, after))?.levels ?? []
    expect(level).toMatchObject({ metric: 'wall_time', before: 10, after: null, drift: null })
    expect(level?.comparison?.verdict).toBe('missing')
  })

  it.each([
    ['another unit', [aMetric([10], { unit: 'ms' })], null],
    ['another metric', [aMetric([10], { name: 'cpu_time' })], null],
    ['no samples', [aMetric([])], null],
    ['samples of another machine', [aMetric([8, 10])], 9],
  ])('shows an old level with %s as far as it has one', async (_name, metrics, level) => {
    const before = aBaseline([aCase(metrics)], { testbed: aTestbed({ driverVersion: '600.1' }) })
    expect((await describeChange(before, aBaseline([aCase([aMetric([12])])])))?.levels[0]?.before).toBe(level)
  })

  it.each([
    ['lower', 12, { effect: 0.2, isWorse: true }],
    ['lower', 8, { effect: -0.2, isWorse: false }],
    ['lower', 10, { effect: 0, isWorse: false }],
    ['higher', 12, { effect: 0.2, isWorse: false }],
    ['higher', 8, { effect: -0.2, isWorse: true }],
    ['higher', 10, { effect: 0, isWorse: false }],
  ] as const)(
    'where %s is better, %i against an anchor of 10 is a drift',
    async (betterWhen, now, { effect, isWorse }) => {
      const anchor = { median: 10, commit: 'e'.repeat(40), recordedAt: '2025-12-01T00:00:00.000Z' }
      const after = aBaseline([aCase([aMetric([now], { betterWhen, anchor })])])
      expect((await describeChange(null, after))?.levels[0]?.drift).toEqual({
        effect: expect.closeTo(effect, 9) as number,
        isWorse,
        anchorCommit: anchor.commit,
        anchoredAt: anchor.recordedAt,
        creep: null,
      })
    },
  )

  it('counts the samples of all sessions of the noise', async () => {
    const session = { recordedAt: '2026-01-01T00:00:00.000Z', runId: 'run', commit: 'a'.repeat(40), samples: [1, 2] }
    const sessions = [session, { ...session, runId: 'next', samples: [3] }]
    const metrics = [{ name: 'wall_time', unit: 's', betterWhen: 'lower', sessions }]
    const item = { suite: 'scaling', benchmark: 'predict', axes: {}, datasetSha256: 'd'.repeat(64), metrics }
    const noise = { schemaVersion: 1, testbed: aTestbed(), cases: [item, { ...item, axes: { gpus: 2 } }] }
    const place = 'baselines/2x-nvidia-h200/noise.json'
    const counts = { suite: 'noise', samples: 6, cases: 2, provenance: null }
    expect(await describeChange(null, noise, place)).toMatchObject(counts)
  })

  it.each([
    [40, 40, 0],
    [42, 40, 2],
  ])('of %i files describes %i', async (count, described, furtherFiles) => {
    const paths = Array.from({ length: count }, (_, index) => `baselines/x/${index}.json`)
    const { files, ...rest } = await describeRefresh(paths, config, () => Promise.resolve(null))
    expect([files.length, rest]).toEqual([described, { furtherFiles }])
  })
})
