import { describe, expect, it } from 'vitest'
import { cargoBench, criterion } from '../../../../src/adapters/tools/rust.ts'
import { readOutput } from '../../../../src/programs/index.ts'
import { aFile, figures, fixtureFile, readFixture, readText, refusal } from '../an-output.ts'

const folder = 'criterion/group/count_all/64/new'
const estimates = '{"mean":{"confidence_interval":{}},"median":{"point_estimate":20},"std_dev":{"point_estimate":2}}'
const benchmark = (function_id: string | null, value_str: string | null) =>
  JSON.stringify({ group_id: 'g', function_id, value_str, throughput: null })

describe('criterion', () => {
  it('gives each sample, the time of its iterations divided by their number, under the names of the code', async () => {
    const reading = await readFixture(
      criterion,
      ...['benchmark', 'estimates', 'sample'].map((n) => `${folder}/${n}.json`),
    )
    expect(Object.keys(figures(reading))).toEqual(['group/count/all parameter=64: time s'])
    const [samples] = Object.values(figures(reading)) as number[][]
    expect(samples).toHaveLength(12)
    expect(samples![0]).toBeCloseTo((97_015 / 7_155) * 1e-9, 18)
    expect(reading.benchmarks[0]).toMatchObject({ source: 'samples' })
  })

  it('reads all files of a run at once, and needs no tukey.json', async () => {
    const paths = ['flat/slow', 'group/count_all/64', 'group/count_all/1024', 'plain count'].flatMap((path) =>
      ['benchmark', 'sample'].map((name) => `criterion/${path}/new/${name}.json`),
    )
    const tukey = aFile('criterion/flat/slow/new/tukey.json', '[1.0,2.0,3.0,4.0]')
    const reading = await readOutput('auto', [...paths.map((path) => fixtureFile(path)), tukey])
    expect(Object.keys(figures(reading))).toEqual([
      'flat/slow: time s',
      'group/count/all parameter=64: time s',
      'group/count/all parameter=1024: time s',
      'plain count: time s',
    ])
  })

  it('reads the median where there are no samples, and the name of the folder without benchmark.json', async () => {
    const reading = await criterion.read([aFile('target/criterion/a/b_c/new/estimates.json', estimates)])
    expect(figures(reading)).toEqual({ 'a/b_c: time s': [20 * 1e-9] })
    expect(reading.benchmarks[0]).toMatchObject({
      source: 'aggregate',
    })
  })

  it('never mixes the new measurement with an earlier one or with relative changes', async () => {
    const slots = ['new', 'base', 'main', 'change'].map((slot) => aFile(`a/${slot}/estimates.json`, estimates))
    const { benchmarks, problems } = await criterion.read(slots)
    expect(benchmarks).toHaveLength(1)
    expect(problems).toEqual([
      'a: an earlier measurement (base) is not read',
      'a: an earlier measurement (main) is not read',
      'a: relative changes are not a measurement',
    ])
  })

  it('fails two benchmarks of one name, and one without a measurement', async () => {
    const files = ['a', 'b'].flatMap((path) => [
      aFile(`${path}/new/benchmark.json`, benchmark('f', '8')),
      aFile(`${path}/new/sample.json`, '{"iters":[1],"times":[5]}'),
    ])
    expect(figures(await criterion.read(files))).toEqual({
      'g/f parameter=8': 'time appears 2 times; use distinct names or parameters',
    })
    const alone = await criterion.read([aFile('a/new/benchmark.json', benchmark(null, null))])
    expect(figures(alone)).toEqual({ g: 'criterion left neither sample.json nor estimates.json' })
  })

  it.each([
    ['[2]', '[0]', 'a time of 0 s is not a measurement'],
    ['[0]', '[5]', 'time is Infinity, not a finite number'],
    ['[1, 1]', '[5, "x"]', 'time is "x", not a finite number'],
    ['[]', '[]', 'the file has no value of it'],
  ])('fails samples of %s iterations and %s ns', async (iters, times, problem) => {
    const reading = await criterion.read([aFile('a/new/sample.json', `{"iters":${iters},"times":${times}}`)])
    expect(figures(reading)).toEqual({ a: problem })
  })

  it('refuses samples without their iterations, and files without a name', async () => {
    const read = (path: string, text: string) => criterion.read([aFile(path, text)])
    await expect(read('a/new/sample.json', '{"iters":[1,2],"times":[5]}')).rejects.toThrow('not 2 values, one for each')
    await expect(read('sample.json', '{"iters":[1],"times":[5]}')).rejects.toThrow('does not name its benchmark')
  })
})

