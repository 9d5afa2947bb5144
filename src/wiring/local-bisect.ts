import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { type BisectQuestion, type BisectResult, findQuestion } from '../domain/bisect/bisect-result.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { bisect, type BisectCall } from '../steps/bisect/bisect.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import type { Rules } from '../steps/baselines/load-committed.ts'
import { createMeasuringPorts, type MeasuringOptions } from './measuring-ports.ts'
import type { HistoryRecord } from '../record/history.ts'
import { UserError } from '../domain/core/errors.ts'
import { buildTrackingRules } from '../judging/baselines/baselines.ts'

export type LocalBisect = Omit<BisectCall, 'readCommitted' | 'ports'> &
  Omit<MeasuringOptions, 'token'> & {
    /** Protects this process from the measured programs; absent on a developer's machine. */
    readonly guard?: (processes: ProcessRunner) => ProcessRunner
  }

const maxBaselineBytes = 16 * 2 ** 20

/** Runs a search on this machine and its clone. */
export async function bisectLocally(search: LocalBisect): Promise<BisectResult> {
  const { workspace, guard = (processes) => processes } = search
  const ports = await createMeasuringPorts(search)
  // Reads each file once, before measured code runs, because that code could change the files.
  const known = new Map<string, Promise<string | null>>()
  const readCommitted = (path: string): Promise<string | null> => {
    const text = known.get(path) ?? diskFileStore.readText(join(workspace, path), maxBaselineBytes)
    known.set(path, text)
    return text
  }
  return await bisect({ ...search, readCommitted, ports: { ...ports, processes: guard(ports.processes) } })
}

/** The search parameters of a person or workflow. */
type BisectSpec = Omit<Inputs['bisect'], 'history' | 'cases'> & { readonly cases: readonly string[] }

export type BisectSources = {
  readonly rules: Rules
  /** Earlier runs; they supply the range when no good commit is given. */
  readonly records: readonly HistoryRecord[]
  /** Resolves a revision to a commit; null when there is none. */
  readonly resolve: (ref: string) => Promise<string | null>
}

/**
 * Builds the search question with commits as ends: from the given ends, or from the newest regression in the history.
 *
 * @throws UserError when a value is missing or is no commit
 */
export async function buildBisectQuestion(spec: BisectSpec, sources: BisectSources): Promise<BisectQuestion> {
  const { path: configPath, sha256: configSha256 } = sources.rules.yardstick
  const { good, isFirstParent } = spec
  const range = good === null ? findRangeInHistory(spec, sources) : await resolveRange(spec, good, sources)
  return { ...range, isFirstParent, configPath, configSha256 }
}

type Range = Pick<BisectQuestion, 'good' | 'bad' | 'suite' | 'cases' | 'metric'>

async function resolveRange(
  { bad, suite, cases, metric }: BisectSpec,
  good: string,
  { resolve }: BisectSources,
): Promise<Range> {
  if (suite === null) throw new UserError('the suite to search is missing', 'Set --suite, or the input suite.')
  const resolveEnd = async (name: 'good' | 'bad', ref: string): Promise<string> => {
    const commit = await resolve(ref)
    if (commit !== null) return commit
    throw new UserError(
      `the ${name} end ${JSON.stringify(ref)} is not a commit of this repository`,
      'Use a tag, branch or commit; in a workflow check out with `fetch-depth: 0`.',
    )
  }
  const ends = { good: await resolveEnd('good', good), bad: await resolveEnd('bad', bad ?? 'HEAD') }
  return { ...ends, suite, cases, metric }
}

function findRangeInHistory({ suite, cases, metric }: BisectSpec, { rules, records }: BisectSources): Range {
  const found = records.length === 0 ? null : findQuestion(records, buildTrackingRules(rules.config), suite)
  if (found) return { ...found, cases: cases.length > 0 ? cases : found.cases, metric: metric ?? found.metric }
  throw new UserError(
    records.length === 0
      ? 'the good commit is missing'
      : 'the history has no confirmed regression with a range to search',
    'Set --good and --bad (inputs good and bad), or pass records of earlier runs with --history (input history).',
  )
}
