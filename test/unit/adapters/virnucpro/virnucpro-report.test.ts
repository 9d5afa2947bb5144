import { describe, expect, it } from 'vitest'
import { batchSizeProfile } from '../../../../src/programs/virnucpro/commands.ts'
import { virnucproReport } from '../../../../src/programs/virnucpro/report.ts'
import { changed, figures, readFixture, readText, refusal, type Loose } from '../an-output.ts'

const report = 'virnucpro/benchmark_20260209_170200.json'
const gibibyte = 2 ** 30
const read = async (name: string) => figures(await readFixture(virnucproReport, `virnucpro/${name}`))

describe('reports of virnucpro benchmark (F-41)', () => {
  it('gives times by GPU count as numbers, stages and memory of a real report (W60)', async () => {
    expect(figures(await readFixture(virnucproReport, report))).toEqual({
      'gpu_scaling gpus=1: wall_time s': [3200.6],
      'gpu_scaling gpus=2: wall_time s': [2025],
      'ESM-2: stage:ESM-2 s': [1383.2],
      'ESM-2: throughput seq/s': [629.2],
      'ESM-2: gpu_utilization %': [72.5],
      'total: wall_time s': [2025],
      'total: gpu_memory_peak B': [6.06 * gibibyte],
    })
  })

  it('reads time and memory of persistent models (F-21, F-41, I-251)', async () => {
    const text = JSON.stringify({
      test_name: 'persistent_models_memory',
      standard_mode: { duration_seconds: 120.5, peak_memory_gb: 6, avg_memory_gb: 4 },
      persistent_mode: { duration_seconds: 100.25, peak_memory_gb: 7.5, avg_memory_gb: 7 },
      tradeoff: { memory_overhead_gb: 1.5, memory_overhead_percent: 25, speedup: 1.2 },
      recommendation: 'Use persistent models for multiple samples',
    })
    expect(figures(await readText(virnucproReport, text))).toEqual({
      'persistent_models_memory variant=standard: wall_time s': [120.5],
      'persistent_models_memory variant=standard: gpu_memory_peak B': [6 * gibibyte],
      'persistent_models_memory variant=persistent: wall_time s': [100.25],
      'persistent_models_memory variant=persistent: gpu_memory_peak B': [7.5 * gibibyte],
    })
    const blind = figures(await readText(virnucproReport, text.replace('"peak_memory_gb":7.5', '"peak_memory_gb":0')))
    expect(JSON.stringify(blind)).not.toContain('8053063680')
  })

  it('marks every figure as a single run (W12)', async () => {
    const { benchmarks } = await readFixture(virnucproReport, report)
    expect(benchmarks.every((one) => one.status === 'measured' && one.source === 'aggregate')).toBe(true)
  })

  it('does not believe the verdict of the report, and shows its failures (W43, W44)', async () => {
    const text = changed(report, (root) => {
      root.status = { all_tests_passed: true, failures: ['scaling failed'] }
      root.performance.speedups['2'] = 99
    })
    const reading = await readText(virnucproReport, text)
    expect(reading.problems).toEqual(['the report lists a failure: scaling failed'])
    expect(JSON.stringify(reading)).not.toContain('99')
  })

  it('computes the rate of the end-to-end report from sequences and seconds', async () => {
    expect(await read('typical_sample_performance.json')).toEqual({
      'typical_sample_under_10_hours gpus=4: wall_time s': [5400],
      'typical_sample_under_10_hours gpus=4: throughput seq/s': [5000 / 5400],
    })
  })

  it('reads the size of the data and the machine, which decide what the times belong to', async () => {
    const { pipeline, context } = await readFixture(virnucproReport, 'virnucpro/typical_sample_performance.json')
    expect(pipeline?.counts.sequences).toBe(5000)
    expect(context).toEqual({
      'gpu 0': 'NVIDIA GeForce RTX 4090',
      sequenceLengths: '200 to 2000 bp',
      cuda: '12.1',
      pytorch: '2.2.0',
    })
    const whole = await readFixture(virnucproReport, report)
    expect(whole.pipeline?.counts.sequences).toBe(10_000)
    expect((await readFixture(virnucproReport, 'virnucpro/scaling_results.json')).pipeline).toBeNull()
  })

  it('knows a leak test that watched the wrong process (W19)', async () => {
    const all = await read('memory_stability.json')
    expect(all['memory_stability: wall_time s']).toEqual([600])
    expect(all['memory_stability']).toContain('measured its own process')
  })

  it('reads a leak of the pipeline in bytes, also a negative one', async () => {
    const text = changed('virnucpro/memory_stability.json', (root) =>
      Object.assign(root, { memory_increase_mb: -2, peak_allocated_mb: 1000, reserved_mb: 1200 }),
    )
    const all = figures(await readText(virnucproReport, text))
    expect(all['memory_stability: memory_growth B']).toEqual([-2 * 2 ** 20])
    expect(all['memory_stability: gpu_memory_peak B']).toEqual([1000 * 2 ** 20])
  })

  it('never takes 0 GB for a small peak (W18)', async () => {
    const all = await read('memory_per_stage.json')
    expect(all['esm2: gpu_memory_peak B']).toEqual([6 * gibibyte])
    expect(all['dnabert']).toContain('not measured')
  })

  it('fails a variant that timed out instead of leaving it out (W61)', async () => {
    const all = await read('optimization_impact.json')
    expect(all['optimization_impact variant=baseline: wall_time s']).toEqual([100])
    expect(all['optimization_impact variant=all']).toBe('ended as TIMEOUT')
  })

  it('reads large batches only when the command succeeded (W20)', async () => {
    expect(await read('memory_large_batches.json')).toEqual({
      'memory_large_batches batchSize=3072: gpu_memory_peak B': [5.5 * gibibyte],
      'memory_large_batches batchSize=3072: gpu_memory_reserved B': [5 * gibibyte],
    })
    const oom = changed('virnucpro/memory_large_batches.json', (root) => void (root.oom_detected = true))
    expect(figures(await readText(virnucproReport, oom))).toEqual({
      'memory_large_batches batchSize=3072': 'ran out of memory',
    })
  })

  it('reads the handover files of scaling and stages (W59, W60)', async () => {
    expect(await read('scaling_results.json')).toEqual({
      'gpu_scaling gpus=1: wall_time s': [3200.6],
      'gpu_scaling gpus=2: wall_time s': [2025],
    })
    expect(await read('stage_results.json')).toMatchObject({
      'esm2: stage:esm2 s': [2.5],
      'esm2: throughput seq/s': [400],
    })
  })

  it.each([
    ['an empty report', '{"metadata": {}, "performance": {}, "status": {}}', 'not a report with a measured figure'],
    ['another file', '{"a": 1}', 'not a report with a measured figure'],
    [
      'a time that is a text',
      changed(report, (root) => void (root.performance.total_time = '2025')),
      'performance.total_time is "2025"',
    ],
    [
      'a GPU count that is none',
      changed(report, (root) => void (root.performance.gpu_scaling.all = 1)),
      'is "all", not a number of GPUs',
    ],
  ])('refuses %s', async (_what, text, message) => {
    expect((await refusal(virnucproReport, text)).message).toContain(message)
  })
})

