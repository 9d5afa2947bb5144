import { describe, expect, it } from 'vitest'
import { goBenchmark } from '../../../../src/adapters/tools/go-benchmark.ts'
import { readOutput } from '../../../../src/programs/index.ts'
import { aFile, figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

describe('go test -bench', () => {
  it('gives every repetition of every package, under the name that go prints', async () => {
    const reading = await readFixture(goBenchmark, 'go-benchmark/packages.txt')
    const all = figures(reading)
    expect(all['example.com/counts.BenchmarkCount/size-1000-2: time s']).toEqual(
      [488.6, 427.1, 569].map((ns) => ns * 1e-9),
    )
    expect(all['example.com/counts.BenchmarkCount/size-100000-2: bytes_per_second B/s']).toEqual([
      3221.84e6, 3531.49e6, 3290.88e6,
    ])
    expect(all['example.com/counts/sum.BenchmarkAllocate-2: allocated_bytes B']).toEqual([112, 112, 112])
    expect(all['example.com/counts/sum.BenchmarkAllocate-2: allocations ']).toEqual([1, 1, 1])
    expect(Object.keys(all).filter((name) => name.includes('bases'))).toEqual([])
    expect(reading.problems.join()).toContain('BenchmarkCount/size-1000-2, example.com/counts.BenchmarkCount/size-100')
    expect(reading.problems.join()).toContain('bases/op is not judged: its direction is unknown')
  })

  it('keeps names that end in a number when there is one processor', async () => {
    const names = Object.keys(figures(await readFixture(goBenchmark, 'go-benchmark/one-processor.txt')))
    expect(names).toContain('example.com/counts.BenchmarkCount/size-1000: time s')
  })

  it('reports a benchmark that failed, and keeps the others', async () => {
    const all = figures(await readFixture(goBenchmark, 'go-benchmark/failed.txt'))
    expect(all['example.com/counts.BenchmarkBroken']).toBe('the benchmark failed')
    expect(all['example.com/counts.BenchmarkCount/size-1000-2: time s']).toEqual([311.4 * 1e-9])
  })

  it('says that a file holds several runs, of which some can be those of an older commit', async () => {
    const run = (ns: number) => `goos: x\npkg: a\nBenchmarkA-2 \t 100\t ${ns} ns/op\nPASS\nok  \ta\t0.1s\n`
    expect((await readText(goBenchmark, run(5))).problems).toEqual([])
    expect((await readText(goBenchmark, run(15) + run(5))).problems).toEqual([
      'the file holds several runs: they are read as repetitions of one',
    ])
    const nameless = run(15).replace('pkg: a\n', '')
    expect(await readText(goBenchmark, nameless + nameless)).toMatchObject({ isJoined: true })
    expect(await readText(goBenchmark, nameless)).not.toHaveProperty('isJoined')
  })

  it('takes no line of a program, nor a bare FAIL, for the end of a package', async () => {
    const printed = 'ok - warm\nok - cold\nBenchmarkA \t 100\t 5 ns/op\nPASS\nok  \ta\t0.1s\n'
    expect(await readText(goBenchmark, `pkg: a\n${printed}`)).not.toHaveProperty('isJoined')
    const failing = (name: string) => `pkg: ${name}\n--- FAIL: TestA\nFAIL\nexit status 1\nFAIL\t${name}\t0.1s\n`
    expect(await readText(goBenchmark, `${failing('a')}${failing('b')}FAIL\n`)).not.toHaveProperty('isJoined')
  })

  it('refuses figures after the end of their package', async () => {
    const text = 'pkg: a\nBenchmarkA 1 5 ns/op\nPASS\nok  \ta\t0.1s\nBenchmarkA 1 15 ns/op\n'
    expect((await refusal(goBenchmark, text)).message).toContain('ends before the result of package a')
  })

  it('knows selected lines, which no longer show a failure', async () => {
    const file = aFile('bench.txt', 'Benchmark_Accepts/run-[]string{".xml"}-4 \t 4846809\t 247.6 ns/op\t 0 B/op\n')
    await expect(readOutput('auto', [file])).rejects.toThrow('bench.txt ends before the result of package ?')
  })

  it('refuses an output that was cut off, and one without benchmarks', async () => {
    const text = fixtureText('go-benchmark/packages.txt')
    expect((await refusal(goBenchmark, text.slice(0, text.lastIndexOf('PASS')))).message).toMatch(/ends before/)
    expect((await refusal(goBenchmark, 'pkg: a\nPASS\nok  \ta\t0.1s\n')).message).toMatch(/no benchmark/)
    expect((await refusal(goBenchmark, 'nothing\n')).message).toMatch(/ends before/)
  })

  const ok = 'PASS\nok  \ta\t0.1s\n'
  const known = { 'a.BenchmarkA: time s': [5e-9] }
  const one = 'BenchmarkA \t  100\t 5 ns/op\n'

  it.each([
    ['a time of 0', `BenchmarkA 1 0 ns/op\n${ok}`, { 'a.BenchmarkA': 'a time of 0 s is not a measurement' }],
    ['figures after a printed line', `BenchmarkA \tloaded 3 rules\nmore\n  100\t 5 ns/op\n${ok}`, known],
    ['figures after a printed text', `BenchmarkA \tloaded  100\t 5 ns/op\n${ok}`, known],
    ['figures after a very long line', `BenchmarkA \t${'x'.repeat(5000)}  100\t 5 ns/op\n${ok}`, known],
    ['two runs in one file', `${one}${ok}pkg: a\n${one}${ok}`, { 'a.BenchmarkA: time s': [5e-9, 5e-9] }],
    ['the names of -v', `BenchmarkA\nBenchmarkA \t  100\t 5 ns/op\n    a_test.go:7: 100 9 ns/op\n${ok}`, known],
    ['a sentence', `Benchmark results follow\n${one}${ok}`, known],
    [
      'aligned by blanks, with digits in groups',
      `BenchmarkB-2   98   1,223 ns/op   11 allocs/op\n${one}${ok}`,
      { 'a.BenchmarkB-2': 'has a name and no figure', ...known },
    ],
    [
      'aligned by blanks, without its iterations',
      `BenchmarkB-2   N/A   12 ns/op   11 allocs/op\n${one}${ok}`,
      { 'a.BenchmarkB-2': 'has a name and no figure', ...known },
    ],
    ['no figure', `BenchmarkB \tlog\n${one}${ok}`, { 'a.BenchmarkB': 'has a name and no figure', ...known }],
    ['no name', `log  100\t 5 ns/op\n${ok}`, { 'a."log  100\\t 5 ns/op"': 'the line has figures and no name' }],
    [
      'a panic',
      `${one}BenchmarkB \tpanic: x\nexit status 2\nFAIL\ta\t0.1s\nFAIL\n`,
      { 'a.BenchmarkB': 'has a name and no figure', ...known },
    ],
    [
      'a failure without a name',
      `${one}PASS\nexit status 1\nFAIL\ta\t0.1s\nFAIL\n`,
      { a: 'go test reports FAIL; see its output', ...known },
    ],
    [
      'a package that does not build',
      `${one}${ok}FAIL\tb [build failed]\nFAIL\n`,
      { b: 'go test reports FAIL; see its output', ...known },
    ],
    [
      'packages that fail behind a failed one, without a name before',
      `${one}--- FAIL: BenchmarkB\nFAIL\nFAIL\ta\t0.1s\nFAIL\tb [build failed]\n--- FAIL: TestX (0.00s)\nFAIL\nFAIL\tc\t0.1s\nFAIL\n`,
      {
        'a.BenchmarkB': 'the benchmark failed',
        'a.TestX': 'the benchmark failed',
        b: 'go test reports FAIL; see its output',
        c: 'go test reports FAIL; see its output',
        ...known,
      },
    ],
    [
      'a failed benchmark on its line',
      `${one}BenchmarkB \t--- FAIL: BenchmarkB\nFAIL\n`,
      { 'a.BenchmarkB': 'the benchmark failed', ...known },
    ],
    [
      'an infinite figure',
      `BenchmarkA \t 1\t +Inf ns/op\n${ok}`,
      { 'a.BenchmarkA': 'time is Infinity, not a finite number' },
    ],
    ['a skipped benchmark', `${one}--- SKIP: BenchmarkB\n${ok}`, known],
  ])('reads %s', async (_what, text, expected) => {
    expect(figures(await readText(goBenchmark, `pkg: a\n${text}`))).toEqual(expected)
  })
})

it.each([
  ['a package that fails without a reason', 'FAIL\nFAIL\ta\t0.1s\n', ['a']],
  ['one that names its reason', '--- FAIL: BenchmarkBroken\nFAIL\nFAIL\ta\t0.1s\n', ['a.BenchmarkBroken']],
  ['another one that passes', 'PASS\nok  \ta\t0.1s\n', []],
])('tells of %s once', async (_name, end, failed) => {
  const text = `pkg: a\nBenchmarkCount-2 100 5 ns/op\n${end}`
  const all = figures(await readText(goBenchmark, text))
  expect(Object.keys(all).filter((name) => typeof all[name] === 'string')).toEqual(failed)
})

describe('go test -json -bench', () => {
  it('reads the same figures as in the text, and names skipped ones', async () => {
    const reading = await readFixture(goBenchmark, 'go-benchmark/events.json')
    const all = figures(reading)
    expect(all['example.org/bases/count.BenchmarkCount/n=64-2: time s']).toEqual([358.7, 278.6].map((ns) => ns * 1e-9))
    expect(all['example.org/bases/count.BenchmarkPrint-2: time s']).toHaveLength(2)
    expect(reading.problems).toContain('example.org/bases/count.BenchmarkSkipped: skipped')
  })

  it('reports what failed, and keeps the others', async () => {
    const all = figures(await readFixture(goBenchmark, 'go-benchmark/failed-events.json'))
    expect(all['example.org/bases/trim.BenchmarkFail']).toBe('the benchmark failed')
    expect(all['example.org/bases/trim.BenchmarkTrim-2: time s']).toEqual([1.194 * 1e-9])
  })

  const event = (Action: string, more: object = {}) => `${JSON.stringify({ Action, Package: 'a', ...more })}\n`
  const lines = ['goos: x\n', 'pkg: a\n', 'BenchmarkA-2 \t', '  100\t 5 ns/op\n', 'PASS\n', 'ok  \ta\t0.1s\n']
  const run = (...outputs: string[]) => outputs.map((Output) => event('output', { Output })).join('')

  it('joins a line of several events, between the events of another package', async () => {
    const other = event('output', { Package: 'b', Output: '?   \tb\t[no test files]\n' })
    const text = lines.map((line) => run(line)).join(other)
    const reading = await readText(goBenchmark, `${text}${event('pass')}${event('skip', { Package: 'b' })}`)
    expect(figures(reading)).toEqual({ 'a.BenchmarkA-2: time s': [5e-9] })
  })

  it('reads events without a package, as of go tool test2json', async () => {
    const text = (run(...lines) + event('pass')).replaceAll(',"Package":"a"', '')
    expect(figures(await readText(goBenchmark, text))).toEqual({ 'a.BenchmarkA-2: time s': [5e-9] })
  })

  it('names lines that are not events', async () => {
    const reading = await readText(goBenchmark, `${event('start')}go: downloading x\n${run(...lines)}${event('pass')}`)
    expect(reading.problems).toEqual(['1 lines are not events, such as "go: downloading x"'])
  })

  it('refuses events that were cut off, and fails a package that does not build', async () => {
    expect((await refusal(goBenchmark, run(...lines))).message).toContain('ends before the result of package a')
    expect((await refusal(goBenchmark, `${run(...lines)}{"Action":"pa`)).message).toContain('is not JSON')
    const broken = `${run(...lines)}${event('pass')}${event('output', { Package: 'b', Output: 'FAIL\tb [build failed]\n' })}${event('fail', { Package: 'b' })}`
    expect(figures(await readText(goBenchmark, broken))).toMatchObject({ b: 'go test reports FAIL; see its output' })
    const silent = figures(await readText(goBenchmark, `${run(...lines)}${event('fail')}`))
    expect(silent['a']).toBe('go test reports FAIL; see its output')
  })
})
