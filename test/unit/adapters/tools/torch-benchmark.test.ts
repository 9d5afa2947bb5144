import { describe, expect, it } from 'vitest'
import { torchBenchmark } from '../../../../src/adapters/tools/python.ts'
import { changed, figures, readFixture, readText, refusal } from '../an-output.ts'

const file = 'torch-benchmark/measurements.json'

describe('torch.utils.benchmark', () => {
  it('gives the seconds of one execution out of those of a run', async () => {
    const reading = await readFixture(torchBenchmark, file)
    expect(reading.tool).toBe('torch.utils.benchmark 2.15.0+cu132')
    const all = figures(reading)
    expect(Object.keys(all)).toEqual([
      'matmul sub_label=128x128 description=torch num_threads=1: time s',
      'matmul sub_label=256x256 description=torch num_threads=1: time s',
    ])
    const [small, large] = Object.values(all) as number[][]
    expect(small).toHaveLength(5)
    expect(small?.[0]).toBeCloseTo(0.039387364999129204 / 1000, 15)
    expect(large?.[6]).toBeCloseTo(0.029853673000616254 / 100, 15)
    expect(reading.benchmarks[0]).toMatchObject({ source: 'samples' })
  })

  it.each([
    [0, 'measurements[0].number_per_run is 0, not a count from 1'],
    [null, 'measurements[0].number_per_run is null'],
    ['1000', 'measurements[0].number_per_run is "1000", not a finite number'],
  ])('refuses %j executions per run', async (value, message) => {
    const text = changed(file, (root) => void (root.measurements[0].number_per_run = value))
    expect((await refusal(torchBenchmark, text)).message).toContain(message)
  })

  it('names a measurement without a label by its statement', async () => {
    const text = changed(file, (root) => void (root.measurements[0].label = null))
    expect(Object.keys(figures(await readText(torchBenchmark, text)))[0]).toContain('x @ x sub_label=128x128')
  })

  it('tells two statements of one label apart', async () => {
    const text = changed(file, ({ measurements: [first, second] }) => {
      Object.assign(first, { sub_label: null, stmt: 'x @ x' })
      Object.assign(second, { sub_label: null, stmt: 'x @ y' })
    })
    expect(Object.keys(figures(await readText(torchBenchmark, text)))).toEqual([
      'matmul stmt=x @ x description=torch num_threads=1: time s',
      'matmul stmt=x @ y description=torch num_threads=1: time s',
    ])
  })

  it('refuses a file without a measurement', async () => {
    expect((await refusal(torchBenchmark, '{"measurements": []}')).message).toContain('measurements is empty')
  })
})
