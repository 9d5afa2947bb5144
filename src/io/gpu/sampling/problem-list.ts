const most = 20
const longest = 500

/** Sentences on what could not be seen: each once, and not without end. */
export class ProblemList {
  readonly #problems = new Set<string>()

  add(problem: string | null): void {
    if (problem !== null && this.#problems.size < most) this.#problems.add(problem.slice(0, longest))
  }

  /** Runs something that may fail, and says what it was for when it does. */
  attempt<T>(purpose: string, work: () => T): T | null {
    try {
      return work()
    } catch (error) {
      this.add(`${purpose}: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }

  list(): readonly string[] {
    return [...this.#problems]
  }
}