describe('cargo bench', () => {
  it('reads the median and the rate of libtest, and names ignored ones', async () => {
    const reading = await readFixture(cargoBench, 'cargo-bench/libtest.txt')
    expect(figures(reading)).toEqual({
      'tests::count_100k: time s': [50_834.61 * 1e-9],
      'tests::count_100k: bytes_per_second B/s': [1967e6],
      'tests::count_64: time s': [13.25 * 1e-9],
    })
    expect(reading.benchmarks[0]).toMatchObject({
      source: 'aggregate',
    })
    expect(reading.problems).toEqual(['tests::counts: ignored', 'tests::skipped: ignored, no device'])
  })

  it('puts the executable before a name, and reports what failed', async () => {
    const all = figures(await readFixture(cargoBench, 'cargo-bench/failed.txt'))
    expect(all).toMatchObject({
      'bases::tests::count_64: time s': [13.3 * 1e-9],
      'broken::before: time s': [4.72 * 1e-9],
      'broken::fails': 'the benchmark failed',
    })
    expect(all['broken']).toContain('error: bench failed, to rerun pass `--bench broken`')
  })

  it('reads the estimates of criterion, and not its changes', async () => {
    expect(figures(await readFixture(cargoBench, 'cargo-bench/criterion.txt'))).toEqual({
      'plain count: time s': [72.699 * 1e-9],
      'group/count/all/64: time s': [83.79 * 1e-9],
      'group/count/all/1024: time s': [483.24 * 1e-9],
      'flat/slow: time s': [88.745 * 1e-6],
    })
    expect(figures(await readFixture(cargoBench, 'cargo-bench/bencher.txt'))).toMatchObject({
      'flat/slow: time s': [85_766 * 1e-9],
    })
  })

  const row = 'test a ... bench:  5 ns/iter (+/- 1)\n'
  const result = (measured: number) =>
    `test result: ok. 0 passed; 0 failed; 0 ignored; ${measured} measured; 0 filtered out; finished in 0.1s\n`
  const known = { 'a: time s': [5e-9] }

  it.each([
    ['a unit of its own', row.replace('ns', 'us'), { 'a: time s': [5 * 1e-6] }],
    ['a time of 0', row.replace(' 5 ', ' 0 '), { a: 'a time of 0 s is not a measurement' }],
    ['printed lines before the figure', row.replace('bench', 'hello\nbench'), known],
    [
      'no outliers for the name of a time',
      'Found 1 outliers among 12 measurements (8.33%)\n  1 (8.33%) high severe\n   time:   [1 ns 2 ns 3 ns]\n',
      { 'cargo bench': 'a time of 2 ns has no name' },
    ],
    [
      'a long name of criterion on its own line',
      `${'n'.repeat(40)}\n   time:   [1 ns 2 ns 3 ns]\n`,
      { [`${'n'.repeat(40)}: time s`]: [2e-9] },
    ],
    ['two rows of one name', row + row, { a: 'time appears 2 times; use distinct names or parameters' }],
    ['a name without a result', `${row}test b ... \n`, { ...known, b: 'has a name and no result' }],
    [
      'a lost row',
      `running 2 tests\n${row}${result(2)}`,
      { ...known, 'cargo bench': expect.stringContaining('after 1 figures') },
    ],
    [
      'a benchmark of criterion that was started',
      `${row}Benchmarking c: Warming up for 3.0 s\n`,
      { ...known, c: 'criterion started it and printed no time' },
    ],
    [
      'a panic',
      `${row}thread 'main' (7) panicked at x.rs:1:1:\n`,
      { ...known, 'cargo bench': expect.stringContaining('panicked') },
    ],
    [
      'a time of criterion that is cut off',
      `a  time:   [1 ns 2 ns 3 ns]\nb  time:   [1 ns 2 n`,
      { 'a: time s': [2e-9], b: 'its time is cut off' },
    ],
    [
      'what the program prints after a time',
      'a  time:   [1 ns 2 ns 3 ns] 54 MB/s\nb  time:   [4 ns 5 ns 6 ns]saved 3 [files]\n',
      { 'a: time s': [2e-9], 'b: time s': [5e-9] },
    ],
    ['a decimal comma', row.replace(' 5 ', ' 1,25 '), { a: '1,25 ns/iter is not a time' }],
    [
      'colors and progress',
      `\u001b[2K\rBenchmarking c: Analyzing\r\u001b[2K\u001b[32mc\u001b[0m   time:   [1 ns 2 ns 3 ns]\n`,
      { 'c: time s': [2e-9] },
    ],
  ])('reads %s', async (_what, text, expected) => {
    expect(figures(await readText(cargoBench, text))).toEqual(expected)
  })

  it('names values in another unit, whose direction is unknown', async () => {
    const { benchmarks, problems } = await readText(cargoBench, row.replace('ns/iter', 'cycles/iter'))
    expect(benchmarks).toEqual([])
    expect(problems).toEqual(['a: a value in cycles/iter is not judged: its direction is unknown'])
  })

  it('refuses a text that was cut off, and one without benchmarks', async () => {
    expect((await refusal(cargoBench, `running 2 tests\n${row}`)).message).toContain('ends before a line "test result"')
    expect((await refusal(cargoBench, `running 0 tests\n${result(0)}`)).message).toContain('contains no benchmark')
  })
})
