import { handleUserError } from '../../domain/core/errors.ts'
import type { RunContext, MeasuredBy } from '../../domain/core/run-context.ts'
import {
  createPathFilter,
  findProgramChange,
  findLinkedPaths,
  type PathFilter,
  linkMode,
  listTreeChanges,
  type PathChange,
  type TreeFile,
} from '../../domain/paths/program-paths.ts'
import { listNamedPaths } from '../../judging/paths/paths.ts'
import type { GitHub } from '../../io/github/github.ts'
import { loadRules } from '../baselines/load-committed.ts'
import {
  findMeasuredOrigin,
  type MeasuredOrigin,
  verifyMeasuredCommit,
  type VerifiedCommits,
} from '../publish/trusted-inputs.ts'

/** Why a measurement is needed, or what shows that it is not. `hasPaths`: the base sets `pipeline.paths`. */
export type MeasurementDecision =
  | { readonly isNeeded: true; readonly reason: string; readonly hasPaths: boolean }
  | {
      readonly isNeeded: false
      readonly unrelated: UnrelatedChange
      readonly commits: VerifiedCommits
      readonly origin: MeasuredOrigin
    }

/** A change of files that do not belong to the program. */
type UnrelatedChange = {
  /** Changed paths, sorted. */
  readonly changed: readonly string[]
  /** `pipeline.paths` of the base. */
  readonly globs: readonly string[]
  /** Label that requests a measurement nevertheless. */
  readonly label: string
}

type DecisionRequest = {
  readonly context: RunContext
  readonly measuredBy: MeasuredBy
  /** Path of the config inside the repository. */
  readonly configPath: string
}

/**
 * Decides by the files of the commits on GitHub and the config of the base whether a change can affect the program. Only
 * what is known to be unrelated is not measured.
 *
 * @throws EnvironmentError when GitHub refuses or is unreachable, UserError for an invalid config or commit
 */
export async function decideMeasurement(
  { context, measuredBy, configPath }: DecisionRequest,
  gitHub: GitHub,
): Promise<MeasurementDecision> {
  if (context.commanded) return needsMeasurement('a comment command requests it')
  const { headCommit } = measuredBy
  const origin = await findMeasuredOrigin(measuredBy, context.pullRequest, gitHub)
  if (origin.pulls.length > 1) return needsMeasurement('several pull requests have this head')
  const head = await verifyMeasuredCommit(headCommit, headCommit, origin, gitHub)
  if (head.base === null || head.mergeBase === null) return needsMeasurement('the event has no base to compare with')
  const read = (commit: string, path: string) => gitHub.readAt(commit, path)
  const rules = await loadRules({ path: configPath, trustedCommit: head.base.tip, headCommit, read })
  const { config, yardstick, text } = rules
  const globs = config.pipeline.paths
  if (globs.length === 0) return needsMeasurement('pipeline.paths is empty', false)
  if (yardstick.origin !== 'base') return needsMeasurement('the base has no config')
  const label = config.commands.measureLabel
  if (await hasLabel(origin, label, gitHub)) return needsMeasurement(`it has the label ${label}`)
  const pairs = await findPairs(head, { context, origin, gitHub })
  if (pairs === null) return needsMeasurement('GitHub has no current merge of it into its base')
  if ((await read(pairs[0].before, configPath)) !== text) return needsMeasurement(`${configPath} changed on the base`)
  const isProgram = createPathFilter(globs)
  const compared = await compareTrees(pairs, isProgram, gitHub)
  if (typeof compared === 'string') return needsMeasurement(compared)
  const { changes, linked } = compared
  const reason = findProgramChange(changes, { isProgram, linked, named: listNamedPaths(config, configPath) })
  if (reason !== null) return needsMeasurement(`it changes the program: ${reason}`)
  const changed = [...new Set(changes.map(({ path }) => path))].toSorted()
  return {
    isNeeded: false,
    unrelated: { changed, globs, label },
    commits: head,
    origin,
  }
}

/** The decision to measure; the reason is a clause. */
export function needsMeasurement(reason: string, hasPaths = true): MeasurementDecision {
  return { isNeeded: true, reason, hasPaths }
}

/** A group of the merge queue takes the labels of its pull request. */
async function hasLabel({ pulls, queuedPull }: MeasuredOrigin, label: string, gitHub: GitHub): Promise<boolean> {
  const labeled = pulls[0] ?? (queuedPull === null ? null : await gitHub.findOpenPullRequest(queuedPull))
  return labeled?.labels.includes(label) ?? false
}

/**
 * The commits to compare: first the measured ones (the base and the merge into it), then merge base and head. Null: the
 * base has moved and there is no merge, so the effect on the base is unknown.
 */
async function findPairs(
  { mergeBase, base, checked, pull }: VerifiedCommits,
  {
    context,
    origin,
    gitHub,
  }: Pick<DecisionRequest, 'context'> & { readonly origin: MeasuredOrigin; readonly gitHub: GitHub },
): Promise<readonly [CommitPair, ...CommitPair[]] | null> {
  if (mergeBase === null) return null
  const own = { before: mergeBase, after: checked }
  if (mergeBase === base?.tip) return [own]
  for (const commit of new Set([context.mergeCommit, pull?.mergeCommit])) {
    // A UserError: not a merge of this head into its base.
    const found = commit ? verifyMeasuredCommit(commit, checked, origin, gitHub) : null
    const merged = (await found?.catch(handleUserError(() => null))) ?? null
    if (merged !== null && merged.mergeBase !== null)
      return [{ before: merged.mergeBase, after: merged.head.commit }, own]
  }
  return null
}

/** Two commits on GitHub. */
type CommitPair = { readonly before: string; readonly after: string }

/** Each link takes a request. */
const maxLinks = 100

/** Compares the files of each pair, and follows the program's links in all commits. A sentence: why it cannot. */
async function compareTrees(
  pairs: readonly CommitPair[],
  isProgram: PathFilter,
  gitHub: Pick<GitHub, 'listFiles' | 'readLinkTarget'>,
): Promise<{ readonly changes: readonly PathChange[]; readonly linked: readonly string[] } | string> {
  const commits = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))]
  const files = new Map<string, readonly TreeFile[]>()
  for (const commit of commits) {
    const listed = await gitHub.listFiles(commit)
    if (listed === null) return `GitHub does not list all files of ${commit.slice(0, 7)}`
    files.set(commit, listed)
  }
  const changes = pairs.flatMap(({ before, after }) => listTreeChanges(files.get(before) ?? [], files.get(after) ?? []))
  const links = [...files.values()].flatMap((listed) => listed.filter(({ mode }) => mode === linkMode))
  const ids = new Set(links.map(({ id }) => id))
  if (ids.size > maxLinks) return `the repository has more than ${maxLinks} symbolic links`
  const targets = new Map<string, string>()
  for (const id of ids) targets.set(id, await gitHub.readLinkTarget(id))
  const read = links.map(({ path, id }) => ({ path, target: targets.get(id) ?? '' }))
  return { changes, linked: findLinkedPaths(read, isProgram) }
}