describe('the batch-size profile of virnucpro (F-41)', () => {
  it('gives throughput and memory by batch size, and says what they are not (W66)', async () => {
    const reading = await readFixture(batchSizeProfile, 'virnucpro/profile.json')
    expect(figures(reading)).toEqual({
      'batch-size-profile batchTokens=512: throughput seq/s': [42.3],
      'batch-size-profile batchTokens=1024: throughput seq/s': [61.5],
      'batch-size-profile batchTokens=1536: throughput seq/s': [63],
      'batch-size-profile batchTokens=512: memory B': [2 * gibibyte],
      'batch-size-profile batchTokens=1024: memory B': [2.5 * gibibyte],
      'batch-size-profile batchTokens=1536: memory B': [3 * gibibyte],
    })
    expect(reading.context).toEqual({
      optimalBatchTokens: '1024',
      maxBatchTokens: '1536',
      bf16: 'true',
      device: 'cuda:0',
    })
    expect(reading.problems.join()).toContain('do not use it as a baseline')
  })

  it.each([
    ['an empty curve', (root: Loose) => void (root.throughput_curve = []), 'throughput_curve is empty'],
    ['a point of three', (root: Loose) => root.memory_curve[0].push(1), 'memory_curve[0]'],
    [
      'a rate that is null',
      (root: Loose) => void (root.throughput_curve[1][1] = null),
      'throughput_curve[1][1] is null',
    ],
  ])('refuses %s', async (_what, change, message) => {
    expect((await refusal(batchSizeProfile, changed('virnucpro/profile.json', change))).message).toContain(message)
  })
})
