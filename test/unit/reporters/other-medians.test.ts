import { describe, expect, it } from 'vitest'
import { summarize } from '../../../src/domain/core/statistics.ts'
import type { Baseline } from '../../../src/record/baseline.ts'
import { renderAb } from '../../../src/reporters/ab.ts'
import { renderComment } from '../../../src/reporters/deliveries.ts'
import { buildSampleCharts } from '../../../src/reporters/html/comparisons.ts'
import { renderTerminalSummary } from '../../../src/reporters/terminal.ts'
import { aComparison, aReport } from './a-report.ts'

const [before, after] = [
  [2.2, 2.25, 2.6],
  [2.1, 2.32, 2.33],
]
const sides = { base: summarize(before ?? []), head: summarize(after ?? []) }
const open = aComparison({ verdict: 'inconclusive', effect: -0.016, interval: [-0.09, 0.06], ...sides })
const inconclusive = aReport({
  verdict: 'inconclusive',
  reasons: [
    { code: 'undecided', text: '-1.6 % (-9.0 to +6.0 %), wall time of scaling, 2 GPUs, against baseline 9a8b7c6' },
  ],
  comparisons: [open],
})
const passed = aReport({ comparisons: [aComparison({ effect: -0.016, ...sides })] })
const place = { runUrl: null, runFolderHint: 'x', marker: '<!-- m -->' }
const terminal = { columns: 160, color: false }

describe('medians that rise under an effect that falls', () => {
  it('state it below the headline', () => {
    const [, second] = renderComment(inconclusive, place).split('\n\n')
    expect(second?.replaceAll('\u00A0', ' ')).toContain(
      'Median 2.25 → 2.32 s; only the medians rise: the change is estimated from all runs.',
    )
  })

  it('state it in every table and chart that shows both', () => {
    const comment = renderComment(passed, place).replaceAll('\u00A0', ' ')
    const rows = comment.split('\n').filter((line) => line.includes('-1.6 %') && line.includes('2.32 s'))
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toContain('2.25 → 2.32 s (only the medians rise)')
    expect(renderTerminalSummary(passed, terminal)).toContain('2.25 s → 2.32 s (only the medians rise)')
    const ab = { title: 'Base', text: 'a' }
    expect(renderAb(passed, { base: ab, head: ab }, terminal)).toContain('(only the medians rise)')
    const { suite, benchmark, axes } = open
    const metrics = [{ name: 'wall_time', samples: before }]
    const baselines = [{ suite, cases: [{ benchmark, axes, metrics }] }] as unknown as readonly Baseline[]
    const charts = buildSampleCharts([open], { outcomes: [], baselines, references: new Map() })
    expect(JSON.stringify(charts)).toContain('(only the medians rise)')
  })

  it('are not mentioned where they agree, or where neither is visible', () => {
    for (const item of [{ effect: 0.016 }, { effect: -0.00001 }, { effect: -0.016, head: sides.base }]) {
      const report = aReport({ comparisons: [aComparison({ ...sides, ...item })] })
      expect(renderComment(report, place)).not.toContain('only the medians')
    }
  })
})
