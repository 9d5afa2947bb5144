import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../src/domain/verdict/comparison.ts'
import type { Report } from '../../../src/domain/verdict/report.ts'
import { renderAb } from '../../../src/reporters/ab.ts'
import { aComparison, aRegression, aReport } from './a-report.ts'

const sides = {
  base: { title: 'Base', text: '1a2b3c4 (main)' },
  head: { title: 'Head', text: 'uncommitted working tree on 5d6e7f8 (train.py)' },
}

function render(given: Partial<Report>): string {
  return renderAb(aReport(given), sides, { columns: 120, color: false })
}

const slower = aRegression({ metric: 'wall_time', effect: 0.12, interval: [0.1, 0.14] })
const faster = aComparison({ verdict: 'improvement', effect: -0.2, interval: [-0.22, -0.18] })

describe('the result of warpgauge ab', () => {
  it('starts with the verdict as one line, then both sides and the table', () => {
    const text = render({ verdict: 'fail', comparisons: [slower] })
    expect(text).toMatch(/^Slower: wall time 1\.12 × slower \(\+12\.0 %, 95 % interval \+10\.0 % to \+14\.0 %\)$/m)
    expect(text).toContain('Base: 1a2b3c4 (main)\nHead: uncommitted working tree on 5d6e7f8 (train.py)\n')
    expect(text).toMatch(/^wall time .* \+12\.0 % \(\+10\.0 % to \+14\.0 %\) +1\.12 × slower$/m)
  })

  it('leads with the GPU busy time that slowed for certain, as every report, and with wall time otherwise', () => {
    const gpu = { metric: 'gpu_busy_time', effect: 0.01, interval: [0.009, 0.011] } as const
    const wall = aRegression({ metric: 'wall_time', effect: 0.04, interval: [0.02, 0.06] })
    const lead = (comparisons: readonly Comparison[]) => render({ verdict: 'fail', comparisons }).split('\n', 1)[0]
    expect(lead([wall, aRegression(gpu)])).toMatch(/^Slower: GPU busy time 1\.01 × slower/)
    expect(lead([wall, aRegression({ ...gpu, interval: [0.001, 0.019] })])).toMatch(/^Slower: wall time 1\.04 × slower/)
    expect(lead([wall, aComparison({ ...gpu, verdict: 'unchanged' })])).toMatch(/^Slower: wall time/)
  })

  it('gives an improvement as a factor above one', () => {
    expect(render({ comparisons: [faster] })).toMatch(/^Faster: wall time 1\.25 × faster \(-20\.0 %/m)
  })

  it('says faster of a rate that rose, and more of bytes', () => {
    const rate = aComparison({
      metric: 'steps',
      unit: 'steps/s',
      betterWhen: 'higher',
      verdict: 'improvement',
      effect: 0.5,
    })
    const bytes = aRegression({ metric: 'size', unit: 'B', effect: 0.5, isGate: false })
    const text = render({ comparisons: [rate, bytes] })
    expect(text).toContain('1.50 × faster')
    expect(text).toMatch(/^↳ size .* 1\.50 × more$/m)
  })

  it('states without a change what the most precise gate excludes, and what the others leave open', () => {
    const cpu = aComparison({ metric: 'cpu_time', effect: 0.001, interval: [-0.004, 0.006], excluded: 0.006 })
    const wall = aComparison({ excluded: 0.08 })
    const [line] = render({ comparisons: [wall, cpu] }).split('\n')
    expect(line).toBe(
      'Not slower: CPU time (+0.1 %, 95 % interval -0.4 % to +0.6 %); wall time: a slowdown below 8 % cannot be excluded',
    )
  })

  it('does not call a tolerated slowdown not slower', () => {
    const part = { metric: 'gpu_busy_time', effect: 0.033, interval: [0.028, 0.039], excluded: null } as const
    const toleratedBecause = 'it costs 0.77 % of the run, less than comparison.minCost (1 %)'
    const busy = { ...aRegression(part), toleratedBecause }
    expect(render({ comparisons: [aComparison({ excluded: 0.19 }), busy] }).replaceAll('\n', ' ')).toMatch(
      /^Slower, but tolerated: GPU busy time 1\.03 × slower \(\+3\.3 %, .*\); it costs 0\.77 % of the run, less than 1 %; wall time: a slowdown below 19 % cannot be excluded/,
    )
  })

  it.each(['inconclusive', 'not comparable', 'missing'] as const)(
    'gives the reason of a gate that is %s',
    (verdict) => {
      const open = aComparison({ verdict, reason: 'noise hides changes below 5 %' })
      const text = render({ verdict: 'inconclusive', sentence: 'inconclusive: wall time', comparisons: [open] })
      expect(text).toMatch(/^Inconclusive: wall time$/m)
      expect(text).toContain('wall time: noise hides changes below 5 %.')
    },
  )

  it('names the metric alone where only the two sides can be meant', () => {
    const sentence =
      'inconclusive: the run was cancelled after 0 of at most 42 trials; missing: wall time of revision, 1 core, base, against base'
    expect(render({ verdict: 'inconclusive', sentence })).toMatch(
      /^Inconclusive: the run was cancelled after 0 of at most 42 trials; missing: wall time$/m,
    )
  })

  it('shows medians to the decimal of the second digit of their deviation', () => {
    const side = (median: number, standardDeviation: number | null) => ({ ...slower.base!, median, standardDeviation })
    const row = { ...slower, base: side(2.1, 0.003_86), head: side(2.3, null) }
    expect(render({ verdict: 'fail', comparisons: [row] })).toMatch(/^wall time +2\.1000 s ± 0\.0039 s +2\.3 s /m)
  })

  it('names the side of failed runs', () => {
    const sentence = 'inconclusive: revision/train gpus=1 revision=head: 2 runs failed (exit-code: 1); 1 run counts'
    expect(render({ verdict: 'inconclusive', sentence })).toMatch(/^Inconclusive: Head: 2 runs failed/m)
  })

  it('shows the end of the output of a failed side first, without case ids', () => {
    const id = 'revision/train gpus=1 revision=head'
    const text = render({
      verdict: 'error',
      sentence: 'could not be measured: revision, 1 GPU: exit code 7; revision, 1 GPU, base: failed',
      findings: [
        { kind: 'caution', subject: 'The head', reason: 'is the uncommitted working tree', isProminent: true },
        { kind: 'failed', subject: id, reason: 'exit-code: exit code 7; last output:\nboom' },
        { kind: 'failed', subject: id.replace('=head', '=base'), reason: 'not-started: x was not found' },
      ],
    })
    expect(text).toMatch(/^Could not be measured: Head: exit code 7; Base: failed$/m)
    expect(text).toMatch(/- Head: exit code 7; last output: boom\n- Base: .*\n- The head is the uncommitted/)
    expect(text).not.toContain('revision/')
  })
})
