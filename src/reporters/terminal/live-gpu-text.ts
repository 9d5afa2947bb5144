import type { GpuReading } from '../../domain/telemetry/gpu.ts'
import { measureWidth } from './layout.ts'

const bytesPerGibibyte = 1024 ** 3

/** One line on what the GPUs do now, cut to `columns` cells: each GPU for itself, since a mean hides imbalance. */
export function formatLiveGpus(readings: readonly GpuReading[], elapsedSeconds: number, columns: number): string {
  const gpus = readings.length > 0 ? readings.map(formatGpu) : ['GPU figures unavailable']
  const text = [`${Math.floor(elapsedSeconds)} s`, ...gpus].join(' | ')
  return measureWidth(text) <= columns ? text : `${[...text].slice(0, Math.max(0, columns - 1)).join('')}…`
}

function formatGpu(reading: GpuReading): string {
  const { utilizationPercent, smUtilization, memoryUsedBytes, powerWatts } = reading
  const parts = [
    utilizationPercent === null ? 'util –' : `util ${Math.round(utilizationPercent)} %`,
    smUtilization === null ? '' : `SM ${(smUtilization * 100).toFixed(0)} %`,
    memoryUsedBytes === null ? 'mem –' : `mem ${(memoryUsedBytes / bytesPerGibibyte).toFixed(1)} GiB`,
    powerWatts === null ? '' : `${Math.round(powerWatts)} W`,
  ]
  return `GPU ${reading.gpu}: ${parts.filter((part) => part !== '').join(' ')}`
}
