import { describe, expect, it } from 'vitest'
import { asv } from '../../../../src/adapters/tools/python.ts'
import { readOutput } from '../../../../src/programs/index.ts'
import { aFile, changed, figures, readFixture, readText, refusal } from '../an-output.ts'

describe('asv', () => {
  it('gives the samples of every combination of parameters, with the kind of its name', async () => {
    const all = figures(await readFixture(asv, 'asv/samples.json'))
    const timed = all['counts.TimeCount.time_count param1=1000 param2=G: time s']
    expect(timed?.length).toBeGreaterThan(1)
    expect(all['counts.TimeCount.peakmem_repeat param1=100000 param2=T: memory B']).toHaveLength(1)
    expect(all['counts.mem_list: memory B']).toEqual([8056])
    expect(all['counts.track_length: value ']).toEqual([42])
    expect(all['counts.time_broken']).toBe('asv reports no result')
  })

  it('reads the medians of a file without samples, in which asv wrote Infinity', async () => {
    const { benchmarks } = await readFixture(asv, 'asv/quick.json')
    const sum = benchmarks.find(({ name }) => name === 'counts.time_sum')
    expect(sum).toMatchObject({ status: 'measured', source: 'aggregate', metric: { unit: 's' } })
  })

  it('reports one combination without a result, and keeps the others', async () => {
    const text = changed('asv/samples.json', (root) => {
      root.results['counts.TimeCount.time_count'][0][1] = null
    })
    const all = figures(await readText(asv, text))
    expect(all['counts.TimeCount.time_count param1=1000 param2=T']).toBe('asv reports no result')
    expect(all['counts.TimeCount.time_count param1=1000 param2=G: time s']).toBeDefined()
  })

  it('lists a combination that asv skipped, and reads parameters of several lines', async () => {
    const text = changed('asv/samples.json', ({ results }) => {
      results['counts.TimeCount.time_count'][0][1] = 'HERE'
      results['counts.TimeCount.time_count'][1][1][0] = 'array([1,\n 2])'
    })
    const reading = await readText(asv, text.replace('"HERE"', 'NaN'))
    expect(reading.problems).toEqual(['counts.TimeCount.time_count param1=1000 param2=T: skipped in asv'])
    expect(figures(reading)).toHaveProperty(['counts.TimeCount.time_count param1=1000 param2=array([1,  2]): time s'])
  })

  it('reads files of version 1, in which a result is a value or an object', async () => {
    // Values of conda-benchmarks and emg3d-bench, asv 0.4.
    const results = {
      peakmem_create: 121630720,
      time_create: { result: [4.757], stats: [{ repeat: 1, number: 1 }] },
      'time.Residual.time_residual': { result: [0.002648, 0.031259], params: [["'small'", "'big'"]] },
      time_broken: null,
    }
    const text = JSON.stringify({ results, commit_hash: 'a', env_name: 'conda-py3.6', version: 1 })
    expect(figures(await readOutput('auto', [aFile('a.json', text)]))).toEqual({
      'peakmem_create: memory B': [121630720],
      'time_create: time s': [4.757],
      'time.Residual.time_residual param1=small: time s': [0.002648],
      'time.Residual.time_residual param1=big: time s': [0.031259],
      time_broken: 'asv reports no result',
    })
  })

  it('refuses values that do not match the parameters, and files without benchmarks', async () => {
    const fewer = changed('asv/samples.json', (root) => void root.results['counts.TimeCount.time_count'][0].pop())
    expect((await refusal(asv, fewer)).message).toContain('time_count"][0] is')
    expect(
      (
        await refusal(
          asv,
          changed('asv/samples.json', (root) => void (root.results = {})),
        )
      ).message,
    ).toContain('results')
    const many = changed('asv/samples.json', (root) => {
      root.results['counts.time_sum'][1] = [0, 1, 2].map(() => Array.from({ length: 100 }, () => '1'))
    })
    expect((await refusal(asv, many)).message).toContain('at most 10000 combinations')
  })
})
