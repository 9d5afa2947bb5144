import { describe, expect, it } from 'vitest'
import { computeLoadBalance, mostImbalance } from '../../../../src/domain/stages/load-balance.ts'
import { aShard, aWorker } from '../../a-pipeline.ts'

describe('balance of workers (F-05, I-116)', () => {
  it('fails 3.2 h against 2.1 h', () => {
    const [balance] = computeLoadBalance(
      [],
      [
        { ...aWorker(0, 1, 1), seconds: 3.2 * 3600 },
        { ...aWorker(1, 1, 1), seconds: 2.1 * 3600 },
      ],
    )
    expect(balance?.imbalance).toBeCloseTo(1.1 / 3.2, 9)
    expect(balance?.imbalance).toBeGreaterThan(mostImbalance)
  })

  it('passes 315.7 against 313.5 sequences per second: 0.7 %', () => {
    const [balance] = computeLoadBalance([], [aWorker(0, 397_289, 315.7), aWorker(1, 397_288, 313.5)])
    expect(balance).toMatchObject({ part: 'run', reason: null })
    expect(balance?.imbalance).toBeCloseTo(0.007, 3)
  })

  it('compares the GPUs of one stage with each other, never those of two', () => {
    const balances = computeLoadBalance(
      [
        aShard({ stage: 'dnabert', gpu: 0, seconds: 2 }),
        aShard({ stage: 'esm2', gpu: 0, seconds: 10 }),
        aShard({ stage: 'esm2', gpu: 1, seconds: 8 }),
      ],
      [],
    )
    expect(balances).toMatchObject([{ part: 'esm2', imbalance: 0.2 }])
  })

  it('knows no balance of a stage of which one GPU reports nothing', () => {
    const shards = [0, 1].map((gpu) => aShard({ stage: 'esm2', gpu, seconds: 10 }))
    const reason = 'a run time is reported by 2 of 3 GPUs'
    expect(computeLoadBalance(shards, [], { gpus: 3 })).toEqual([{ part: 'esm2', imbalance: null, reason }])
    expect(computeLoadBalance(shards, [], { gpus: 2 })).toMatchObject([{ imbalance: 0 }])
  })

  it.each([
    [
      'of a stage that uses all GPUs',
      ['esm2'],
      [0],
      [{ imbalance: null, reason: 'a run time is reported by 1 of 2 GPUs' }],
    ],
    ['of a stage that may use one', [], [0], []],
    ['without a GPU, which may be of all', ['esm2'], [null], []],
  ])('finds a single report %s', (_what, parallel, gpus, expected) => {
    const shards = gpus.map((gpu) => aShard({ stage: 'esm2', gpu, seconds: 10 }))
    expect(computeLoadBalance(shards, [], { gpus: 2, parallel })).toMatchObject(expected)
  })

  it('says nothing about one worker, and does not take a silent one for a fast one', () => {
    expect(computeLoadBalance([], [aWorker(0, 10, 1)])).toEqual([])
    const [balance] = computeLoadBalance([], [aWorker(0, 10, 1), { ...aWorker(1, 10, 1), seconds: null }])
    expect(balance).toMatchObject({ imbalance: null, reason: 'no run time is reported by worker 1' })
    const [idle] = computeLoadBalance(
      [],
      [0, 1].map((worker) => ({ ...aWorker(worker, 10, 1), seconds: 0 })),
    )
    expect(idle).toMatchObject({ imbalance: null, reason: 'no run time is reported by any worker' })
  })
})
