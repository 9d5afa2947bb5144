import { describe, expect, it } from 'vitest'
import { pyperf } from '../../../../src/adapters/tools/python.ts'
import { changed, figures, readFixture, readText } from '../an-output.ts'

describe('pyperf', () => {
  it('gives every value of every run, without warm-ups and calibration', async () => {
    const reading = await readFixture(pyperf, 'pyperf/suite.json')
    const all = figures(reading)
    expect(Object.keys(all)).toEqual(['count 64: time s', 'count 1024: time s', 'sorted: time s'])
    expect(all['count 64: time s']).toHaveLength(20)
    expect((all['count 64: time s'] as number[]).slice(0, 2)).toEqual([1.28971152343893e-5, 1.5690919799804526e-5])
    expect(reading.benchmarks[0]).toMatchObject({ source: 'samples' })
    expect(reading.tool).toBe('pyperf 2.11.0')
  })

  it('takes name and unit from the metadata of the file', async () => {
    expect(Object.keys(figures(await readFixture(pyperf, 'pyperf/timeit.json')))).toEqual(['timeit: time s'])
    expect(figures(await readFixture(pyperf, 'pyperf/memory.json'))).toEqual({
      'timeit: memory B': [12_378_112, 12_529_664],
    })
  })

  it('names values without a direction, and fails a benchmark without values', async () => {
    const text = changed('pyperf/suite.json', ({ benchmarks: [first, second, third] }) => {
      first.metadata.unit = 'integer'
      second.runs = second.runs.slice(0, 1)
      third.runs[1].values[0] = 0
    })
    const reading = await readText(pyperf, text)
    expect(reading.problems).toEqual(['count 64: a value in integer is not judged: its direction is unknown'])
    expect(figures(reading)).toEqual({
      'count 1024': 'the file has no value of it',
      sorted: 'a time of 0 s is not a measurement',
    })
  })
})
