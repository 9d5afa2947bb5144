import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { checkOutAlone } from '../fakes/checked-out.ts'
import { installedAction } from '../fakes/installed-action.ts'
import { pullRequestEvent, workflowRunEvent } from '../fakes/events.ts'
import { setRef } from '../fakes/commit-files.ts'
import { datedGitEnvironment, gitWith } from '../fakes/git.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'
import { createPull, type CheckRunState, type RepositoryState } from '../fakes/github-server/state.ts'
import { writeToken } from './scenario.ts'

const repository = { owner: 'lab', name: 'pipeline' }
const forkId = 7777

/** Its cost is the sum of two files, in rounds of a loop: a shell starts in a tenth of the time of Node. */
const program = `rounds=$(($(cat reading.txt) + $(cat computing.txt)))
while [ $rounds -gt 0 ]; do rounds=$((rounds - 1)); done
echo done
`

/** What every honest run meets. */
export const metRequirement =
  'requirements: [{ id: SPEED, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }]'
/** No run meets it. */
export const unmetRequirement = metRequirement.replace('limit: 1', 'limit: 1e12')

/** The requirement decides, which one run of each side tells. */
export function configWith(...lines: readonly string[]): string {
  return writeConfig('repeats: 1', 'gate: []', lines.length > 0 ? lines : [metRequirement])
}

/** The cost beside the base decides. */
export const comparingConfig = writeConfig('repeats: 3', 'minEffect: 0.9, gate: [cpu_time]', [])

function writeConfig(run: string, comparison: string, lines: readonly string[]): string {
  return `version: 1
pipeline:
  name: costs
  devices: cpu
  command: [sh, program.sh, "{dataset}", "{output}"]
  proof: { stdout: [done] }
datasets:
  four: { preset: tiny, sequences: 4 }
suites:
  end-to-end: { run: { dataset: four, warmups: 0, ${run} } }
comparison: { reference: merge-base, ${comparison} }
${lines.map((line) => `${line}\n`).join('')}`
}

type Files = Readonly<Record<string, string>>
type PullPlace = { readonly base?: string; readonly isFork?: boolean; readonly updatedAt?: string }

/** A repository whose base branch moves while pull requests are open; every pull request has the branch `pull-N`. */
export type MovingBase = AsyncDisposable & {
  readonly server: GitHubServer
  readonly state: RepositoryState
  /** Commits files on a branch, which begins at `from` when it is new; gives the commit. */
  readonly commit: (branch: string, files: Files, from?: string) => string
  /** Opens a pull request of the commit. */
  readonly open: (number: number, head: string, place?: PullPlace) => void
  /** Changes the base branch of a pull request. */
  readonly retarget: (number: number, base: string) => void
  /** GitHub's test merge of the pull request into the tip of its base; null where they conflict. */
  readonly merge: (number: number) => string | null
  /** A commit that nobody asked for, pushed where everybody can fetch it. */
  readonly forge: (tree: string, parents: readonly string[]) => string
  /** Measures as a `pull_request` job does; `mergeSha` is GITHUB_SHA. */
  readonly check: (number: number, options?: CheckRunOptions) => Promise<ActionRun>
  /** Publishes a run folder as a `workflow_run` job does. */
  readonly publish: (runFolder: string, head: string) => Promise<ActionRun>
  /** What a `workflow_run` job does when a measurement of this head has been asked for. */
  readonly request: (head: string) => Promise<ActionRun>
  readonly lastCheck: (head: string) => CheckRunState | undefined
}

export type CheckRunOptions = {
  readonly mergeSha?: string | null
  readonly token?: string | null
  /** The base that the event tells; absent: the one that GitHub has now. */
  readonly toldBase?: { readonly sha: string; readonly ref: string }
  /** What was edited: the base, or something else; absent: the event is no edit. */
  readonly edited?: 'base' | 'title'
}

