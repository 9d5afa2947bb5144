import { describe, expect, it } from 'vitest'
import type { Comparison } from '../../../src/domain/verdict/comparison.ts'
import { renderTerminalSummary } from '../../../src/reporters/terminal.ts'
import { summarize } from '../../../src/domain/core/statistics.ts'
import { aComparison, aRegression, aReport } from './a-report.ts'

const gates: readonly Comparison[] = [
  aRegression({ metric: 'cpu_time', reference: 'main (75c0ab8)', effect: 0.45, interval: [0.43, 0.47] }),
  aComparison({
    metric: 'cpu_time',
    reference: 'v1.0 (f937839)',
    isGate: true,
    verdict: 'improvement',
    effect: -0.3,
    head: summarize([1418, 1418, 1418]),
    interval: [-0.33, -0.27],
  }),
]
const curve = {
  id: 'scaling',
  title: 'Scaling',
  columns: ['GPUs', 'Speed-up'],
  rows: [
    ['1', null],
    ['2', { value: 1.66, unit: '×' }],
  ],
  notes: [],
}
const caution = {
  kind: 'caution',
  subject: 'other programs',
  reason: 'used 1.7 of 2 processors',
  isProminent: true,
} as const

/** The summary of these gates, with a scaling curve and a section that is none. */
function summary(comparisons: readonly Comparison[], columns = 80): string {
  const sections = [{ ...curve, id: 'cost', title: 'What it cost' }, curve]
  const report = aReport({ comparisons, sections, findings: [caution], sentence: 'the head got slower' })
  return renderTerminalSummary(report, { columns, color: false })
}

describe('the summary on a terminal', () => {
  it.each([80, 120])('shows what is slower, what is faster and the scaling on a screen of %s columns', (columns) => {
    const text = summary(gates, columns)
    expect(text).toMatch(/^slower +main \(75c0ab8\) .*\+45\.0 % \(\+43\.0 % to \+47\.0 %\)$/m)
    expect(text).toMatch(/^faster +v1\.0 \(f937839\) .*-30\.0 % \(-33\.0 % to -27\.0 %\)$/m)
    expect(text).toMatch(/^2 +1\.66×$/m)
    expect(text).not.toContain('What it cost')
    const lines = text.split('\n')
    expect(lines.length).toBeLessThan(25)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns)
  })

  it('shows the caution that may explain the verdict before the tables', () => {
    const text = summary(gates)
    expect(text.indexOf('caution: other programs used 1.7 of 2 processors.')).toBeGreaterThan(0)
    expect(text.indexOf('caution')).toBeLessThan(text.indexOf('slower  '))
  })

  it('says of a time that was cleared that it is not slower, and why a gate is open', () => {
    const [first, second] = gates
    const text = summary([
      { ...first!, verdict: 'inconclusive', reason: 'too few runs' },
      { ...second!, verdict: 'unchanged' },
    ])
    expect(text).toMatch(/^not slower +v1\.0/m)
    expect(text).not.toContain('unchanged  ')
    expect(text).toMatch(/too\s+few runs/)
  })

  it('has no table of gates where nothing was compared', () => {
    expect(summary([])).not.toContain('The head, by')
  })
})
