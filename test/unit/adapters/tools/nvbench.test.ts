import { describe, expect, it } from 'vitest'
import { nvbench } from '../../../../src/adapters/tools/nvbench.ts'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { aFile, changed, figures, fixtureFile, readFixture, readText } from '../an-output.ts'

const json = 'nvbench/run.json'
const binary = 'nvbench/run.json-bin/0.bin'
const first = 'copy_sweep device=0 Elements=1048576 Type=F32'

describe('NVBench', () => {
  it('gives the single samples of the .bin file and the other measures of a state', async () => {
    const reading = await readFixture(nvbench, json, binary)
    expect(reading.tool).toBe('NVBench 0.1.0')
    expect(reading.context).toEqual({ 'device 0': 'NVIDIA H200' })
    expect(figures(reading)).toEqual({
      [`${first}: time s`]: [Math.fround(0.001), Math.fround(0.00102), Math.fround(0.00098)],
      [`${first}: cpu_time s`]: [0.0010094],
      [`${first}: batch_time s`]: [0.0009995],
      [`${first}: bandwidth B/s`]: [2e12],
      'copy_sweep device=0 Elements=16777216 Type=F32: time s': [0.004],
    })
    expect(reading.problems).toEqual([
      'copy_sweep Elements=1048576 Type=F64 device=0: skipped: Not enough memory on this device',
    ])
  })

  it('has the mean where the .bin file was not given', async () => {
    const { benchmarks, problems } = await readFixture(nvbench, json)
    const [time] = benchmarks
    expect(problems.join()).toContain('the mean is read, because its samples in run.json-bin are missing')
    expect(time).toMatchObject({
      source: 'aggregate',
      samples: [0.001],
    })
  })

  it.each([
    ['cut off', new Uint8Array(8), 'has 8 bytes, not 3 samples of 4'],
    ['too long', new Uint8Array(16), 'has 16 bytes, not 3 samples of 4'],
    ['of another kind', new Float32Array([1, Number.NaN, 1]), 'sample 1 is NaN'],
  ])('refuses samples that are %s', async (_what, content, message) => {
    const file = aFile(binary, 'buffer' in content ? new Uint8Array(content.buffer) : content)
    const answer = nvbench.read([fixtureFile(json), file])
    await expect(answer).rejects.toThrow(UserError)
    await expect(answer).rejects.toThrow(message)
  })

  it('names a benchmark of which no state was run (W7)', async () => {
    const text = changed(json, (root) => void (root.benchmarks[0].states = null))
    expect(figures(await readText(nvbench, text))).toEqual({ copy_sweep: 'has no state, so it did not run' })
  })

  it.each([
    ['no number', [{ name: 'value', value: 'fast' }], 'time is "fast", not a finite number'],
    ['missing', null, 'time is undefined, not a finite number'],
  ])('fails a state with a figure that is %s', async (_what, data, problem) => {
    const text = changed(json, (root) => void (root.benchmarks[0].states[0].summaries[4].data = data))
    expect(figures(await readText(nvbench, text))).toMatchObject({
      'copy_sweep device=0 Elements=1048576 Type=F32': problem,
    })
  })

  it('fails a state whose mean and samples are both missing', async () => {
    const text = changed(json, (root) => void root.benchmarks[0].states[0].summaries.splice(4, 1))
    expect(figures(await readText(nvbench, text))).toMatchObject({
      [first]: 'time: its mean and its samples in run.json-bin are missing',
      [`${first}: cpu_time s`]: [0.0010094],
    })
  })

  it('reads CPU-only states, and fails a state whose code threw', async () => {
    const text = changed(json, ({ benchmarks: [{ states }] }) => {
      for (const summary of states[1].summaries) {
        summary.tag = summary.tag.replace('nv/cold/time/gpu', 'nv/cpu_only/time/cpu')
        if (summary.tag.includes('stdev')) summary.data[0].value = 'inf'
      }
      states[1].summaries.push({ tag: 'own/heat', data: [{ name: 'value', value: '3' }] })
      states[2].skip_reason = 'Unexpected error: out of range'
    })
    const reading = await readText(nvbench, text)
    expect(figures(reading)).toMatchObject({
      'copy_sweep device=0 Elements=16777216 Type=F32: cpu_time s': [0.004],
      'copy_sweep device=0 Elements=1048576 Type=F64': 'Unexpected error: out of range',
    })
    expect(reading.problems.join()).toContain('own/heat is not judged')
  })

  it('refuses two JSON files at once', async () => {
    await expect(readFixture(nvbench, json, json)).rejects.toThrow('2 JSON files')
  })
})
