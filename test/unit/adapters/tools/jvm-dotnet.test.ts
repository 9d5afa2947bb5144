import { describe, expect, it } from 'vitest'
import { benchmarkDotNet, jmh } from '../../../../src/adapters/tools/jvm-dotnet.ts'
import { changed, figures, type Loose, readFixture, readText, refusal } from '../an-output.ts'

describe('JMH', () => {
  it('gives each iteration of each fork with the direction of the mode', async () => {
    const reading = await readFixture(jmh, 'jmh/modes.json')
    const all = figures(reading)
    expect(reading.tool).toBe('JMH 1.37')
    expect(Object.keys(all)).toContain('org.example.MyBenchmark.once kind=upper n=64: single_shot_time s')
    expect(all['org.example.MyBenchmark.count kind=upper n=64: time s']).toHaveLength(6)
    const rate = reading.benchmarks.find((one) => one.status === 'measured' && one.metric.name === 'throughput')
    expect(rate).toMatchObject({ metric: { unit: '1/s', betterWhen: 'higher' }, axes: { kind: 'upper', n: '64' } })
    expect(Object.keys(all)).toContain('org.example.MyBenchmark.rw threads=2 kind=upper n=64: time s')
    expect(reading.problems.join()).toMatch(
      /^read, write, .*: not judged: of the same samples, or its direction is unknown$/,
    )
  })

  it('computes the mean of each iteration of a histogram', async () => {
    const text = changed('jmh/modes.json', (root) => {
      root.splice(
        0,
        root.length,
        root.find((one: Loose) => one.mode === 'sample'),
      )
      root[0].primaryMetric.rawDataHistogram = [
        [
          [
            [1, 3],
            [5, 1],
          ],
          [],
        ],
        [[[4, 2]]],
      ]
    })
    const reading = await readText(jmh, text)
    expect(Object.values(figures(reading))).toEqual([[2 * 1e-6, 4 * 1e-6]])
    expect(reading.problems).toEqual([expect.stringContaining('p0.50')])
  })

  it('reads the bytes per operation of the profiler, and names its other metrics', async () => {
    const reading = await readFixture(jmh, 'jmh/gc.json')
    const all = figures(reading)
    expect(all['org.example.MyBenchmark.allocate kind=upper n=64: allocated_bytes B']).toHaveLength(6)
    expect(reading.problems.join()).toContain('gc.alloc.rate, gc.count, gc.time: not judged')
  })

  const change = (edit: (metric: Loose, item: Loose) => void) =>
    changed('jmh/gc.json', (root) => {
      root.length = 1
      root[0].secondaryMetrics = {}
      edit(root[0].primaryMetric, root[0])
    })
  it.each([
    [
      'a value that is not a number',
      (metric: Loose) => void (metric.rawData[0][0] = 'NaN'),
      'is "NaN", not a finite number',
    ],
    ['a time of 0', (metric: Loose) => void (metric.rawData[0][0] = 0), 'a time of 0 s is not a measurement'],
    [
      'a unit without a direction',
      (metric: Loose) => void (metric.scoreUnit = 'hits/op'),
      'hits/op is not a unit of JMH',
    ],
  ])('fails %s', async (_what, edit, problem) => {
    expect(Object.values(figures(await readText(jmh, change(edit))))).toEqual([expect.stringContaining(problem)])
  })

  it('reads the score where there are no raw data, and takes the direction from the unit', async () => {
    const scored = await readText(
      jmh,
      change((metric) => void (metric.rawData = [])),
    )
    expect(scored.benchmarks[0]).toMatchObject({ source: 'aggregate' })
    const rate = await readText(
      jmh,
      change((metric) => void (metric.scoreUnit = 'ops/us')),
    )
    expect(rate.benchmarks[0]).toMatchObject({ metric: { name: 'throughput', betterWhen: 'higher' } })
    expect((await refusal(jmh, '[]')).hint).toContain('JMH measured nothing')
  })
})

describe('BenchmarkDotNet', () => {
  it('gives each value, with parameters and jobs as axes and the directions of the file', async () => {
    const reading = await readFixture(benchmarkDotNet, 'benchmarkdotnet/full.json')
    const all = figures(reading)
    expect(all).toMatchObject({
      'Bases.Counting.Count N=64 Kind=upper: time s': [50.5, 51.25, 50.75].map((ns) => ns * 1e-9),
      'Bases.Counting.Count job=Runtime=.NET 9.0, Toolchain=net9.0 N=64 Kind=upper: time s': [48, 48.5, 49].map(
        (ns) => ns * 1e-9,
      ),
      'Bases.Counting.Count N=64 Kind=upper: Allocated Memory B': [120],
      'Bases.Counting.Count N=64 Kind=upper: Completed Work Items Count': [3.5],
      'Bases.Counting.Broken': 'BenchmarkDotNet has no result of it',
      'Bases.Counting.Plain: allocated_bytes B': [120],
    })
    expect(Object.keys(all)).toContain(`Bases.Counting.Parse(text: "${'acgt'.repeat(15)}", n: 4): time s`)
  })

  it('reads the measurements, else the median', async () => {
    const drop = (...fields: string[]) =>
      changed('benchmarkdotnet/full.json', (root) => {
        root.Benchmarks = root.Benchmarks.filter((one: Loose) => one.Method === 'Plain')
        delete root.Benchmarks[0].Statistics.OriginalValues
        for (const field of fields) delete root.Benchmarks[0][field]
      })
    const measured = await readText(benchmarkDotNet, drop('Memory'))
    expect(figures(measured)).toEqual({ 'Bases.Counting.Plain: time s': [10, 11, 12].map((ns) => ns * 1e-9) })
    const brief = await readFixture(benchmarkDotNet, 'benchmarkdotnet/brief.json')
    expect(figures(brief)).toEqual({ 'Bases.Counting.Plain: time s': [11 * 1e-9] })
    expect(brief.benchmarks[0]).toMatchObject({
      source: 'aggregate',
    })
  })

  it('names a metric without a direction, and fails a value that is not a number', async () => {
    const text = changed('benchmarkdotnet/full.json', (root) => {
      delete root.Benchmarks[0].Metrics[0].Descriptor.TheGreaterTheBetter
      root.Benchmarks[1].Statistics.OriginalValues[1] = 'NaN'
    })
    const reading = await readText(benchmarkDotNet, text)
    expect(reading.problems.join()).toContain('Allocated Memory is not judged: its direction is unknown')
    expect(figures(reading)['Bases.Counting.Count N=1024 Kind=upper']).toContain('is "NaN", not a finite number')
  })
})
