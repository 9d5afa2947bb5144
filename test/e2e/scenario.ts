import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedAction } from '../fakes/installed-action.ts'
import { pullRequestEvent, type EventPayload } from '../fakes/events.ts'
import { checkOutAlone } from '../fakes/checked-out.ts'
import { commitFiles, parseFile, setRef, writeCommit, type Snapshot } from '../fakes/commit-files.ts'
import { datedGitEnvironment, gitWith } from '../fakes/git.ts'
import { readRef } from '../fakes/github-server/git-refs.ts'
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
  readonly push: (message: string, files: Readonly<Record<string, string>>, options?: PushOptions) => string
  /** What actions/checkout leaves: one commit alone, the merge commit unless a ref is named, at depth 1, without tags. */
  readonly checkOut: (ref?: string) => string
  readonly event: (overrides?: { isFork?: boolean }) => EventPayload
  readonly readPipelineFile: (name: string) => string
}

/** `isFresh`: the branch of the pull request begins anew at the first commit of the default branch. */
type PushOptions = { readonly isFresh?: boolean }

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
  small: { preset: small, sequences: 8, seed: 3 }
revisions:
  base: { ref: merge-base }
suites:
  revision: { run: { dataset: small, warmups: 0, repeats: 4, maxRepeats: 8 }, against: [base], gpus: 1 }
comparison: { minEffect: 0.9 }
`

/** The reference pipeline on ten sequences; `comparison`, `suites` and the like come behind it. */
export const smallPipeline = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, pipeline.mjs, predict, "{dataset}", --gpus, "{gpus}", --output-dir, "{output}"]
  timeoutMinutes: 2
  proof:
    results: { path: "{output}/*_merged/prediction_results_highestscore.csv" }
datasets:
  small: { preset: tiny, seed: 3 }
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
  const ownConfig = options.config === null ? {} : { '.github/warpgauge.yml': options.config ?? config }
  const template = options.source ?? join(root, 'examples', 'reference-pipeline')
  cpSync(template, source, { recursive: true, filter: (path) => !path.endsWith('.fa') && !path.endsWith('/.git') })
  writeFiles(source, { ...options.files, ...ownConfig })
  const base = createHistory({ source, hub, tag: options.tag })
  const { commit: baseCommit } = base
  let head = base
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
    push(message, files, { isFresh = false } = {}) {
      head = commitFiles(hub, isFresh ? base : head, message, files)
      writeFiles(source, files)
      // GitHub's test merge: the default branch gets no other files.
      const main = readRef(hub, 'refs/heads/main') ?? baseCommit
      mergeCommit = writeCommit(hub, {
        tree: head.tree,
        parents: [main, head.commit],
        message: 'Merge of the pull request',
      })
      setRef(hub, `refs/pull/${pullNumber}/merge`, mergeCommit)
      setRef(hub, `refs/pull/${pullNumber}/head`, head.commit)
      const pull = server.state.repositories[0]?.pulls[0]
      if (pull) pull.head.sha = head.commit
      return head.commit
    },
    checkOut(ref = `refs/pull/${pullNumber}/merge`) {
      const clone = join(folder, `clone-${(clones += 1)}`)
      checkOutAlone(hub, clone, ref)
      return clone
    },
    event: ({ isFork = false } = {}) =>
      pullRequestEvent({
        repository,
        number: pullNumber,
        headSha: head.commit,
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

function createHistory({ source, hub, tag }: Places): Snapshot {
  const git = gitWith(datedGitEnvironment(join(dirname(hub), 'git-home')))
  git(dirname(hub), 'init', '--quiet', '--bare', '--initial-branch=main', hub)
  git(hub, '--work-tree', source, 'add', '--all', source)
  const tree = git(hub, 'write-tree')
  rmSync(join(hub, 'index'))
  const commit = writeCommit(hub, { tree, parents: [], message: 'The pipeline as it is on the default branch' })
  setRef(hub, 'refs/heads/main', commit)
  if (tag !== undefined) setRef(hub, `refs/tags/${tag}`, commit)
  const files = git(hub, 'ls-tree', '-r', '-z', tree)
  return { commit, tree, files: new Map(files.split('\0').filter(Boolean).map(parseFile)) }
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
