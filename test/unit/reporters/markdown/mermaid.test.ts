import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CurvesChart } from '../../../../src/domain/report/block.ts'
import { drawSparkline, drawTextBar } from '../../../../src/reporters/drawing.ts'
import {
  renderMermaidChart,
  formatMermaidLabel,
  formatMermaidNumber,
} from '../../../../src/reporters/markdown/mermaid.ts'

describe('a label of a Mermaid chart', () => {
  it.each([
    ['ends no string', 'a" b', 'a b'],
    ['ends no fence', '```\n# Passed', 'Passed'],
    ['starts no directive', '%%{init: {"x": 1}}%%', 'init: x : 1'],
    ['is no entity', '&quot;#35;', 'quot 35'],
    ['mentions nobody', '@everyone', 'everyone'],
    ['is no workflow command', '::set-output', ':set-output'],
    ['is no tag', '<script>alert(1)</script>', 'script alert(1) /script'],
    ['is never empty', '"`', '(no name)'],
    ['keeps what units and cases need', 'µs of scaling/predict gpus=2, 12 %', 'µs of scaling/predict gpus=2, 12 %'],
  ])('%s', (_, text, label) => {
    expect(formatMermaidLabel(text)).toBe(label)
  })

  it('is short plain text whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(formatMermaidLabel(text)).toMatch(/^(?!.*::)(?!.*%%)(?!.*--)[A-Za-z0-9 .,:=/_()+×µ%-]{1,80}$/)
      }),
    )
  })
})

describe('a Mermaid chart', () => {
  const chart = (style: 'dots' | 'line', values: readonly number[], from = 0): CurvesChart => ({
    kind: 'curves',
    title: 't',
    x: { label: 'x', unit: '', isFromZero: false },
    y: { label: 'y', unit: '×', isFromZero: false },
    curves: [{ name: 'n', style, points: values.map((y, index) => ({ x: from + index, y })) }],
    marks: [],
  })

  it('writes numbers without exponents', () => {
    expect([1e-9, 1.5e-7, -2e-8, 1e21, 33.333333, 0].map(formatMermaidNumber)).toEqual([
      '0.000000001',
      '0.00000015',
      '-0.00000002',
      '1000000000000000000000',
      '33.3333',
      '0',
    ])
  })

  it('stands bars on zero and gives a flat line room', () => {
    const bars = chart('dots', [5, 9], 1)
    expect(renderMermaidChart(bars)).toContain('y-axis "y (×)" 0 --> 9.4\n    bar [5, 9]')
    expect(renderMermaidChart(bars)).toContain('x-axis "x" ["1", "2"]')
    expect(renderMermaidChart(chart('line', [5, 5]))).toContain('y-axis "y (×)" 4.75 --> 5.25')
    expect(renderMermaidChart(chart('line', [7]))).toContain('x-axis "x" 1 --> 2')
  })
})

describe('charts of text', () => {
  it('a row of blocks leaves a gap where there is no value', () => {
    expect(drawSparkline([1, Number.NaN, 2, 1.5])).toBe('▁ █▅')
    expect(drawSparkline([3, 3])).toBe('▁▁')
  })

  it('a bar shows anything above nothing and never more than its width', () => {
    expect([0, 0.001, 0.5, 1, 7, Number.NaN].map((share) => drawTextBar(share, 4))).toEqual([
      '',
      '▏',
      '██',
      '████',
      '████',
      '',
    ])
  })
})
