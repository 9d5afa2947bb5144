import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import { encodeClocksEvents, gpuQuantityList, writeValues } from '../../../domain/telemetry/gpu-quantities.ts'
import { createWorkTrack } from '../../../domain/telemetry/gpu-work.ts'
import type { GpuTrack } from '../../../domain/telemetry/telemetry-summary.ts'
import { appendSample, beginAverages, createTimeBuckets } from '../../../domain/telemetry/time-buckets.ts'
import { clocksEventReasons } from '../../../record/limits.ts'

/** For all GPUs together: about 530 bytes per row with every quantity, at most 35 MB. */
const rowsOfAllGpus = 8 * 8192
const mostRows = 8192
const minRows = 512
/** GPUs that do not belong to the trial are read rarely. */
const otherGapMs = 15_000

/** Keeps the readings of several GPUs in bounded memory. */
export class GpuRecorder {
  readonly tracks: readonly GpuTrack[]
  #samples = 0
  readonly #values = new Float64Array(gpuQuantityList.length)

  /** `ownGpus`: GPUs whose work is computed; default: all. */
  constructor(gpus: readonly number[], intervalMs: number, ownGpus: readonly number[] = gpus) {
    const share = 2 * Math.floor(rowsOfAllGpus / Math.max(1, gpus.length) / 2)
    const maxRows = Math.min(mostRows, Math.max(minRows, share))
    const limits = { maxRows, flags: clocksEventReasons.length + 1 }
    const gapMs = Math.max(1000, 5 * intervalMs)
    const createTrack = (gpu: number): GpuTrack => {
      const isOwn = ownGpus.includes(gpu)
      const maxGapMs = isOwn ? gapMs : Math.max(gapMs, otherGapMs)
      return {
        gpu,
        buckets: createTimeBuckets(gpuQuantityList, { ...limits, maxGapMs }),
        memoryTotalBytes: null,
        energyReadings: [],
        work: isOwn ? createWorkTrack() : null,
      }
    }
    this.tracks = gpus.map(createTrack)
  }

  /** Readings so far, over all GPUs. */
  get samples(): number {
    return this.#samples
  }

  /** False when the GPU is not watched. */
  add(reading: GpuReading, ownMemoryBytes: number | null): boolean {
    const track = this.tracks.find(({ gpu }) => gpu === reading.gpu)
    if (!track) return false
    // Counters start with the first reading, whose values they lack.
    if (track.buckets.rows === 0) beginAverages(track.buckets, reading.timeMs)
    writeValues(reading, ownMemoryBytes, this.#values)
    appendSample(track.buckets, reading.timeMs, this.#values, encodeClocksEvents(reading))
    track.memoryTotalBytes = reading.memoryTotalBytes ?? track.memoryTotalBytes
    this.#samples += 1
    return true
  }
}
