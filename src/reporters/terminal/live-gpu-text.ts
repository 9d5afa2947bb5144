import type { GpuReading } from '../../domain/telemetry/gpu.ts'
import { measureWidth } from './layout.ts'

const bytesPerGibibyte = 1024 ** 3

/**
 * Formats the current GPU readings on one line of at most `columns` cells. Each GPU is listed, because a mean hides
 * imbalance.
 */
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
