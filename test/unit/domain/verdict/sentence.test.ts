import { describe, expect, it } from 'vitest'
import { cpuTime, createStageMetric } from '../../../../src/domain/core/metric.ts'
import type { Comparison } from '../../../../src/domain/verdict/comparison.ts'
import { splitHeadline } from '../../../../src/domain/verdict/limit-sentence.ts'
import { formatVerdict } from '../../../../src/domain/verdict/sentence.ts'
import { aComparison, aRegression, aRequirement, aSummary, reasonsOf } from '../../reporters/a-report.ts'

const failed = { verdict: 'fail', reasons: [], requirements: [] } as const
const passed = { verdict: 'pass', reasons: [], requirements: [] } as const
const sentenceOf = (...comparisons: readonly Comparison[]): string => formatVerdict({ ...failed, comparisons }, 'gpu')
const passOf = (...comparisons: readonly Comparison[]): string => formatVerdict({ ...passed, comparisons }, 'gpu')

it('counts the limits of a pass: met, missed and not evaluated', () => {
  const limits = [
    { status: 'pass', severity: 'fail' },
    { status: 'fail', severity: 'warn' },
    { status: 'not evaluated', severity: 'warn' },
    { status: 'not evaluated', severity: 'info' },
  ] as const
  const requirements = limits.map((one) => aRequirement(one))
  const counted = '1 limit met, 1 limit missed (warning only), 1 limit not evaluated (warning only)'
  expect(formatVerdict({ ...passed, comparisons: [], requirements }, 'gpu')).toBe(`nothing failed: ${counted}`)
})

describe('the headline of a regression', () => {
  it('begins with the number and names metric, case and reference for people', () => {
    expect(sentenceOf(aRegression())).toBe(
      '12 % slower (8.9 to 15 %), wall time of scaling, 2 GPUs, against baseline 9a8b7c6',
    )
  })

  it('says which of two tools it speaks of, whose figures have one name, and counts the other', () => {
    const figure = { suite: 'command', metric: 'bench:sort time', axes: { gpus: 0 } } as const
    const [small, large] = ['small', 'large'].map((benchmark) => aRegression({ ...figure, benchmark }))
    expect(sentenceOf({ ...small!, effect: 0.05 }, large!)).toMatch(
      /^12 % slower .*, bench:sort time of large, 0 GPUs, .*; regressions in 1 more case$/,
    )
  })

  it.each([
    ['throughput', 'rows/s', -0.2, '20 % slower (8.9 to 15 %), throughput'],
    ['peak_memory', 'MiB', 0.2, '20 % higher, which is worse (8.9 to 15 %), peak_memory'],
    ['packing', 'share', -0.2, '20 points lower, which is worse (8.9 to 15 points), packing'],
  ])('leaves no doubt of what a sign means: %s', (metric, unit, effect, said) => {
    const sign = Math.sign(effect)
    const interval = [Math.min(sign * 0.089, sign * 0.152), Math.max(sign * 0.089, sign * 0.152)] as const
    expect(sentenceOf(aRegression({ metric, unit, effect, interval }))).toContain(said)
  })

  const [time, rate] = [{ metric: 'wall_time' }, { metric: 'throughput', unit: 'rows/s' }]
  it.each([
    [{ ...time, effect: 11.25, interval: [10.9, 11.6] }, '12× slower (12 to 13×), wall time'],
    [{ ...time, effect: 2.8, interval: [2.61, 3.02] }, '3.8× slower (3.6 to 4.0×), wall time'],
    [{ ...rate, effect: -0.75, interval: [-0.8, -0.7] }, '4.0× slower (3.3 to 5.0×), throughput'],
    [{ ...rate, effect: -1, interval: [-1, -0.9] }, '100 % slower (90 to 100 %), throughput'],
    [{ ...time, effect: 0.0004, interval: null }, '0.04 % slower, wall time'],
  ] as const)('gives a factor from two on: %o', (given, said) => {
    expect(sentenceOf(aRegression(given))).toContain(said)
  })

  it('gives both values of a change from zero, which has no ratio', () => {
    const change = {
      metric: 'errors',
      unit: 'count',
      effect: null,
      interval: null,
      base: aSummary(0),
      head: aSummary(50),
    }
    expect(sentenceOf(aRegression(change))).toMatch(/^0 → 50 count, which is worse: errors/)
  })

  it('counts cores where there is no GPU', () => {
    expect(formatVerdict({ ...failed, comparisons: [aRegression()] }, 'cpu')).toContain('scaling, 2 cores,')
  })
})

