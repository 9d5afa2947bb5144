import { describe, expect, it } from 'vitest'
import { pytestBenchmark } from '../../../../src/adapters/tools/python.ts'
import { changed, figures, measured, readFixture, readText, refusal } from '../an-output.ts'

const rounds = 'pytest-benchmark/rounds.json'

describe('pytest-benchmark', () => {
  it('gives every round of a real file, with parameters as axes (F-40, X-29)', async () => {
    const reading = await readFixture(pytestBenchmark, rounds)
    expect(reading.tool).toBe('pytest-benchmark 5.3.1')
    expect(figures(reading)).toEqual({
      'test_sample.py::test_predict gpus=1: time s': [
        0.0020982379992346978, 0.002079731000776519, 0.0020697059990197886, 0.00206932499895629, 0.0020678420005424414,
      ],
      'test_sample.py::test_predict gpus=2: time s': [
        0.0010886520012718393, 0.0010848169986275025, 0.001081782000255771, 0.0010832749994733604,
        0.0010814020006364444,
      ],
      'test_sample.py::test_sum gpus=4: time s': [
        1.1858001016662456e-6, 8.852999599184841e-7, 8.742999852984212e-7, 8.864000847097486e-7,
      ],
    })
    expect(measured(reading.benchmarks).map(({ source }) => source)).toEqual(['samples', 'samples', 'samples'])
  })

  it('keeps the version of Python and the processor for comparability', async () => {
    const { context } = await readFixture(pytestBenchmark, rounds)
    expect(context).toMatchObject({ system: 'Linux', machine: 'x86_64', python_version: '3.11.7', cpu: 'AMD EPYC' })
  })

  it('says of a file without rounds that its value is of several', async () => {
    const { benchmarks } = await readFixture(pytestBenchmark, 'pytest-benchmark/saved-without-rounds.json')
    expect(benchmarks[0]).toMatchObject({
      source: 'aggregate',
      samples: [0.00207205900005647],
    })
  })

  it('takes an id with brackets out of the name, and no brackets of a folder', async () => {
    const text = changed(rounds, ({ benchmarks: [one, other] }) => {
      Object.assign(one, { fullname: 'b[1]/test_b.py::TestA::test_sum[\\xfc[1]-10]', params: { s: 'ü[1]', n: 10 } })
      Object.assign(other, { fullname: 'b[1]/test_b.py::test_sum[a b]', params: { s: 'a b' } })
    })
    const { benchmarks } = await readText(pytestBenchmark, text)
    expect(benchmarks).toMatchObject([
      { name: 'b[1]/test_b.py::TestA::test_sum', axes: { s: 'ü[1]', n: 10 } },
      { name: 'b[1]/test_b.py::test_sum', axes: { s: 'a b' } },
      {},
    ])
  })

  it('refuses a file in which nothing was collected (W7)', async () => {
    const error = await refusal(
      pytestBenchmark,
      changed(rounds, (root) => void (root.benchmarks = [])),
    )
    expect(error.message).toBe('out.json: benchmarks is empty')
    expect(error.hint).toContain('pytest collected no benchmark')
  })

  it.each([
    ['a text', '"0.002"', 'benchmarks[0].stats.data[1] is "0.002", not a finite number'],
    ['nothing', 'null', 'benchmarks[0].stats.data[1] is null, not a finite number'],
    ['infinity', '1e999', 'benchmarks[0].stats.data[1] is Infinity, not a finite number'],
    ['NaN, as Python writes it', 'NaN', 'benchmarks[0].stats.data[1] is NaN, not a finite number'],
  ])('names the place of a round that is %s (W50)', async (_what, value, message) => {
    const text = changed(rounds, (root) => void (root.benchmarks[0].stats.data[1] = 'HERE')).replace('"HERE"', value)
    expect((await refusal(pytestBenchmark, text)).message).toContain(message)
  })

  it('reads a file with NaN and Infinity in parameters and in fields without a verdict', async () => {
    const text = changed(rounds, ({ benchmarks: [first] }) => {
      Object.assign(first, { params: { limit: 'HERE', note: 'a "NaN, Infinity' }, extra_info: { ratio: 'NOT' } })
    })
    const reading = await readText(pytestBenchmark, text.replace('"HERE"', '-Infinity').replace('"NOT"', 'NaN'))
    expect(reading.benchmarks[0]).toMatchObject({
      status: 'measured',
      axes: { limit: '-Infinity', note: 'a "NaN, Infinity' },
    })
  })

  it('refuses a list of rounds that was cut', async () => {
    const text = changed(rounds, (root) => void root.benchmarks[0].stats.data.pop())
    expect((await refusal(pytestBenchmark, text)).message).toBe(
      'out.json: benchmarks[0].stats.rounds is 5, not the 4 values of data',
    )
  })

  it('gives up two tests of one name instead of choosing', async () => {
    const text = changed(rounds, (root) => root.benchmarks.push(root.benchmarks[2]))
    expect(figures(await readText(pytestBenchmark, text))['test_sample.py::test_sum gpus=4']).toContain('2 times')
  })

  it('calls a round of 0 s unmeasured, not infinitely fast (W49)', async () => {
    const text = changed(rounds, (root) => void (root.benchmarks[2].stats.data[0] = 0))
    expect(figures(await readText(pytestBenchmark, text))['test_sample.py::test_sum gpus=4']).toContain(
      'is not a measurement',
    )
  })

  it.each([
    ['an object, whose address differs in every process', 'UNSERIALIZABLE[<bench.Grid object at 0x7f31c0de>]', '[2]'],
    ['a list of any length', Array.from({ length: 90 }, (_, index) => index), ''],
  ])('tells the tests of a parameter apart that is %s', async (_, value, id) => {
    const text = changed(rounds, (root) => void (root.benchmarks[1].params = { gpus: value, last: 1 }))
    const axes = id === '' ? ` gpus=${JSON.stringify(value)} last=1` : ''
    expect(Object.keys(figures(await readText(pytestBenchmark, text)))[1]).toBe(
      `test_sample.py::test_predict${id}${axes}: time s`,
    )
  })

  it('does not depend on the order of tests', async () => {
    const reversed = await readText(
      pytestBenchmark,
      changed(rounds, (root) => void (root.benchmarks = root.benchmarks.toReversed())),
    )
    expect(figures(reversed)).toEqual(figures(await readFixture(pytestBenchmark, rounds)))
  })
})
