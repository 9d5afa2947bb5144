import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeGroupEvent, pullRequestEvent, queueBranchName } from '../fakes/events.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { createPull } from '../fakes/github-server/state.ts'
import { place } from './eventful.ts'
import { pullNumber } from './scenario.ts'
import { standInConfig, standInFiles } from './stand-in.ts'
import { readWorkflow } from './workflow-jobs.ts'
import type { StepMode } from './workflow-rig.ts'
import { openSite, readExample, type Happening, type WorkflowRun, type WorkflowSite } from './workflow-site.ts'

/** Files of `examples/workflows`, and the jobs that they start for a pull request. */
export const twoFiles = ['measure', 'publish']
export const severalRunners = ['matrix', 'matrix-publish']
export const inOne = [
  'pull-request: plan success',
  'pull-request: measure success',
  'pull-request: publish success',
  'pull-request: warpgauge verdict success',
]
export const inTwo = [
  'publish (requested): publish success',
  'measure: plan success',
  'measure: measure success',
  'publish (completed): publish success',
]
export const onRunners = [
  'matrix-publish (requested): publish success',
  'matrix: plan success',
  'matrix: measure host success',
  'matrix: warpgauge matrix verdict success',
  'matrix-publish (completed): publish success',
]
export const edited = { action: 'edited', formerBaseRef: 'old' } as const

const examples = new URL('../../examples/workflows/', import.meta.url)
const names = readdirSync(examples).map((file) => file.replace(/\.yml$/u, ''))

/** What every honest run meets. */
function configWith(pipeline: readonly string[] = [], repeats = 1): string {
  return standInConfig({
    pipeline,
    repeats,
    rest: [
      'tracking: { minEffect: 0.3, settledAfter: 8, metrics: [wall_time], anchors: [] }',
      'runners: { host: { labels: [self-hosted, gpu], gpus: 1 } }',
      // Two commits without a difference stay equal on a busy machine, also for a bisection.
      'comparison: { reference: baseline, minEffect: 0.9, gate: [cpu_time] }',
    ],
  })
}

const config = configWith()

/** A second pull request, and the base that it asks to be merged into: its rules are met by no run. */
export const otherPull = 21
const strictBranch = 'strict'
const strictConfig = config.replace('limit: 1 }', 'limit: 1000000000000 }')

export type GateSite = WorkflowSite & {
  /** Head of both pull requests. */
  readonly head: string
  /** What a merge queue puts the pull request on top of main as. */
  readonly group: string
  /** Gives both pull requests a head with these files on top of main, and nothing else. */
  readonly change: (files: Readonly<Record<string, string>>) => void
  /** Forgets what was written, and makes the first pull request one of a fork or not. */
  readonly forget: (isFork?: boolean) => void
  readonly pullRequest: (occasion: PullOccasion) => Happening
  readonly mergeGroup: () => Happening
  /** What GitHub shows now: checks, numbers of commented pull requests, titles of issues. */
  readonly seen: () => Seen
  /** Requests that were refused for want of a permission. */
  readonly refused: () => readonly string[]
}

export type PullOccasion = {
  readonly action?: 'opened' | 'synchronize' | 'reopened' | 'edited'
  /** Of an edit: the base branch before; absent: the title was edited. */
  readonly formerBaseRef?: string
  readonly number?: number
  readonly isFork?: boolean
}

export type Seen = {
  readonly checks: readonly string[]
  readonly comments: readonly number[]
  readonly issues: readonly string[]
}