describe('the place of a slowdown', () => {
  const run = aRegression({ base: aSummary(20), head: aSummary(26.23) })
  const stageOf = (name: string, base: number, head: number, given: Partial<Comparison> = {}) =>
    aComparison({
      metric: createStageMetric(name).name,
      isGate: false,
      base: aSummary(base),
      head: aSummary(head),
      ...given,
    })

  it.each([
    ['a stage with more than half of it', [stageOf('ESM-2', 5, 9), stageOf('DNABERT-S', 2, 3)], 'in stage ESM-2'],
    ['a pause before the first stage', [stageOf('DNABERT-S', 2, 2.12), stageOf('ESM-2', 5, 5)], 'outside the reported'],
    ['no stage that is slower', [stageOf('ESM-2', 5, 4.9)], 'most of it outside the reported stages'],
    ['several stages', [2, 2.1, 2.2].map((added, index) => stageOf(`s${index}`, 5, 5 + added)), 'spread over several'],
  ])('is %s', (_, stages, said) => {
    expect(sentenceOf(run, ...stages)).toContain(said)
  })

  it('is looked for in the wall time where CPU time is slower, too', () => {
    const cpu = { ...run, metric: cpuTime.name }
    const pause = stageOf('DNABERT-S', 2, 2.12)
    expect(sentenceOf(cpu, { ...run, isGate: false }, pause)).toContain('outside the reported stages')
    expect(sentenceOf(cpu, pause)).toContain('most of it in stage DNABERT-S')
  })

  it('is no stage of another benchmark or reference', () => {
    const stage = stageOf('ESM-2', 5, 11)
    for (const other of [{ benchmark: 'other' }, { reference: 'v1.0' }])
      expect(sentenceOf(run, { ...stage, ...other })).not.toContain('stage')
    expect(sentenceOf(run, stage)).toContain('; most of it in stage ESM-2')
  })
})

it('speaks of an improvement as faster, or better', () => {
  const faster = aComparison({ verdict: 'improvement', effect: -0.08, interval: [-0.1, -0.06] })
  expect(passOf(faster)).toBe('8.0 % faster (6.0 to 10 %), wall time of scaling, 2 GPUs, against baseline 9a8b7c6')
  expect(passOf({ ...faster, unit: 'MiB' })).toMatch(/^8\.0 % lower, which is better /)
})

describe('a part that fails the check', () => {
  const run = aComparison({ verdict: 'inconclusive', effect: 0.02, interval: [-0.03, 0.07], excluded: 0.08 })
  const stage = aRegression({
    metric: createStageMetric('embed').name,
    effect: 0.088,
    interval: [0.083, 0.093],
    cost: 0.038,
  })

  it('states what it costs of the run, and that the wall time is inconclusive', () => {
    expect(sentenceOf(run, stage)).toBe(
      '8.8 % slower (8.3 to 9.3 %), stage embed of scaling, 2 GPUs, against baseline 9a8b7c6; costs 3.8 % of the run; wall time is inconclusive',
    )
  })

  const workCause = {
    kind: 'clocks',
    label: 'lower clocks, not more work',
    figures: 'SM clock -4.1 %',
    caution: 'ran at 1904 MHz',
  } as const
  const busy = aRegression({ metric: 'gpu_busy_time', effect: 0.043, interval: [0.041, 0.045], workCause })

  it('says that the clocks explain it, of itself and of the wall time that rose with it', () => {
    expect(sentenceOf(run, busy)).toMatch(
      /^4\.3 % slower \(4\.1 to 4\.5 %\), GPU busy time of .*; lower clocks, not more work; wall time is inconclusive$/,
    )
    expect(sentenceOf(aRegression(), busy)).toMatch(
      /^12 % slower .*, wall time of .*; GPU busy time: lower clocks, not more work$/,
    )
    expect(sentenceOf(aRegression({ benchmark: 'other' }), busy)).not.toContain('clocks')
  })

  it('names the GPUs that are slower, unless all are', () => {
    const gpuOf = (gpu: number, effect: number, verdict: Comparison['verdict']) =>
      aComparison({ metric: `gpu_busy_time:gpu=${gpu}`, isGate: false, effect, verdict })
    const [slow, slower, same] = [gpuOf(1, 0.097, 'regression'), gpuOf(3, 0.12, 'regression'), gpuOf(0, 0, 'unchanged')]
    expect(sentenceOf(busy, same, slow)).toMatch(/against baseline 9a8b7c6; GPU 1: 9\.7 % slower; /)
    expect(sentenceOf(busy, same, slow, slower)).toContain('; GPUs 1, 3: up to 12 % slower; ')
    expect(sentenceOf(busy, slow, gpuOf(2, 0.3, 'inconclusive'))).toContain('; GPU 1: 9.7 % slower; ')
    expect(sentenceOf(busy, slow, slower)).not.toContain('GPUs 1')
    expect(sentenceOf(aRegression(), same, slow)).not.toContain('GPU 1')
  })

  it('stands behind the wall time when that is slower, too', () => {
    expect(sentenceOf(stage, aRegression())).toMatch(/^12 % slower .*, wall time/)
  })
})

