import { basename } from 'node:path'
import { abConfigName } from '../../config/ab/ab-config.ts'
import { doesFailCheck, type Comparison } from '../../domain/verdict/comparison.ts'
import type { Conclusion } from '../../domain/verdict/conclusion.ts'
import type { Finding, NextStep } from '../../domain/verdict/report.ts'
import { usualConfig } from '../../domain/core/run-context.ts'
import { quoteShellWord } from '../../domain/core/command.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord, WorkTrace } from '../../record/run.ts'
import { listOwnDatasets } from '../findings/cautions.ts'
import { formatFlow } from '../../domain/init/yaml-text.ts'

/** The parts of a report that decide the next steps. */
export type NextStepsInput = {
  readonly record: Pick<RunRecord, 'pullRequest' | 'revisions' | 'yardstick' | 'baseCommit' | 'datasetDifferences'>
  readonly comparisons: readonly Comparison[]
  readonly findings: readonly Finding[]
  readonly outcomes: readonly Pick<CaseOutcome, 'status'>[]
  readonly verdict: Conclusion['verdict']
  /** What the counted trials of each unverified case left; empty: all work is verified. */
  readonly unverified: readonly (readonly WorkTrace[])[]
}

/** Suggests the next steps for the reader, with a command where one exists; empty after a pass with a baseline. */
export function suggestNextSteps(input: NextStepsInput): NextStep[] {
  const { verdict, record } = input
  // `warpgauge ab` has no config file and no baselines.
  const repeatAb = { text: 'Repeat the same `warpgauge ab` command, with --runs for more runs', command: null }
  if (basename(record.yardstick.path) === abConfigName) return verdict === 'pass' ? [] : [repeatAb]
  return [...suggestByVerdict(input), ...suggestVerification(input)]
}

