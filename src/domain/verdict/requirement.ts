import { hasAxes, type Axes } from '../core/case.ts'

/** Comparison operator of a limit. */
export type Operator = '<' | '<=' | '>' | '>=' | '=='
/** Effect of a missed limit: fails the check, warns, or informs. */
export type Severity = 'fail' | 'warn' | 'info'

/** An absolute limit on a derived value or on the median of a metric. */
export type Requirement = {
  readonly id: string
  readonly suite: string
  /** Name of the judged derived value or metric. */
  readonly value: string
  /** Only cases with these axes; empty: every case of the suite. */
  readonly axes: Axes
  readonly operator: Operator
  readonly limit: number
  /** Of the limit; empty: that of the value. */
  readonly unit: string
  readonly severity: Severity
  /** Rule set and version of the limit: `perf-03@1`, `config`. */
  readonly rule: string
  /** Whether it follows from the goal of a suite, which takes the place of the same limit of a rule set. */
  readonly isGoal?: true
}

/** A value computed from samples: speed-up, efficiency, share, projection. */
export type DerivedValue = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly name: string
  /** Null: could not be computed; `reason` explains why. */
  readonly value: number | null
  readonly unit: string
  /** Null: none is known. */
  readonly interval: readonly [number, number] | null
  /** Why the value is missing or implausible; null if it is valid. */
  readonly reason: string | null
  /** True if the value is implausible (efficiency above 100 %); it can neither pass nor fail. */
  readonly isSuspicious: boolean
  /** True if any value of the interval is equally possible, as with rounded inputs: no verdict on a limit inside it. */
  readonly isRange?: true
  /** True for a value from a document instead of a measurement. */
  readonly isDeclared: boolean
}

/** Result of a requirement for one case. */
export type RequirementResult = Omit<Requirement, 'isGoal'> & {
  readonly benchmark: string
  /** Unrounded; null: there is no value to judge. */
  readonly actual: number | null
  readonly status: 'pass' | 'fail' | 'not evaluated'
  /** Empty: nothing to add. */
  readonly reason: string
}

/** Judges a requirement on every matching derived value. Without any it is `not evaluated`, never a pass. */
export function evaluateRequirement(requirement: Requirement, derived: readonly DerivedValue[]): RequirementResult[] {
  const { id, suite, value, axes, operator, limit, unit, severity, rule } = requirement
  const common = { id, suite, value, operator, limit, unit, severity, rule }
  const subjects = derived.filter((item) => item.suite === suite && item.name === value && hasAxes(item.axes, axes))
  if (subjects.length === 0) {
    const reason = `no value of ${value} from suite ${suite}`
    return [{ ...common, benchmark: '', axes, actual: null, status: 'not evaluated', reason }]
  }
  return subjects.map((subject) => {
    const place = { ...common, benchmark: subject.benchmark, axes: subject.axes }
    return { ...place, actual: subject.value, ...evaluateOn(requirement, subject) }
  })
}

function evaluateOn(
  requirement: Requirement,
  subject: DerivedValue,
): Pick<RequirementResult, 'status' | 'reason'> & { readonly actual?: null } {
  const { value, reason } = subject
  const status = 'not evaluated'
  const explain = (text: string) => ({ status, reason: reason ?? text }) as const
  if (value === null || !Number.isFinite(value)) return { actual: null, ...explain('the value is missing') }
  if (subject.isSuspicious) return explain('the value is implausible')
  const otherUnit = findUnitProblem(requirement, subject)
  if (otherUnit !== null) return { actual: null, status, reason: otherUnit }
  const isClose = isCloseCall(requirement, subject)
  if (subject.isRange && isClose) return { status, reason: `${reason ?? 'known as a range'}; the limit is inside` }
  const notes = [
    reason,
    subject.isDeclared ? 'based on a declared value, not a measurement' : null,
    isClose ? 'borderline: the interval includes the limit' : null,
  ].filter((note) => note !== null)
  const isReached = isMet(value, requirement.operator, requirement.limit)
  return { status: isReached ? 'pass' : 'fail', reason: notes.join('; ') }
}

/**
 * Finds a limit whose unit differs from that of the value, such as 20 ms for seconds: it would always or never hold.
 */
function findUnitProblem({ rule, unit, limit }: Requirement, subject: DerivedValue): string | null {
  const isWritten = rule.startsWith('config') && unit !== ''
  if (!isWritten || subject.unit === '' || subject.unit === unit) return null
  return `the limit is ${limit} ${unit}, but the value is in ${subject.unit}: state the limit in ${subject.unit}`
}

/** Whether `value operator limit` holds, for unrounded values. */
export function isMet(value: number, operator: Operator, limit: number): boolean {
  switch (operator) {
    case '<':
      return value < limit
    case '<=':
      return value <= limit
    case '>':
      return value > limit
    case '>=':
      return value >= limit
    case '==':
      return value === limit
    default:
      return operator satisfies never
  }
}

function isCloseCall({ operator, limit }: Requirement, { interval }: DerivedValue): boolean {
  if (interval === null) return false
  const [low, high] = interval
  if (operator === '==') return low < high && low <= limit && limit <= high
  return isMet(low, operator, limit) !== isMet(high, operator, limit)
}
