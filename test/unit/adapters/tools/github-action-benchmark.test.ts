import { describe, expect, it } from 'vitest'
import { customBiggerIsBetter, customSmallerIsBetter, plainBenchmark } from '../../../../src/adapters/tools/commands.ts'
import { figures, readFixture, readText, refusal } from '../an-output.ts'

describe('the custom forms of github-action-benchmark', () => {
  it('take the direction from the name of the adapter and declare the range', async () => {
    const { benchmarks } = await readFixture(customSmallerIsBetter, 'github-action-benchmark/smaller.json')
    expect(benchmarks).toEqual([
      expect.objectContaining({
        name: 'Load',
        metric: { name: 'value', unit: 's', betterWhen: 'lower' },
        samples: [0.0125],
        source: 'aggregate',
      }),
      expect.objectContaining({ name: 'Memory', samples: [1e8], metric: expect.objectContaining({ unit: 'B' }) }),
      expect.anything(),
    ])
    const bigger = await readFixture(customBiggerIsBetter, 'github-action-benchmark/bigger.json')
    expect(figures(bigger)).toEqual({ 'Rate: value 1/s': [1500], 'Copy: value B/s': [2.5e9] })
    expect(bigger.benchmarks.map((one) => one.status === 'measured' && one.metric.betterWhen)).toEqual([
      'higher',
      'higher',
    ])
  })

  it.each([
    '[]',
    '{}',
    '[{"name": "a", "unit": "s"}]',
    '[{"name": "a", "value": 1}]',
    '[{"unit": "s", "value": 1}]',
    '[{"name": "a", "unit": "s", "value": "1"}]',
    '[{"name": "", "unit": "s", "value": 1}]',
    '[1]',
  ])('refuse %s', async (text) => {
    expect((await refusal(customSmallerIsBetter, text)).message).toMatch(/^out\.json/)
  })

  it('give up a time of 0 and one name for two values', async () => {
    const text =
      '[{"name": "a", "unit": "s", "value": 0}, {"name": "b", "unit": "%", "value": 1}, {"name": "b", "unit": "%", "value": 2}]'
    const all = figures(await readText(customSmallerIsBetter, text))
    expect(all['a']).toContain('is not a measurement')
    expect(all['b']).toContain('2 times')
  })
})

describe('the plain form', () => {
  it('keeps samples, converts units and takes the direction from the file', async () => {
    const reading = await readFixture(plainBenchmark, 'plain/list.json')
    expect(figures(reading)).toEqual({
      'predict gpus=2: value s': [0.0125, 12.75 * 1e-3, 0.01225],
      'predict gpus=2: rate seq/s': [629.2],
      'accuracy: value share': [0.98],
    })
    expect(reading.benchmarks.map((one) => one.status === 'measured' && [one.source, one.metric.betterWhen])).toEqual([
      ['samples', 'lower'],
      ['aggregate', 'higher'],
      ['aggregate', 'higher'],
    ])
  })

  it('reads a single object', async () => {
    expect(
      figures(await readText(plainBenchmark, '{"name": "a", "unit": "KiB", "value": 2, "betterWhen": "lower"}')),
    ).toEqual({
      'a: value B': [2048],
    })
  })

  it('knows the direction of a time', async () => {
    const reading = await readText(plainBenchmark, '{"name": "a", "metric": "time", "unit": "ms", "value": 2}')
    expect(reading.benchmarks[0]).toMatchObject({ metric: { name: 'time', unit: 's', betterWhen: 'lower' } })
  })

  it('never guesses a direction', async () => {
    for (const unit of ['share', 'MB', 'h', 'requests/s']) {
      const error = await refusal(plainBenchmark, JSON.stringify([{ name: 'Spare', unit, value: 1 }]))
      expect(error.message).toContain('betterWhen is missing')
      expect(error.hint).toContain('"betterWhen": "lower" or "higher"')
    }
    expect(
      (await refusal(plainBenchmark, '{"name": "a", "unit": "s", "value": 1, "betterWhen": "up"}')).message,
    ).toContain('betterWhen is "up", not lower or higher')
  })

  it.each([
    ['both', '{"name": "a", "unit": "s", "betterWhen": "lower", "value": 1, "samples": [1]}'],
    ['neither', '{"name": "a", "unit": "s", "betterWhen": "lower"}'],
    ['no sample', '{"name": "a", "unit": "s", "betterWhen": "lower", "samples": []}'],
    ['a sample that is not a number', '{"name": "a", "unit": "s", "betterWhen": "lower", "samples": [1, null]}'],
  ])('refuses %s', async (_what, text) => {
    expect((await refusal(plainBenchmark, text)).message).toMatch(/^out\.json: (?:value|samples)/)
  })
})
