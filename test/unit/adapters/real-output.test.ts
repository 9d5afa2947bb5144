import { describe, expect, it } from 'vitest'
import { readers } from '../../../src/programs/index.ts'
import { readFixture } from './an-output.ts'

/** A file of each format, as the tool left it. */
const files: Readonly<Record<keyof typeof readers, readonly string[]>> = {
  'pipeline-log': ['../telemetry/stage-lines.log'],
  'pipeline-state': ['../telemetry/pipeline-state-completed.json'],
  events: ['events/batches.jsonl'],
  'worker-logs': ['virnucpro/worker_0.log', 'virnucpro/worker_1.log'],
  'shard-manifest': ['virnucpro/manifest.json'],
  'gpu-metrics': ['../gpu-metrics/nvitop.log'],
  'batch-size-profile': ['virnucpro/profile.json'],
  'virnucpro-report': ['virnucpro/benchmark_20260209_170200.json'],
  'virnucpro-compare': ['virnucpro/compare_per_frame.txt'],
  'pytest-benchmark': ['pytest-benchmark/rounds.json'],
  'google-benchmark': ['google-benchmark/plain.json'],
  'go-benchmark': ['go-benchmark/packages.txt'],
  asv: ['asv/samples.json'],
  hyperfine: ['hyperfine/plain.json'],
  nvbench: ['nvbench/run.json', 'nvbench/run.json-bin/0.bin'],
  'torch-benchmark': ['torch-benchmark/measurements.json'],
  criterion: ['criterion/flat/slow/new/sample.json', 'criterion/flat/slow/new/benchmark.json'],
  'cargo-bench': ['cargo-bench/criterion.txt'],
  jmh: ['jmh/gc.json'],
  benchmarkdotnet: ['benchmarkdotnet/brief.json'],
  catch2: ['catch2/failed.xml'],
  pyperf: ['pyperf/timeit.json'],
  vitest: ['vitest/median.json'],
  mitata: ['mitata/median.json'],
  bencher: ['bencher/measures.json'],
  'chrome-trace': ['chrome-trace/gpu-shaped.json'],
  nsys: ['nsys/ranges.sqlite'],
  rocprof: ['rocprof/kernel_trace.csv'],
  'nvidia-smi': ['nvidia-smi/two-gpus.csv'],
  dcgm: ['dcgm/dmon.txt'],
  'bench-serve': ['bench-serve/vllm.json'],
  aiperf: ['aiperf/streaming.json'],
  k6: ['k6/handle-summary.json'],
  mlperf: ['mlperf/single-stream.txt'],
  'perf-stat': ['perf-stat/plain.jsonl'],
  otava: ['otava/latency.csv'],
  lightning: ['lightning/stderr.log'],
  transformers: ['transformers/all_results.json'],
  customSmallerIsBetter: ['github-action-benchmark/smaller.json'],
  customBiggerIsBetter: ['github-action-benchmark/bigger.json'],
  plain: ['plain/list.json'],
}

describe('an interface of another tool is only used with a file that the tool left (W28)', () => {
  it.each(Object.keys(readers) as (keyof typeof readers)[])('%s', async (name) => {
    const reading = await readFixture(readers[name], ...files[name])
    const { benchmarks, pipeline, trace, gpuReadings } = reading
    const parts = [benchmarks.length > 0, pipeline !== null, trace !== null, gpuReadings.length > 0]
    expect(parts).toContain(true)
  })
})
