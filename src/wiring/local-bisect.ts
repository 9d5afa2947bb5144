import { join } from 'node:path'
import type { Inputs } from '../action/inputs.ts'
import { type BisectQuestion, type BisectResult, findQuestion } from '../domain/bisect/bisect-result.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { bisect, type BisectCall } from '../steps/bisect/bisect.ts'
import type { ProcessRunner } from '../ports/process-runner.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import { createMeasuringPorts, type MeasuringOptions } from './measuring-ports.ts'
import { UserError } from '../domain/core/errors.ts'
import { buildTrackingRules } from '../judging/baselines/baselines.ts'

/** The search parameters of a person or workflow. */
type BisectSpec = Omit<Inputs['bisect'], 'history' | 'cases'> & { readonly cases: readonly string[] }

/** Without a good commit, the records of earlier runs supply the range. */
export type LocalBisect = Omit<BisectCall, 'question' | 'readCommitted' | 'ports'> &
  Omit<MeasuringOptions, 'token'> & {
    readonly spec: BisectSpec
    /** Protects this process from the measured programs; absent on a developer's machine. */
    readonly guard?: (processes: ProcessRunner) => ProcessRunner
  }

const maxBaselineBytes = 16 * 2 ** 20

/** Measures commits of the clone on this machine until the search ends; throws a UserError without a range. */
export async function bisectLocally(search: LocalBisect): Promise<BisectResult> {
  const { workspace, guard = (processes) => processes } = search
  const ports = await createMeasuringPorts(search)
  const question = await buildQuestion(search, ports.git)
  // Reads each file once, before measured code runs, because that code could change the files.
  const known = new Map<string, Promise<string | null>>()
  const readCommitted = (path: string): Promise<string | null> => {
    const text = known.get(path) ?? diskFileStore.readText(join(workspace, path), maxBaselineBytes)
    known.set(path, text)
    return text
  }
  return await bisect({ ...search, question, readCommitted, ports: { ...ports, processes: guard(ports.processes) } })
}

/**
 * Builds the search question with commits as ends: from the given ends, or from the newest regression in the history.
 *
 * @throws UserError when a value is missing or is no commit
 */
async function buildQuestion(search: LocalBisect, git: GitRepository): Promise<BisectQuestion> {
  const { path: configPath, sha256: configSha256 } = search.rules.yardstick
  const { good, isFirstParent } = search.spec
  const range = good === null ? findRangeInHistory(search) : await resolveRange(search.spec, good, git)
  return { ...range, isFirstParent, configPath, configSha256 }
}

type Range = Pick<BisectQuestion, 'good' | 'bad' | 'suite' | 'cases' | 'metric'>

async function resolveRange(
  { bad, suite, cases, metric }: BisectSpec,
  good: string,
  git: GitRepository,
): Promise<Range> {
  if (suite === null) throw new UserError('the suite to search is missing', 'Set --suite, or the input suite.')
  const resolveEnd = async (name: 'good' | 'bad', ref: string): Promise<string> => {
    const commit = await git.resolve(ref)
    if (commit !== null) return commit
    throw new UserError(
      `the ${name} end ${JSON.stringify(ref)} is not a commit of this repository`,
      'Use a tag, branch or commit; in a workflow check out with `fetch-depth: 0`.',
    )
  }
  const ends = { good: await resolveEnd('good', good), bad: await resolveEnd('bad', bad ?? 'HEAD') }
  return { ...ends, suite, cases, metric }
}

function findRangeInHistory({ spec: { suite, cases, metric }, rules, records }: LocalBisect): Range {
  const found = records.length === 0 ? null : findQuestion(records, buildTrackingRules(rules.config), suite)
  if (found) return { ...found, cases: cases.length > 0 ? cases : found.cases, metric: metric ?? found.metric }
  throw new UserError(
    records.length === 0
      ? 'the good commit is missing'
      : 'the history has no confirmed regression with a range to search',
    'Set --good and --bad (inputs good and bad), or pass records of earlier runs with --history (input history).',
  )
}
