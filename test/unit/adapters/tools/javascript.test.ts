import { describe, expect, it } from 'vitest'
import { mitata, vitest } from '../../../../src/adapters/tools/javascript.ts'
import { readOutput } from '../../../../src/programs/index.ts'
import { changed, figures, fixtureFile, readFixture, readText, refusal } from '../an-output.ts'

describe('vitest bench', () => {
  it('reads the median of each benchmark under file, suites and name; one without figures failed', async () => {
    const reading = await readFixture(vitest, 'vitest/median.json')
    const all = figures(reading)
    expect(Object.keys(all)).toEqual([
      'test/count.bench.js > top: time s',
      'test/count.bench.js > broken',
      'test/count.bench.js > count > n=64: time s',
      'test/count.bench.js > count > n=1024: time s',
      'test/count.bench.js > count > inner > same: time s',
    ])
    expect(all['test/count.bench.js > top: time s']).toEqual([0.00011799999992945231 * 1e-3])
    expect(all['test/count.bench.js > broken']).toContain('so it failed')
    expect(reading.benchmarks[0]).toMatchObject({ source: 'aggregate' })
  })

  it('reads samples and the mean of versions that have them, and fails a time of 0', async () => {
    const text = changed('vitest/median.json', ({ files: [file] }) => {
      const [top] = file.groups[0].benchmarks
      const [first, second] = file.groups[1].benchmarks
      top.samples = [0.5, 0.25]
      delete first.median
      second.median = 0
    })
    const reading = await readText(vitest, text)
    expect(figures(reading)).toMatchObject({
      'test/count.bench.js > top: time s': [0.5e-3, 0.25e-3],
      'test/count.bench.js > count > n=64: time s': [0.002574539416632725 * 1e-3],
      'test/count.bench.js > count > n=1024': 'a time of 0 s is not a measurement',
    })
  })

  it('reads the report of version 5, which has no option --outputJson', async () => {
    const reading = await readOutput('auto', [fixtureFile('vitest/version-5.json')])
    const file = 'count.bench.js > count'
    expect(figures(reading)).toEqual({
      [`${file} > n=64 > loop: time s`]: [expect.closeTo(78e-9, 12)],
      [`${file} > both > short: time s`]: [expect.closeTo(0.628e-6, 9)],
      [`${file} > both > long: time s`]: [expect.closeTo(0.106186e-3, 9)],
      'count.bench.js > count broken': 'Error: no',
    })
    expect(reading.problems).toEqual(['count.bench.js > count left out: the test is skipped'])
    expect(reading.benchmarks[0]).toMatchObject({ source: 'aggregate' })
  })

  it('reads the samples of version 5, no stored result, and fails a file that does not load', async () => {
    const text = changed('vitest/version-5.json', ({ testResults }) => {
      const [one, both] = testResults[0].assertionResults
      one.benchmarks[0].tasks[0].latency.samples = [0.5, 0.25]
      both.benchmarks[0].tasks[1].fromStore = true
      testResults.push({
        name: 'C:\\work\\other.bench.js',
        status: 'failed',
        message: 'SyntaxError',
        assertionResults: [],
      })
    })
    const reading = await readText(vitest, text)
    expect(figures(reading)).toMatchObject({
      'count.bench.js > count > n=64 > loop: time s': [0.5e-3, 0.25e-3],
      'other.bench.js': 'SyntaxError',
    })
    expect(reading.problems).toContain('count.bench.js > count > both > long: a stored result is not a measurement')
  })

  it('refuses a file without benchmarks', async () => {
    expect((await refusal(vitest, '{"files":[{"filepath":"a","groups":[]}]}')).message).toContain(
      'at least one benchmark',
    )
  })
})

describe('mitata', () => {
  it('gives samples with arguments as axes, below the name of the group', async () => {
    const reading = await readFixture(mitata, 'mitata/samples.json')
    const all = figures(reading)
    expect(Object.keys(all)).toEqual([
      'plain count: time s',
      'group > count $n of $kind n=64 kind=upper: time s',
      'group > count $n of $kind n=1024 kind=upper: time s',
      'group > broken',
      'sized x=1: time s',
      'sized x=8: time s',
      'sized x=64: time s',
    ])
    expect(all['group > broken']).toBe('no device')
    expect(reading.benchmarks[0]).toMatchObject({ source: 'samples' })
    expect(reading.problems).toEqual([expect.stringContaining(': heap of mitata is not judged')])
  })

  it('reads the median without samples', async () => {
    const reading = await readFixture(mitata, 'mitata/median.json')
    expect(figures(reading)['plain count: time s']).toEqual([56.09423828125 * 1e-9])
    expect(reading.benchmarks[0]).toMatchObject({
      source: 'aggregate',
    })
  })

  it('fails a benchmark without a run', async () => {
    const text = changed('mitata/median.json', (root) => void (root.benchmarks[0].runs = []))
    expect(figures(await readText(mitata, text))['plain count']).toBe('mitata has no run of it')
  })
})