describe('a pass', () => {
  it('states the smallest slowdown that every gate excludes', () => {
    const gates = [
      aComparison({ excluded: 0.053, resolution: 0.08 }),
      aComparison({ metric: 'gpu_busy_time', excluded: 0.004 }),
    ]
    expect(passOf(...gates)).toBe('not slower: GPU work by 0.4 %, run by 5.3 %; 2 comparisons')
    const inUse = aComparison({ metric: 'gpu_in_use_time', excluded: 0.03 })
    expect(passOf(...gates, inUse)).toBe('not slower: GPU work by 0.4 %, host by 3 %, run by 5.3 %; 3 comparisons')
    const clear = aComparison({ metric: 'gpu_busy_time', excluded: 0 })
    expect(passOf(gates[0]!, inUse, clear)).toBe(
      'not slower: GPU work at all, host by 3 %, run by 5.3 %; 3 comparisons',
    )
    const startUp = aComparison({ metric: 'start_up_time', excluded: 0.11 })
    expect(passOf(...gates, inUse, startUp)).toBe(
      'not slower: GPU work by 0.4 %, host by 3 %, start-up by 11 %, run by 5.3 %; 4 comparisons',
    )
    const stage = aComparison({ metric: 'stage:embed', excluded: 0.04 })
    expect(passOf(...gates, startUp, stage)).toContain('start-up by 11 %, run by 5.3 %')
    const onCpu = [gates[0]!, aComparison({ metric: 'cpu_time', excluded: 0.02 })]
    expect(passOf(...onCpu)).toBe('not slower by 5.3 % or more (wall time); 2 comparisons')
  })

  it('names the host where the GPU is in use for longer without more work', () => {
    const inUse = aRegression({ metric: 'gpu_in_use_time', effect: 0.06, interval: [0.04, 0.08] })
    const open = aRegression({ effect: 0.05, interval: [0.001, 0.1] })
    const unchanged = aComparison({ metric: 'gpu_busy_time', excluded: 0.004 })
    expect(sentenceOf(inUse, open, unchanged)).toMatch(
      /^6\.0 % slower \(4\.0 to 8\.0 %\), GPU time in use of .*; the GPU waits longer for the host/,
    )
    expect(sentenceOf(inUse, open, aRegression({ metric: 'gpu_busy_time' }))).not.toContain('waits longer')
  })

  it('names the start-up where it explains a slower run more precisely', () => {
    const startUp = aRegression({ metric: 'start_up_time', effect: 0.3, interval: [0.28, 0.32], cost: 0.1 })
    expect(sentenceOf(startUp, aRegression({ effect: 0.1, interval: [0.02, 0.18] }))).toMatch(
      /^30 % slower \(28 to 32 %\), start-up time of .*; costs 10 % of the run/,
    )
  })

  it('names a slower part that costs too little to fail', () => {
    const part = aRegression({ metric: 'gpu_busy_time', effect: 0.008, interval: [0.006, 0.01], cost: 0.007 })
    const gates = [aComparison({ excluded: 0.05 }), { ...part, toleratedBecause: 'it costs 0.7 % of the run' }]
    expect(passOf(...gates)).toBe(
      'not slower: run by 5 %; 2 comparisons; GPU busy time is slower, tolerated because it costs 0.7 % of the run',
    )
    expect(passOf(gates[1]!)).toMatch(/^nothing failed: 1 comparison; GPU busy time is slower/)
  })
})

