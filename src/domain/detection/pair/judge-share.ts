import type { Metric } from '../../core/metric.ts'
import { computeMean } from '../../core/statistics.ts'
import { judgeOnScale } from './judge-on-scale.ts'
import { readMinEffect } from './measure-pair.ts'
import type { PairAnswer, PairRequest } from './pair.ts'
import { isPart, createPointScale } from './pair-scale.ts'
import { chooseTerms } from './pair-terms.ts'
import { singleRunReason, createUnjudgedAnswer, answerWithoutRuns } from './unjudged.ts'

/**
 * Judges shares by their difference in points: `minEffect`, effect, interval and resolution are 0.03 for three points.
 * Zero and 100 % are valid; values outside of the range are inconclusive.
 */
export function judgeShare(metric: Metric, request: PairRequest): PairAnswer {
  readMinEffect(request)
  const { base, head } = request
  const fullValue = getFullValue(metric)
  const empty = answerWithoutRuns(base, head)
  if (empty) return empty
  const unusable = [...base, ...head].find((value) => !isPart(value, fullValue))
  if (unusable !== undefined)
    return createUnjudgedAnswer('inconclusive', null, `a value is ${unusable}; a share lies between 0 and ${fullValue}`)
  if (base.length < 2 || head.length < 2)
    return createUnjudgedAnswer('inconclusive', (computeMean(head) - computeMean(base)) / fullValue, singleRunReason)
  return judgeOnScale(request, createPointScale(fullValue), chooseTerms(metric))
}

/** The value of a full share: 100 for percentages, 1 for fractions. */
export function getFullValue({ unit }: Pick<Metric, 'unit'>): number {
  return unit === '%' ? 100 : 1
}
