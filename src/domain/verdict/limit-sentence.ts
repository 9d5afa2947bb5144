import { type Axes, describeCase, describeDevices } from '../core/case.ts'
import { formatMetricLabel } from '../core/metric.ts'
import { chooseChartScale, formatAgainstLimit, formatCounted, formatValue, roundToTwoDigits } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'
import { computeMiss } from './headlined.ts'
import type { Operator, RequirementResult } from './requirement.ts'

/** Longer sentences name the case last, because a headline may have no space for it. */
const sentenceLength = 56

/** Describes limits that are counts, or that have only two outcomes; null: as other limits. `where`: the case. */
const outcomes = new Map<string, (actual: number, axes: Axes, where: string) => string | null>(
  Object.entries({
    proven_gain: (actual, { variant }) =>
      actual === 0 ? `No gain with ${variant} is proven; a gain is required` : null,
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
  }),
)

/** What a subject is built of. */
type Words = Pick<RequirementResult, 'axes' | 'suite' | 'value'> & {
  /** ` in stage ESM-2`, ` of GPU 0` and ` on GPU 0`; empty without the axis, or ` in main memory`. */
  readonly inStage: string
  readonly ofGpu: string
  readonly onDevice: string
  /** `leak` for a missed limit, else `growth`. */
  readonly growth: string
  readonly sign: string
  readonly deviceKind: Testbed['deviceKind']
}

/** What stands before and after the figure; null: as for other figures of a case. */
type Subject = readonly [start: string, end?: string] | null

/** Subjects of limits that need no case: it is implied, or part of the subject. */
const subjects = new Map<string, (words: Words) => Subject>(
  Object.entries({
    speedup: ({ axes: { revision, variant, gpus }, suite, deviceKind }) => {
      if (revision !== undefined) return [`Speed-up over ${revision}: `]
      if (variant !== undefined) return [`Speed-up with ${variant}: `]
      if (gpus === undefined) return null
      return [`Speed-up${suite === 'scaling' ? '' : ` of ${suite}`} on ${describeDevices(gpus, deviceKind)}: `]
    },
    memory_growth: ({ growth, sign, onDevice }) => [`Memory ${growth}: ${sign}`, onDevice],
    certain_growth: ({ growth, sign, onDevice }) => [`Memory ${growth}: at least ${sign}`, onDevice],
    memory_left: ({ onDevice }) => ['Memory left after the run: ', onDevice],
    memory_peak_share: ({ ofGpu, inStage }) => [`Peak memory${ofGpu}${inStage}: `, ofGpu && ' of its memory'],
    allocator_efficiency: ({ ofGpu, inStage }) => [`Used share of the reserved memory${ofGpu}${inStage}: `],
    gpu_stage_utilization: describeStageUtilization,
    stage_utilization: describeStageUtilization,
    load_imbalance: ({ inStage }) => [`Imbalance of the workers${inStage}: `],
    label_agreement: ({ axes: { against } }) => (against === undefined ? null : [`Same labels as ${against}: `]),
    score_agreement: ({ axes: { against } }) => (against === undefined ? null : [`Same scores as ${against}: `]),
    proven_gain: ({ axes: { variant } }) => [`Proven gain with ${variant}: `],
    memory_overhead: ({ axes: { variant } }) => [`Additional memory with ${variant}: `],
    checkpoint_overhead: () => ['Cost of checkpoints: ', ' of the throughput'],
    sustained_rate: () => ['Rate of the large dataset: ', ' of the usual rate'],
    telemetry_captured: ({ value }) => [`${describeFigure(value)}: `],
    gpu_samples_logged: ({ value }) => [`${describeFigure(value)}: `],
  }),
)

function describeStageUtilization({ inStage, ofGpu }: Words): Subject {
  return inStage === '' ? null : [`Utilization${ofGpu || ' of the GPUs'}${inStage}: `]
}

/**
 * Describes a limit and its figure in one sentence: `Memory leak: +192 MiB on GPU 0; limit 95 MiB`, `Speed-up over
 * v1.0: 3.94×; 4× required`. The case is left out where the subject implies it, or next to a column with the cases; it
 * stands last in a long sentence.
 */
