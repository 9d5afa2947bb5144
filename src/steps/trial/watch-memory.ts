import type { DeviceRemainder, MemoryPoint, MemoryQuantity, MemorySeries } from '../../record/pipeline.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { GpuUse, HostUse, TelemetrySummary } from '../../record/telemetry.ts'

export type MemoryRequest = {
  readonly window: GpuWindow
  readonly telemetry: TelemetrySummary
  /** Physical indices of the trial's GPUs. */
  readonly gpus: readonly number[]
  /** Milliseconds since the epoch. */
  readonly startedMs: number
  readonly endedMs: number
}

const points = 200

/** Memory of each GPU and of the trial's processes over time, as medians of at most 200 intervals. */
export async function watchMemory(request: MemoryRequest): Promise<MemorySeries[]> {
  const { window, gpus, startedMs, endedMs, telemetry } = request
  const count = Math.min(points, Math.floor((endedMs - startedMs) / Math.max(1, telemetry.intervalMs)))
  const parts: MemoryInterval[] = []
  for (let index = 0; index < count; index += 1) {
    const [fromMs = 0, toMs = 0] = [index, index + 1].map((edge) => startedMs + ((endedMs - startedMs) * edge) / count)
    const span = { fromMs, toMs }
    const seconds = (toMs - startedMs) / 1000
    parts.push({ seconds, gpus: await window.readGpuUse(span), host: await window.readHostUse(span) })
  }
  return [
    ...gpus.flatMap((gpu) => [buildSeries('device', gpu, parts), buildSeries('own', gpu, parts)]),
    buildResidentSeries(parts),
  ].filter((series) => series.points.length > 0)
}

/** Memory in use on each GPU before the process started and after it ended. */
export async function computeRemainders(request: MemoryRequest): Promise<DeviceRemainder[]> {
  const { window, gpus, startedMs, endedMs, telemetry } = request
  const before = await window.readGpuUse({ fromMs: telemetry.startedMs, toMs: startedMs })
  const after = await window.readGpuUse({ fromMs: endedMs, toMs: telemetry.endedMs })
  return gpus.flatMap((gpu) => {
    const [first, last] = [before, after].map((uses) => uses.find((use) => use.gpu === gpu)?.memoryUsedBytes)
    return first && last ? [{ gpu, beforeBytes: first.min, afterBytes: last.min }] : []
  })
}

type MemoryInterval = { readonly seconds: number; readonly gpus: readonly GpuUse[]; readonly host: HostUse | null }

function buildSeries(
  quantity: Extract<MemoryQuantity, 'device' | 'own'>,
  gpu: number,
  parts: readonly MemoryInterval[],
): MemorySeries {
  const read = (use: GpuUse | undefined): number | null =>
    quantity === 'device' ? (use?.memoryUsedBytes?.p50 ?? null) : (use?.ownMemoryPeakBytes ?? null)
  return { quantity, gpu, points: collectPoints(parts, ({ gpus }) => read(gpus.find((use) => use.gpu === gpu))) }
}

function buildResidentSeries(parts: readonly MemoryInterval[]): MemorySeries {
  return {
    quantity: 'resident',
    gpu: null,
    points: collectPoints(parts, ({ host }) => host?.residentBytes?.p50 ?? null),
  }
}

function collectPoints(parts: readonly MemoryInterval[], read: (part: MemoryInterval) => number | null): MemoryPoint[] {
  return parts.flatMap((part) => {
    const bytes = read(part)
    return bytes === null ? [] : [{ seconds: part.seconds, bytes }]
  })
}
