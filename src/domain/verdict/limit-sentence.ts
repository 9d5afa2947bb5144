import type { Axes } from '../core/case.ts'
import { describeCase, describeDevices } from '../core/describe-case.ts'
import { formatMetricLabel } from '../core/metric-label.ts'
import { chooseChartScale, formatAgainstLimit, formatCounted, formatValue, roundToTwoDigits } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { computeMiss } from './headlined.ts'
import { isMet, type Operator, type RequirementResult } from './requirement.ts'

/** Longer sentences name the case last, because a headline may have no space for it. */
const sentenceLength = 56

/** Describes limits that are counts, or that have only two outcomes. `where`: the case. */
const outcomes: Readonly<Record<string, (actual: number, axes: Axes, where: string) => string>> = {
  same_answer: (actual, { variant }, where) =>
    `${actual === 1 ? 'Same' : 'Different'} results ${variant === undefined ? `of ${where}` : `with ${variant}`}`,
  unmatched_rows: (actual, { against = 'the reference' }) =>
    actual === 0
      ? `Every row has a partner in ${against}`
      : `${formatCounted(actual, 'row')} without a partner in ${against}; none allowed`,
  oom_crashes: (actual) =>
    actual === 0
      ? 'No run crashed out of memory'
      : `${formatCounted(actual, 'run')} crashed out of memory; none allowed`,
  oom_handled: (actual) =>
    `${actual === 0 ? 'No run' : formatCounted(actual, 'run')} recovered from exhausted memory; 1 required`,
}

/**
 * Describes a limit and its figure in one sentence: `Memory leak: +192 MiB on GPU 0; limit 95 MiB`, `Speed-up over
 * v1.0: 3.94×; 4× required`. The case is left out where the subject implies it, or next to a column with the cases; it
 * stands last in a long sentence.
 */
export function describeLimit(
  result: RequirementResult,
  deviceKind: Testbed['deviceKind'],
  { hasCase = true }: { readonly hasCase?: boolean } = {},
): string {
  const { actual, axes, value, suite, benchmark } = result
  const where = benchmark === '' ? suite : describeCase(result, deviceKind)
  const outcome = Object.hasOwn(outcomes, value) ? outcomes[value] : undefined
  if (outcome && actual !== null) return outcome(actual, axes, where)
  const [[figure], required] = [formatFigures(result), describeRequired(result)]
  const [subject, device = ''] = describeSubject(result, deviceKind) ?? []
  if (subject !== undefined) return `${subject}${figure}${device}; ${required}`
  const label = formatMetricLabel(value)
  const name = label === value ? value : label.charAt(0).toUpperCase() + label.slice(1)
  if (!hasCase) return `${name}: ${figure}; ${required}`
  const sentence = `${name} of ${where}: ${figure}; ${required}`
  return sentence.length <= sentenceLength ? sentence : `${name}: ${figure}; ${required}; in ${where}`
}

