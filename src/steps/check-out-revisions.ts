import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config/schema.ts'
import { childEnvironment } from '../domain/child-environment.ts'
import { EnvironmentError, RevisionError } from '../domain/errors.ts'
import type { ResolvedRevision } from '../domain/revision.ts'
import type { CheckedOutTree, GitRepository } from '../ports/git-repository.ts'
import type { ProcessOutcome } from '../ports/process-runner.ts'
import type { MeasurePorts, Workplace } from './environment.ts'

export type CheckOutRequest = {
  readonly config: Config
  readonly revisions: readonly ResolvedRevision[]
  readonly workplace: Workplace
  readonly signal: AbortSignal
}

/** Trees of the revisions that are to run, set up and ready, by label. Disposing removes those that are not cached. */
export type CheckedOutRevisions = AsyncDisposable & { readonly trees: ReadonlyMap<string, string> }

type Hands = Pick<MeasurePorts, 'processes' | 'files' | 'logger'> & { readonly git: GitRepository }

/** Checks every revision out beside the working tree, which is never touched (W32), and runs its setup commands. */
export async function checkOutRevisions(request: CheckOutRequest, hands: Hands): Promise<CheckedOutRevisions> {
  await using stack = new AsyncDisposableStack()
  const trees = new Map<string, string>()
  for (const revision of request.revisions) {
    if (revision.commit === null) continue
    const setup = setupOf(request.config, revision.label)
    const tree =
      setup.length > 0 ? await preparedTree(revision, setup, request, hands) : await plainTree(revision, request, hands)
    stack.use(tree)
    trees.set(revision.label, tree.path)
  }
  const owned = stack.move()
  return { trees, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function setupOf(config: Config, label: string): readonly (readonly string[])[] {
  return config.revisions[label]?.setup ?? config.pipeline.setup
}

async function plainTree(
  revision: ResolvedRevision,
  { workplace }: CheckOutRequest,
  { git }: Hands,
): Promise<CheckedOutTree> {
  return await git.checkOut(revision.commit ?? '', join(workplace.workDirectory, 'trees', revision.label))
}

/**
 * A tree whose setup has run stays in the cache under its commit and setup commands, so that the tag v1.0 is built
 * once per machine. The mark is written last: a setup that was killed is done again.
 */
async function preparedTree(
  revision: ResolvedRevision,
  setup: readonly (readonly string[])[],
  request: CheckOutRequest,
  hands: Hands,
): Promise<CheckedOutTree> {
  const key = createHash('sha256')
    .update(JSON.stringify([revision.commit, setup, request.config.pipeline.env]))
    .digest('hex')
    .slice(0, 16)
  const directory = join(request.workplace.cacheDirectory, 'trees', `${revision.commit?.slice(0, 12)}-${key}`)
  const mark = join(directory, '.warpgauge-ready')
  const kept: CheckedOutTree = { path: directory, [Symbol.asyncDispose]: async () => {} }
  if ((await hands.files.readText(mark, 1000))?.trim() === revision.commit) return kept
  await hands.files.remove(directory)
  const tree = await hands.git.checkOut(revision.commit ?? '', directory)
  try {
    await runSetup({ label: revision.label, commands: setup, cwd: tree.path }, request, hands)
  } catch (error) {
    await tree[Symbol.asyncDispose]()
    throw error
  }
  await hands.git.detach(tree)
  await hands.files.writeText(mark, `${revision.commit}\n`)
  return kept
}

type Setup = { readonly label: string; readonly commands: readonly (readonly string[])[]; readonly cwd: string }

async function runSetup({ label, commands, cwd }: Setup, request: CheckOutRequest, hands: Hands): Promise<void> {
  for (const [index, argv] of commands.entries()) {
    hands.logger.info(`Setting up ${label}: ${argv.join(' ')}`)
    const log = join(request.workplace.workDirectory, 'setup', `${label}-${index}`)
    await hands.files.makeDirectory(log)
    const outcome = await hands.processes.run({
      argv,
      cwd,
      env: setupEnvironment(request),
      timeoutMs: request.config.pipeline.setupTimeoutMinutes * 60_000,
      signal: request.signal,
      stdoutPath: join(log, 'stdout.log'),
      stderrPath: join(log, 'stderr.log'),
      maxOutputBytes: 100e6,
    })
    if (outcome.ending !== 'exited' || outcome.exitCode !== 0) throw setupFailure(label, argv, outcome)
  }
}

function setupFailure(label: string, argv: readonly string[], outcome: ProcessOutcome): Error {
  const command = argv.join(' ')
  if (outcome.ending === 'cancelled') {
    const hint = 'Nothing was measured yet; start the job again.'
    return new EnvironmentError(`the run was cancelled during the setup of ${label}: ${command}`, hint)
  }
  const how = outcome.problem ?? (outcome.ending === 'exited' ? `exit code ${outcome.exitCode}` : outcome.ending)
  return new RevisionError(
    label,
    `setup of ${label} failed: ${command}: ${how}\n${outcome.stderrTail || outcome.stdoutTail}`,
    'Run the command in a fresh checkout of that commit and mend pipeline.setup.',
  )
}

function setupEnvironment({ config, workplace }: CheckOutRequest): Record<string, string> {
  const places = { home: join(workplace.workDirectory, 'home'), tmp: join(workplace.workDirectory, 'tmp') }
  return childEnvironment(workplace.environment, { ...places, set: config.pipeline.env, pass: config.pipeline.passEnv })
}
