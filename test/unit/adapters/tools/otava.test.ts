import { describe, expect, it } from 'vitest'
import { otava } from '../../../../src/adapters/tools/otava.ts'
import { figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

describe('Apache Otava CSV', () => {
  it('reads the rows of the newest commit as samples, and names the history and what has no direction', async () => {
    const reading = await readFixture(otava, 'otava/latency.csv')
    expect(figures(reading)).toEqual({
      'latency_ms: value s': [expect.closeTo(0.01029), expect.closeTo(0.01031)],
      'throughput: value ': [143112, 143950],
    })
    expect(reading.benchmarks).toMatchObject([
      { metric: { betterWhen: 'lower' } },
      { metric: { betterWhen: 'higher' } },
    ])
    expect(reading.problems).toEqual([
      '2 earlier rows are the history of other runs: only the newest is read',
      'metric1: not judged: its direction is in the configuration of Otava',
    ])
    expect(reading.context).toMatchObject({ commit: 'aaa2' })
  })

  it.each<[name: string, betterWhen: string | null, unit?: string, value?: number]>([
    ['query_p99_ms', 'lower', 's', 0.005],
    ['prefill_tokens_per_s', 'higher', 'tokens/s', 5],
    ['tokens/s', 'higher', 'tokens/s', 5],
    ['ops per second', 'higher', '1/s', 5],
    ['throughput_min', 'higher', '', 5],
    ['throughput_MB', 'higher', 'B', 5e6],
    ['read [MB/s]', 'higher', 'B/s', 5e6],
    ['latency_min', 'lower', '', 5],
    ['free_memory_MB', null],
    ['throughput_s', null],
    ['cache_misses_per_s', null],
    ['errors/s', null],
    ['transmissions/s', 'higher', 'transmissions/s', 5],
    ['min', null],
    ['param_s', 'lower', 's', 5],
  ])('takes direction and unit of the column %s from its name', async (name, betterWhen, unit, value) => {
    const reading = await readText(otava, `time,commit,${name}\n2026-01-01,aa,5\n`)
    const expected = betterWhen === null ? [] : [{ metric: { betterWhen, unit }, samples: [value] }]
    expect(reading.benchmarks).toMatchObject(expected)
    expect(reading.benchmarks).toHaveLength(expected.length)
  })

  it('finds the newest row by its time, with any separator of Otava', async () => {
    const rows = ['time;p99 [us]', '1609639200;900', '1609466400;100', '']
    expect(figures(await readText(otava, rows.join('\n')))).toEqual({ 'p99 [us]: value s': [expect.closeTo(0.0009)] })
    expect(figures(await readText(otava, rows.join('\n').replaceAll(';', '\t')))).toEqual({
      'p99 [us]: value s': [expect.closeTo(0.0009)],
    })
  })

  it.each([
    ['half a row', 'time,commit,a_ms\n2026-01-01,aa', 'line 2 has 2 fields, not 3'],
    ['no time', 'time,commit,a_ms\nyesterday,aa,1\n', 'the time yesterday'],
    ['no column of times', 'commit,a_ms\naa,1\n', 'has no column time'],
    ['one name twice', 'time,a_ms,a_ms\n2026-01-01,1,2\n', 'names a column twice'],
  ])('refuses %s', async (_what, text, message) => {
    expect((await refusal(otava, text)).message).toContain(message)
  })

  it('takes no empty cell, word or 0 for a time', async () => {
    const text = fixtureText('otava/latency.csv').replace('10.29', '').replace('10.31', '0')
    const reading = await readText(otava, text)
    expect(reading.benchmarks.map(({ name }) => name)).toEqual(['throughput'])
    expect(reading.problems.join('\n')).toContain('latency_ms: an empty cell is not a number')
  })

  it('reads no column of which a row of the newest commit has no value', async () => {
    const reading = await readText(otava, fixtureText('otava/latency.csv').replace('10.31', 'NaN'))
    expect(reading.benchmarks.map(({ name }) => name)).toEqual(['throughput'])
    expect(reading.problems).toContain('latency_ms: NaN is not a number')
  })
})
