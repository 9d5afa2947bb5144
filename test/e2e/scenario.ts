import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedAction } from '../fakes/installed-action.ts'
import { pullRequestEvent, type EventPayload } from '../fakes/events.ts'
import { datedGitEnvironment, gitWith, type Git } from '../fakes/git.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'
import type { GitHubServerOptions } from '../fakes/github-server/server-options.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const repository = { owner: 'lab', name: 'pipeline' }
/** Another one in each run of the tests, so that runs on one host do not find each other's. */
export const writeToken = `tok-write-canary-${process.ppid}`
export const pullNumber = 7

/**
 * A repository of the reference pipeline on a bare hub, one pull request, a GitHub that knows both, and the built
 * action alone in a folder.
 */
export type Scenario = AsyncDisposable & {
  readonly folder: string
  /** The action as a workflow would download it: no sources, no node_modules. */
  readonly actionYml: string
  readonly server: GitHubServer
  readonly baseCommit: string
  /** Commits changed files on the branch of the pull request and tells GitHub; gives the new head. */
  readonly push: (message: string, files: Readonly<Record<string, string>>) => string
  /** What actions/checkout leaves: one commit alone, the merge commit unless a ref is named, at depth 1, without tags. */
  readonly checkOut: (ref?: string) => string
  readonly event: (overrides?: { isFork?: boolean }) => EventPayload
  readonly readPipelineFile: (name: string) => string
}

/** Trials of a few tenths of a second on a shared machine: only a gross change is asked for. */
const config = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, pipeline.mjs, predict, "{dataset}", --gpus, "{gpus}", --parallel, --output-dir, "{output}"]
  exitCodes: { "0": success, "2": partial, "4": out-of-memory }
  timeoutMinutes: 2
  proof:
    results: { path: "{output}/*_merged/prediction_results_highestscore.csv" }
    stdout: ["Pipeline completed successfully!"]
datasets:
  small: { preset: small, seed: 3 }
revisions:
  base: { ref: merge-base }
suites:
  revision: { dataset: small, against: [base], gpus: 1, warmups: 1, repeats: 4 }
comparison: { minEffect: 0.9 }
`

/** The reference pipeline on twenty sequences; `comparison`, `suites` and the like come behind it. */
export const smallPipeline = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, pipeline.mjs, predict, "{dataset}", --gpus, "{gpus}", --output-dir, "{output}"]
  timeoutMinutes: 2
  proof:
    results: { path: "{output}/*_merged/prediction_results_highestscore.csv" }
datasets:
  small: { preset: small, sequences: 20, seed: 3 }
`

/** Builds everything anew in a temporary folder. */
export async function createScenario(
  options: {
    /** Null: the source has one of its own. */
    readonly config?: string | null
    /** A folder with the files of the default branch; the reference pipeline when absent. */
    readonly source?: string
    /** A tag of the first commit. */
    readonly tag?: string
    /** Further files of the default branch. */
    readonly files?: Readonly<Record<string, string>>
    readonly pathPrefix?: '/api/v3'
    /** Further tokens. */
    readonly tokens?: GitHubServerOptions['tokens']
  } = {},
): Promise<Scenario> {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-e2e-'))
  const source = join(folder, 'source')
  const hub = join(folder, 'hub.git')
  const git = gitWith(datedGitEnvironment(join(folder, 'git-home')))
  const ownConfig = options.config === null ? {} : { '.github/warpgauge.yml': options.config ?? config }
  const template = options.source ?? join(root, 'examples', 'reference-pipeline')
  cpSync(template, source, { recursive: true, filter: (path) => !path.endsWith('.fa') && !path.endsWith('/.git') })
  const baseCommit = createHistory(git, { source, hub, tag: options.tag }, { ...options.files, ...ownConfig })
  let headCommit = baseCommit
  let mergeCommit: string | null = null
  const server = await startGitHubServer({
    pathPrefix: options.pathPrefix ?? '',
    repositories: [
      {
        ...repository,
        gitPath: hub,
        pulls: [{ number: pullNumber, head: { sha: baseCommit }, base: { sha: baseCommit } }],
      },
    ],
    tokens: {
      [writeToken]: { checks: 'write', pull_requests: 'write', contents: 'read' },
      'tok-read': { contents: 'read' },
      ...options.tokens,
    },
  })
  let clones = 0
  return {
    folder,
    actionYml: join(installedAction, 'action.yml'),
    server,
    baseCommit,
    push(message, files) {
      headCommit = commit(git, source, message, files)
      mergeCommit = mergeForPull(git, source, hub)
      const pull = server.state.repositories[0]?.pulls[0]
      if (pull) pull.head.sha = headCommit
      return headCommit
    },
    checkOut(ref = `refs/pull/${pullNumber}/merge`) {
      const clone = join(folder, `clone-${(clones += 1)}`)
      mkdirSync(clone)
      git(clone, 'init', '--quiet')
      git(clone, 'remote', 'add', 'origin', `file://${hub}`)
      git(clone, 'fetch', '--quiet', '--no-tags', '--depth=1', 'origin', ref)
      git(clone, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
      return clone
    },
    event: ({ isFork = false } = {}) =>
      pullRequestEvent({
        repository,
        number: pullNumber,
        headSha: headCommit,
        baseSha: baseCommit,
        mergeSha: mergeCommit,
        isFork,
      }),
    readPipelineFile: (name) => readFileSync(join(source, name), 'utf8'),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** The pipeline with real extra work in one stage: the protein embedding is computed several times over. */
export function slowerProteinEmbedding(source: string, extraPasses: number): string {
  const changed = source.replace('export const extraPasses = 0', `export const extraPasses = ${extraPasses}`)
  if (changed === source) throw new Error('the place for planted work was not found in esm2.mjs')
  return changed
}

type Places = { readonly source: string; readonly hub: string; readonly tag: string | undefined }

function createHistory(git: Git, { source, hub, tag }: Places, files: Readonly<Record<string, string>>): string {
  git(dirname(source), 'init', '--quiet', '--bare', '--initial-branch=main', hub)
  git(source, 'init', '--quiet', '--initial-branch=main')
  const base = commit(git, source, 'The pipeline as it is on the default branch', files)
  if (tag !== undefined) git(source, 'tag', tag)
  git(source, 'push', '--quiet', '--tags', hub, 'main')
  git(source, 'checkout', '--quiet', '-b', 'feature')
  return base
}

function commit(git: Git, source: string, message: string, files: Readonly<Record<string, string>>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, name)), { recursive: true })
    writeFileSync(join(source, name), text)
  }
  git(source, 'add', '--all')
  git(source, 'commit', '--quiet', '--allow-empty', '-m', message)
  return git(source, 'rev-parse', 'HEAD')
}

/** GitHub's test merge: both parents, pushed as `refs/pull/N/merge`. */
function mergeForPull(git: Git, source: string, hub: string): string {
  git(source, 'checkout', '--quiet', '--detach', 'main')
  git(source, 'merge', '--quiet', '--no-ff', '-m', 'Merge of the pull request', 'feature')
  git(
    source,
    'push',
    '--quiet',
    '--force',
    hub,
    `HEAD:refs/pull/${pullNumber}/merge`,
    `feature:refs/pull/${pullNumber}/head`,
  )
  const merge = git(source, 'rev-parse', 'HEAD')
  git(source, 'checkout', '--quiet', 'feature')
  return merge
}