export async function createMovingBase(files: Files): Promise<MovingBase> {
  const folder = mkdtempSync(join(tmpdir(), 'warpgauge-moving-'))
  const [source, hub] = [join(folder, 'source'), join(folder, 'hub.git')]
  // Branches are those of the hub: nothing has to be pushed.
  const place = { GIT_DIR: hub, GIT_WORK_TREE: source, GIT_INDEX_FILE: join(folder, 'index') }
  const git = gitWith({ ...datedGitEnvironment(join(folder, 'home')), ...place }).bind(null, source)
  mkdirSync(source)
  gitWith(datedGitEnvironment(join(folder, 'home')))(folder, 'init', '--quiet', '--bare', '--initial-branch=main', hub)
  const actionYml = join(installedAction, 'action.yml')
  const server = await startGitHubServer({
    repositories: [{ ...repository, gitPath: hub }],
    tokens: { [writeToken]: { checks: 'write', pull_requests: 'write', contents: 'read' } },
  })
  const [state] = server.state.repositories
  if (!state) throw new Error('the rig has one repository')
  let count = 0
  const next = (kind: string): string => join(folder, `${kind}-${(count += 1)}`)
  const pullOf = (number: number) => {
    const pull = state.pulls.find((one) => one.number === number)
    if (!pull) throw new Error(`there is no #${number}`)
    return pull
  }
  const rig: MovingBase = {
    server,
    state,
    commit(branch, changed, from) {
      if (from !== undefined) git('checkout', '--quiet', '-B', branch, from)
      else if (count > 0) git('checkout', '--quiet', branch)
      for (const [name, text] of Object.entries(changed)) {
        mkdirSync(dirname(join(source, name)), { recursive: true })
        writeFileSync(join(source, name), text)
      }
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '-m', `On ${branch}, ${(count += 1)}`)
      return git('rev-parse', 'HEAD')
    },
    open(number, head, { base = 'main', isFork = false, updatedAt = '2026-01-01T00:00:00Z' } = {}) {
      const fork = isFork ? { repositoryId: forkId, repositoryName: 'contributor/pipeline' } : {}
      const side = { sha: git('rev-parse', base), ref: base }
      state.pulls.push(createPull(state, { number, head: { sha: head, ...fork }, base: side, updatedAt }))
      setRef(hub, `refs/pull/${number}/head`, head)
    },
    retarget(number, base) {
      pullOf(number).base = { sha: git('rev-parse', base), ref: base }
    },
    merge(number) {
      const { head, base } = pullOf(number)
      git('checkout', '--quiet', '--detach', git('rev-parse', base.ref))
      try {
        git('merge', '--quiet', '--no-ff', '-m', `Merge ${head.sha} into ${base.ref}`, head.sha)
      } catch {
        git('merge', '--abort')
        return null
      }
      const merged = git('rev-parse', 'HEAD')
      setRef(hub, `refs/pull/${number}/merge`, merged)
      return merged
    },
    forge(tree, parents) {
      const named = parents.flatMap((parent) => ['-p', parent])
      const made = git('commit-tree', `${tree}^{tree}`, ...named, '-m', 'Not made by GitHub')
      setRef(hub, `refs/heads/forged-${(count += 1)}`, made)
      return made
    },
    async check(number, { mergeSha = null, token = null, edited, toldBase } = {}) {
      const { head, base: today } = pullOf(number)
      const base = toldBase ?? today
      const clone = next('clone')
      checkOutAlone(hub, clone, mergeSha ?? head.sha)
      const isFork = head.repositoryId === forkId
      return await runAction({
        actionYml,
        inputs: { ...(token && { token }), 'run-folder': next('run'), ...(isFork && { 'allow-forks': 'true' }) },
        event: pullRequestEvent({
          repository,
          number,
          headSha: head.sha,
          baseSha: base.sha,
          baseRef: base.ref,
          mergeSha,
          isFork,
          ...(edited && { action: 'edited' as const }),
          ...(edited === 'base' && { formerBaseRef: 'weak' }),
        }),
        eventName: 'pull_request',
        serverUrl: server.url,
        cwd: clone,
      })
    },
    publish: async (runFolder, head) =>
      await runAction({
        actionYml,
        inputs: { token: writeToken, 'run-folder': runFolder },
        event: workflowRunEvent({ repository, headSha: head, isFork: true }),
        eventName: 'workflow_run',
        serverUrl: server.url,
      }),
    request: async (head) =>
      await runAction({
        actionYml,
        inputs: { mode: 'publish', token: writeToken },
        event: workflowRunEvent({ repository, headSha: head, isFork: true, isRequested: true }),
        eventName: 'workflow_run',
        serverUrl: server.url,
      }),
    lastCheck: (head) => state.checkRuns.findLast(({ headSha }) => headSha === head),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  rig.commit('main', { 'program.sh': program, 'reading.txt': '5000', 'computing.txt': '5000', ...files })
  return rig
}
