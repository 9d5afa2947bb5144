import { describe, expect, it } from 'vitest'
import { renderTerminal } from '../../../src/reporters/index.ts'
import { measureWidth } from '../../../src/reporters/terminal/layout.ts'
import { aDerived, aReport, aRequirement, someStages } from './a-report.ts'
import { goldenReports } from './golden-reports.ts'

const regression = goldenReports['regression']!
const text = (columns: number, report = regression) => renderTerminal(report, { columns, color: false })

describe('a report on a terminal', () => {
  it.each([40, 60, 80, 120])(
    'fits %i columns, except commands to copy, which a shell takes line by line',
    (columns) => {
      for (const report of Object.values(goldenReports)) {
        const commands = report.nextSteps.flatMap(({ command }) => (command === null ? [] : [`    ${command}`]))
        const lines = text(columns, report).split('\n')
        expect(lines).toEqual(expect.arrayContaining(commands))
        const others = lines.filter((line) => !commands.includes(line))
        for (const line of others) expect(measureWidth(line)).toBeLessThanOrEqual(columns)
      }
    },
  )

  it('shows a table that does not fit row by row, each figure with its title', () => {
    expect(text(60)).toContain(
      [
        'regression',
        '  Case: scaling/virnucpro gpus=2',
        '  Metric: wall time',
        '  Before → after: 33.8 → 37.8 min',
        '  Change (95 % interval): +12.0 % (+8.9 to +15.2)',
      ].join('\n'),
    )
    expect(text(120)).toMatch(/^regression +scaling\/virnucpro .*wall time/m)
  })

  it('keeps a command whole on a line of its own', () => {
    expect(text(100)).toContain(
      '- Find the commit that introduced the regression:\n    warpgauge bisect --good 9a8b7c6d5e4f --bad 1a2b3c4d5e6f --suite scaling\n',
    )
  })

  it('draws the scaling curve as bars, with dots up to perfect scaling', () => {
    expect(text(80, goldenReports['scaling'])).toMatch(
      /^GPUs\n {3}1 {2}█+ 1\n {3}2 {2}\S+ 1\.93\n {3}4 {2}█+\S?·+ 3\.65\n {3}8 {2}█+\S?·+ 6\.44\nBars: measured; dots up to perfect scaling\.$/m,
    )
  })

  it.each([
    ['sixteen letters!', 'sixteen letters!'],
    ['a name of seventeen', 'a name of seven…'],
  ])('shortens the label %j of a bar to 16 cells', (word, label) => {
    const scaling = goldenReports['scaling']!
    const report = JSON.parse(JSON.stringify(scaling), (key, value: unknown) =>
      key === 'x' && typeof value === 'object' ? { ...value, words: { 1: word } } : value,
    ) as typeof scaling
    expect(text(80, report)).toMatch(new RegExp(`^${label}  █+ 1$`, 'm'))
  })

  it('leaves out a figure of the limits only with its own value, and none of 0', () => {
    const derived = [aDerived({ name: 'speedup', value: 2 }), aDerived({ name: 'memory_left', value: 2, unit: 'B' })]
    const none = ['lost_rows', 'oom_count'].map((name) => aDerived({ name, value: 0, unit: '' }))
    const requirements = [
      aRequirement({ value: 'speedup', actual: 2 }),
      aRequirement({ value: 'oom_count', actual: 0 }),
    ]
    const shown = text(120, aReport({ derived: [...derived, ...none], requirements })).split('Derived figures')[1]
    expect(['speedup', 'memory_left', 'lost_rows'].filter((name) => shown?.includes(name))).toEqual([
      'memory_left',
      'lost_rows',
    ])
  })

  it('says that shares leave out a stage without a time', () => {
    const untimed = aDerived({ name: 'stage:merge', value: null, unit: 's', reason: 'it did not end' })
    const stages = someStages({ gpus: 1 })
    const report = aReport({ derived: [...stages, { ...untimed, axes: { gpus: 1 } }] })
    expect(text(120, report)).toContain(`Shares are of the stages with a time: 1 of ${stages.length + 1} have none.`)
    expect(text(120, aReport({ derived: stages }))).not.toContain('Shares are of')
  })
})
