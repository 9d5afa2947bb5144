import { sampleEvenly } from '../../domain/core/sample-evenly.ts'
import { readAmountBelow, getField, type JsonNode } from '../json-node.ts'
import type { AllocatorReading, MemoryPoint, MemoryQuantity, MemorySeries } from '../../record/pipeline.ts'

const fields = [
  ['allocatedBytes', 'allocated'],
  ['reservedBytes', 'reserved'],
  ['residentBytes', 'resident'],
] as const satisfies readonly (readonly [string, MemoryQuantity])[]

const mostSeries = 1000
const mostPoints = 1_000_000
const pointsKept = 200

type Peaks = {
  readonly stage: string | null
  readonly gpu: number | null
  allocated: number | null
  reserved: number | null
}
type OpenSeries = { readonly quantity: MemoryQuantity; readonly gpu: number | null; readonly points: MemoryPoint[] }

/** Accumulates memory figures from events, within bounds. */
export class MemoryAccumulator {
  readonly #courses = new Map<string, OpenSeries>()
  readonly #peaks = new Map<string, Peaks>()
  #points = 0
  #reductions: number | null = null

  addBatch(seconds: number, event: JsonNode): void {
    for (const [field, quantity] of fields) {
      const bytes = readAmountBelow(1e18, getField(event, field))
      const course = bytes === null ? null : this.#openSeries(quantity, readGpu(event))
      if (bytes === null || !course || this.#points >= mostPoints) continue
      this.#points += 1
      course.points.push({ seconds, bytes })
    }
  }

  addMetric(stage: string | null, event: JsonNode): void {
    const { value: name } = getField(event, 'name')
    const value = readAmountBelow(1e18, getField(event, 'value'))
    if (value === null) return
    if (name === 'token-budget-reductions') this.#reductions = (this.#reductions ?? 0) + value
    if (name !== 'peak-allocated' && name !== 'peak-reserved') return
    if (getField(event, 'unit').value !== 'B') return
    const peaks = this.#openPeaks(stage, readGpu(event))
    if (!peaks) return
    const side = name === 'peak-allocated' ? 'allocated' : 'reserved'
    peaks[side] = Math.max(peaks[side] ?? 0, value)
  }

  listSeries(): MemorySeries[] {
    return [...this.#courses.values()].map((course) => ({ ...course, points: sampleEvenly(course.points, pointsKept) }))
  }

  listAllocatorPeaks(): AllocatorReading[] {
    return [...this.#peaks.values()].flatMap(({ stage, gpu, allocated, reserved }) =>
      allocated === null || reserved === null
        ? []
        : [{ stage, gpu, allocatedBytes: allocated, reservedBytes: reserved, when: 'peak' as const }],
    )
  }

  countReductions(): number | null {
    return this.#reductions
  }

  #openSeries(quantity: MemoryQuantity, gpu: number | null): OpenSeries | null {
    const key = `${quantity} ${gpu}`
    const known = this.#courses.get(key)
    if (known || this.#courses.size >= mostSeries) return known ?? null
    const fresh = { quantity, gpu: quantity === 'resident' ? null : gpu, points: [] }
    this.#courses.set(key, fresh)
    return fresh
  }

  #openPeaks(stage: string | null, gpu: number | null): Peaks | null {
    const key = `${stage}\n${gpu}`
    const known = this.#peaks.get(key)
    if (known || this.#peaks.size >= mostSeries) return known ?? null
    const fresh = { stage, gpu, allocated: null, reserved: null }
    this.#peaks.set(key, fresh)
    return fresh
  }
}

function readGpu(event: JsonNode): number | null {
  const { value } = getField(event, 'gpu')
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e6 ? value : null
}