describe('a missed limit', () => {
  const speedup = aRequirement({ actual: 1.41, status: 'fail' })
  const limitOf = (...requirements: readonly (typeof speedup)[]) =>
    formatVerdict({ ...failed, comparisons: [], requirements }, 'gpu')

  it('begins with the number, and names the case that misses it most', () => {
    expect(limitOf(speedup)).toBe('Speed-up on 2 GPUs: 1.41×; 1.9× required')
    const worse = { ...speedup, axes: { gpus: 8 }, limit: 6.8 }
    expect(limitOf(speedup, worse, { ...speedup, id: 'OTHER' })).toBe(
      'Speed-up on 8 GPUs: 1.41×; 6.8× required; 1 more limit missed',
    )
  })

  const memory = { suite: 'memory', value: 'memory_growth', operator: '<=', unit: 'B' } as const
  it.each([
    [
      { ...memory, axes: { gpu: 0, gpus: 1, memory: 'own' }, limit: 1e8, actual: 201_326_592 },
      'Memory leak: +192 MiB on GPU 0; limit 95 MiB',
    ],
    [
      { ...memory, axes: { gpus: 1 }, limit: 1e8, actual: 1.01e8 },
      'Memory leak: +96.3 MiB in main memory; limit 95.4 MiB',
    ],
    [
      { suite: 'revision', axes: { revision: 'v1.0' }, limit: 4, actual: 3.94 },
      'Speed-up over v1.0: 3.94×; 4× required',
    ],
    [
      { value: 'wall_time', unit: 's', operator: '<', limit: 1800, actual: 1800.06 },
      'Wall time: 30.001 min; less than 30 min required; in scaling, 2 GPUs',
    ],
    [
      { value: 'balance', unit: 'share', operator: '==', limit: 1, actual: null },
      'balance of scaling, 2 GPUs: not measured; 100 % required',
    ],
    [{ value: 'same_answer', actual: 0 }, 'Different results of scaling, 2 GPUs'],
    [
      { value: 'utilization', axes: { gpus: 2, stage: 'of a name that a headline has no space for' } },
      expect.stringMatching(/^utilization: .* required; in scaling, 2 GPUs, stage of a name/),
    ],
  ] as const)('says what is missed by how much: %o', (given, said) => {
    expect(limitOf({ ...speedup, ...given })).toEqual(said)
  })

  it('stands behind a regression', () => {
    expect(formatVerdict({ ...failed, comparisons: [aRegression()], requirements: [speedup] }, 'gpu')).toMatch(
      /^12 % slower/,
    )
  })
})

describe('an inconclusive run', () => {
  const open = aComparison({ verdict: 'inconclusive', effect: 0.02, interval: [-0.03, 0.07], excluded: 0.08 })
  const inconclusive = (comparisons: readonly Comparison[]) =>
    formatVerdict({ verdict: 'inconclusive', reasons: reasonsOf(comparisons), comparisons, requirements: [] }, 'gpu')

  it('begins with the number, and states the slowdown that it cannot exclude', () => {
    expect(
      inconclusive([open, { ...open, metric: 'gpu_busy_time' }, { ...open, verdict: 'missing', effect: null }]),
    ).toBe(
      'inconclusive: +2.0 % (-3.0 to +7.0 %), wall time of scaling, 2 GPUs, against baseline 9a8b7c6; a slowdown below 8 % cannot be excluded; 1 more comparison inconclusive; 1 more comparison missing',
    )
  })

  it('names a gate without figures, and counts several', () => {
    const reason = 'base: exit-code: exit code 9; last output:\nready\nKeyError: 1'
    const missing = { ...open, verdict: 'missing', effect: null, reason } as const
    expect(inconclusive([missing])).toBe(
      'inconclusive: missing: wall time of scaling, 2 GPUs, against baseline 9a8b7c6: base: exit-code: exit code 9; last output: KeyError: 1',
    )
    expect(inconclusive([missing, missing])).toBe('inconclusive: 2 comparisons missing')
  })
})

