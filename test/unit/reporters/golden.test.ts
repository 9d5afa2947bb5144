import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { renderComment } from '../../../src/reporters/deliveries.ts'
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

it.each([...Object.entries(goldenReports), ...Object.entries(gpuReports)])(
  'the headline of %s has less than 80 characters, whatever the title of the config',
  (_, report) => {
    for (const title of [report.title, 'a program with a long name, which nobody would read']) {
      const [headline = ''] = renderComment({ ...report, title }, options).split('\n')
      const visible = headline
        .replace(/^## /, '')
        .replaceAll(/&#8203;|\\/g, '')
        .replaceAll('&lt;', '<')
      expect(visible.length).toBeLessThan(80)
    }
  },
)

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

/** Decimals with more than three significant digits that equal no other figure of their line when they are rounded. */
function findLongFigures(line: string): string[] {
  const figures = line.match(/(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)/g) ?? []
  const round = (figure: string) => Number(figure.replaceAll(',', '')).toPrecision(3)
  return figures.filter((figure, index) => {
    const digits = figure.replaceAll(/[.,]|^0\.0*/g, '').length
    const isAgainstLimit = figures.some((other, at) => at !== index && round(other) === round(figure))
    return figure.includes('.') && digits > 3 && !isAgainstLimit
  })
}

describe('figures of the golden files', () => {
  const folder = join(import.meta.dirname, '../../golden')
  const files = globSync('*', { cwd: folder })

  it.each(files)('%s has at most three significant digits, more only to differ from a limit', (file) => {
    const prose = readFileSync(join(folder, file), 'utf8').replaceAll(/^```mermaid\n[^]*?^```/gm, '')
    expect(prose.split('\n').flatMap(findLongFigures)).toEqual([])
  })

  it('are found', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(findLongFigures('at most 95.37 MiB, 33.8 → 37.85 min, 12,345.6 items, 9,970 items, 0.0123 s')).toEqual([
      '95.37',
      '37.85',
      '12,345.6',
    ])
    expect(findLongFigures('1.9004× of at least 1.9×, 30.001 min of less than 30 min')).toEqual([])
  })
})
