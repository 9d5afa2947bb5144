import { describe, expect, it } from 'vitest'
import { googleBenchmark } from '../../../../src/adapters/tools/google-benchmark.ts'
import { changed, figures, readFixture, readText, refusal } from '../an-output.ts'

const repetitions = 'google-benchmark/repetitions.json'

describe('Google Benchmark', () => {
  it('takes repetitions as samples, in seconds, and the error of a benchmark as its problem', async () => {
    const reading = await readFixture(googleBenchmark, repetitions)
    const { 'BM_Concat/64: time s': times, BM_Broken: broken, ...rest } = figures(reading)
    const [first, second, third] = times as number[]
    expect(times).toHaveLength(3)
    expect(first).toBeCloseTo(37.0983645610499e-9, 20)
    expect(second).toBeCloseTo(30.0620495454204e-9, 20)
    expect(third).toBeCloseTo(23.5293589605085e-9, 20)
    expect(broken).toBe('no device found')
    expect(rest['BM_Concat/64: bytes_per_second B/s']).toEqual([
      2364504747.597456, 2304386326.6849136, 2719954160.2057843,
    ])
    expect(rest['BM_Concat/64: items_per_second 1/s']).toHaveLength(3)
    expect(reading.benchmarks[0]).toMatchObject({ source: 'samples' })
  })

  it('converts each benchmark from its own unit', async () => {
    const all = figures(await readFixture(googleBenchmark, 'google-benchmark/plain.json'))
    expect((all['BM_Concat/64: time s'] as number[])[0]).toBeCloseTo(28.8264100293578e-9, 20)
    expect((all['BM_Milli: time s'] as number[])[0]).toBeCloseTo(0.597797625005114e-3, 15)
    expect(Object.keys(all).filter((key) => key.startsWith('BM_Skipped/'))).not.toHaveLength(0)
  })

  it('says of aggregates that their spread is declared, not measured', async () => {
    const { benchmarks } = await readFixture(googleBenchmark, 'google-benchmark/aggregates.json')
    expect(benchmarks[0]).toMatchObject({
      name: 'BM_Concat/64',
      source: 'aggregate',
    })
    const [time] = benchmarks
    expect(time?.status === 'measured' && time.samples[0]).toBeCloseTo(25.8519995312373e-9, 20)
  })

  it('warns of a library built as debug', async () => {
    expect((await readFixture(googleBenchmark, repetitions)).problems.join()).toContain('is a debug build')
  })

  it('names a skipped benchmark with its reason', async () => {
    const text = changed('google-benchmark/plain.json', (root) =>
      Object.assign(root.benchmarks[0], { skipped: true, skip_message: 'no GPU' }),
    )
    const reading = await readText(googleBenchmark, text)
    expect(reading.problems).toContain('BM_Concat/64: skipped: no GPU')
    expect(Object.keys(figures(reading)).some((name) => name.startsWith('BM_Concat/64'))).toBe(false)
  })

  const row = (name: string, fields: object = {}) => ({
    name,
    run_name: name,
    run_type: 'iteration',
    repetition_index: 0,
    iterations: 9,
    real_time: 5,
    cpu_time: 4,
    time_unit: 's',
    ...fields,
  })
  const old = (name: string, seconds: number) => ({ name, real_time: seconds, cpu_time: seconds, time_unit: 's' })
  const aggregate = (name: string, kind: string, fields: object = {}) =>
    row(`${name}_${kind}`, { run_name: name, run_type: 'aggregate', aggregate_name: kind, ...fields })
  const long = 'BM_long'.repeat(40)

  it.each([
    [
      'leaves out the fit of Complexity()',
      [row('B/8'), aggregate('B', 'BigO'), aggregate('B', 'RMS')],
      ['B/8: time s'],
    ],
    ['fails two benchmarks of one name', [row('B'), row('B')], ['B']],
    ['fails two aggregates of one name', [aggregate('B', 'median'), aggregate('B', 'median')], ['B']],
    ['fails a median without a time', [aggregate('B', 'median', { real_time: null })], ['B']],
    ['fails a median of 0 s', [aggregate('B', 'median', { real_time: 0 })], ['B']],
    [
      'keeps long names apart',
      [aggregate(`${long}1`, 'median'), aggregate(`${long}2`, 'median')],
      [`${long}1: time s`, `${long}2: time s`],
    ],
    [
      'reads repetitions of version 1.4',
      [old('B', 2), old('B', 3), old('B_mean', 2.5), old('B_stddev', 1)],
      ['B: time s'],
    ],
    ['keeps a name that ends in mean', [old('B_mean', 2)], ['B_mean: time s']],
    ['does not count a CPU time of 0', [row('B', { cpu_time: 0 })], ['B: time s']],
  ])('%s', async (_what, benchmarks, names) => {
    const reading = await readText(googleBenchmark, JSON.stringify({ context: {}, benchmarks }))
    expect(Object.keys(figures(reading)).filter((name) => !name.endsWith(': cpu_time s'))).toEqual(names)
  })

  it('names user counters, whose direction is unknown, also where they are NaN', async () => {
    const text = JSON.stringify({ context: {}, benchmarks: [row('B', { hits: 'HERE' }), row('C', { hits: 3 })] })
    const reading = await readText(googleBenchmark, text.replace('"HERE"', '-nan'))
    expect(figures(reading)).toMatchObject({ 'B: time s': [5], 'C: time s': [5] })
    expect(reading.problems).toEqual(['B, C: hits is not judged: its direction is unknown'])
  })

  it.each([
    ['real_time', -1, 'a time of -1 s is not a measurement'],
    ['real_time', null, 'time is null, not a finite number'],
    ['cpu_time', '5', 'cpu_time is "5", not a finite number'],
    ['time_unit', 'parsec', 'time is "5 parsec", not a finite number'],
  ])('fails a benchmark with %s of %j, and no other one', async (name, value, problem) => {
    const benchmarks = [row('B', { real_time: 5, [name]: value }), row('C', {})]
    const found = figures(await readText(googleBenchmark, JSON.stringify({ context: {}, benchmarks })))
    expect(found).toMatchObject({ B: expect.stringContaining(problem), 'C: time s': expect.anything() })
  })

  it('fails a benchmark with one repetition that stands there twice', async () => {
    const text = changed(repetitions, (root) => void (root.benchmarks[1].repetition_index = 0))
    expect(figures(await readText(googleBenchmark, text))['BM_Concat/64']).toContain(
      'several benchmarks share this name',
    )
  })

  it('fails a benchmark that lacks one of its repetitions', async () => {
    const text = changed(repetitions, ({ benchmarks }) => benchmarks.shift())
    expect(figures(await readText(googleBenchmark, text))).toMatchObject({ 'BM_Concat/64': 'has 2 of 3 repetitions' })
  })

  it('refuses a run in which the filter left nothing (W7)', async () => {
    expect((await refusal(googleBenchmark, '{"context": {}, "benchmarks": []}')).message).toContain(
      'benchmarks is empty',
    )
  })
})

