import { describe, expect, it } from 'vitest'
import { goBenchmark } from '../../../../src/adapters/tools/go-benchmark.ts'
import { figures, fixtureText, readFixture, readText, refusal } from '../an-output.ts'

describe('go test -bench', () => {
  it('gives every repetition of every package, without the number of processors in the name', async () => {
    const all = figures(await readFixture(goBenchmark, 'go-benchmark/packages.txt'))
    expect(all['example.com/counts.BenchmarkCount/size-1000: time s']).toEqual(
      [488.6, 427.1, 569].map((ns) => ns * 1e-9),
    )
    expect(all['example.com/counts.BenchmarkCount/size-100000: bytes_per_second B/s']).toEqual([
      3221.84e6, 3531.49e6, 3290.88e6,
    ])
    expect(all['example.com/counts/sum.BenchmarkAllocate: allocated_bytes B']).toEqual([112, 112, 112])
    expect(all['example.com/counts/sum.BenchmarkAllocate: allocations ']).toEqual([1, 1, 1])
    expect(Object.keys(all).filter((name) => name.includes('bases'))).toEqual([])
  })

  it('keeps names that end in a number when there is one processor', async () => {
    const names = Object.keys(figures(await readFixture(goBenchmark, 'go-benchmark/one-processor.txt')))
    expect(names).toContain('BenchmarkCount/size-1000: time s')
  })

  it('reports a benchmark that failed, and keeps the others', async () => {
    const all = figures(await readFixture(goBenchmark, 'go-benchmark/failed.txt'))
    expect(all['BenchmarkBroken']).toBe('the benchmark failed')
    expect(all['BenchmarkCount/size-1000: time s']).toEqual([311.4 * 1e-9])
  })

  it('refuses an output that was cut off, and one without benchmarks', async () => {
    const text = fixtureText('go-benchmark/packages.txt')
    expect((await refusal(goBenchmark, text.slice(0, text.lastIndexOf('PASS')))).message).toMatch(/ends before/)
    expect((await refusal(goBenchmark, 'pkg: a\nPASS\nok  \ta\t0.1s\n')).message).toMatch(/no benchmark/)
    expect((await refusal(goBenchmark, 'nothing\n')).message).toMatch(/ends before/)
  })

  it('does not measure a time of zero', async () => {
    const all = figures(await readText(goBenchmark, 'pkg: a\nBenchmarkA-2 1 0 ns/op\nPASS\n'))
    expect(all['BenchmarkA']).toMatch(/not a measurement/)
  })
})
