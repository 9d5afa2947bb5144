/** What happens to a request instead of, or after, its ordinary answer. */
export type FailureAnswer =
  | { readonly kind: 'status'; readonly status: number; readonly message?: string }
  | { readonly kind: 'secondary-limit'; readonly status?: 403 | 429; readonly retryAfterSeconds?: number }
  | { readonly kind: 'rate-limit'; readonly resetAtSeconds: number }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'cut-off' }

/** The next `times` requests that match go wrong. */
export type FailureRule = {
  readonly method?: string
  /** A part of the path, or a pattern for it. */
  readonly path?: string | RegExp
  /** An operation of GitHub's description or `graphql/createCommitOnBranch`. */
  readonly operation?: string
  /** How often; 1 when absent. */
  readonly times?: number
  /** True when GitHub does what was asked and only its answer is lost. */
  readonly hasTakenEffect?: boolean
  readonly answer: FailureAnswer
}

type Asked = { readonly method: string; readonly path: string; readonly operation: string | null }

/** The rules still to come. */
export type FailureQueue = {
  add(rule: FailureRule): void
  /** The rule for a request, used up by asking; null when it goes well. */
  take(request: Asked): FailureRule | null
}

export function createFailureQueue(): FailureQueue {
  const waiting: { rule: FailureRule; left: number }[] = []
  return {
    add(rule) {
      waiting.push({ rule, left: rule.times ?? 1 })
    },
    take(request) {
      const entry = waiting.find(({ rule, left }) => left > 0 && matches(rule, request))
      if (entry === undefined) return null
      entry.left -= 1
      return entry.rule
    },
  }
}

function matches(rule: FailureRule, { method, path, operation }: Asked): boolean {
  if (rule.operation !== undefined && rule.operation !== operation) return false
  if (rule.method !== undefined && rule.method !== method) return false
  if (rule.path === undefined) return true
  return typeof rule.path === 'string' ? path.includes(rule.path) : rule.path.test(path)
}
