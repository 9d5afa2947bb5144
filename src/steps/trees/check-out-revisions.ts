import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config/schema/schema.ts'
import { buildChildEnvironment } from '../../domain/core/child-environment.ts'
import { formatExitCode } from '../../domain/core/exit-meaning.ts'
import { EnvironmentError, RevisionError } from '../../domain/core/errors.ts'
import { formatFileNames, listUnfilled, type TreeState } from '../../domain/core/tree-state.ts'
import { joinErrors } from '../../domain/trial/reported-errors.ts'
import { maxReportedError } from '../../record/limits.ts'
import type { GitRepository } from '../../io/git/simple-git-repository.ts'
import type { MeasurePorts, Workplace } from '../measure/environment.ts'
import type { Logger } from '../../ports/logger.ts'
import { confine, createRevisionDirectories, formatFailureHints, type RevisionDirectories } from '../trial/isolation.ts'
import { findPrintedErrors } from '../trial/search-output.ts'
import { collectTexts, listMentionedPaths } from '../../judging/paths/paths.ts'
import { guardInstalls, type InstallGuard, guardTrees, type GuardedTree, type TreeGuard } from './tree-guard.ts'
import {
  fillCaches,
  keepCaches,
  openPreparedTree,
  type PreparedTree,
  type PreparedTreesPorts,
} from './prepared-trees.ts'
import type { ResolvedRevision } from '../../record/run.ts'

type CheckOutRequest = {
  readonly config: Config
  readonly revisions: readonly ResolvedRevision[]
  readonly workplace: Workplace
  readonly signal: AbortSignal
}

/** Checkouts of the planned revisions after their setup. Disposing removes those that are not cached. */
export type CheckedOutRevisions = AsyncDisposable & {
  /** Path by label. */
  readonly trees: ReadonlyMap<string, string>
  /** Errors that setups printed although they ended well, by label. */
  readonly setupErrors: ReadonlyMap<string, readonly string[]>
  readonly guard: TreeGuard
}

type CheckOutPorts = Pick<MeasurePorts, 'processes' | 'files' | 'logger' | 'inspector'> &
  PreparedTreesPorts & { readonly git: GitRepository }

/** A checkout before its setup. */
type RevisionTree = GuardedTree & {
  readonly labels: string[]
  readonly key: string
  readonly setup: readonly (readonly string[])[]
  /** A revision of another name can be the head commit too, by `ref: HEAD`. */
  readonly isHead: boolean
  /** The setup ran in an earlier run. */
  readonly isPrepared: boolean
  /** As in `CheckedOutTree`. */
  readonly unfilled: readonly string[]
  /** Whether its setup wrote into the checkout only. */
  isComplete: boolean
  /** What its setup printed although it ended well. */
  errors: readonly string[]
  /** Cache entry for later runs; null: not cached. */
  readonly cached: PreparedTree | null
}

/**
 * Checks out every revision outside the working tree, which is never touched, and then runs the setups. Each setup must
 * find its tree as committed, so no setup can affect the checkout of another revision. Throws a RevisionError for a
 * setup that fails.
 */
