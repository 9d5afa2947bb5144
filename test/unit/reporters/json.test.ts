import { describe, expect, it } from 'vitest'
import { renderJson } from '../../../src/reporters/json.ts'
import { findReportProblems } from '../../fakes/report-validator.ts'
import { aComparison, aDerived, aReport, aRequirement } from './a-report.ts'
import { goldenReports } from './golden-reports.ts'

describe('the JSON report (F-33)', () => {
  it.each(Object.entries(goldenReports))('holds the whole report but its drawings: %s', (_, report) => {
    const sections = report.sections.map((section) => ({ ...section, charts: undefined }))
    expect(JSON.parse(renderJson(report))).toEqual({ ...report, sections })
  })

  it.each(Object.entries(goldenReports))('is valid by the published schema: %s', (_, report) => {
    expect(findReportProblems(JSON.parse(renderJson(report)))).toEqual([])
  })

  it('is refused by the schema when a verdict is missing or unknown', () => {
    const json = JSON.parse(renderJson(aReport())) as object
    expect(findReportProblems({ ...json, verdict: 'good' })).not.toEqual([])
    expect(findReportProblems({ ...json, comparisons: [{}] })).not.toEqual([])
  })

  it('has the fields that other programs rely on', () => {
    const report = aReport({ requirements: [aRequirement()], comparisons: [aComparison()], derived: [aDerived()] })
    const json = JSON.parse(renderJson(report))
    expect(json.verdict).toBe('pass')
    expect(json.requirements[0]).toMatchObject({
      id: 'PERF-03',
      suite: 'scaling',
      axes: { gpus: 2 },
      operator: '>=',
      limit: 1.9,
      actual: 1.9321,
      status: 'pass',
      reason: '',
    })
    expect(Object.keys(json.comparisons[0]).slice(0, 4)).toEqual(['suite', 'benchmark', 'axes', 'metric'])
    expect(Object.keys(json.derived[0]).slice(0, 6)).toEqual(['suite', 'benchmark', 'axes', 'name', 'value', 'unit'])
  })

  it('does not depend on the order in which keys were written', () => {
    const axes = { revision: 'v1.0', gpus: 2, unit: 1, id: 2 }
    const report = aReport({ comparisons: [aComparison({ axes })] })
    const reversed = JSON.parse(JSON.stringify(report), (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    )
    expect(renderJson(reversed)).toBe(renderJson(report))
  })

  it('keeps names apart that differ after thousands of characters', () => {
    const metrics = ['a', 'b'].map((end) => `bench:${'kernel<'.repeat(500)}${end}`)
    const json = JSON.parse(renderJson(aReport({ comparisons: metrics.map((metric) => aComparison({ metric })) })))
    expect(json.comparisons.map(({ metric }: { metric: string }) => metric)).toEqual(metrics)
  })

  it('writes text that acts elsewhere as escapes and gives it back unchanged', () => {
    const name = '<!-- x --> @everyone ::set-output name=a::b ##[error] \u202E test.py::speed'
    const text = renderJson(aReport({ title: name }))
    expect(text).not.toMatch(/<!--|@everyone|::|##\[|\u202E/)
    expect(JSON.parse(text).title).toBe(name)
  })

  it('a key called __proto__ stays a key', () => {
    const axes = JSON.parse('{"__proto__": "x", "gpus": 2}')
    const json = JSON.parse(renderJson(aReport({ comparisons: [aComparison({ axes })] })))
    expect(Object.keys(json.comparisons[0].axes)).toEqual(['__proto__', 'gpus'])
  })

  it('what is not a number is null, never zero (W50)', () => {
    const json = JSON.parse(renderJson(aReport({ derived: [aDerived({ value: Number.NaN })] })))
    expect(json.derived[0].value).toBeNull()
  })
})
