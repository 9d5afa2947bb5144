import { describe, expect, it } from 'vitest'
import { EnvironmentError, OutageError } from '../../../../src/domain/core/errors.ts'
import { repeatLostCreate, translateErrors } from '../../../../src/io/github/octokit-error.ts'
import { silent } from '../../../fakes/connected-github.ts'

const attempt = { action: 'write a check', permission: 'checks: write', repository: 'acme/pipeline' }

type Headers = Readonly<Record<string, string | number>>

function aFailure(status: number, message = 'refused', headers: Headers | null = {}, method = 'POST'): Error {
  const request = { method, url: 'https://api.github.com/repos/acme/pipeline' }
  return Object.assign(new Error(message), { status, request, ...(headers && { response: { headers } }) })
}

async function translate(failure: unknown): Promise<unknown> {
  return await translateErrors(attempt, () => Promise.reject(failure)).catch((error: unknown) => error)
}

describe('translateErrors', () => {
  it.each([
    [401, 'Bad credentials', 'Pass a valid token: GITHUB_TOKEN of the running job with `checks: write`'],
    [403, 'Resource not accessible', 'Give the job `permissions: checks: write`; a run for a fork'],
    [403, 'This issue is locked', 'Unlock the conversation'],
    [403, 'Repository was archived so is read-only', 'Unarchive the repository'],
    [403, 'GitHub Actions is not permitted to create or approve pull requests', 'Turn on Settings, Actions, General'],
    [404, 'Not Found', 'Check that acme/pipeline and the requested item exist, and give the job'],
    [422, 'Repository rule violations found', 'A ruleset forbids this write'],
    [422, 'commenting is disabled', 'GitHub takes no more comments there'],
    [422, 'No commit found', 'Check that the commit was pushed to acme/pipeline'],
    [499, 'odd', 'Look at https://www.githubstatus.com'],
  ])('of a refusal %i, %s, says what to do', async (status, message, hint) => {
    const error = await translate(aFailure(status, `${message} - https://docs.github.com/rest`))
    expect(error).toBeInstanceOf(EnvironmentError)
    expect(error).not.toBeInstanceOf(OutageError)
    expect(error).toMatchObject({
      message: `Could not write a check in acme/pipeline: GitHub answered ${status}: ${message}`,
      hint: expect.stringContaining(hint) as string,
    })
  })

  const soon = Math.floor(Date.now() / 1000) + 3600
  it.each([
    ['a server error', aFailure(500), null],
    ['no answer', aFailure(500, 'getaddrinfo', null), null],
    ['a retry-after', aFailure(503, 'busy', { 'retry-after': '700' }), 700],
    ['a retry-after in the past', aFailure(503, 'busy', { 'retry-after': '-700' }), 0],
    [
      'a rate limit that is used up',
      aFailure(429, 'slow down', { 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': soon }),
      3600,
    ],
    [
      'a rate limit that has been reset',
      aFailure(429, 'slow down', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 9 }),
      0,
    ],
    [
      'a rate limit that is not used up',
      aFailure(429, 'slow down', { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': soon }),
      null,
    ],
    ['a rate limit without an end', aFailure(403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0' }), null],
    ['a 403 of the abuse detection', aFailure(403, 'You triggered an abuse detection mechanism'), null],
  ])('calls an outage: %s', async (_name, failure, seconds) => {
    const error = await translate(failure)
    expect(error).toBeInstanceOf(OutageError)
    const { retryAfterSeconds: exact } = error as OutageError
    // The clock moves on during the test.
    expect(exact === null ? null : Math.ceil(exact / 60)).toBe(seconds === null ? null : Math.ceil(seconds / 60))
  })

  it('names the host that gave no answer', async () => {
    expect(await translate(aFailure(500, 'getaddrinfo', null))).toMatchObject({
      message: 'Could not write a check in acme/pipeline: no answer from api.github.com: getaddrinfo.',
      hint: expect.stringContaining('reaches api.github.com') as string,
    })
  })

  it.each([new Error('own'), Object.assign(new Error('own'), { status: 500 }), 'text'])(
    'passes on what is no answer of GitHub',
    async (error) => {
      expect(await translate(error)).toBe(error)
    },
  )
})

describe('repeatLostCreate', () => {
  it.each([
    ['a lost response', [aFailure(500), aFailure(502)], 3, 'created'],
    ['the third lost response', [aFailure(500), aFailure(500), aFailure(500)], 3, 'Error: refused'],
    ['a refusal', [aFailure(499)], 1, 'Error: refused'],
    ['a lost answer to a read', [aFailure(500, 'refused', {}, 'GET')], 1, 'Error: refused'],
    ['an error of our own', [new Error('own')], 1, 'Error: own'],
  ])('tries again at most twice, and only after a lost create: %s', async (_name, failures, calls, outcome) => {
    const left = failures.values()
    let made = 0
    const write = () => {
      made += 1
      const { value } = left.next()
      return value === undefined ? Promise.resolve('created') : Promise.reject(value)
    }
    expect(await repeatLostCreate(write, 0, silent).catch(String)).toBe(outcome)
    expect(made).toBe(calls)
  })
})