function suggestByVerdict(input: NextStepsInput): NextStep[] {
  const { verdict, record, comparisons } = input
  const isPull = record.pullRequest !== null
  const inComment = 'with a comment on this pull request, where comment commands are set up'
  const formatRefresh = (reason: string) =>
    isPull ? `/warpgauge refresh "${reason}"` : `warpgauge baseline refresh RUN_FOLDER --reason "${reason}"`
  const firstSteps = [
    {
      text: 'Commit a first baseline for this testbed, so that the next run can be compared',
      command: formatRefresh('first baseline'),
    },
  ].filter(() => needsBaseline(input))
  const accept = {
    text: `If the change is intended, accept it and state the reason, ${inComment}`,
    command: '/warpgauge accept "REASON"',
  }
  const refresh = {
    text: 'After an intended change was merged, refresh the baseline',
    command: formatRefresh('REASON'),
  }
  switch (verdict) {
    case 'fail': {
      // New samples change neither a limit nor another revision.
      const isAgainstBaseline = comparisons.filter(doesFailCheck).some((one) => one.reference.startsWith('baseline '))
      return [
        suggestReproduction(input),
        ...suggestBisect(input),
        ...(isPull ? [accept] : []),
        ...(isAgainstBaseline ? [refresh] : []),
      ]
    }
    case 'error':
      return [
        { text: 'Check the raw output of the failed trials in the run folder', command: null },
        suggestReproduction(input),
      ]
    case 'inconclusive': {
      const merge =
        'Merge the dataset, or the repair of its command, in a pull request of its own, and measure this one again'
      if (listOwnDatasets(record).length > 0) return [{ text: merge, command: null }]
      if (firstSteps.length > 0) return firstSteps
      return [isPull ? { text: `Run it again ${inComment}`, command: '/warpgauge run' } : suggestReproduction(input)]
    }
    case 'pass':
      return firstSteps
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

/**
 * `fetch`: gets exactly the measured commit of a pull request, which may be a test merge or of a fork, and which its refs may
 * have left. `mergeBase` null: none.
 */
function describeCommits({ pullRequest, revisions }: NextStepsInput['record']) {
  const head = revisions.find(({ label }) => label === 'head')?.commit ?? null
  return {
    head,
    fetch: head !== null && pullRequest !== null ? [`git fetch origin ${head} &&`] : [],
    mergeBase: revisions.find(({ ref }) => ref === 'merge-base')?.commit ?? null,
  }
}

/** Runs that another program disturbed are no baseline. */
function needsBaseline({ comparisons, findings, outcomes }: NextStepsInput): boolean {
  const isDisturbed = outcomes.some(({ status }) => status === 'contaminated')
  return comparisons.length === 0 && !isDisturbed && findings.some(({ code }) => code === 'no-baseline')
}

/** Repeats the run with the same merge base; without it, committed samples or nothing would decide. */
function suggestReproduction({ record, comparisons }: NextStepsInput): NextStep {
  const suite = findWorstRegression(comparisons)?.suite
  const { fetch, mergeBase } = describeCommits(record)
  const command = [
    ...fetch,
    ...(fetch.length > 0 ? ['git switch --detach FETCH_HEAD &&'] : []),
    `warpgauge run --config ${quoteShellWord(record.yardstick.path)}`,
    ...(suite === undefined ? [] : [`--suite ${suite}`]),
    ...(mergeBase === null ? [] : [`--base ${mergeBase.slice(0, 12)}`]),
  ].join(' ')
  return { text: 'Reproduce the run on the same kind of machine', command }
}

/** Requires a regression and a good commit: the merge base that was measured, or the base that has the samples. */
function suggestBisect({ record, comparisons }: NextStepsInput): NextStep[] {
  const regression = findWorstRegression(comparisons)
  const { yardstick } = record
  const { fetch, mergeBase, head: bad } = describeCommits(record)
  const ofBase = yardstick.origin === 'base' ? (record.baseCommit ?? yardstick.commit) : null
  const good = mergeBase ?? ofBase
  if (!regression || good === null || bad === null || good === bad) return []
  const command = [
    ...fetch,
    `warpgauge bisect --good ${good.slice(0, 12)} --bad ${bad.slice(0, 12)}`,
    `--suite ${regression.suite} --metric ${quoteShellWord(regression.metric)}`,
    ...(yardstick.path === usualConfig ? [] : [`--config ${quoteShellWord(yardstick.path)}`]),
  ].join(' ')
  return [{ text: 'Find the commit that introduced the regression', command }]
}

function findWorstRegression(comparisons: readonly Comparison[]): Comparison | undefined {
  return comparisons.filter(doesFailCheck).toSorted((a, b) => Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0))[0]
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
  if (table) {
    const [smallest = 1, largest = 1] = [table.rows[0], table.rows.at(-1)]
    // Exact if all trials wrote the same number of rows.
    const rows = smallest === largest ? `rows: ${smallest}` : `minRows: ${Math.max(1, Math.floor(smallest / 2))}`
    return `proof: { results: { path: ${formatFlow(table.path)}, ${rows} } }`
  }
  const [largest] = files.toSorted((a, b) => b.minBytes - a.minBytes)
  if (largest) return `proof: { files: [{ path: ${formatFlow(largest.path)}, minBytes: ${largest.minBytes} }] }`
  const line = findCommonLine(traces.map(({ lastLine }) => lastLine ?? ''))
  return line === null ? null : `proof: { stdout: ['${line.replaceAll("'", "''")}'] }`
}

/** Files of every trial. Half of the smallest size allows for results that vary between trials. */
function listCommonFiles([first, ...others]: readonly WorkTrace[]) {
  return (first?.files ?? []).flatMap((file) => {
    const same = [file, ...others.flatMap(({ files }) => files.find(({ path }) => path === file.path) ?? [])]
    if (same.length <= others.length) return []
    const sizes = new Set(same.map(({ bytes }) => bytes))
    const minBytes = sizes.size === 1 ? file.bytes : Math.max(1, Math.floor(Math.min(...sizes) / 2))
    const rows = same.flatMap((one) => one.rows || []).toSorted((a, b) => a - b)
    return [{ path: file.path, rows: rows.length === same.length ? rows : [], minBytes }]
  })
}

/** The complete line if all are equal, otherwise its start before the first digit, such as that of a time. */
function findCommonLine(lines: readonly string[]): string | null {
  const [first = ''] = lines
  const common = lines.length > 1 && lines.every((line) => line === first) ? first : first.replace(/\d.*$/su, '').trim()
  const isUsable = common.length >= minLineLength && /\p{L}/u.test(common) && !/\p{C}/u.test(common)
  return isUsable && lines.every((line) => line.includes(common)) ? common : null
}
