import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseConfig } from '../../src/config/load.ts'
import type { RunContext } from '../../src/domain/core/run-context.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { openGitCommitWriter } from '../../src/io/git/simple-git-repository.ts'
import { refresh, type RefreshRequest } from '../../src/modes/refresh.ts'
import type { CommitWriter } from '../../src/ports/commit-writer.ts'
import { parseRules } from '../../src/steps/baselines/load-committed.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { aRecord, aTestbed, aTrial, someDevices } from '../unit/a-run.ts'
import { connect, silent } from './connected-github.ts'
import { gitEnvironment, gitWith } from './git.ts'
import { startGitHubServer, type GitHubServer } from './github-server/start-github-server.ts'
import type { RepositoryState } from './github-server/state.ts'

export const rules = `version: 1
pipeline:
  name: predict
  command: [node, p.mjs, "{dataset}", --gpus, "{gpus}", --output-dir, "{output}"]
  proof: { results: { path: "{output}/results.csv" } }
datasets: { medium: { preset: medium } }
suites: { end-to-end: { run: { dataset: medium, warmups: 0, repeats: 3 } } }
`
const path = '.github/warpgauge.yml'
const config = parseConfig(rules, path)
export const tokens = {
  writer: { contents: 'write', pull_requests: 'write' },
  'no-contents': { contents: 'read', pull_requests: 'write' },
  'no-pulls': { contents: 'write', pull_requests: 'read' },
} as const

export type RefreshPlace = {
  readonly state: RepositoryState
  /** The bare repository behind the GitHub. */
  readonly hub: string
  readonly git: (...args: readonly string[]) => string
  /** Commits files on a branch, as somebody else would; null removes one. */
  readonly push: (branch: string, files: Readonly<Record<string, string | null>>, message?: string) => string
  readonly read: (branch: string, file: string) => string | null
  readonly refresh: (options: RefreshOptions) => Promise<string>
}

export type RefreshOptions = Partial<Omit<RefreshRequest, 'configPath'>> & {
  readonly run?: Measured | null
  readonly token?: keyof typeof tokens
  /** A clone in the workspace, for what the API cannot. */
  readonly hasClone?: boolean
}

export type Measured = {
  readonly seconds: number
  /** Day of the year 2026. */
  readonly day: number
  readonly gpus?: number
  readonly overrides?: Partial<RunRecord>
}

export type RefreshedGitHub = AsyncDisposable & {
  readonly server: GitHubServer
  readonly places: readonly RefreshPlace[]
}

