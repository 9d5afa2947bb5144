import { expect, it } from 'vitest'
import { readRerequestedCheck } from '../../../src/action/event.ts'

const [head, base] = ['a'.repeat(40), 'b'.repeat(40)]

function aPull(number: number, headRepository: number | undefined, baseRepository: number | undefined, sha = head) {
  const repoOf = (id: number | undefined) => (id === undefined ? {} : { repo: { id } })
  return {
    number,
    head: { sha, ...repoOf(headRepository) },
    base: { sha: base, ref: 'main', ...repoOf(baseRepository) },
  }
}

function read(pulls: readonly unknown[], tip: string | null, action = 'rerequested') {
  return readRerequestedCheck('check_run', { action, check_run: { head_sha: head, pull_requests: pulls } }, tip)
}

it.each([
  ['the same repository', 1, 1, 'collaborator'],
  ['another repository', 2, 1, 'stranger'],
  ['a deleted repository', undefined, 1, 'stranger'],
  ['repositories that are not told', undefined, undefined, 'stranger'],
])('trusts a head of %s as far as it may', (_name, headRepository, baseRepository, trust) => {
  const pulls = [aPull(6, 1, 1, base), aPull(7, headRepository, baseRepository)]
  expect(read(pulls, null)).toEqual({
    trust,
    headCommit: head,
    baseCommit: base,
    baseBranch: 'main',
    pullRequest: 7,
    measuredBy: null,
  })
})

it('takes a commit without a pull request only where it is that of the event', () => {
  expect(read([], head)).toBeNull()
  expect(() => read([], base)).toThrow('the event does not name the pull request of commit aaaaaaa')
  expect(() => read([aPull(6, 1, 1, base)], null)).toThrow('does not name the pull request')
})

it('refuses other actions', () => {
  expect(() => read([aPull(7, 1, 1)], null, 'completed')).toThrow('check_run of the type completed requests no run')
})
