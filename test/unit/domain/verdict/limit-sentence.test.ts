import { describe, expect, it } from 'vitest'
import { ruleSets, type Rule } from '../../../../src/domain/rules/rule-sets.ts'
import { describeLimit } from '../../../../src/domain/verdict/limit-sentence.ts'
import { isMet, type Operator, type RequirementResult } from '../../../../src/domain/verdict/requirement.ts'

type Limited = Pick<RequirementResult, 'suite' | 'value' | 'operator' | 'limit' | 'unit'> & {
  readonly axes?: RequirementResult['axes']
}

function describeResult({ axes = { gpus: 2 }, ...limited }: Limited, actual: number | null): string {
  const { operator, limit } = limited
  const status = actual === null ? 'not evaluated' : isMet(actual, operator, limit) ? 'pass' : 'fail'
  const common = { id: 'X', benchmark: 'predict', severity: 'fail', rule: 'x', reason: '', status } as const
  return describeLimit({ ...common, ...limited, axes, actual }, 'gpu')
}

const limit = (...given: readonly [suite: string, value: string, operator: Operator, limit: number, unit: string]) => {
  const [suite, value, operator, bound, unit] = given
  return { suite, value, operator, limit: bound, unit }
}
const memory = (value: string, bound: number, unit = 'B', axes: RequirementResult['axes'] = { gpus: 1, gpu: 0 }) => {
  return { ...limit('memory', value, '<=', bound, unit), axes }
}
const variant = { gpus: 1, variant: 'streams' }
const answers = { gpus: 1, against: 'v1.0', table: 'results' }

/** A limit with a value that misses it and one that meets it. */
const sentences: readonly (readonly [Limited, readonly [number, string], readonly [number, string]])[] = [
  [
    limit('production', 'sequences_per_hour', '>=', 600_000, 'sequences/h'),
    [214_000, 'Throughput: 214,000 sequences/h; 600,000 required; in production, 2 GPUs'],
    [700_000, 'Throughput: 700,000 sequences/h; 600,000 required; in production, 2 GPUs'],
  ],
  [
    limit('production', 'total_hours', '<', 0.3, 'h'),
    [0.556, 'Run time: 33.4 min; less than 18 min required; in production, 2 GPUs'],
    [0.1, 'Run time: 6 min; less than 18 min required; in production, 2 GPUs'],
  ],
  [
    limit('memory', 'oom_crashes', '==', 0, 'runs'),
    [1, '1 run crashed out of memory; none allowed'],
    [0, 'No run crashed out of memory'],
  ],
  [
    limit('memory', 'oom_handled', '>=', 1, 'runs'),
    [0, 'No run recovered from exhausted memory; 1 required'],
    [2, '2 runs recovered from exhausted memory; 1 required'],
  ],
  [
    limit('monitor', 'gpu_samples_logged', '==', 1, 'share'),
    [0, 'Share of the runs with GPU samples: 0 %; 100 % required'],
    [1, 'Share of the runs with GPU samples: 100 %; 100 % required'],
  ],
  [
    { ...limit('variants', 'same_answer', '==', 1, '1'), axes: variant },
    [0, 'Different results with streams'],
    [1, 'Same results with streams'],
  ],
  [
    { ...limit('variants', 'proven_gain', '>', 0, 'share'), axes: variant },
    [0, 'No gain with streams is proven; a gain is required'],
    [0.08, 'Proven gain with streams: 8 %; a gain is required'],
  ],
  [
    { ...limit('variants', 'proven_gain', '>', 0, 'share'), axes: variant },
    [-0.03, 'Proven gain with streams: -3 %; a gain is required'],
    [0.002, 'Proven gain with streams: 0.2 %; a gain is required'],
  ],
  [
    { ...limit('equivalence', 'unmatched_rows', '==', 0, 'rows'), axes: answers },
    [1, '1 row without a partner in v1.0; none allowed'],
    [0, 'Every row has a partner in v1.0'],
  ],
  [
    { ...limit('equivalence', 'label_agreement', '>=', 0.99, 'share'), axes: answers },
    [0.93, 'Same labels as v1.0: 93 %; 99 % required'],
    [1, 'Same labels as v1.0: 100 %; 99 % required'],
  ],
  [
    memory('memory_growth', 1e8),
    [192 * 2 ** 20, 'Memory leak: +192 MiB on GPU 0; limit 95 MiB'],
    [2 ** 20, 'Memory growth: +1 MiB on GPU 0; limit 95 MiB'],
  ],
  [
    memory('certain_growth', 1e7),
    [2 ** 25, 'Memory leak: at least +32 MiB on GPU 0; limit 9.5 MiB'],
    [2 ** 20, 'Memory growth: at least +1 MiB on GPU 0; limit 9.5 MiB'],
  ],
  [
    memory('memory_peak_share', 0.95, 'share', { gpus: 1, gpu: 0, stage: 'ESM-2' }),
    [0.97, 'Peak memory of GPU 0 in stage ESM-2: 97 % of its memory; limit 95 %'],
    [0.5, 'Peak memory of GPU 0 in stage ESM-2: 50 % of its memory; limit 95 %'],
  ],
  [
    { ...limit('revision', 'speedup', '>=', 4, '×'), axes: { gpus: 1, revision: 'v1.0' } },
    [3.94, 'Speed-up over v1.0: 3.94×; 4× required'],
    [4.2, 'Speed-up over v1.0: 4.2×; 4× required'],
  ],
]

describe('a limit is a sentence that its owner would write', () => {
  it.each(sentences)('%o', (limited, [missed, missedText], [met, metText]) => {
    expect([describeResult(limited, missed), describeResult(limited, met)]).toEqual([missedText, metText])
  })

  it('has no identifier, for every rule of every set, missed, met and not measured', () => {
    const rules: readonly Rule[] = Object.values(ruleSets).flatMap(({ rules: own }): readonly Rule[] => own)
    const all = rules.flatMap((rule) => rule.sources.map((source) => ({ ...rule, ...source })))
    const texts = all
      .filter(({ value }) => !value.startsWith('bench:'))
      .flatMap((rule) => [rule.limit / 2, rule.limit * 2, null].map((actual) => describeResult(rule, actual)))
    expect(texts.filter((text) => /[a-z]_[a-z]|exactly|\b1 1\b|: unknown/.test(text))).toEqual([])
  })

  it('states what is required of a figure that was not measured', () => {
    expect(describeResult(limit('memory', 'oom_crashes', '==', 0, 'runs'), null)).toBe(
      'Crashes out of memory: not measured; none allowed; in memory, 2 GPUs',
    )
    expect(describeResult({ ...limit('variants', 'same_answer', '==', 1, '1'), axes: variant }, null)).toBe(
      'Equal results: not measured; the same are required; in variants, 1 GPU, streams',
    )
  })
})
