import {
  collectMarks,
  isSavedTrusted,
  summarizeBisect,
  findConfirmation,
  type BisectQuestion,
  type BisectResult,
  type BisectState,
} from '../domain/bisect/bisect-result.ts'
import { countQuestionsLeft, searchBisect } from '../domain/bisect/search-bisect.ts'
import { UserError } from '../domain/core/errors.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import { reuseSavedStep, type BisectCall, measureStep, stepsDirectory } from '../steps/bisect/measure-bisect.ts'

/** Request of a search. */
export type BisectRequest = BisectCall & {
  /** Whether to resume the search in the folder. */
  readonly isResume: boolean
  readonly commits: Pick<GitRepository, 'listCommitsBetween'>
}

/**
 * Finds the commit that caused a regression: measures both ends, uses results of earlier runs, measures single commits
 * interleaved with both ends, and confirms the culprit against its parent. A resumed search takes the same steps again and
 * reads the records of those that were measured.
 *
 * @throws UserError when the ends are no range, EnvironmentError when it is interrupted; both keep the measurements
 */
export async function bisect(request: BisectRequest): Promise<BisectResult> {
  const { question, commits, ports } = request
  await requireAncestor(question, ports.git)
  const range = await commits.listCommitsBetween(question.good, question.bad, question.isFirstParent)
  requireRange(range.length, question)
  const { folder, isResume } = request
  if (!isResume && (await ports.files.list(`${folder}/${stepsDirectory}`)).length > 0)
    throw new UserError(`${folder} already contains a bisection`, 'Add --resume, or choose another directory.')
  let state: BisectState = { question, range, testbedId: null, target: null, steps: [] }
  for (;;) {
    const next = await takeNextStep(state, request)
    if (next === null) return summarizeBisect(state)
    state = next
  }
}

/** Adds one answer to the state; null when the search is finished. */
async function takeNextStep(state: BisectState, call: BisectCall): Promise<BisectState | null> {
  const [ends] = state.steps
  if (!ends) return await measureStep(state, 'ends', state.question.bad, call)
  if (ends.mark !== 'bad' || !state.target) return null
  const marks = collectMarks(state.steps)
  const saved = isSavedTrusted(state.steps) ? await reuseSavedStep(state, call, marks) : null
  if (saved) return saved
  const found = searchBisect(state.range, marks)
  switch (found.state) {
    case 'searching':
      call.ports.logger.info(
        `${found.suspects.length} commits remain, at most ${countQuestionsLeft(found.suspects.length)} more measurements; next: ${found.next.slice(0, 12)}`,
      )
      return await measureStep(state, 'commit', found.next, call)
    case 'found':
      return findConfirmation(found.culprit, state) ? null : await measureStep(state, 'culprit', found.culprit, call)
    case 'stuck':
      return null
    default:
      return found satisfies never
  }
}

async function requireAncestor(
  { good, bad }: BisectQuestion,
  git: Pick<GitRepository, 'findMergeBase'>,
): Promise<void> {
  const base = await git.findMergeBase(good, bad)
  if (base === good) return
  throw new UserError(
    `the good commit ${good.slice(0, 12)} is not an ancestor of the bad commit ${bad.slice(0, 12)}`,
    base === null ? 'They share no history; use commits of one branch.' : `Use their merge base as --good: ${base}.`,
  )
}

/** Limit of commits in a search. */
const mostCommits = 20_000

function requireRange(commits: number, { good, bad }: BisectQuestion): void {
  if (good === bad || commits === 0)
    throw new UserError(
      `there is no commit after ${good.slice(0, 12)} up to ${bad.slice(0, 12)}`,
      'Use an older commit as --good and a newer one as --bad.',
    )
  if (commits > mostCommits)
    throw new UserError(`there are ${commits} commits between the ends`, 'Use ends that are closer together.')
}