export function describeLimit(
  result: RequirementResult,
  deviceKind: Testbed['deviceKind'],
  { hasCase }: { readonly hasCase: boolean } = { hasCase: true },
): string {
  const { actual, axes, value } = result
  const where = result.benchmark === '' ? result.suite : describeCase(result, deviceKind)
  const outcome = actual === null ? null : outcomes.get(value)?.(actual, axes, where)
  if (typeof outcome === 'string') return outcome
  const [figure] = formatFigures(result)
  const required = describeRequired(result)
  const subject = subjects.get(value)?.(collectWords(result, deviceKind))
  if (subject) return `${[subject[0], figure, subject[1]].join('')}; ${required}`
  const short = `${describeFigure(value)}: ${figure}; ${required}`
  const sentence = `${describeFigure(value)} of ${where}: ${figure}; ${required}`
  if (hasCase && sentence.length <= sentenceLength) return sentence
  return hasCase ? `${short}; in ${where}` : short
}

/** Names of other tools stay unchanged. */
function describeFigure(value: string): string {
  const label = formatMetricLabel(value)
  return label === value ? value : label.charAt(0).toUpperCase() + label.slice(1)
}

function collectWords(result: RequirementResult, deviceKind: Testbed['deviceKind']): Words {
  const { gpu, stage } = result.axes
  return {
    ...result,
    inStage: stage === undefined || stage === '(whole run)' ? '' : ` in stage ${stage}`,
    ofGpu: gpu === undefined ? '' : ` of GPU ${gpu}`,
    onDevice: gpu === undefined ? ' in main memory' : ` on GPU ${gpu}`,
    growth: result.status === 'fail' ? 'leak' : 'growth',
    sign: (result.actual ?? 0) > 0 ? '+' : '',
    deviceKind,
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
/** Start of the sentence of a pass that lists parts of a run, with the smallest slowdown that it excludes for each. */
export const passByPart = 'not slower: '

/**
 * Splits a sentence into a headline and the rest, so that the headline with its `prefix` has less than 80 characters:
 * after the last clause that fits, otherwise after the last part of a pass, or before the reference of a comparison or
 * its case. Of a failure it names the error and not the case. What has none of these is cut, and the rest repeats it.
 */
export function splitHeadline(sentence: string, prefix = ''): readonly [headline: string, rest: string] {
  const space = Math.max(headlineLength / 2, headlineLength - 1 - prefix.length)
  return sentence.length <= space ? [sentence, ''] : (splitFailure(sentence, space) ?? splitClause(sentence, space))
}

/** Leaves out the case and the exit code of a failure that states an error; null for another sentence. */
function splitFailure(sentence: string, space: number): readonly [string, string] | null {
  const error = /^[^:;]*, [^:;]*: [a-z-]+: [^:;]*; last output: (.+)$/s.exec(sentence)?.[1]
  return error === undefined
    ? null
    : [error.length <= space ? error : cutWords(error, space, headlineLength / 2), sentence]
}

function splitClause(sentence: string, space: number): readonly [string, string] {
  const start = sentence.slice(0, space + 2)
  const clause = [start.lastIndexOf('; '), start.lastIndexOf(', against ')].find((index) => index > 0)
  if (clause !== undefined && clause <= space) return [sentence.slice(0, clause), sentence.slice(clause + 2)]
  const place = /^(.{1,80}?(?:slower|faster|higher|lower|%\)|points\))[^;:]*?) of (.*)$/s.exec(sentence)
  const [, change = '', rest = ''] = place ?? []
  if (change !== '' && change.length <= space) return [change, `case: ${rest}`]
  const reason = sentence.replace(/^[^:;(]*, [^:;(]*: /, '')
  return (
    splitParts(sentence, space) ?? [cutName(sentence, space) ?? cutWords(reason, space, headlineLength / 2), sentence]
  )
}

/** Splits a pass after the last part that fits; null for another sentence. */
function splitParts(sentence: string, space: number): readonly [string, string] | null {
  const end = sentence.slice(0, space + 2).lastIndexOf(', ')
  if (!sentence.startsWith(passByPart) || end < 0) return null
  return [sentence.slice(0, end), `${passByPart}${sentence.slice(end + 2)}`]
}

/** Cuts the name of a limit and keeps its figures; null for another sentence. */
function cutName(sentence: string, space: number): string | null {
  const [, name = '', figures = ''] = /^(.{20,}?)(: [^;]{1,30}; [^;]{1,30})(?:;.*)?$/s.exec(sentence) ?? []
  return figures !== '' && figures.length < space / 2 ? `${cutWords(name, space - figures.length)}${figures}` : null
}

/** Ends a text after its last whole word within `space` characters, but not before `least`, and never inside a number. */
function cutWords(text: string, space: number, least = space / 2): string {
  const words = text.slice(0, space - 1)
  const kept = words.slice(0, Math.max(words.lastIndexOf(' '), least))
  const isInNumber = /^[.,]?\d/.test(text.slice(kept.length))
  return `${(isInNumber ? kept.replace(/\d[\d.,]*$/, '') : kept).trimEnd()}…`
}
