import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { simpleGit, type SimpleGit } from 'simple-git'
import { EnvironmentError, UserError } from '../domain/errors.ts'

export type DemoRepository = {
  readonly path: string
  /** 40 hexadecimal digits; the same wherever the same examples are committed. */
  readonly headCommit: string
}

/**
 * Makes a git repository of the reference pipeline in `directory`: its version 1.0 as tag `v1.0`, the current one on
 * branch `main`. Nothing of the user's git configuration takes part, and dates are fixed.
 *
 * @throws UserError when `directory` already holds something
 * @throws EnvironmentError when the examples are missing or git fails
 */
export async function buildDemoRepository(directory: string, examplesDirectory: string): Promise<DemoRepository> {
  const path = resolve(directory)
  const head = join(examplesDirectory, 'reference-pipeline')
  const first = join(examplesDirectory, 'reference-pipeline-v1.0')
  for (const source of [head, first]) await refuseMissing(source)
  await makeEmptyDirectory(path)
  try {
    await isolatedGit(path, firstDay).init(['--quiet', '--initial-branch=main'])
    await commitTrees(path, [head, first], { message: 'Version 1.0', day: firstDay, tag: 'v1.0' })
    await commitTrees(path, [head], { message: 'Version 2.0: batches, loaded models, stage times', day: secondDay })
    return { path, headCommit: await isolatedGit(path, secondDay).revparse(['HEAD']) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const hint = 'Check that git 2.32 or newer is installed and that there is space left.'
    throw new EnvironmentError(`the demo repository at ${path} could not be made: ${reason}`, hint, { cause: error })
  }
}

/**
 * Adds a branch with a slower commit to a demo repository and checks it out: four more passes in stage 5, by the constant
 * that the pipeline has for this, and the config of the demonstration. The work is real; the results stay the same.
 *
 * @throws EnvironmentError when the example has no such constant, its config is missing or git fails
 */
export async function addSlowerCommit({ path }: DemoRepository, examplesDirectory: string): Promise<DemoRepository> {
  const config = join(examplesDirectory, 'demo', 'warpgauge.yml')
  await refuseMissing(config)
  const stage = join(path, 'dnabert.mjs')
  const code = await readFile(stage, 'utf8')
  if (!code.includes(usualPasses))
    throw new EnvironmentError(`${stage} does not hold "${usualPasses}"`, 'Install warpgauge with its own examples.')
  const git = isolatedGit(path, thirdDay)
  await git.checkoutLocalBranch('more-passes')
  await writeFile(stage, code.replace(usualPasses, 'extraPasses = 4'))
  await cp(config, join(path, '.github', 'warpgauge.yml'))
  await git.add(['--all'])
  await git.commit('Run DNABERT-S in five passes')
  return { path, headCommit: await git.revparse(['HEAD']) }
}

const usualPasses = 'extraPasses = 0'

type DemoCommit = { readonly message: string; readonly day: string; readonly tag?: string }

const firstDay = '2026-01-05T12:00:00Z'
const secondDay = '2026-01-12T12:00:00Z'
const thirdDay = '2026-01-19T12:00:00Z'

/** Lays the trees over one another, the last one on top, and commits all of it. */
async function commitTrees(path: string, sources: readonly string[], commit: DemoCommit): Promise<void> {
  const git = isolatedGit(path, commit.day)
  for (const source of sources) await cp(source, path, { recursive: true })
  await git.add(['--all', '--force'])
  await git.commit(commit.message)
  if (commit.tag) await git.tag([commit.tag])
}

const allowEnvironment = [
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_AUTHOR_DATE',
  'GIT_COMMITTER_DATE',
  'GIT_TEMPLATE_DIR',
]

/** git that knows no identity, hook, template, signature or date but these. */
function isolatedGit(baseDir: string, day: string): SimpleGit {
  const config = [
    'user.name=warpgauge demo',
    'user.email=demo@warpgauge.invalid',
    'core.autocrlf=false',
    'core.fileMode=false',
  ]
  const unsafe = { allowUnsafeConfigPaths: true, allowUnsafeTemplateDir: true }
  return simpleGit({ baseDir, config, allowEnvironment, unsafe }).env({
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TEMPLATE_DIR: '',
    GIT_AUTHOR_DATE: day,
    GIT_COMMITTER_DATE: day,
  })
}

async function makeEmptyDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  if ((await readdir(path)).length === 0) return
  throw new UserError(
    `${path} is not empty; the demo repository needs a directory of its own`,
    'Name another directory',
  )
}

async function refuseMissing(source: string): Promise<void> {
  if (await stat(source).catch(() => null)) return
  throw new EnvironmentError(`${source} is missing`, 'Install warpgauge with its examples directory.')
}
