import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseGpuMetricsLog } from '../../src/adapters/smi/gpu-metrics-log.ts'
import type { TelemetrySummary, StageTime } from '../../src/record/telemetry.ts'

const evidence = new URL('../../docs/evidence/', import.meta.url)

/** Summary of `warpgauge monitor` around a loop on an H200: of 64-element multiplications, or of 8192² matrix products. */
export function monitored(load: 'tiny' | 'large'): TelemetrySummary {
  const text = readFileSync(new URL(`h200-monitor/monitor-${load}.json`, evidence), 'utf8')
  return (JSON.parse(text) as { telemetry: TelemetrySummary }).telemetry
}

/** One look at the GPU, at seconds since the process started. */
export type Look = {
  readonly seconds: number
  readonly utilizationPercent: number | null
  readonly smPercent: number | null
  readonly powerWatts: number | null
}

/** The first counted run on one GPU of the scaling evidence: samples of that GPU, and its stages. */
export function scalingRun(): {
  readonly looks: readonly Look[]
  readonly stages: readonly StageTime[]
  start: number
} {
  const record = JSON.parse(fromArchive('run/run.json')) as {
    trials: { caseId: string; index: number; stages: StageTime[]; telemetry: TelemetrySummary }[]
  }
  const trial = record.trials.find(({ caseId, index }) => caseId.endsWith('gpus=1') && index === 1)
  if (!trial?.telemetry.logFile) throw new Error('the evidence has no run on one GPU')
  const log = parseGpuMetricsLog(fromArchive('run/trials/000-scaling-predict-gpus-1/trial-1/*.log'))
  const start = trial.telemetry.startedMs
  const looks = (log?.readings ?? [])
    .filter(({ gpu }) => gpu === 0)
    .map(({ timeMs, utilizationPercent, smUtilization, powerWatts }) => ({
      seconds: (timeMs - start) / 1000,
      utilizationPercent,
      smPercent: smUtilization === null ? null : smUtilization * 100,
      powerWatts,
    }))
  return { looks, stages: trial.stages, start }
}

function fromArchive(pattern: string): string {
  const archive = fileURLToPath(new URL('h200-scaling/run.tar.xz', evidence))
  return execFileSync('tar', ['-xJOf', archive, '--wildcards', pattern, '--exclude=*std*.log'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
}