export async function checkOutRevisions(request: CheckOutRequest, ports: CheckOutPorts): Promise<CheckedOutRevisions> {
  await using stack = new AsyncDisposableStack()
  const placed: RevisionTree[] = []
  for (const revision of request.revisions) {
    if (revision.commit === null) continue
    const setup = request.config.revisions[revision.label]?.setup ?? request.config.pipeline.setup
    const inputs = JSON.stringify([revision.commit, setup, request.config.pipeline.env])
    // A tag such as v1.0 is built once per machine.
    const key = hash('sha256', inputs)
    const shared = placed.find((tree) => setup.length > 0 && tree.key === key)
    if (shared) shared.labels.push(revision.label)
    else placed.push(await openTree({ revision, setup, key }, stack, request, ports))
  }
  const guard = guardTrees(placed, join(request.workplace.workDirectory, 'originals'), ports)
  // The setup of a base fills the caches that others inherit.
  const ordered = placed.toSorted((a, b) => Number(a.isHead) - Number(b.isHead))
  const unprepared = ordered.filter(({ isPrepared }) => !isPrepared)
  const installs = unprepared.length === 0 ? null : await watchInstalls(placed, request, ports)
  for (const tree of unprepared) {
    await setUp(tree, guard, request, ports)
    // A cached tree would lack what its setup installed elsewhere.
    tree.isComplete = !(await installs?.acceptSetup(tree.labels.join(', ')))
    await keepState(tree, guard)
  }
  await guard.keepOriginals()
  // Trials add files, such as compiled modules, so the manifest must match the tree after the run.
  stack.defer(async () => {
    for (const tree of placed) await keepState(tree, guard)
  })
  const owned = stack.move()
  const byLabel = placed.flatMap((tree) => tree.labels.map((label) => [label, tree] as const))
  const trees = new Map(byLabel.map(([label, { path }]) => [label, path]))
  const setupErrors = new Map(byLabel.map(([label, { errors }]) => [label, errors]))
  const remove = () => announceIfSlow('Removing the checkouts', ports.logger, () => owned.disposeAsync())
  return { trees, setupErrors, guard, [Symbol.asyncDispose]: remove }
}

const slowMs = 3000
const maxSetupOutputBytes = 100e6

/** Says once that work on very many files goes on, which prints nothing by itself. */
async function announceIfSlow<T>(action: string, logger: Pick<Logger, 'info'>, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => logger.info(`${action}: many files or a busy disk, please wait.`), slowMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
  }
}

/** Makefiles name places too, and no command names them. */
const buildFiles = ['Makefile', 'makefile', 'GNUmakefile', 'CMakeLists.txt']
const maxScriptBytes = 256 * 1024

