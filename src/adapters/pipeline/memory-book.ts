import type { AllocatorReading } from '../../domain/trial/pipeline-figures.ts'
import type { MemoryPoint, MemoryQuantity, MemorySeries } from '../../domain/trial/trial-memory.ts'
import { thinned } from '../../domain/core/thinned.ts'
import { amountBelow, at, type Place } from '../json-place.ts'

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
type Course = { readonly quantity: MemoryQuantity; readonly gpu: number | null; readonly points: MemoryPoint[] }

/** Collects what events say of memory, within bounds. */
export class MemoryBook {
  readonly #courses = new Map<string, Course>()
  readonly #peaks = new Map<string, Peaks>()
  #points = 0
  #reductions: number | null = null

  addBatch(seconds: number, event: Place): void {
    for (const [field, quantity] of fields) {
      const bytes = amountBelow(1e18, at(event, field))
      const course = bytes === null ? null : this.#course(quantity, gpuOf(event))
      if (bytes === null || !course || this.#points >= mostPoints) continue
      this.#points += 1
      course.points.push({ seconds, bytes })
    }
  }

  addMetric(stage: string | null, event: Place): void {
    const { value: name } = at(event, 'name')
    const value = amountBelow(1e18, at(event, 'value'))
    if (value === null) return
    if (name === 'token-budget-reductions') this.#reductions = (this.#reductions ?? 0) + value
    if (name !== 'peak-allocated' && name !== 'peak-reserved') return
    if (at(event, 'unit').value !== 'B') return
    const peaks = this.#peaksOf(stage, gpuOf(event))
    if (!peaks) return
    const side = name === 'peak-allocated' ? 'allocated' : 'reserved'
    peaks[side] = Math.max(peaks[side] ?? 0, value)
  }

  series(): MemorySeries[] {
    return [...this.#courses.values()].map((course) => ({ ...course, points: thinned(course.points, pointsKept) }))
  }

  allocator(): AllocatorReading[] {
    return [...this.#peaks.values()].flatMap(({ stage, gpu, allocated, reserved }) =>
      allocated === null || reserved === null
        ? []
        : [{ stage, gpu, allocatedBytes: allocated, reservedBytes: reserved, when: 'peak' as const }],
    )
  }

  reductions(): number | null {
    return this.#reductions
  }

  #course(quantity: MemoryQuantity, gpu: number | null): Course | null {
    const key = `${quantity} ${gpu}`
    const known = this.#courses.get(key)
    if (known || this.#courses.size >= mostSeries) return known ?? null
    const fresh = { quantity, gpu: quantity === 'resident' ? null : gpu, points: [] }
    this.#courses.set(key, fresh)
    return fresh
  }

  #peaksOf(stage: string | null, gpu: number | null): Peaks | null {
    const key = `${stage}\n${gpu}`
    const known = this.#peaks.get(key)
    if (known || this.#peaks.size >= mostSeries) return known ?? null
    const fresh = { stage, gpu, allocated: null, reserved: null }
    this.#peaks.set(key, fresh)
    return fresh
  }
}

function gpuOf(event: Place): number | null {
  const { value } = at(event, 'gpu')
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1e6 ? value : null
}
