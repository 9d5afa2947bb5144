import { describe, expect, it } from 'vitest'
import { catch2 } from '../../../../src/adapters/tools/catch2.ts'
import { figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

describe('Catch2', () => {
  it('reads the mean of each benchmark under test case, sections and name', async () => {
    const reading = await readFixture(catch2, 'catch2/run.xml')
    expect(figures(reading)).toEqual({
      'count/n=64: time s': [140.165 * 1e-9],
      'count/n=1024: time s': [2401.07 * 1e-9],
      'count/inner/same: time s': [16.0082 * 1e-9],
      'count/inner/deep/same: time s': [17.087 * 1e-9],
    })
    expect(reading.benchmarks[0]).toMatchObject({
      source: 'aggregate',
    })
  })

  it('reads a report after an empty line', async () => {
    const report = await readFixture(catch2, 'catch2/run.xml')
    expect(await readText(catch2, `\n${fixtureText('catch2/run.xml')}`)).toEqual(report)
  })

  it('reports failed test cases and benchmarks that threw', async () => {
    expect(figures(await readFixture(catch2, 'catch2/failed.xml'))).toMatchObject({
      fails: 'the test case failed',
      'fails/before: time s': [13.3822 * 1e-9],
      'throws/broken': 'no device',
    })
  })

  const wrap = (inner: string) =>
    `<?xml version="1.0"?><Catch2TestRun catch2-version="3.5.0"><TestCase name="t">${inner}</TestCase></Catch2TestRun>`
  const bench = (mean: string) =>
    `<BenchmarkResults name="b" samples="2" iterations="1"><mean value="${mean}"/></BenchmarkResults>`

  it.each([
    ['a time of 0', bench('0'), 'a time of 0 s is not a measurement'],
    ['a mean that is not a number', bench('nan'), 'the mean of t/b is nan, not a finite number'],
    ['no mean', bench(''), 'the mean of t/b is undefined, not a finite number'],
    ['two benchmarks of one name', bench('5') + bench('6'), 'time appears 2 times; use distinct names or parameters'],
  ])('fails %s', async (_what, inner, problem) => {
    expect(figures(await readText(catch2, wrap(inner)))).toEqual({ 't/b': problem })
  })

  it('names a test case that was skipped', async () => {
    const reading = await readText(catch2, wrap(`${bench('5')}<OverallResult success="true" skips="1"/>`))
    expect(reading.problems).toEqual(['t: skipped by the test case'])
    expect(reading.tool).toBe('Catch2 3.5.0')
  })

  it('refuses a report that a crash cut off, other XML, and one without benchmarks', async () => {
    const text = fixtureText('catch2/run.xml')
    for (const length of [100, 700, text.length - 10])
      expect((await refusal(catch2, text.slice(0, length))).message).toContain('is not complete XML')
    expect((await refusal(catch2, '<testsuites/>')).message).toContain('is XML, but not of Catch2')
    expect((await refusal(catch2, wrap(''))).message).toContain('contains no benchmark')
  })
})
