import { formatCaseId } from '../core/case.ts'
import { cpuTime, parseStageName, wallTime } from '../core/metric.ts'
import { sumValues } from '../core/statistics.ts'
import type { Comparison } from './comparison.ts'

/** Where the additional time of a slower run is. `stage`: one stage has more than half of it. */
export type StageAttribution =
  | { readonly place: 'stage'; readonly stage: string }
  | { readonly place: 'several stages' | 'outside the stages' }

/**
 * Attributes a longer wall or CPU time to the stages of its case. Stages are timed by the wall clock, so the total is
 * the additional wall time; without wall times the additional time of all stages. Null: no stage was measured on both
 * sides, or the run is not longer.
 */
export function attributeToStages(regression: Comparison, comparisons: readonly Comparison[]): StageAttribution | null {
  if (regression.metric !== wallTime.name && regression.metric !== cpuTime.name) return null
  const own = comparisons.filter((item) => isSameCase(item, regression))
  const stages = own.flatMap((item) => {
    const stage = parseStageName(item.metric)
    const seconds = computeAddedTime(item)
    return stage === null || seconds === null ? [] : [{ stage, seconds }]
  })
  const [largest] = stages.toSorted((a, b) => b.seconds - a.seconds)
  const ofStages = sumValues(stages.map(({ seconds }) => seconds))
  const run = own.find((item) => item.metric === wallTime.name)
  const added = (run && computeAddedTime(run)) ?? ofStages
  if (!largest || !(added > 0)) return null
  if (largest.seconds > added / 2) return { place: 'stage', stage: largest.stage }
  return { place: ofStages > added / 2 ? 'several stages' : 'outside the stages' }
}

/** Whether two comparisons are of one case with one reference. */
export function isSameCase(one: Comparison, other: Comparison): boolean {
  return formatCaseId(one) === formatCaseId(other) && one.reference === other.reference
}

/** Median of the head minus that of the reference; null without samples on both sides. */
function computeAddedTime({ base, head }: Comparison): number | null {
  return base && head ? head.median - base.median : null
}
