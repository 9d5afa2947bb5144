import { describe, expect, it } from 'vitest'
import { renderJunit } from '../../../src/reporters/junit.ts'
import { aComparison, aRegression, aReport, aRequirement } from './a-report.ts'
import { goldenReports } from './golden-reports.ts'

describe('JUnit XML', () => {
  it('has one case for each requirement and each gating comparison', async () => {
    const report = goldenReports['regression']
    if (!report) throw new Error('no such report')
    await expect(renderJunit(report)).toMatchFileSnapshot('../../golden/junit-regression.xml')
  })

  it('counts what it lists', () => {
    const report = aReport({
      verdict: 'fail',
      comparisons: [aRegression(), aComparison({ verdict: 'missing' }), aComparison({ isGate: false })],
      requirements: [aRequirement(), aRequirement({ status: 'not evaluated', actual: null })],
    })
    expect(renderJunit(report)).toContain('tests="4" failures="1" errors="0" skipped="2">\n  <testsuite')
  })

  it('a missed warning is skipped with the figures, as it does not fail the run', () => {
    const report = aReport({ requirements: [aRequirement({ status: 'fail', severity: 'warn', actual: 1.89999 })] })
    expect(renderJunit(report)).toContain(
      '<skipped message="missed (warning): Speed-up on 2 GPUs: 1.89999×; 1.9× required"/>',
    )
  })

  it.each([
    ['error', 'error'],
    ['fail', 'failure'],
    ['inconclusive', 'skipped'],
  ] as const)('a run that ends in %s has a case that shows it, though nothing else does', (verdict, tag) => {
    expect(renderJunit(aReport({ verdict, requirements: [aRequirement()], sentence: 'why' }))).toContain(
      `name="verdict of the run"><${tag} message="why"/>`,
    )
  })

  it('holds no character that XML cannot hold', () => {
    const xml = renderJunit(
      aReport({ title: '<a b="c" d=\'e\'>&\u0000\u0008\u001B\uFFFE\uD800', requirements: [aRequirement()] }),
    )
    expect(xml).toContain('name="&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;"')
  })
})