async function watchInstalls(
  placed: readonly RevisionTree[],
  request: CheckOutRequest,
  ports: CheckOutPorts,
): Promise<InstallGuard> {
  const { config, workplace } = request
  const directory = workplace.workDirectory
  const env = buildSetupEnvironment(request, { home: directory, tmp: directory, realTmp: directory })
  const named = [...collectTexts(config), ...Object.values(env)]
  const scripts = placed.flatMap(({ path, files }) =>
    [...listMentionedPaths(named), ...buildFiles]
      .filter((file) => files.tracked.has(file))
      .map((file) => ports.files.readForeignText(path, file, maxScriptBytes).catch(() => null)),
  )
  const written = [...named, ...(await Promise.all(scripts))]
  const texts = written.map((text) => (text ?? '').replaceAll(/["'`()<>|&]/gu, ' '))
  return await guardInstalls({ texts, own: [workplace.workDirectory, workplace.cacheDirectory] }, ports.treeReader)
}

async function openTree(
  { revision, setup, key }: Pick<RevisionTree, 'setup' | 'key'> & { readonly revision: ResolvedRevision },
  stack: AsyncDisposableStack,
  { revisions, workplace }: CheckOutRequest,
  ports: CheckOutPorts,
): Promise<RevisionTree> {
  const commit = revision.commit ?? ''
  const isHead = revisions.some((one) => one.label === 'head' && one.commit === commit)
  const common = { labels: [revision.label], commit, key, setup, isHead, isComplete: true, errors: [] }
  const name = `${commit.slice(0, 12)}-${key.slice(0, 16)}`
  const { trustedCache, cacheDirectory } = workplace
  const open = (cache: string, mayWrite: boolean) => openPreparedTree({ cache, mayWrite, name, key }, ports)
  let cached: PreparedTree | null = null
  if (setup.length > 0) {
    // Prefers the cache of trusted runs, then the writable one; null: another process uses both.
    cached = trustedCache === undefined ? null : await open(trustedCache, false)
    cached ??= await open(cacheDirectory, true)
  }
  if (cached) stack.use(cached)
  if (cached?.files) {
    const { errors } = cached.files
    return { ...common, path: cached.path, files: cached.files, isPrepared: true, unfilled: [], errors, cached }
  }
  const directory = cached?.path ?? join(workplace.workDirectory, 'trees', revision.label)
  const action = `Checking out ${revision.label} (${commit.slice(0, 12)})`
  const tree = await announceIfSlow(action, ports.logger, () => ports.git.checkOut(commit, directory))
  if (!cached) stack.use(tree)
  const { path, files, unfilled } = tree
  if (setup.length === 0) requireFilled({ labels: common.labels, commit, unfilled, files }, files.state)
  return { ...common, path, files, isPrepared: setup.length === 0, unfilled, cached }
}

async function setUp(
  tree: RevisionTree,
  guard: TreeGuard,
  request: CheckOutRequest,
  ports: CheckOutPorts,
): Promise<void> {
  const [label = ''] = tree.labels
  await guard.requireUntouched(label)
  const { config, workplace } = request
  const { home } = await createRevisionDirectories(workplace, label, ports.files)
  const caches = { names: config.run.caches, home, workplace }
  await fillCaches(caches, ports)
  tree.errors = await runSetup(tree, request, ports)
  if (!tree.isHead) await keepCaches(caches, ports)
  // A cached tree outlives the clone that its .git borrows objects from.
  await ports.files.remove(join(tree.path, '.git'))
  const changed = await guard.acceptSetup(label)
  requireFilled(tree, guard.getState(label) ?? tree.files.state)
  if (changed.length > 0)
    ports.logger.info(
      `The setup of ${label} changed files of its commit, which is measured with these changes: ${formatFileNames(changed)}`,
    )
}

/** A program that reads a pointer, or an empty directory, does other work than the one that is to be measured. */
function requireFilled(
  { labels, commit, unfilled, files }: Pick<RevisionTree, 'labels' | 'commit' | 'unfilled' | 'files'>,
  state: TreeState,
): void {
  const left = listUnfilled(unfilled, files.state, state)
  if (left.length === 0) return
  const fetchFiles = `\`git lfs fetch origin ${commit}\` (actions/checkout: lfs: true)`
  const fetchModules =
    '`git submodule update --init --recursive` at that commit (actions/checkout: submodules: recursive)'
  const modules = left.filter((path) => path.endsWith('/'))
  const commands = [
    ...(modules.length < left.length ? [fetchFiles] : []),
    ...(modules.length > 0 ? [fetchModules] : []),
  ]
  throw new EnvironmentError(
    `this clone lacks content of Git LFS or of a submodule in ${labels.join(', ')}: ${formatFileNames(left)}`,
    `Run ${commands.join(' and ')}, or fill them in pipeline.setup`,
  )
}

async function keepState({ cached, labels: [label = ''], files, isComplete, errors }: RevisionTree, guard: TreeGuard) {
  const state = guard.getState(label)
  if (state && isComplete) await cached?.keep({ tracked: files.tracked, state, errors })
}

/** Returns the errors that the commands printed although they ended well. */
async function runSetup(
  { labels: [label = ''], setup, path: cwd }: RevisionTree,
  request: CheckOutRequest,
  ports: CheckOutPorts,
): Promise<string[]> {
  const errors: string[] = []
  const place = await createRevisionDirectories(request.workplace, label, ports.files)
  const env = buildSetupEnvironment(request, place)
  for (const [index, argv] of setup.entries()) {
    const command = argv.join(' ')
    ports.logger.info(`Setting up ${label}: ${command}`)
    const log = join(request.workplace.workDirectory, 'setup', `${label}-${index}`)
    await ports.files.makeDirectory(log)
    const outcome = await ports.processes.run({
      argv,
      cwd,
      env,
      ...confine(request.workplace, place, { argv, env, writable: [cwd], readable: [] }),
      timeoutMs: request.config.pipeline.setupTimeoutMinutes * 60_000,
      signal: request.signal,
      stdoutPath: join(log, 'stdout.log'),
      stderrPath: join(log, 'stderr.log'),
      maxOutputBytes: maxSetupOutputBytes,
    })
    const { ending, exitCode, problem, stdoutTail, stderrTail } = outcome
    if (ending === 'exited' && exitCode === 0) {
      const printed = await findPrintedErrors(log, outcome, ports.inspector)
      errors.push(...printed.map((error) => `setup: ${error}`.slice(0, maxReportedError)))
      continue
    }
    if (ending === 'cancelled')
      throw new EnvironmentError(
        `the run was cancelled during the setup of ${label}: ${command}`,
        'Nothing was measured; start the job again.',
      )
    const how = problem ?? (ending === 'exited' ? formatExitCode(exitCode) : ending)
    const tail = stderrTail || stdoutTail
    throw new RevisionError(
      label,
      `setup of ${label} failed: ${command}: ${how}${formatFailureHints(request.workplace, request.config.pipeline, tail)}\n${tail}`,
      'Run the command in a new checkout of that commit and fix pipeline.setup.',
    )
  }
  return joinErrors(errors)
}

function buildSetupEnvironment(
  { config, workplace }: CheckOutRequest,
  { home, tmp }: RevisionDirectories,
): Record<string, string> {
  return buildChildEnvironment(workplace.environment, {
    home,
    tmp,
    set: config.pipeline.env,
    pass: config.pipeline.passEnv,
  })
}

/** Checks of a checkout around a command that may write there, as in `TreeGuard`. */
export type TreeCheck = Pick<TreeGuard, 'requireUntouched'> & { acceptTrial(label: string): Promise<unknown> }

/** The checkout of the base after its setup, which provides its datasets. */
export type BaseTree = {
  readonly label: string
  /** Null: its setup failed. */
  readonly path: string | null
  /** Why there is no checkout; empty if there is one. */
  readonly problem: string
  /** Null: there is no checkout. */
  readonly guard: TreeCheck | null
}

/**
 * Checks out a base that is not measured, to prepare datasets only. Call it before any other setup, whose caches it
 * fills. A base that cannot be set up is a result. Null: there is no base, it is the head, or it is measured.
 */
export async function openDatasetBase(
  request: CheckOutRequest & { readonly baseCommit: string | null; readonly measured: readonly ResolvedRevision[] },
  ports: CheckOutPorts,
): Promise<(BaseTree & AsyncDisposable) | null> {
  const { baseCommit, revisions, measured } = request
  if (baseCommit === null || measured.some(({ commit }) => commit === baseCommit)) return null
  const named = revisions.find(({ commit }) => commit === baseCommit)
  const revision = named ?? { label: 'dataset-base', ref: 'merge-base', commit: baseCommit, problem: null }
  const { label } = revision
  try {
    const checkedOut = await checkOutRevisions({ ...request, revisions: [revision] }, ports)
    const path = checkedOut.trees.get(label) ?? null
    const { guard } = checkedOut
    return { label, path, problem: '', guard, [Symbol.asyncDispose]: () => checkedOut[Symbol.asyncDispose]() }
  } catch (error) {
    if (!(error instanceof RevisionError)) throw error
    return { label, path: null, problem: error.message, guard: null, [Symbol.asyncDispose]: async () => {} }
  }
}

/** Finds the checkout of a base that is measured. Null: there is no base, it is the head, or it is not measured. */
export function findMeasuredBase(
  baseCommit: string | null,
  measured: readonly ResolvedRevision[],
  { trees, guard }: Pick<CheckedOutRevisions, 'trees' | 'guard'>,
): BaseTree | null {
  if (baseCommit === null || measured.some((one) => one.label === 'head' && one.commit === baseCommit)) return null
  for (const { label, commit } of measured) {
    const path = commit === baseCommit ? trees.get(label) : undefined
    if (path !== undefined) return { label, path, problem: '', guard }
  }
  return null
}