describe('a headline of at most 80 characters', () => {
  const slower = '12 % slower (8.9 to 15 %), wall time of scaling, 2 GPUs'
  const words = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ')

  it.each([
    ['a short sentence', ['a short sentence', '']],
    [
      `${slower}, against baseline 9a8b7c6; most of it in stage embed`,
      [slower, 'against baseline 9a8b7c6; most of it in stage embed'],
    ],
    [
      `${slower}; costs 3 % of the run; wall time is inconclusive`,
      [`${slower}; costs 3 % of the run`, 'wall time is inconclusive'],
    ],
    [words, [expect.stringMatching(/^word0 .* word\d+…$/), words]],
    ['x'.repeat(200), [`${'x'.repeat(40)}…`, 'x'.repeat(200)]],
  ])('leaves nothing out: %s', (sentence, parts) => {
    expect(splitHeadline(sentence)).toEqual(parts)
    expect(splitHeadline(sentence)[0].length).toBeLessThan(80)
  })

  it.each([
    ['exit-code: exit code 1; last output: NameError: name x is not defined', 'NameError: name x is not defined'],
    [
      '4 runs were contaminated: another process used GPU 1: python3',
      '4 runs were contaminated: another process used…',
    ],
  ])('is the error, not the case: %s', (reason, headline) => {
    const sentence = `end-to-end, 1 core, medium and 3 more cases: ${reason}`
    expect(splitHeadline(sentence, 'Could not be measured · infer: ')).toEqual([headline, sentence])
  })

  it('begins with the sentence where a colon stands in brackets', () => {
    const sentence =
      'dataset own comes from the head, because the base cannot provide it (datasets.own: data/added is none)'
    expect(splitHeadline(sentence, 'Inconclusive · warpgauge: ')[0]).toMatch(
      /^dataset own comes from the head, because/,
    )
  })

  it('never ends inside a number', () => {
    const sentence = 'predictions: it ended with exit code 120 after three seconds and wrote no table at all'
    expect(splitHeadline(sentence, 'x'.repeat(60))[0]).toBe('predictions: it ended with exit code…')
    const measured = 'predictions: it ended with a time of 1.25 s, three times as long as that of its own base'
    expect(splitHeadline(measured, 'x'.repeat(60))[0]).toBe('predictions: it ended with a time of…')
  })

  it('ends after a part of a pass, and leaves the others to the text below', () => {
    const sentence = 'not slower: GPU work by 0.6 %, host by 4 %, start-up by 11 %, run by 12 %; 5 comparisons'
    expect(splitHeadline(sentence, '✅ Passed · infer: ')).toEqual([
      'not slower: GPU work by 0.6 %, host by 4 %, start-up by 11 %',
      'not slower: run by 12 %; 5 comparisons',
    ])
    const long = splitHeadline(sentence, '✅ Passed · a program with a long name: ')
    expect(long).toEqual([
      'not slower: GPU work by 0.6 %',
      'not slower: host by 4 %, start-up by 11 %, run by 12 %; 5 comparisons',
    ])
  })

  it('has space for its prefix, and leaves the case to the text below', () => {
    const sentence = `${slower}, against baseline 9a8b7c6; most of it in stage embed`
    expect(splitHeadline(sentence, '❌ Failed · virnucpro: ')).toEqual([
      '12 % slower (8.9 to 15 %), wall time',
      'case: scaling, 2 GPUs, against baseline 9a8b7c6; most of it in stage embed',
    ])
    const stage = '86 % slower (58 to 119 %), stage ESM-2 of scaling, 2 GPUs'
    expect(splitHeadline(stage, '❌ Failed · a program of a long name: ')[0]).toBe(
      '86 % slower (58 to 119 %), stage ESM-2',
    )
  })
})
