import type { Metric } from '../../core/metric.ts'
import { meanOf } from '../../core/statistics.ts'
import { judgeOnScale } from './judge-on-scale.ts'
import { minEffectOf } from './measure-pair.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import { isPart, pointScale } from './pair-scale.ts'
import { wordsFor } from './pair-words.ts'
import { singleRunReason, unjudged, withoutRuns } from './unjudged.ts'

/**
 * Parts of a whole, by their difference in points: `min_effect`, effect, interval and resolution are 0.03 for three
 * points. Zero and the whole are values like others; what lies outside is no share and inconclusive.
 */
export function judgeShare(metric: Metric, request: PairRequest): PairAnswer {
  minEffectOf(request)
  const { base, head } = request
  const whole = wholeOf(metric)
  const empty = withoutRuns(base, head)
  if (empty) return empty
  const unusable = [...base, ...head].find((value) => !isPart(value, whole))
  if (unusable !== undefined)
    return unjudged('inconclusive', null, `a value is ${unusable}; a share lies between 0 and ${whole}`)
  if (base.length < 2 || head.length < 2)
    return unjudged('inconclusive', (meanOf(head) - meanOf(base)) / whole, singleRunReason)
  return judgeOnScale(request, pointScale(whole), wordsFor(metric))
}

/** 100 for percentages, 1 for shares. */
export function wholeOf({ unit }: Pick<Metric, 'unit'>): number {
  return unit === '%' ? 100 : 1
}
