import { describe, expect, it } from 'vitest'
import { classifyTrial } from '../../../../src/domain/trial/trial.ts'
import { summarizeOutcome, summarizeOutcomes } from '../../../../src/domain/trial/outcome.ts'
import { aCase, aStage, aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, workAt } from '../../a-telemetry.ts'

const planned = aCase()

describe('outcomeOf', () => {
  it('keeps every raw sample in the order it was taken and leaves warm-ups out', () => {
    const trials = [
      aTrial({ isWarmup: true, wallSeconds: 30 }),
      aTrial({ index: 1, wallSeconds: 11 }),
      aTrial({ index: 2, wallSeconds: 10 }),
    ]
    const outcome = summarizeOutcome(planned, trials)
    expect(outcome.status === 'measured' && outcome.measurements[0]?.samples).toEqual([11, 10])
  })

  it('computes the rate from the result rows, not from what was generated (W3)', () => {
    const outcome = summarizeOutcome(planned, [aTrial({ wallSeconds: 10, resultRows: 125 })])
    expect(
      outcome.status === 'measured' && outcome.measurements.find(({ metric }) => metric.name === 'throughput')?.samples,
    ).toEqual([12.5])
  })

  it('has no rate, rather than a rate of zero, when rows were not counted', () => {
    const outcome = summarizeOutcome(planned, [aTrial({ resultRows: null })])
    expect(outcome.status === 'measured' && outcome.measurements.map(({ metric }) => metric.name)).toEqual([
      'wall_time',
    ])
  })

  it('refuses a case whose trials wrote different numbers of rows (W26)', () => {
    const outcome = summarizeOutcome(planned, [
      aTrial({ resultRows: 794_577 }),
      aTrial({ index: 1, resultRows: 394_000 }),
    ])
    expect(outcome).toMatchObject({ status: 'failed', reason: expect.stringContaining('794577, 394000') })
  })

  it('gives the reason of a case that never succeeded', () => {
    const failure = { kind: 'no-proof', detail: 'no result table matches x.csv' } as const
    expect(summarizeOutcome(planned, [aTrial({ failure })])).toMatchObject({
      status: 'failed',
      reason: 'no-proof: no result table matches x.csv',
    })
  })

  it('does not count contaminated runs, and keeps them to be told', () => {
    const trials = [1, 2, 3].map((index) => aTrial({ index, wallSeconds: 10 + index }))
    const outcome = summarizeOutcome(planned, [aTrial({ wallSeconds: 99, contamination: ['throttled'] }), ...trials])
    expect(outcome).toMatchObject({ status: 'measured', contaminated: [{ wallSeconds: 99 }] })
    expect(outcome.status === 'measured' && outcome.measurements[0]?.samples).toEqual([11, 12, 13])
  })

  it('cannot tell when too few runs were clean, whatever the others say', () => {
    const contamination = ['clocks of GPU 0 were lowered: hw-slowdown for 9 % of the time']
    const trials = [aTrial({ contamination }), aTrial({ index: 1 }), aTrial({ index: 2, contamination })]
    expect(summarizeOutcome(planned, trials)).toMatchObject({
      status: 'contaminated',
      reason: '2 runs were contaminated: clocks of GPU 0 were lowered: hw-slowdown for 9 % of the time',
    })
  })

  it('says that runs were not observed', () => {
    const trials = [0, 1].map((index) => aTrial({ index, contamination: ['not observed: no reading of GPU 0'] }))
    expect(summarizeOutcome(planned, trials)).toMatchObject({
      status: 'contaminated',
      reason: '2 runs were not observed: no reading of GPU 0',
    })
  })

  it('states first that a GPU was lost, which is why it was not seen', () => {
    const lost = ['the driver reported XID 79 on GPU 1', 'GPU 1 was lost: GPU_IS_LOST (15)']
    const trials = [0, 1].map((index) =>
      aTrial({ index, contamination: ['not observed: nvml recorded nothing for 1.5 s', 'throttled', ...lost] }),
    )
    expect(summarizeOutcome(planned, trials)).toMatchObject({
      reason: `2 runs were not observed: ${lost.join('; ')}; nvml recorded nothing for 1.5 s`,
    })
  })

  it('says what was not observed before what was contaminated', () => {
    const other = 'another process used GPU 0: x (pid 1)'
    const trials = [
      aTrial({ contamination: [other] }),
      aTrial({ index: 1, contamination: ['not observed: no reading of GPU 0', other] }),
    ]
    expect(summarizeOutcome(planned, trials)).toMatchObject({
      reason: `1 run was not observed: no reading of GPU 0; 1 run was contaminated: ${other}`,
    })
  })

  it.each([
    ['failed', { failure: { kind: 'exit-code', detail: 'exit code 127' } }],
    ['not proven', { failure: { kind: 'no-proof', detail: 'no rows' } }],
    ['not observed', { contamination: ['throttled', 'not observed: no reading of GPU 0'] }],
    ['contaminated', { contamination: ['throttled'] }],
    ['contaminated', { contamination: ['GPU 0 was lost'], failure: { kind: 'exit-code', detail: 'exit code 1' } }],
    ['measured', {}],
    ['empty', { wallSeconds: null }],
  ] as const)('a trial is %s: %j', (state, overrides) => {
    expect(classifyTrial(aTrial(overrides))).toBe(state)
  })

  it('calls a case failed that failed twice running on a fit machine, contaminated runs or not', () => {
    const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
    const trials = [
      aTrial({ contamination: ['throttled'] }),
      aTrial({ index: 1, failure }),
      aTrial({ index: 2, failure }),
    ]
    expect(summarizeOutcome(planned, trials).status).toBe('failed')
  })

  it('calls a case failed whose only clean run failed', () => {
    const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
    const trials = [aTrial({ failure }), ...[1, 2, 3].map((index) => aTrial({ index, contamination: ['throttled'] }))]
    expect(summarizeOutcome(planned, trials)).toMatchObject({ status: 'failed', reason: 'exit-code: exit code 1' })
  })

  it('takes a failure on an unfit machine for no failure of the pipeline', () => {
    const failure = { kind: 'out-of-memory', detail: 'CUDA out of memory' } as const
    const trials = [0, 1, 2].map((index) => aTrial({ index, failure, contamination: ['another process used GPU 0'] }))
    expect(summarizeOutcome(planned, trials).status).toBe('contaminated')
  })

  it('calls a case without trials missing', () => {
    expect(summarizeOutcome(planned, []).status).toBe('missing')
    const reason = 'its trials ended well, but gave no time'
    expect(summarizeOutcome(planned, [aTrial({ wallSeconds: null })])).toMatchObject({ status: 'missing', reason })
  })

  it('measures a stage only when every trial ran it', () => {
    const stages = [aStage('ESM-2', 3), aStage('Merging', 1)]
    const outcome = summarizeOutcome(planned, [
      aTrial({ stages }),
      aTrial({
        index: 1,
        stages: [aStage('ESM-2', 4), aStage('Merging', null)],
      }),
    ])
    expect(outcome.status === 'measured' && outcome.measurements.map(({ metric }) => metric.name)).toEqual([
      'wall_time',
      'throughput',
      'stage:ESM-2',
    ])
  })
})

