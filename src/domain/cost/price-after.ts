import { spentSeconds } from '../plan/budget.ts'
import { caseId } from '../core/case.ts'
import type { Comparison } from '../verdict/comparison.ts'
import { minutesFor, type DeviceMinutes } from './device-minutes.ts'
import type { Plan } from '../plan/plan.ts'
import type { Section } from '../verdict/report.ts'
import { counts } from '../plan/runs-in-turn.ts'
import { roughly, shareText } from '../core/share-text.ts'
import { median } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'

/** What a run cost, and what its open answers would cost to settle. */
export type Spending = {
  readonly suites: readonly SuiteSpending[]
  readonly open: readonly OpenAnswer[]
}

type SuiteSpending = {
  readonly suite: string
  /** Executions made in this run, warm-ups and failures too. */
  readonly trials: number
  /** Of those: how many were samples. */
  readonly counted: number
  /** Device-minutes. */
  readonly minutes: number
}

/** A gate comparison that could not be settled. */
export type OpenAnswer = {
  readonly comparison: Comparison
  /** Runs of the head so far. */
  readonly runs: number
  /** What twice the runs would have shown; null when there were too few to tell. */
  readonly resolutionOfTwice: number | null
  /** Device-minutes that the other half would take; null when no run tells how long one takes. */
  readonly moreMinutes: number | null
}

export type SpendingInput = {
  readonly plan: Plan
  readonly trials: readonly Trial[]
  readonly comparisons: readonly Comparison[]
}

/** Device-minutes by suite, and for every open gate comparison what as many runs again would bring. */
export function priceAfter({ plan, trials, comparisons }: SpendingInput): Spending {
  const made = trials.filter((trial) => trial.cachedFromRun === null)
  const suites = [...Map.groupBy(plan.cases, ({ key }) => key.suite)].map(([suite, cases]): SuiteSpending => {
    const own = made.filter((trial) => cases.some(({ id }) => id === trial.caseId))
    return {
      suite,
      trials: own.length,
      counted: own.filter(counts).length,
      minutes: spentSeconds(cases, trials) / 60,
    }
  })
  const open = comparisons.filter((item) => item.isGate && item.verdict === 'inconclusive')
  return { suites, open: open.map((comparison) => openAnswer(comparison, plan, trials)) }
}

/** The table of what was spent, with a sentence for every answer that is still open. */
export function spendingSection({ suites, open }: Spending, unit: DeviceMinutes): Section {
  const rows = suites.map(({ suite, trials, counted, minutes }) => [
    suite,
    String(trials),
    String(counted),
    { value: roughly(minutes), unit },
  ])
  const columns = ['Suite', 'Runs made', 'Runs that count', 'Spent']
  return {
    id: 'spent',
    title: 'What was spent',
    columns,
    rows,
    notes: open.map((item) => openText(item, unit)),
    isDetail: true,
  }
}

/** Precision grows with the square root of the number of runs. */
function openAnswer(comparison: Comparison, plan: Plan, trials: readonly Trial[]): OpenAnswer {
  const head = plan.cases.find((planned) => planned.revision === 'head' && planned.id === idOfHead(comparison, plan))
  const runs = comparison.head?.count ?? 0
  const own = trials.filter((trial) => trial.caseId === head?.id && counts(trial))
  const isPaired = plan.comparisons.some((item) => item.head === head?.id)
  const seconds = own.length > 0 ? median(own.map((trial) => trial.wallSeconds ?? 0)) : null
  return {
    comparison,
    runs,
    resolutionOfTwice: comparison.resolution === null ? null : comparison.resolution / Math.SQRT2,
    moreMinutes: head && seconds !== null ? minutesFor(head, runs * (isPaired ? 2 : 1), seconds) : null,
  }
}

/** A comparison with another revision carries that one's axes; both sides are told from the plan. */
function idOfHead(comparison: Comparison, { comparisons }: Plan): string {
  const id = caseId(comparison)
  return comparisons.find((item) => item.base === id)?.head ?? id
}

function openText({ comparison, runs, resolutionOfTwice, moreMinutes }: OpenAnswer, unit: DeviceMinutes): string {
  const subject = `${comparison.metric} of ${caseId(comparison)} stayed open after ${runs} runs`
  if (comparison.resolution === null || resolutionOfTwice === null)
    return `${subject}: too few to tell what more would show`
  const cost = moreMinutes === null ? '' : ` for about ${roughly(moreMinutes)} ${unit} more`
  return `${subject}, which can tell ${shareText(comparison.resolution)}: twice as many would tell ${shareText(resolutionOfTwice)}${cost}`
}
