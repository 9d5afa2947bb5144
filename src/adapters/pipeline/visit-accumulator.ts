import type { StageVisits } from '../../record/pipeline.ts'

const mostStages = 200
const mostVisits = 2000

type Visits = { depth: number; readonly endsSeconds: number[] }

/** Records when visits to stages end; overlapping visits, such as those of several workers, count as one. */
export class VisitAccumulator {
  readonly #stages = new Map<string, Visits>()

  start(stage: string): void {
    const visits = this.#stages.get(stage)
    if (visits) visits.depth += 1
    else if (this.#stages.size < mostStages) this.#stages.set(stage, { depth: 1, endsSeconds: [] })
  }

  end(stage: string, seconds: number): void {
    const visits = this.#stages.get(stage)
    if (!visits || visits.depth === 0) return
    visits.depth -= 1
    if (visits.depth === 0 && visits.endsSeconds.length < mostVisits) visits.endsSeconds.push(seconds)
  }

  /** Lists the stages with more than one visit. */
  listVisits(): StageVisits[] {
    return [...this.#stages].flatMap(([stage, { endsSeconds }]) =>
      endsSeconds.length > 1 ? [{ stage, endsSeconds: endsSeconds.toSorted((a, b) => a - b) }] : [],
    )
  }
}
