import { basename } from 'node:path'
import { abConfigName } from '../../config/ab/ab-config.ts'
import { doesFailCheck, type Comparison } from '../../domain/verdict/comparison.ts'
import type { Conclusion } from '../../domain/verdict/conclusion.ts'
import type { Finding, NextStep } from '../../domain/verdict/report.ts'
import { quoteShellWord } from '../../domain/core/shell-words.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { WorkTrace, TracedFile } from '../../record/run.ts'
import { listOwnDatasets } from '../findings/cautions.ts'
import { formatScalar } from '../../domain/init/yaml-text.ts'

/** The parts of a report that decide the next steps. */
export type NextStepsInput = {
  readonly record: Pick<
    RunRecord,
    'pullRequest' | 'revisions' | 'yardstick' | 'baseCommit' | 'testMerge' | 'datasetDifferences'
  >
  readonly comparisons: readonly Comparison[]
  readonly findings: readonly Finding[]
  readonly outcomes: readonly Pick<CaseOutcome, 'status'>[]
  readonly verdict: Conclusion['verdict']
  /** What the counted trials of each unverified case left; empty: all work is verified. */
  readonly unverified: readonly (readonly WorkTrace[])[]
}

const inComment = 'with a comment on this pull request, where comment commands are set up'

/** Suggests the next steps for the reader, with a command where one exists; empty after a pass with a baseline. */
export function suggestNextSteps(input: NextStepsInput): NextStep[] {
  const { verdict, record } = input
  if (basename(record.yardstick.path) === abConfigName) return verdict === 'pass' ? [] : [repeatAb]
  return [...suggestByVerdict(input), ...suggestVerification(input)]
}

/** `warpgauge ab` has no config file and no baselines. */
const repeatAb: NextStep = { text: 'Repeat the same `warpgauge ab` command, with --runs for more runs', command: null }

function suggestByVerdict(input: NextStepsInput): NextStep[] {
  const { verdict } = input
  switch (verdict) {
    case 'fail':
      return [suggestReproduction(input), ...suggestBisect(input), ...suggestAccept(input), ...suggestRefresh(input)]
    case 'error':
      return [checkOutput, suggestReproduction(input)]
    case 'inconclusive':
      if (listOwnDatasets(input.record).length > 0) return [mergeDataset]
      if (needsBaseline(input)) return [suggestFirstBaseline(input)]
      return [input.record.pullRequest === null ? suggestReproduction(input) : repeatRun]
    case 'pass':
      return needsBaseline(input) ? [suggestFirstBaseline(input)] : []
    default:
      return verdict satisfies never
  }
}

/** Suggests a proof that fits all cases, or the first that left something; otherwise the program must first write one. */
function suggestVerification({ unverified }: NextStepsInput): NextStep[] {
  if (unverified.length === 0) return []
  const command = [unverified.flat(), ...unverified].map(suggestProof).find((proof) => proof !== null) ?? null
  const text =
    command === null
      ? 'To verify the work of each run, let the program write its result to {output} or print a line at its end, and name it in pipeline.proof'
      : 'To verify the work of each run, add this line below pipeline: in the config, and check that it fits every run'
  return [{ text, command }]
}

const repeatRun: NextStep = { text: `Run it again ${inComment}`, command: '/warpgauge run' }

const mergeDataset: NextStep = {
  text: 'Merge the dataset, or the repair of its command, in a pull request of its own, and measure this one again',
  command: null,
}

const checkOutput: NextStep = { text: 'Check the raw output of the failed trials in the run folder', command: null }

/** Repeats the run with the same merge base; without it, committed samples or nothing would decide. */
function suggestReproduction({ record, comparisons }: NextStepsInput): NextStep {
  const suite = findWorstRegression(comparisons)?.suite
  const mergeBase = findMergeBase(record)
  const command = [
    ...formatMergeFetch(record),
    ...(record.testMerge ? ['git switch --detach FETCH_HEAD &&'] : []),
    `warpgauge run --config ${record.yardstick.path}`,
    ...(suite === undefined ? [] : [`--suite ${suite}`]),
    ...(mergeBase === null ? [] : [`--base ${shortenCommit(mergeBase)}`]),
  ].join(' ')
  return { text: 'Reproduce the run on the same kind of machine', command }
}

/** No branch contains a test merge, so it must be fetched by its pull request ref. */
function formatMergeFetch({ pullRequest, testMerge }: NextStepsInput['record']): string[] {
  return testMerge && pullRequest !== null ? [`git fetch origin refs/pull/${pullRequest}/merge &&`] : []
}

/** Null: the run has no merge base. */
function findMergeBase({ revisions }: NextStepsInput['record']): string | null {
  return revisions.find(({ ref }) => ref === 'merge-base')?.commit ?? null
}