/** Repositories with a config on their default branch, and real git behind them. */
export async function startRefreshed(
  count = 1,
  onRequest?: Parameters<typeof startGitHubServer>[0]['onRequest'],
): Promise<RefreshedGitHub> {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-refreshed-'))
  const hubs = Array.from({ length: count }, (_, index) => join(folder, `hub-${index}.git`))
  for (const hub of hubs) cpSync(readTemplate(), hub, { recursive: true })
  const server = await startGitHubServer({
    repositories: hubs.map((gitPath, index) => ({ owner: 'acme', name: `pipeline-${index}`, gitPath })),
    tokens,
    ...(onRequest && { onRequest }),
  })
  const places = server.state.repositories.map((state, index) =>
    placeOf({ server, folder, state, hub: hubs[index] ?? '' }),
  )
  return {
    server,
    places,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** The same with a single repository. */
export async function startPlace(): Promise<RefreshPlace & RefreshedGitHub> {
  const github = await startRefreshed()
  return { ...github, ...github.places[0]! }
}

const env = gitEnvironment(tmpdir())
const git = gitWith(env)

let template: string | null = null

/** The bare repository that every place begins with, built once until `removeTemplate`. */
function readTemplate(): string {
  template ??= buildHub(mkdtempSync(join(tmpdir(), 'warpgauge-refreshed-template-')))
  return template
}

export function removeTemplate(): void {
  if (template !== null) rmSync(dirname(template), { recursive: true })
  template = null
}

function buildHub(folder: string): string {
  const source = join(folder, 'source')
  write(source, path, rules)
  write(source, 'README.md', 'A pipeline.\n')
  git(source, 'init', '--quiet', '--initial-branch=main')
  git(source, 'add', '--all')
  git(source, 'commit', '--quiet', '-m', 'The pipeline')
  git(folder, 'clone', '--quiet', '--bare', source, 'template.git')
  return join(folder, 'template.git')
}

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

type Ground = {
  readonly server: GitHubServer
  readonly folder: string
  readonly state: RepositoryState
  readonly hub: string
}

function placeOf(ground: Ground): RefreshPlace {
  const { folder, hub, state } = ground
  return {
    state,
    hub,
    git: (...args) => git(hub, ...args),
    push(branch, files, message = 'Somebody else') {
      const clone = mkdtempSync(join(folder, 'clone-'))
      git(folder, 'clone', '--quiet', '--branch', branch, hub, clone)
      for (const [file, text] of Object.entries(files)) {
        if (text === null) rmSync(join(clone, file))
        else write(clone, file, text)
      }
      git(clone, 'add', '--all')
      git(clone, 'commit', '--quiet', '-m', message)
      git(clone, 'push', '--quiet', 'origin', `HEAD:${branch}`)
      rmSync(clone, { recursive: true })
      return git(hub, 'rev-parse', branch)
    },
    read(branch, file) {
      try {
        return `${git(hub, 'show', `${branch}:${file}`)}\n`
      } catch {
        return null
      }
    },
    refresh: (options) => refreshAt(ground, git(hub, 'rev-parse', 'main'), options),
  }
}

async function refreshAt(
  { server, folder, hub, state }: Ground,
  tip: string,
  options: RefreshOptions,
): Promise<string> {
  const { run: measured = null, token = 'writer', hasClone = false, ...request } = options
  const runFolder = measured === null ? null : writeFolder(folder, measured, tip)
  const gitHub = connect(server, { token, owner: state.owner, repo: state.name })
  return await refresh(
    { context: aContext(), configPath: path, runFolder, reason: null, prune: [], way: 'pull-request', ...request },
    {
      gitHub,
      files: diskFileStore,
      writers: [gitHub, ...(hasClone ? [await clonedWriter(folder, hub)] : [])],
      pause: async (ms) => await delay(ms / 10),
      logger: silent,
    },
  )
}

async function clonedWriter(folder: string, hub: string): Promise<CommitWriter> {
  const clone = mkdtempSync(join(folder, 'workspace-'))
  git(folder, 'clone', '--quiet', '--depth=1', `file://${hub}`, clone)
  return await openGitCommitWriter(clone, { env })
}

export function aContext(overrides: Partial<RunContext> = {}): RunContext {
  return {
    event: 'workflow_dispatch',
    trust: 'trusted',
    repository: { owner: 'acme', name: 'pipeline-0' },
    workspace: '/nowhere',
    headCommit: null,
    baseCommit: null,
    pullRequest: null,
    runUrl: 'https://github.com/acme/pipeline-0/actions/runs/42',
    runKey: '42',
    measuredBy: null,
    ...overrides,
  }
}

/** A finished run folder of the tip, three runs around these seconds. */
function writeFolder(folder: string, { seconds, day, gpus = 2, overrides = {} }: Measured, tip: string): string {
  const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10)
  const devices = someDevices(gpus)
  const { yardstick } = parseRules(rules, path, { origin: 'base', commit: tip })
  const record = aRecord({
    runId: `run-${gpus}-${day}`,
    startedAt: `${date}T12:00:00.000Z`,
    finishedAt: `${date}T12:10:00.000Z`,
    yardstick,
    revisions: [{ label: 'head', ref: 'HEAD', commit: tip, problem: null }],
    testbed: aTestbed({ id: `${gpus}x-nvidia-h200`, devices }),
    ...overrides,
  })
  const plan = planRun(config, devices, record.revisions)
  const trials = plan.cases.flatMap(({ id }) =>
    [1, 1.002, 0.998].map((share, index) => aTrial({ caseId: id, index, commit: tip, wallSeconds: seconds * share })),
  )
  const at = mkdtempSync(join(folder, 'run-'))
  writeFileSync(join(at, 'run.json'), JSON.stringify({ ...record, plan, trials: overrides.trials ?? trials }))
  return at
}
