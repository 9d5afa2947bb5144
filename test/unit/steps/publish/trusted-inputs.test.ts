import { expect, it } from 'vitest'
import { SupersededError, UserError } from '../../../../src/domain/core/errors.ts'
import {
  findMeasuredOrigin,
  listOtherCommits,
  readTrustedInputs,
} from '../../../../src/steps/publish/trusted-inputs.ts'

const [one, two] = ['a'.repeat(40), 'b'.repeat(40)]
const aRevision = (label: string, commit: string | null) => ({ label, ref: label, commit, problem: null })

const measured = 'v1.0 was measured at'
it.each([
  ['the same commit', [aRevision('v1.0', one)], [aRevision('v1.0', one)], []],
  ['another commit', [aRevision('v1.0', one)], [aRevision('v1.0', two)], [`${measured} aaaaaaa and is bbbbbbb`]],
  ['no commit', [aRevision('v1.0', null)], [aRevision('v1.0', two)], ['v1.0 was measured at no commit and is bbbbbbb']],
  ['another label', [aRevision('v2.0', two)], [aRevision('v1.0', two)], [`${measured} no commit and is bbbbbbb`]],
  [
    'what the repository has no longer',
    [aRevision('v1.0', one)],
    [{ ...aRevision('v1.0', null), problem: 'the repository has no v1.0 for this run' }],
    [`${measured} aaaaaaa and the repository has no v1.0`],
  ],
  ['nothing, as it is declared', [aRevision('v1.0', null)], [aRevision('v1.0', null)], []],
  ['the commit of a declared one in the clone', [aRevision('v1.0', one)], [aRevision('v1.0', null)], []],
])('names a revision that was measured at %s', (_name, stated, trusted, sentences) => {
  expect(listOtherCommits(stated, trusted)).toEqual(sentences)
})

it('finds the commits of the revisions in the repository, but none of a declared one', async () => {
  const config = `version: 1
pipeline: { name: p, devices: cpu, command: [p, '{dataset}', '{output}'], proof: { results: { path: '{output}/r' } } }
datasets: { d: { preset: small } }
revisions: { v1: { ref: v1.0 }, none: { ref: v0.1 }, same: { ref: HEAD }, published: { ref: v0.9, declared: { wallSeconds: 5, source: paper } } }
suites: { end-to-end: { run: { dataset: d } } }
`
  const asked: string[] = []
  const gitHub = {
    readAt: async () => config,
    findCommit: async (ref: string) => {
      asked.push(ref)
      return ref === 'v1.0' ? two : null
    },
  }
  const head = { ref: 'main', commit: one }
  const commits = { head, mergeBase: null, checked: one, base: null, testMerge: null }
  const { base, revisions, rules } = await readTrustedInputs({ path: 'warpgauge.yml', commits }, gitHub as never)
  expect([base, rules.yardstick.origin, asked.toSorted()]).toEqual([null, 'base', ['v0.1', 'v1.0']])
  expect(revisions).toEqual([
    { label: 'head', ...head, problem: null },
    { label: 'v1', ref: 'v1.0', commit: two, problem: null },
    { label: 'none', ref: 'v0.1', commit: null, problem: 'the repository has no v0.1 for this run' },
    { label: 'same', ref: 'HEAD', commit: one, problem: null },
    { label: 'published', ref: 'v0.9', commit: null, problem: null },
  ])
})

type Origin = {
  readonly event: string
  readonly headBranch?: string
  readonly pullRequest?: number
  readonly eventPull?: number
}

/** The numbers of the pull requests that a run measured, and what GitHub was asked. Number 7 has the head, 8 another. */
async function findOrigin({ event, headBranch = '', pullRequest, eventPull }: Origin) {
  const pull = (number: number, headCommit = one, headRepositoryId = 1) => ({ number, headCommit, headRepositoryId })
  const asked: unknown[] = []
  const gitHub = {
    findOpenPullRequest: async (number: number) => {
      asked.push(number)
      return number === 7 ? pull(7) : number === 8 ? pull(8, two) : null
    },
    listPullRequests: async (commit: string) => {
      asked.push(commit)
      return [pull(7), pull(9), pull(10, one, 2)]
    },
  }
  const head = { headCommit: one, headRepositoryId: 1, headBranch, conclusion: null, url: '' }
  const run = { event, ...head, ...(pullRequest !== undefined && { pullRequest }) }
  const { pulls, ...origin } = await findMeasuredOrigin(run, eventPull ?? null, gitHub as never)
  return { pulls: pulls.map(({ number }) => number), ...origin, asked }
}

const none = { queueBase: null, queuedPull: null }

it.each<[string, Origin, object]>([
  ['the event names it', { event: 'pull_request', eventPull: 7 }, { pulls: [7], ...none, asked: [7] }],
  ['the finished run names it', { event: 'pull_request', pullRequest: 7 }, { pulls: [7], ...none, asked: [7] }],
  [
    'it is closed, by head and repository',
    { event: 'pull_request', pullRequest: 6 },
    { pulls: [7, 9], ...none, asked: [6, one] },
  ],
  ['it has a newer head', { event: 'pull_request', pullRequest: 8 }, { pulls: [7, 9], ...none, asked: [8, one] }],
  ['nobody names it', { event: 'pull_request_target' }, { pulls: [7, 9], ...none, asked: [one] }],
  ['its branch is a copy', { event: 'push', headBranch: 'pull-request/7' }, { pulls: [7], ...none, asked: [7] }],
  ['there is none', { event: 'push', headBranch: 'main' }, { pulls: [], ...none, asked: [] }],
  [
    'it is in the merge queue',
    { event: 'merge_group', headBranch: `gh-readonly-queue/main/pr-7-${two}` },
    { pulls: [], queueBase: two, queuedPull: 7, asked: [] },
  ],
])('finds the pull request of a run where %s', async (_what, run, expected) => {
  expect(await findOrigin(run)).toEqual(expected)
})

it('searches for no other pull request than that of the event, and refuses a branch that is none of a queue', async () => {
  for (const eventPull of [6, 8])
    await expect(findOrigin({ event: 'pull_request', eventPull })).rejects.toThrow(SupersededError)
  await expect(findOrigin({ event: 'merge_group', headBranch: 'main' })).rejects.toThrow(UserError)
})
