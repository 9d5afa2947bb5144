import { processFamilies } from './noise-processes.ts'
import { shareText, table } from './page-tables.ts'
import type { CheckRates, FamilyResult } from './process-rates.ts'

/** Results of one version of warpgauge. */
export type ProcessResults = {
  /** Rates by option; null: this version does not have the option. */
  readonly default: readonly FamilyResult[]
  readonly exact: readonly FamilyResult[] | null
  readonly bimodal: readonly BimodalResult[]
}

/** Bimodal runs judged by some gates; `results` is null where this version does not have the option or the metric. */
export type BimodalResult = { readonly gate: string; readonly results: readonly FamilyResult[] | null }

const explainedAbove = 0.05

/** Families in the summary: one for each kind of noise, with the highest false alarm rate of its kind. */
const summarized: readonly string[] = [
  'white, 1 %',
  'white, 3 %',
  'white, 3 %, history 0.3 ×',
  'bimodal between processes, 13 % apart, 0.2 % within',
  'heavy tails, t with 3 degrees of freedom, scale 3 %',
  'lognormal bursts in one run of ten, 1 % otherwise',
  'unequal sides: base 5 %, head 0.5 %',
  'AR(1), r = 0.5, 3 %',
  'random walk, 2 % a run',
  'sawtooth, period 3, 5 %',
  'one slow run, period 3, 5 %',
  'slow half, period 3, 5 %',
  'clock flips every 5 runs on average, 13 % apart',
]

/** The tables by the names of their places. `before` is null where there is nothing to compare with. */
export function noiseBlocks(now: ProcessResults, before: ProcessResults | null): Readonly<Record<string, string>> {
  return {
    'noise-default': processTable(now.default, before?.default ?? null),
    'noise-explained': explanations(now.default),
    'noise-exact': now.exact ? processTable(now.exact, null) : 'This version does not have the option.',
    'noise-bimodal': bimodalTable(now.bimodal),
  }
}

/** One row for each kind of noise, by default and with `confirm: exact`. */
export function noiseSummary({ default: plain, exact }: ProcessResults): string {
  const rows = summarized.map((name) => {
    const family = plain.find((item) => item.name === name)
    if (!family) throw new RangeError(`there are no results of ${name}`)
    const confirmed = exact?.find((item) => item.name === name)
    return [
      name,
      shareText(rates(family, '0').failed, 1),
      shareText(rates(family, '0.03').failed),
      shareText(rates(family, '0.05').failed),
      shareText(rates(family, '0').inconclusive),
      confirmed ? shareText(rates(confirmed, '0').failed, 1) : '–',
      confirmed ? shareText(rates(confirmed, '0.05').failed) : '–',
    ]
  })
  const columns = ['Noise', 'False alarms', '3 % found', '5 % found', 'Inconclusive at 0 %']
  return table([...columns, '`exact`: false alarms', '`exact`: 5 % found'], rows)
}

/** A row per family. `before` adds the false alarms of an earlier version. */
function processTable(results: readonly FamilyResult[], before: readonly FamilyResult[] | null): string {
  const rows = results.map((family) => {
    const same = rates(family, '0')
    const earlier = before?.find(({ name }) => name === family.name)
    return [
      family.name,
      ...(before ? [earlier ? shareText(rates(earlier, '0').failed, 1) : '–'] : []),
      shareText(same.failed, 1),
      ...['0.02', '0.03', '0.05'].map((slowdown) => shareText(rates(family, slowdown).failed)),
      shareText(same.passed),
      shareText(same.inconclusive),
      same.runs.toFixed(1),
    ]
  })
  const columns = [
    'Noise',
    ...(before ? ['False alarms before'] : []),
    'False alarms',
    '2 % found',
    '3 % found',
    '5 % found',
    'Passed at 0 %',
    'Inconclusive at 0 %',
    'Runs per side at 0 %',
  ]
  return table(columns, rows)
}

/** A sentence for each family with more than 5 % false alarms. */
function explanations(results: readonly FamilyResult[]): string {
  const high = results.filter((family) => rates(family, '0').failed > explainedAbove)
  if (high.length === 0) return 'No family has more than 5 % false alarms.'
  const lines = high.map((family) => {
    const mechanism = processFamilies.find(({ name }) => name === family.name)?.mechanism ?? ''
    return `- ${family.name} (${shareText(rates(family, '0').failed, 1)}): ${mechanism}`
  })
  return lines.join('\n')
}

/** A row per scenario and gate. */
function bimodalTable(results: readonly BimodalResult[]): string {
  const rows = results.flatMap(({ gate, results: own }) =>
    (own ?? []).map((family) => [
      gate,
      family.name,
      shareText(rates(family, '0').failed, 1),
      ...['0.03', '0.05', '0.1'].map((slowdown) => shareText(rates(family, slowdown).failed)),
      shareText(rates(family, '0').passed),
      shareText(rates(family, '0').inconclusive),
      rates(family, '0').runs.toFixed(1),
    ]),
  )
  const columns = ['Gate', 'Modes', 'False alarms', '3 % found', '5 % found', '10 % found', 'Passed at 0 %']
  return table([...columns, 'Inconclusive at 0 %', 'Runs per side at 0 %'], rows)
}

function rates({ name, at }: FamilyResult, slowdown: string): CheckRates {
  const found = at[slowdown]
  if (!found) throw new RangeError(`there are no results of ${name} at ${slowdown}`)
  return found
}