describe('summarizeOutcomes', () => {
  const [base, head] = [
    { ...aCase(), id: 'of base' },
    { ...aCase(), id: 'of head' },
  ]
  const unused = { busySeconds: 0, busySource: 'driver-samples' } as const
  const idleUse = { ownMemoryPeakBytes: 0, work: { ...workAt(null), ...unused } }
  const idle = (
    id: string,
    contamination = ['the trial was given GPU 0, but GPU 0 stayed idle'],
    use: Parameters<typeof aGpuUse>[0] = idleUse,
  ) =>
    [0, 1, 2].map((index) =>
      aTrial({ caseId: id, index, contamination, gpus: [0], telemetry: aTelemetry({ gpus: [aGpuUse(use)] }) }),
    )
  const summarize = (trials: ReturnType<typeof aTrial>[]) =>
    summarizeOutcomes([base, head], [{ head: head.id, base: base.id }], trials).map(({ status }) => status)
  const worked = [0, 1, 2].map((index) => aTrial({ caseId: base.id, index }))

  it('fails a head that leaves the GPUs of its base idle', () => {
    expect(summarize([...worked, ...idle(head.id)])).toEqual(['measured', 'failed'])
  })

  it.each([
    ['a head that is disturbed in one run', [...worked, ...idle(head.id), ...idle(head.id, ['clocks were lowered'])]],
    ['a head whose base is idle as well', [...idle(base.id), ...idle(head.id)]],
    [
      'a head whose work polls may have missed',
      [
        ...worked,
        ...idle(head.id, undefined, { ...idleUse, work: { ...idleUse.work, busySource: 'mean-utilization' } }),
      ],
    ],
    [
      'a head that has memory on the GPU',
      [...worked, ...idle(head.id, undefined, { ...idleUse, ownMemoryPeakBytes: 1 })],
    ],
    ['a head that worked on another GPU', [...worked, ...idle(head.id, ['GPU 1 was busy', 'GPU 0 stayed idle'])]],
  ])('does not fail %s', (_, trials) => {
    expect(summarize(trials)).toEqual([expect.any(String), 'contaminated'])
  })
})