/** Names what is limited, up to the figure, and what follows the figure; null: the figure of a case. */
function describeSubject(
  { actual, axes, value, suite, status, operator, limit }: RequirementResult,
  deviceKind: Testbed['deviceKind'],
): readonly [subject: string, end?: string] | null {
  const { revision, variant, gpus, gpu, stage, against } = axes
  const place = stage === undefined || stage === '(whole run)' ? '' : ` in stage ${stage}`
  const device = gpu === undefined ? '' : ` of GPU ${gpu}`
  const on = gpu === undefined ? ' in main memory' : ` on GPU ${gpu}`
  const sign = (actual ?? 0) > 0 ? '+' : ''
  const isMissed = actual !== null && status !== 'not evaluated' && !isMet(actual, operator, limit)
  switch (value) {
    case 'speedup':
      if (revision !== undefined) return [`Speed-up over ${revision}: `]
      if (variant !== undefined) return [`Speed-up with ${variant}: `]
      return gpus === undefined
        ? null
        : [`Speed-up${suite === 'scaling' ? '' : ` of ${suite}`} on ${describeDevices(gpus, deviceKind)}: `]
    case 'memory_growth':
      return [`Memory ${isMissed ? 'leak' : 'growth'}: ${sign}`, on]
    case 'certain_growth':
      return [`Memory ${isMissed ? 'leak' : 'growth'}: ${actual === null ? '' : `at least ${sign}`}`, on]
    case 'memory_left':
      return ['Memory left after the run: ', on]
    case 'memory_peak_share':
      return [`Peak memory${device}${place}: `, gpu === undefined ? '' : ' of its memory']
    case 'allocator_efficiency':
      return [`Used share of the reserved memory${device}${place}: `]
    case 'gpu_stage_utilization':
    case 'stage_utilization':
      return place === '' ? null : [`Utilization${device || ' of the GPUs'}${place}: `]
    case 'load_imbalance':
      return [`Imbalance of the workers${place}: `]
    case 'label_agreement':
    case 'score_agreement':
      return against === undefined ? null : [`Same ${value.startsWith('label') ? 'labels' : 'scores'} as ${against}: `]
    case 'proven_gain':
      return [`Proven gain with ${variant}: `]
    case 'memory_overhead':
      return [`Additional memory with ${variant}: `]
    case 'checkpoint_overhead':
      return ['Cost of checkpoints: ', ' of the throughput']
    case 'sustained_rate':
      return ['Rate of the large dataset: ', ' of the usual rate']
    case 'telemetry_captured':
    case 'gpu_samples_logged':
      return [`${formatMetricLabel(value).replace(/^./, (letter) => letter.toUpperCase())}: `]
    default:
      return null
  }
}

const requirements: Readonly<Record<Operator, (limit: string) => string>> = {
  '<': (limit) => `less than ${limit} required`,
  '<=': (limit) => `limit ${limit}`,
  '>': (limit) => `more than ${limit} required`,
  '>=': (limit) => `${limit} required`,
  '==': (limit) => `exactly ${limit} required`,
}

function describeRequired(result: RequirementResult): string {
  const { operator, limit, unit, value } = result
  if (value === 'same_answer') return 'the same are required'
  if (operator === '==' && limit === 0) return 'none allowed'
  if (operator === '>' && limit === 0) return 'a gain is required'
  if (operator === '==' && limit === 1 && unit === 'share') return '100 % required'
  // A long unit is not repeated.
  const [, text] = formatFigures(result)
  return requirements[operator](unit.length > 4 && unit !== 'share' ? text.replace(` ${unit}`, '') : text)
}

/** Bytes need two digits of the limit, unless the value is close to it. */
function formatFigures({ actual, limit, unit }: RequirementResult): readonly [string, string] {
  const texts =
    actual === null ? (['not measured', formatValue(limit, unit)] as const) : formatAgainstLimit(actual, limit, unit)
  if (unit !== 'B' || computeMiss({ actual, limit }) < 0.1) return texts
  const scale = chooseChartScale([limit], unit)
  return [texts[0], `${roundToTwoDigits(limit * scale.factor)} ${scale.unit}`]
}

/** A headline is shorter than this. */
const headlineLength = 80

/**
 * Splits a sentence into a headline and the rest, so that the headline with its `prefix` has less than 80 characters:
 * after the last clause that fits, otherwise before the reference of a comparison or its case. A sentence without
 * these is cut, and the rest repeats it.
 */
export function splitHeadline(sentence: string, prefix = ''): readonly [headline: string, rest: string] {
  const space = Math.max(headlineLength / 2, headlineLength - 1 - prefix.length)
  if (sentence.length <= space) return [sentence, '']
  const start = sentence.slice(0, space + 2)
  const clause = [start.lastIndexOf('; '), start.lastIndexOf(', against ')].find((index) => index > 0)
  if (clause !== undefined && clause <= space) return [sentence.slice(0, clause), sentence.slice(clause + 2)]
  const place = /^(.{1,80}?(?:slower|faster|higher|lower|%\)|points\))[^;:]*?) of (.*)$/s.exec(sentence)
  const [, change = '', rest = ''] = place ?? []
  if (change !== '' && change.length <= space) return [change, `case: ${rest}`]
  const words = sentence.slice(0, space - 1)
  return [`${words.slice(0, Math.max(words.lastIndexOf(' '), headlineLength / 2)).trimEnd()}…`, sentence]
}
