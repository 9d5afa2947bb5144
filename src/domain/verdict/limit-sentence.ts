import { describeCase, describeDevices } from '../core/describe-case.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import { chooseChartScale, formatAgainstLimit, formatValue, roundToTwoDigits } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { computeMiss } from './headlined.ts'
import type { Operator, RequirementResult } from './requirement.ts'

/** What a headline has space for. */
const headlineLength = 80

const requirements: Readonly<Record<Operator, (limit: string) => string>> = {
  '<': (limit) => `less than ${limit} required`,
  '<=': (limit) => `limit ${limit}`,
  '>': (limit) => `more than ${limit} required`,
  '>=': (limit) => `${limit} required`,
  '==': (limit) => `exactly ${limit} required`,
}

/**
 * Describes a missed limit: `Memory leak: +192 MiB on GPU 0; limit 95 MiB`, `Speed-up over v1.0: 3.94×; 4× required`. A
 * place that a headline has no space for stands last.
 */
export function describeMissedLimit(result: RequirementResult, deviceKind: Testbed['deviceKind']): string {
  const { operator, value } = result
  const place = result.benchmark === '' ? result.suite : describeCase(result, deviceKind)
  if (value === 'same_answer') return `Different results of ${place}`
  const [figure, limit] = formatFigures(result)
  const required = requirements[operator](limit)
  const known = describeKnownFigure(result, figure, deviceKind)
  if (known !== null) return `${known}; ${required}`
  const label = formatMetricLabel(value)
  const name = label === value ? value : label.charAt(0).toUpperCase() + label.slice(1)
  const sentence = `${name} of ${place}: ${figure}; ${required}`
  return sentence.length <= headlineLength ? sentence : `${name}: ${figure}; ${required}; in ${place}`
}

/** Describes speed-ups and memory leaks without the name of their suite; null: another figure. */
function describeKnownFigure(
  { actual, value, suite, axes: { revision, gpus, gpu } }: RequirementResult,
  figure: string,
  deviceKind: Testbed['deviceKind'],
): string | null {
  if (value === 'speedup' && revision !== undefined) return `Speed-up over ${revision}: ${figure}`
  if (value === 'speedup' && suite === 'scaling' && gpus !== undefined)
    return `Speed-up on ${describeDevices(gpus, deviceKind)}: ${figure}`
  if (value !== 'memory_growth') return null
  const where = gpu === undefined ? 'in main memory' : `on GPU ${gpu}`
  return `Memory leak: ${(actual ?? 0) > 0 ? '+' : ''}${figure} ${where}`
}

/** Bytes need two digits of the limit, unless the value is close to it. */
function formatFigures({ actual, limit, unit }: RequirementResult): readonly [string, string] {
  const texts =
    actual === null ? (['unknown', formatValue(limit, unit)] as const) : formatAgainstLimit(actual, limit, unit)
  if (unit !== 'B' || computeMiss({ actual, limit }) < 0.1) return texts
  const scale = chooseChartScale([limit], unit)
  return [texts[0], `${roundToTwoDigits(limit * scale.factor)} ${scale.unit}`]
}

/**
 * Splits a sentence into a headline of at most 80 characters and the rest: after the last clause that fits, otherwise
 * before the reference of a comparison. A sentence that has neither is cut, and the rest repeats it.
 */
export function splitHeadline(sentence: string): readonly [headline: string, rest: string] {
  if (sentence.length <= headlineLength) return [sentence, '']
  const start = sentence.slice(0, headlineLength + 1)
  const at = [start.lastIndexOf('; '), start.lastIndexOf(', against ')].find((index) => index > 0)
  if (at !== undefined) return [sentence.slice(0, at), sentence.slice(at + 2)]
  const words = start.slice(0, headlineLength - 1)
  return [`${words.slice(0, Math.max(words.lastIndexOf(' '), headlineLength / 2)).trimEnd()}…`, sentence]
}