/** All example workflows; one pull request into main and, with the same head, one into a branch with stricter rules. */
export async function openGateSite(
  pipeline: readonly string[] = [],
  steps: StepMode = {},
  repeats = 1,
): Promise<GateSite> {
  const workflows = Object.fromEntries(names.map((name) => [name, readExample(name)]))
  const copied = { copied: readWorkflow(withCopies()), forged: readWorkflow(withoutMeasuring()) }
  const files = { ...standInFiles({}), '.github/warpgauge-production.yml': config }
  const site = await openSite({ ...workflows, ...copied }, { config: configWith(pipeline, repeats), files }, steps)
  const { scenario, state } = site
  const hub = join(scenario.folder, 'hub.git')
  const git = gitWith(gitEnvironment(scenario.folder)).bind(null, hub)
  const publish = (changes: Readonly<Record<string, string>>) => {
    const head = scenario.push('A change', changes, { isFresh: true })
    const group = git('rev-parse', `refs/pull/${pullNumber}/merge`)
    git('update-ref', `refs/heads/${queueBranchName(pullNumber, scenario.baseCommit)}`, group)
    git('update-ref', `refs/heads/pull-request/${pullNumber}`, head)
    return { head, group }
  }
  let { head, group } = publish({ 'NOTES.md': 'nothing that runs\n' })
  const [pull] = state.pulls
  const nameOf = (commit: string): string =>
    ({ [head]: 'head', [group]: 'group', [scenario.baseCommit]: 'main' })[commit] ?? commit
  let requestsBefore = 0
  return {
    ...site,
    get head() {
      return head
    },
    get group() {
      return group
    },
    change(changes) {
      ;({ head, group } = publish(changes))
    },
    forget(isFork = false) {
      for (const list of [state.checkRuns, state.comments, state.issues]) list.length = 0
      requestsBefore = scenario.server.requests.length
      const source = isFork ? 'contributor' : place.owner
      Object.assign(pull!.head, { repositoryId: isFork ? 7777 : state.id, repositoryName: `${source}/${place.name}` })
    },
    pullRequest({ number = pullNumber, ...occasion }) {
      const { base } = state.pulls.find((one) => one.number === number)!
      const mergeSha = git('rev-parse', `refs/pull/${number}/merge`)
      const told = { number, headSha: head, baseSha: base.sha, baseRef: base.ref, mergeSha }
      const payload = pullRequestEvent({ repository: place, ...told, ...occasion })
      return { name: 'pull_request', payload, commit: mergeSha, ref: `refs/pull/${number}/merge` }
    },
    mergeGroup() {
      const { baseCommit } = scenario
      const told = { number: pullNumber, headSha: group, baseSha: baseCommit }
      const ref = `refs/heads/${queueBranchName(pullNumber, baseCommit)}`
      return { name: 'merge_group', payload: mergeGroupEvent({ repository: place, ...told }), commit: group, ref }
    },
    seen: () => ({
      checks: state.checkRuns.map(
        ({ name, headSha, status, conclusion }) => `${name} on ${nameOf(headSha)}: ${conclusion ?? status}`,
      ),
      comments: state.comments.filter(({ author }) => author.type === 'Bot').map(({ issueNumber }) => issueNumber),
      issues: state.issues.map(({ title }) => title),
    }),
    refused: () =>
      scenario.server.requests
        .slice(requestsBefore)
        .filter(({ status }) => status === 401 || status === 403)
        .map(({ method, path }) => `${method} ${path}`),
  }
}

/** Opens the second pull request: the same head, another base. */
export function openOther(site: GateSite, isFork = false): void {
  const { state, head } = site
  const base = mergeIntoStrict(site, otherPull)
  const fork = isFork ? { repositoryId: 7777, repositoryName: `contributor/${place.name}` } : {}
  state.pulls.push(createPull(state, { number: otherPull, head: { sha: head, ...fork }, base }))
}

/** The branch with stricter rules, and GitHub's merge of the pull request into it. */
function mergeIntoStrict({ scenario, head }: GateSite, number: number) {
  const clone = mkdtempSync(join(scenario.folder, 'strict-'))
  const git = gitWith(gitEnvironment(scenario.folder)).bind(null, clone)
  git('clone', '--quiet', join(scenario.folder, 'hub.git'), '.')
  git('fetch', '--quiet', 'origin', head)
  git('checkout', '--quiet', '-B', strictBranch, 'main')
  writeFileSync(join(clone, '.github/warpgauge.yml'), strictConfig)
  git('commit', '--quiet', '--all', '-m', 'Stricter rules')
  const sha = git('rev-parse', 'HEAD')
  git('merge', '--quiet', '--no-ff', '-m', 'Merge of the pull request', head)
  const refs = [`${sha}:refs/heads/${strictBranch}`, `HEAD:refs/pull/${number}/merge`]
  git('push', '--quiet', '--force', 'origin', ...refs, `${head}:refs/pull/${number}/head`)
  return { sha, ref: strictBranch }
}

/** The workflow of pull requests with the trigger that its file keeps for bots that copy them. */
function withCopies(): string {
  const text = readFileSync(new URL('pull-request.yml', examples), 'utf8')
  return text.replace('  # push: {', '  push: {')
}

/** What a pull request may make of its workflow: the run succeeds, and nothing is measured. */
function withoutMeasuring(): string {
  const text = readFileSync(new URL('measure.yml', examples), 'utf8')
  return text.replace("needs.plan.outputs.measure != 'false'\"", 'false"')
}

/** A line for each job: workflow, the name that the job shows, result. */
export function linesOf(runs: readonly WorkflowRun[]): string[] {
  return runs.flatMap(({ workflow, jobs }) => jobs.map(({ name, result }) => `${workflow}: ${name} ${result}`))
}

/** What the Action said, for the message of a failed test. */
export function logOf(runs: readonly WorkflowRun[]): string {
  const jobs = runs.flatMap(({ workflow, jobs: ran }) => ran.map((job) => ({ workflow, ...job })))
  return jobs
    .map(({ workflow, job, runs: ran }) => [`# ${workflow} ${job}`, ...ran.map((run) => run.stdout)].join('\n'))
    .join('\n')
}
