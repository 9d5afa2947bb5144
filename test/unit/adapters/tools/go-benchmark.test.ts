import { describe, expect, it } from 'vitest'
import { goBenchmark } from '../../../../src/adapters/tools/go-benchmark.ts'
import { figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

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
      'a failed benchmark on its line',
      `${one}BenchmarkB \t--- FAIL: BenchmarkB\nFAIL\n`,
      { 'a.BenchmarkB': 'the benchmark failed', ...known },
    ],
    [
      'an infinite figure',
      `BenchmarkA \t 1\t +Inf ns/op\n${ok}`,
      { 'a.BenchmarkA': 'ns/op is Infinity, not a finite number' },
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
