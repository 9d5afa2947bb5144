import { describe, expect, it } from 'vitest'
import { hyperfine } from '../../../../src/adapters/tools/commands.ts'
import { changed, figures, readFixture, readText, refusal, type Loose } from '../an-output.ts'

const plain = 'hyperfine/plain.json'

describe('hyperfine', () => {
  it('does not count a CPU time and a memory of 0, and ignores a deviation that is not a number', async () => {
    const text = changed('hyperfine/plain.json', ({ results: [one] }) => {
      Object.assign(one, { user: 0, system: 0, stddev: 'HERE', memory_usage_byte: one.times.map(() => 0) })
    })
    const { benchmarks, problems } = await readText(hyperfine, text.replace('"HERE"', 'NaN'))
    const name = benchmarks[0]?.name ?? ''
    expect(benchmarks.filter((one) => one.name === name)).toMatchObject([{ metric: { name: 'time' } }])
    expect(problems).toEqual([`${name} cpu_time, ${name} peak_memory: a value of 0 is not a measurement`])
  })

  it('gives every run and the processor time of a real file', async () => {
    expect(figures(await readFixture(hyperfine, plain))).toEqual({
      'sleep 0.01: time s': [0.012801273, 0.011037845000000001, 0.011039836, 0.011005707, 0.011054499],
      'sleep 0.01: cpu_time s': [0.0008810000000000001],
      'sleep 0.02: time s': [0.021195647, 0.021340052, 0.021570956000000002, 0.021235216, 0.021261865],
      'sleep 0.02: cpu_time s': [0.0010986000000000001],
    })
  })

  it('does not measure a command that failed, and tells parameters apart (W1)', async () => {
    const all = figures(await readFixture(hyperfine, 'hyperfine/parameters.json'))
    expect(all['head -c 2 /dev/zero n=2: time s']).toEqual([0.000806873, 0.0008188910000000001, 0.000760634])
    expect(all['false n=1']).toBe('3 of 3 runs failed, the first with exit code 1')
    expect(all['false n=2']).toBe('3 of 3 runs failed, the first with exit code 1')
  })

  it('knows a run that a signal ended', async () => {
    const text = changed(plain, (root) => void (root.results[0].exit_codes[3] = null))
    expect(figures(await readText(hyperfine, text))['sleep 0.01']).toBe('1 of 5 runs failed, the first with a signal')
  })

  it('reads the peak memory of newer versions', async () => {
    const text = changed(plain, (root) => void (root.results[0].memory_usage_byte = [1e6, 2e6, 1e6, 1e6, 1e6]))
    expect(figures(await readText(hyperfine, text))['sleep 0.01: peak_memory B']).toEqual([1e6, 2e6, 1e6, 1e6, 1e6])
  })

  it('refuses runs and exit codes that do not match', async () => {
    const text = changed(plain, (root) => void root.results[0].times.pop())
    expect((await refusal(hyperfine, text)).message).toContain('results[0].times')
  })

  it('gives up one command that was measured twice under one name', async () => {
    const text = changed(plain, (root) => void (root.results[1].command = 'sleep 0.01'))
    expect(figures(await readText(hyperfine, text))['sleep 0.01']).toContain('2 times')
  })

  it.each(['{"results": []}', '{}', '[]', '{"results": [{"command": "a"}]}', '{"results": [{"times": [1]}]}'])(
    'refuses %s',
    async (text) => {
      expect((await refusal(hyperfine, text)).hint).not.toBe('')
    },
  )
})

it.each([
  ['without exit codes, as of a version before 1.14', (root: Loose) => void delete root.results[0].exit_codes],
  ['with an empty list of memory', (root: Loose) => void (root.results[0].memory_usage_byte = [])],
  ['of which one run failed first', (root: Loose) => void (root.results[0].exit_codes = [0, 2, 0, 3, 0])],
])('reads a command %s', async (name, change) => {
  const all = figures(await readText(hyperfine, changed(plain, change)))
  const failed = '2 of 5 runs failed, the first with exit code 2'
  expect([all['sleep 0.01'], all['sleep 0.01: time s']?.length, all['sleep 0.01: peak_memory B']]).toEqual(
    name.includes('failed') ? [failed, undefined, undefined] : [undefined, 5, undefined],
  )
})