/** Requires a regression and a good commit: the merge base that was measured, or the base that has the samples. */
function suggestBisect({ record, comparisons }: NextStepsInput): NextStep[] {
  const regression = findWorstRegression(comparisons)
  const { yardstick } = record
  const ofBase = yardstick.origin === 'base' ? (record.baseCommit ?? yardstick.commit) : null
  const good = findMergeBase(record) ?? ofBase
  const bad = record.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (!regression || good === null || bad === null || good === bad) return []
  const command = [
    ...formatMergeFetch(record),
    `warpgauge bisect --good ${shortenCommit(good)} --bad ${shortenCommit(bad)}`,
    `--suite ${regression.suite} --metric ${quoteShellWord(regression.metric)}`,
    ...(yardstick.path === usualConfig ? [] : [`--config ${quoteShellWord(yardstick.path)}`]),
  ].join(' ')
  return [{ text: 'Find the commit that introduced the regression', command }]
}

/** The default of `warpgauge bisect --config`. */
const usualConfig = '.github/warpgauge.yml'

function suggestAccept({ record }: NextStepsInput): NextStep[] {
  if (record.pullRequest === null) return []
  return [
    {
      text: `If the change is intended, accept it and state the reason, ${inComment}`,
      command: '/warpgauge accept "REASON"',
    },
  ]
}

/** Only for regressions: new samples do not change a requirement. */
function suggestRefresh({ record, comparisons }: NextStepsInput): NextStep[] {
  if (!findWorstRegression(comparisons)) return []
  return [
    { text: 'After an intended change was merged, refresh the baseline', command: formatRefresh('REASON', record) },
  ]
}

function suggestFirstBaseline({ record }: NextStepsInput): NextStep {
  const text = 'Commit a first baseline for this testbed, so that the next run can be compared'
  return { text, command: formatRefresh('first baseline', record) }
}

function formatRefresh(reason: string, { pullRequest }: NextStepsInput['record']): string {
  return pullRequest === null
    ? `warpgauge baseline refresh RUN_FOLDER --reason "${reason}"`
    : `/warpgauge refresh "${reason}"`
}

/** Runs that another program disturbed are no baseline. */
function needsBaseline({ comparisons, findings, outcomes }: NextStepsInput): boolean {
  const isDisturbed = outcomes.some(({ status }) => status === 'contaminated')
  return comparisons.length === 0 && !isDisturbed && findings.some(({ code }) => code === 'no-baseline')
}

function findWorstRegression(comparisons: readonly Comparison[]): Comparison | undefined {
  return comparisons.filter(doesFailCheck).toSorted((a, b) => Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0))[0]
}

function shortenCommit(commit: string): string {
  return commit.slice(0, 12)
}

/** Shorter texts may be in the output of a run without work. */
const minLineLength = 4

/**
 * Suggests a proof of work as one line of YAML below `pipeline:`, from what every trial left: a table, else the largest
 * file, else the last line of standard output. Null: nothing that all trials have.
 */
export function suggestProof(traces: readonly WorkTrace[]): string | null {
  const files = listCommonFiles(traces)
  const table = files.find(({ rows }) => (rows[0] ?? 0) > 0)
  if (table) return `proof: { results: { path: ${formatScalar(table.path)}, ${formatRows(table.rows)} } }`
  const [largest] = files.toSorted((a, b) => b.minBytes - a.minBytes)
  if (largest) return `proof: { files: [{ path: ${formatScalar(largest.path)}, minBytes: ${largest.minBytes} }] }`
  const line = findCommonLine(traces.map(({ lastLine }) => lastLine ?? ''))
  return line === null ? null : `proof: { stdout: ['${line.replaceAll("'", "''")}'] }`
}

type CommonFile = { readonly path: string; readonly rows: readonly number[]; readonly minBytes: number }

/** Files of every trial. Half of the smallest size allows for results that vary between trials. */
function listCommonFiles([first, ...others]: readonly WorkTrace[]): CommonFile[] {
  return (first?.files ?? []).flatMap((file) => {
    const same = [file, ...others.flatMap(({ files }) => files.find(({ path }) => path === file.path) ?? [])]
    if (same.length <= others.length) return []
    const sizes = new Set(same.map(({ bytes }) => bytes))
    const minBytes = sizes.size === 1 ? file.bytes : Math.max(1, Math.floor(Math.min(...sizes) / 2))
    return [{ path: file.path, rows: listRows(same), minBytes }]
  })
}

function listRows(files: readonly TracedFile[]): number[] {
  const rows = files.flatMap((file) => (file.rows === null || file.rows === 0 ? [] : [file.rows]))
  return rows.length === files.length ? rows.toSorted((a, b) => a - b) : []
}

/** Exact if all trials wrote the same number of rows, otherwise half of the smallest number. */
function formatRows(rows: readonly number[]): string {
  const [smallest = 1, largest = 1] = [rows[0], rows.at(-1)]
  return smallest === largest ? `rows: ${smallest}` : `minRows: ${Math.max(1, Math.floor(smallest / 2))}`
}

/** The complete line if all are equal, otherwise its start before the first digit, such as that of a time. */
function findCommonLine(lines: readonly string[]): string | null {
  const [first = ''] = lines
  const common = lines.length > 1 && lines.every((line) => line === first) ? first : first.replace(/\d.*$/su, '').trim()
  const isUsable = common.length >= minLineLength && /\p{L}/u.test(common) && !/\p{C}/u.test(common)
  return isUsable && lines.every((line) => line.includes(common)) ? common : null
}
