import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import { createGitCommand, type GitCommand } from './git-command.ts'

/** `headCommit`: the last commit, identical wherever the same examples are committed. */
export type DemoRepository = { readonly path: string; readonly headCommit: string }

/**
 * Creates a git repository of the reference pipeline in `directory`: version 1.0 as tag `v1.0`, the current version on
 * branch `main`. The changes are large enough to detect on any machine: version 1.0 runs ESM-2 in three passes, and
 * branch `more-passes`, one commit after main, runs DNABERT-S in 15. The passes are real work and results stay equal.
 * The last two commits have the config of the demonstration.
 *
 * @throws UserError when `directory` is not empty
 * @throws EnvironmentError when the examples are missing or of another version, or git fails
 */
export async function buildDemonstration(directory: string, examplesDirectory: string): Promise<DemoRepository> {
  return await buildRepository(directory, examplesDirectory, [
    { ...firstVersion, passes: { file: 'esm2.mjs', extra: 2 } },
    { ...secondVersion, trees: ['reference-pipeline', 'demo'] },
    {
      trees: ['reference-pipeline', 'demo'],
      message: 'Run DNABERT-S in 15 passes',
      day: '2026-01-19T12:00:00Z',
      branch: 'more-passes',
      passes: { file: 'dnabert.mjs', extra: 14 },
    },
  ])
}

type DemoCommit = {
  /** Example directories, applied in order; later ones overwrite earlier ones. */
  readonly trees: readonly string[]
  readonly message: string
  readonly day: string
  readonly tag?: string
  /** Created for this commit; absent: the branch of the previous commit. */
  readonly branch?: string
  /** Additional passes of a stage. */
  readonly passes?: { readonly file: string; readonly extra: number }
}

/** Version 1.0 of the reference pipeline, the first commit of a demonstration. */
export const firstVersion: DemoCommit = {
  trees: ['reference-pipeline', 'reference-pipeline-v1.0'],
  message: 'Version 1.0',
  day: '2026-01-05T12:00:00Z',
  tag: 'v1.0',
}

/** The current version of the reference pipeline, without a config. */
export const secondVersion: DemoCommit = {
  trees: ['reference-pipeline'],
  message: 'Version 2.0: batches, loaded models, stage times',
  day: '2026-01-12T12:00:00Z',
}

/** Creates a git repository of these commits in `directory`. Throws as `buildDemonstration`. */
export async function buildRepository(
  directory: string,
  examplesDirectory: string,
  commits: readonly DemoCommit[],
): Promise<DemoRepository> {
  const path = resolve(directory)
  for (const source of commits.flatMap(({ trees }) => trees).map((tree) => join(examplesDirectory, tree)))
    if (!existsSync(source))
      throw new EnvironmentError(`${source} is missing`, 'Install warpgauge with its examples directory.')
  await mkdir(path, { recursive: true })
  if ((await readdir(path)).length > 0)
    throw new UserError(`${path} is not empty; the demo repository needs an empty directory`, 'Name another directory')
  try {
    const git = createIsolatedGit(path, firstVersion.day)
    await git('init', '--quiet', '--initial-branch=main', '--object-format=sha1')
    for (const commit of commits) await addCommit(path, examplesDirectory, commit)
    return { path, headCommit: (await git('rev-parse', 'HEAD')).trim() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const hint = 'Check that git 2.32 or newer is installed and that there is space left.'
    throw new EnvironmentError(`could not create the demo repository at ${path}: ${reason}`, hint, { cause: error })
  }
}

async function addCommit(path: string, examplesDirectory: string, commit: DemoCommit): Promise<void> {
  const git = createIsolatedGit(path, commit.day)
  if (commit.branch) await git('checkout', '--quiet', '-b', commit.branch)
  for (const tree of commit.trees) await cp(join(examplesDirectory, tree), path, { recursive: true })
  if (commit.passes) {
    // Sets the pass count constant in a stage of the reference pipeline.
    const file = join(path, commit.passes.file)
    const code = await readFile(file, 'utf8')
    const constant = 'extraPasses = 0'
    if (!code.includes(constant)) throw new Error(`${file} does not hold "${constant}"`)
    await writeFile(file, code.replace(constant, `extraPasses = ${commit.passes.extra}`))
  }
  await git('add', '--all', '--force')
  await git('commit', '--quiet', '--message', commit.message)
  if (commit.tag) await git('tag', commit.tag)
}

/** git with a fixed identity and date, and without hooks, templates or signatures. */
function createIsolatedGit(directory: string, day: string): GitCommand {
  const variables = {
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TEMPLATE_DIR: '',
    GIT_AUTHOR_DATE: day,
    GIT_COMMITTER_DATE: day,
  }
  return createGitCommand(directory, { PATH: process.env['PATH'] ?? '/usr/bin:/bin' }, identity, variables)
}

const identity = [
  ['user.name', 'warpgauge demo'],
  ['user.email', 'demo@warpgauge.invalid'],
  ['core.autocrlf', 'false'],
  ['core.fileMode', 'false'],
] as const
