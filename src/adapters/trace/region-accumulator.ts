import { createStageAccumulator } from '../pipeline/stage-accumulator.ts'
import { computeStageSpan, isEpoch, type StageEdge } from '../pipeline/stage-edges.ts'
import type { StageTime } from '../../record/telemetry.ts'

const mostRegions = 500
const mostVisits = 200_000

/** Accumulates visits to the regions that a profiler recorded, within bounds. Times are in seconds. */
export class RegionAccumulator {
  readonly #edges = new Map<string, StageEdge[]>()
  #visits = 0
  #isCut = false

  /** Adds a visit; `end` is null for one that did not end. */
  add(name: string, start: number, end: number | null): void {
    const known = this.#edges.get(name)
    if (this.#visits >= mostVisits || (!known && this.#edges.size >= mostRegions)) {
      this.#isCut = true
      return
    }
    this.#visits += 1
    const edges = known ?? []
    if (!known) this.#edges.set(name, edges)
    edges.push({ isStart: true, t: start })
    if (end !== null) edges.push({ isStart: false, t: end })
  }

  /**
   * Computes the time during which each region was open, as stages. When visits were dropped there are none, since a
   * part of the visits would give shorter times.
   *
   * @param offset seconds since the epoch at time 0; 0 when unknown, or when times count from the epoch
   */
  computeStages(offset: number): { readonly stages: readonly StageTime[]; readonly problems: readonly string[] } {
    const accumulator = createStageAccumulator()
    if (this.#isCut)
      return { stages: [], problems: [`no stage times: more than ${mostRegions} regions or ${mostVisits} visits`] }
    for (const [name, edges] of this.#edges) {
      const { seconds, window, problem } = computeStageSpan(edges)
      if (problem !== null) accumulator.note(`stage ${JSON.stringify(name.slice(0, 80))} ${problem}`)
      if (!accumulator.open(name) || seconds === null) continue
      accumulator.add(name, seconds)
      const [started, ended] = [offset + window.start, offset + window.end]
      if (isEpoch(started)) accumulator.extendWindow(name, started * 1000, ended * 1000)
    }
    return { stages: accumulator.listStages(), problems: accumulator.listProblems() }
  }
}
