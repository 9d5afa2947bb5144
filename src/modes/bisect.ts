import type { BisectState } from '../config/schema/bisect-schema.ts'
import { collectMarks, isSavedTrusted } from '../domain/bisect/bisect-marks.ts'
import { summarizeBisect, findConfirmation } from '../domain/bisect/bisect-outcome.ts'
import type { BisectQuestion, BisectResult } from '../domain/bisect/bisect-result.ts'
import { countQuestionsLeft, searchBisect } from '../domain/bisect/search-bisect.ts'
import { UserError } from '../domain/core/errors.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import {
  measureCommit,
  measureCulprit,
  measureEnds,
  reuseSavedStep,
  type BisectCall,
} from '../steps/bisect/measure-bisect.ts'
import { openBisect, saveBisect } from '../steps/bisect/bisect-state.ts'

/** Request of a search. */
export type BisectRequest = BisectCall & {
  /** Whether to resume the search in the folder. */
  readonly isResume: boolean
  readonly commits: Pick<GitRepository, 'listCommitsBetween'>
}

/**
 * Finds the commit that caused a regression: measures both ends, uses results of earlier runs, measures single commits
 * interleaved with both ends, and confirms the culprit against its parent. Saves the state after every answer.
 *
 * @throws UserError when the ends are no range, EnvironmentError when it is interrupted; both keep the measurements
 */
export async function bisect(request: BisectRequest): Promise<BisectResult> {
  const { question, commits, ports } = request
  await requireAncestor(question, ports.git)
  const range = await commits.listCommitsBetween(question.good, question.bad, question.isFirstParent)
  requireRange(range.length, question)
  let state = await openBisect(request.folder, { question, range }, request.isResume, ports.files)
  for (;;) {
    const next = await takeNextStep(state, request)
    if (next === null) return summarizeBisect(state)
    state = next
    await saveBisect(request.folder, state, ports.files)
  }
}

/** Adds one answer to the state; null when the search is finished. */
async function takeNextStep(state: BisectState, call: BisectCall): Promise<BisectState | null> {
  const ends = state.steps.find(({ kind }) => kind === 'ends')
  if (!ends) return await measureEnds(state, call)
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
      return await measureCommit(state, found.next, call)
    case 'found':
      return findConfirmation(found.culprit, state) ? null : await measureCulprit(state, found.culprit, call)
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
