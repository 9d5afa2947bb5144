import { describe, expect, it } from 'vitest'
import { bencher } from '../../../../src/adapters/tools/commands.ts'
import { figures, readFixture, readText, refusal } from '../an-output.ts'

describe('Bencher Metric Format', () => {
  it('reads the built-in measures in their documented units and names the others', async () => {
    const reading = await readFixture(bencher, 'bencher/measures.json')
    expect(figures(reading)).toEqual({
      'warm cache /read: time s': [88 * 1e-9],
      'warm cache /read: throughput 1/s': [5.55],
      '/bin/sh -c ./build.sh: build_time s': [87],
      'my_binary: file_size B': [42],
    })
    expect(reading.benchmarks[0]).toMatchObject({ source: 'aggregate' })
    expect(reading.problems).toEqual(['my_binary: instructions is not judged: its direction is unknown'])
  })

  it('fails a value that is missing or 0', async () => {
    const reading = await readText(bencher, '{"a":{"latency":{"value":0}},"b":{"latency":{"value":null}}}')
    expect(figures(reading)).toEqual({
      a: 'a time of 0 s is not a measurement',
      b: 'time is null, not a finite number',
    })
  })

  it('fails an amount that is negative, or an integer that overflowed', async () => {
    const overflow = { value: 2 ** 64 - 1 }
    const file = { 0: { latency: { value: -3 } }, 1: { throughput: { value: -3 } }, 2: { 'file-size': overflow } }
    expect(figures(await readText(bencher, JSON.stringify({ ...file, 3: { latency: overflow } })))).toEqual({
      0: `a time of ${-3 * 1e-9} s is not a measurement`,
      1: 'a throughput of -3 1/s is not a measurement',
      2: 'a file_size of 18446744073709552000 B is not a measurement',
      3: `a time of ${2 ** 64 * 1e-9} s is not a measurement`,
    })
  })

  it('refuses a file whose directions are all unknown, and says what to do', async () => {
    const error = await refusal(bencher, '{"a":{"l1-hits":{"value":7}}}')
    expect(error.message).toContain('has none of the measures latency, throughput, build-time, file-size')
    expect(error.hint).toContain('print them in the format plain')
  })
})
