import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseBaseline } from '../config/records/parse-records.ts'
import type { Config } from '../config/schema/schema.ts'
import {
  compareWithBaseline,
  judgeByBaseline,
  type BaselineComparisonInput,
  toHeadCases,
} from '../domain/baselines/baseline-comparison.ts'
import { formatAxes, formatCaseId } from '../domain/core/case.ts'
import { attempt, formatNames, UserError } from '../domain/core/errors.ts'
import type { Comparison } from '../domain/verdict/comparison.ts'
import { concludeStored } from '../domain/verdict/conclusion.ts'
import { formatVerdict } from '../domain/verdict/sentence.ts'
import { readingPrefix } from '../domain/trial/trial-readings.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import type { Baseline } from '../record/baseline.ts'
import { renderComparisons } from '../reporters/index.ts'
import { buildBaselines } from '../judging/baselines/baselines.ts'
import { listHeadLosses, listHeadDoubts } from '../judging/findings/gaps.ts'
import { chooseGate } from '../suites/choose-gate.ts'
import { changedConfig, openFolder } from './judge-folder.ts'
import type { ExitCode } from './exit-code.ts'
import { maxBaselineBytes, readLocalRules } from './local-inputs.ts'
import { parseShare } from './option-numbers.ts'
import { inspectTerminal, print, say } from './terminal.ts'

/** Options of `warpgauge compare`. */
type CompareOptions = { readonly config?: string; readonly minEffect?: string; readonly format: 'terminal' | 'json' }

/** Compares one baseline with its head. */
type CompareSuite = (input: Pick<BaselineComparisonInput, 'baseline' | 'testbed' | 'cases'>) => Comparison[]

/** Compares the figures of two run folders or baseline files and prints the result; writes no file. */
export async function compareFigures(base: string, head: string, options: CompareOptions): Promise<ExitCode> {
  const named = options.config === undefined ? null : (await readLocalRules(options.config)).config
  const [from, to] = [await readInput(base, named), await readInput(head, named)]
  const minEffect = options.minEffect === undefined ? null : parseShare('--min-effect', options.minEffect)
  const rules = buildRules(named ?? to.config ?? from.config, minEffect)
  const comparisons = compareInputs(from.baselines, to.baselines, rules)
  const deviceKind = from.baselines[0]?.testbed.deviceKind ?? 'gpu'
  const doubts = [...from.lost.map((text) => `base: ${text}`), ...to.doubts, ...to.lost]
  const conclusion = concludeStored(comparisons, doubts, deviceKind)
  const { verdict, reasons } = conclusion
  const sentence = formatVerdict({ verdict, reasons, comparisons, requirements: [] }, deviceKind)
  const headed = { title: 'compare', verdict, sentence }
  print(
    options.format === 'json'
      ? JSON.stringify({ comparisons, ...(doubts.length > 0 && { doubts }) }, null, 2)
      : renderComparisons(comparisons, headed, inspectTerminal()),
  )
  const gates = comparisons.filter(({ isGate }) => isGate)
  const unjudged = gates.filter((item) => item.verdict === 'missing' || item.verdict === 'not comparable')
  if (unjudged.length > 0) say(`${unjudged.length} of ${gates.length} gate metrics could not be compared`)
  for (const doubt of doubts) say(`warning: ${doubt}`)
  const known = new Set(listFigures(from.baselines))
  const fresh = listFigures(to.baselines).filter((name) => !known.has(name))
  if (fresh.length > 0) say(`only in the head, so not compared: ${formatNames(fresh)}`)
  return conclusion.exitCode
}

/** Compares each suite of the base; one that the head lacks is reported as missing. */
function compareInputs(
  bases: readonly Baseline[],
  heads: readonly Baseline[],
  compareSuite: CompareSuite,
): Comparison[] {
  const isCommon = bases.some(({ suite }) => heads.some((head) => head.suite === suite))
  const comparisons = bases.flatMap((baseline) => {
    const head = heads.find((item) => item.suite === baseline.suite)
    const [testbed, cases] = [head?.testbed ?? baseline.testbed, head ? toHeadCases(head) : []]
    return compareSuite({ baseline, testbed, cases })
  })
  if (isCommon && comparisons.length > 0) return comparisons
  throw new UserError(
    `the two have no suite in common: ${formatSuites(bases)} against ${formatSuites(heads)}`,
    'Compare runs of the same suites.',
  )
}

/** Lists the metrics of all cases. */
function listFigures(side: readonly Baseline[]): string[] {
  return side.flatMap(({ suite, cases }) =>
    cases.flatMap((one) => one.metrics.map(({ name }) => `${name} of ${formatCaseId({ suite, ...one })}`)),
  )
}

/** The gate of a config, as for a run; two baseline files have none. */
function buildRules(config: Config | null, minEffect: number | null): CompareSuite {
  if (config === null) {
    const gate = ['wall_time', `${readingPrefix}*`]
    return (input) =>
      compareWithBaseline({ ...input, gate, policy: { minEffect: minEffect ?? 0.03, confidence: 0.95 } })
  }
  const policy = { ...config.comparison, ...(minEffect !== null && { minEffect }) }
  return (input) => judgeByBaseline({ ...input, gate: chooseGate(config, input.baseline.suite), policy })
}

function formatSuites(side: readonly Baseline[]): string {
  return side
    .map((item) => `${item.suite} (${item.cases.map((entry) => formatAxes(entry.axes)).join('; ')})`)
    .join(', ')
}

type ComparisonInput = {
  readonly baselines: readonly Baseline[]
  /** The config of a run folder; null: a baseline file. */
  readonly config: Config | null
  /** Reasons why the samples do not fully represent their run. */
  readonly doubts: readonly string[]
  /** Figures of a run folder that have no samples to compare, as sentences. */
  readonly lost: readonly string[]
}

/** A config that is not the one of the measurement could have a weaker gate. */
async function readInput(path: string, named: Config | null): Promise<ComparisonInput> {
  const absolute = resolve(path)
  const isFolder = attempt(() => statSync(absolute).isDirectory())
  if (isFolder === null)
    throw new UserError(`${path} does not exist or cannot be reached`, 'Give a run folder or a baseline file.')
  if (isFolder) {
    const { record, config, isOtherConfig } = await openFolder(absolute, null)
    const baselines = buildBaselines(record, config, 'compared')
    if (!baselines.some(({ cases }) => cases.length > 0))
      throw new UserError(
        `the run in ${path} has no figures to compare`,
        'Find the reason with `warpgauge report`, and measure again.',
      )
    const doubts = isOtherConfig && named === null ? [changedConfig] : []
    const lost = listHeadLosses(record, named ?? config)
    return { baselines, config, doubts: [...listHeadDoubts(record), ...doubts], lost }
  }
  const text = await diskFileStore.readText(absolute, maxBaselineBytes)
  return { baselines: [parseBaseline(text ?? '', path)], config: null, doubts: [], lost: [] }
}
