import { describe, expect, it } from 'vitest'
import { renderComment } from '../../../src/reporters/comment.ts'
import { renderTerminal } from '../../../src/reporters/index.ts'
import { aComparison, aRegression, aReport, aRequirement } from './a-report.ts'
import { goldenReports } from './golden-reports.ts'
import { gpuReports } from './gpu-reports.ts'

const options = {
  marker: '<!-- warpgauge report virnucpro -->',
  runUrl: 'https://github.com/virnucpro/virnucpro/actions/runs/7123456789',
  runFolderHint: 'artifact warpgauge-run-7123456789-1',
}

describe('the comment on a pull request reads as a person would want it (F-38)', () => {
  it.each(Object.keys(goldenReports))('%s', async (name) => {
    const report = goldenReports[name]
    if (!report) throw new Error(name)
    await expect(renderComment(report, options)).toMatchFileSnapshot(`../../golden/comment-${name}.md`)
  })
})

describe('the comment on a run with GPU counters', () => {
  it.each(Object.keys(gpuReports))('%s', async (name) => {
    const report = gpuReports[name]
    if (!report) throw new Error(name)
    await expect(renderComment(report, options)).toMatchFileSnapshot(`../../golden/comment-${name}.md`)
  })
})

/** Numbers with a unit, without their signs, in ranges and changes too. */
function figuresOf(text: string): string[] {
  const unit = String.raw`[\u00A0 ]?(?:%|×|points|(?:s|ms|min|h|[KMGT]iB|MHz|W|°C)\b)`
  const alone = new RegExp(String.raw`(?<![\w.])\d[\d.,]*(?=(?: (?:to|→) [+-]?[\d.,]+)?${unit})`, 'g')
  const inTables = [...text.matchAll(/\([+-]?([\d.]+) to [+-]?([\d.]+)\)/g)].flatMap(([, ...edges]) => edges)
  return [...(text.match(alone) ?? []), ...inTables]
}

describe('the first screen of a comment', () => {
  it.each([...Object.entries(goldenReports), ...Object.entries(gpuReports)])(
    'of %s has at most 60 lines, one fold below it, and each figure once',
    (_, report) => {
      const [open = '', ...folded] = renderComment(report, options).split('<details>')
      expect(folded).toHaveLength(1)
      expect(open.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
      const figures = figuresOf(open)
      expect(figures.filter((figure, index) => figures.indexOf(figure) !== index)).toEqual([])
    },
  )

  it('of a run with everything to say has at most 60 lines', () => {
    const many = <T>(make: (index: number) => T): T[] => Array.from({ length: 40 }, (__, index) => make(index))
    const report = aReport({
      ...goldenReports['regression'],
      comparisons: many((index) => [
        aRegression({ axes: { gpus: index } }),
        aComparison({ axes: { gpus: index }, metric: 'cpu_time', verdict: 'inconclusive', reason: `reason ${index}` }),
      ]).flat(),
      requirements: many((index) => aRequirement({ id: `R-${index}`, status: 'fail', actual: index })),
      findings: many((index) => ({
        kind: 'caution',
        subject: `caution ${index}`,
        reason: `reason of caution ${index}`,
        ...(index < 20 && { isProminent: true }),
      })),
      reasons: many((index) => ({ code: 'not-judged', text: `obstacle ${index}` })),
    })
    const [open = ''] = renderComment(report, options).split('<details>')
    expect(open.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
  })
})

describe('the same reports on a terminal', () => {
  it.each(['regression', 'error'])('%s', async (name) => {
    const report = goldenReports[name]
    if (!report) throw new Error(name)
    const text = renderTerminal(report, { columns: 110, color: false })
    await expect(text).toMatchFileSnapshot(`../../golden/terminal-${name}.txt`)
  })
})
