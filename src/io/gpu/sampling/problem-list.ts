const most = 20
const longest = 500

/** A bounded list of distinct problem sentences. */
export class ProblemList {
  readonly #problems = new Set<string>()

  add(problem: string | null): void {
    if (problem !== null && this.#problems.size < most) this.#problems.add(problem.slice(0, longest))
  }

  /** Runs an operation; records its purpose as a problem when it fails. */
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