describe('Google Benchmark, CSV', () => {
  it('reads rows after the facts of the machine, without fits, and errors with their message', async () => {
    const reading = await readFixture(googleBenchmark, 'google-benchmark/plain.csv')
    const all = figures(reading)
    expect(all['BM_Concat/64: time s']).toEqual([241.061 * 1e-9])
    expect(all['BM_Milli: time s']).toEqual([6.61409 * 1e-3])
    expect(all['BM_Concat/512: bytes_per_second B/s']).toEqual([7.63011e9])
    expect(all['BM_Broken']).toBe('no device found')
    expect(Object.keys(all).join()).not.toMatch(/BigO|RMS/)
    expect(reading.problems[0]).toContain('Library was built as DEBUG')
    expect(reading.problems.join()).toContain('hits is not judged: its direction is unknown')
  })

  it('takes repetitions as samples, else the median of the aggregates', async () => {
    const repeated = figures(await readFixture(googleBenchmark, 'google-benchmark/repetitions.csv'))
    expect(repeated['BM_Concat/64: time s']).toEqual([236.818, 272.553, 194.917].map((ns) => ns * 1e-9))
    const reading = await readFixture(googleBenchmark, 'google-benchmark/aggregates.csv')
    expect(figures(reading)['BM_Milli: time s']).toEqual([6.18113 * 1e-3])
    expect(reading.benchmarks[0]).toMatchObject({ source: 'aggregate' })
  })

  const header =
    'name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,error_message\n'
  it.each([
    [`${header}"B",1,5`, 'line 2 has 3 fields instead of 10'],
    [`${header}"B",1,5,5,ns,,,"a`, 'line 2 has an open quote'],
    [`${header}printed by the program\n`, 'line 2 has 1 fields instead of 10'],
    [header, 'has no row'],
    ['a,b\n1,2\n', 'has no header of Google Benchmark'],
  ])('refuses %j', async (text, message) => {
    expect((await refusal(googleBenchmark, text)).message).toContain(message)
  })

  it('names a benchmark that was skipped, which has no cells of counters', async () => {
    const text = `${header.trimEnd()},"hits"\n"A",1,5,5,ns,,,,,,7\n"B",,,,,,,,false,"no device"\n`
    const reading = await readText(googleBenchmark, text)
    expect(figures(reading)).toMatchObject({ 'A: time s': [5e-9] })
    expect(reading.benchmarks.map(({ name }) => name)).not.toContain('B')
    expect(reading.problems).toContain('B: skipped: no device')
  })

  it('fails two benchmarks of one name', async () => {
    const row = '"B",1,5,5,ns,,,,,\n'
    expect(figures(await readText(googleBenchmark, header + row + row))).toEqual({
      B: 'several benchmarks share this name; use distinct names or parameters',
    })
  })
})
