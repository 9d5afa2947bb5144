import { readThreadCpuMs } from '../../machine/thread-cpu-time.ts'

/** Maximum share of the run time for counter reads at stage edges. */
const share = 0.0005

/** Limits the overhead of counter reads in a pipeline with many short stages. */
export class EdgeReadBudget {
  /** Processor time that reads may use beyond the share. */
  readonly #extraMs: number
  #spentMs = 0

  constructor(extraMs: number) {
    this.#extraMs = extraMs
  }

  /** Reads unless earlier reads exceeded the budget; `elapsedMs` counts from the start of the process. */
  attempt(elapsedMs: number, read: () => void): void {
    if (this.#spentMs > this.#extraMs + Math.max(0, elapsedMs) * share) return
    const startMs = readThreadCpuMs()
    read()
    this.#spentMs += readThreadCpuMs() - startMs
  }
}

/** Budgets of what is read at stage edges. */
export function createEdgeReadBudgets() {
  return { activity: new EdgeReadBudget(50), counters: new EdgeReadBudget(10), energy: new EdgeReadBudget(10) }
}
