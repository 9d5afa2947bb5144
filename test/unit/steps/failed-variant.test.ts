import { expect, it } from 'vitest'
import type { Trial } from '../../../src/domain/trial/trial.ts'
import { judgeRun } from '../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../a-config.ts'
import { aRecord, aTrial } from '../a-run.ts'

const options = { plain: [], streams: ['--cuda-streams'], all: ['--cuda-streams', '--persistent-models'] }
const config = aConfig({
  suites: { variants: { run: { dataset: 'medium', repeats: 3, maxRepeats: 3, warmups: 0 }, base: 'plain', options } },
})

/** Every variant faster than the base, or ended as it is said. */
function judge(endings: Readonly<Record<string, Partial<Trial>>>) {
  const record = aRecord()
  const trials = planRun(config, record.testbed.devices, record.revisions).cases.flatMap(({ id, key, options: own }) =>
    [10, 10.01, 9.99].map((base, index) => {
      const variant = String(key.axes['variant'])
      const argv = ['node', 'pipeline.mjs', ...(own?.args ?? [])]
      const wallSeconds = variant === 'plain' ? base : base / 2
      return aTrial({ caseId: id, index, argv, wallSeconds, ...endings[variant] })
    }),
  )
  return judgeRun({ record: { ...record, trials }, config, baselines: [], obstacles: [] })
}

it('a variant that times out or crashes is an error of the run, never left out, whichever it is (W61)', () => {
  expect(judge({}).verdict).toBe('pass')
  const ended = { wallSeconds: null, resultRows: null }
  const timedOut = { ...ended, failure: { kind: 'timed-out', detail: 'exceeded its time limit' } } as const
  const crashed = { ...ended, exitCode: 1, failure: { kind: 'exit-code', detail: 'exit code 1' } } as const
  for (const [variant, ending] of [
    ['streams', timedOut],
    ['all', crashed],
  ] as const) {
    const { verdict, exitCode, sentence, sections } = judge({ [variant]: ending })
    expect({ verdict, exitCode }).toEqual({ verdict: 'error', exitCode: 2 })
    expect(sentence).toContain(`variants, 1 GPU, ${variant}: `)
    expect(JSON.stringify(sections.map(({ rows }) => rows))).toContain(ending.failure.detail)
  }
})

it('every variant by itself must gain, not the combination alone (W61)', () => {
  const gains = judge({ streams: { wallSeconds: 10 } }).requirements.filter(({ id }) => id === 'VARIANT-gain')
  expect(gains.map(({ axes, status }) => [axes['variant'], status])).toEqual([
    ['streams', 'fail'],
    ['all', 'pass'],
  ])
})
