import { describe, expect, it } from 'vitest'
import { EnvironmentError, OutageError } from '../../../../src/domain/core/errors.ts'
import { createRetryPolicy, translateFailure } from '../../../../src/io/github/connection.ts'

const attempt = { action: 'write a check', permission: 'checks: write', repository: 'acme/pipeline' }

type Headers = Readonly<Record<string, string | number>>

function aFailure(status: number, message = 'refused', headers: Headers | null = {}): Error {
  const request = { method: 'POST', url: 'https://api.github.com/repos/acme/pipeline' }
  return Object.assign(new Error(message), { status, request, ...(headers && { response: { headers } }) })
}

const aLimit = (headers: Headers) => aFailure(429, 'slow down', headers)
const translate = (failure: Error) => translateFailure(failure as Parameters<typeof translateFailure>[0], attempt)

describe('translateFailure', () => {
  it.each([
    [401, 'Bad credentials', 'Pass a valid token: GITHUB_TOKEN of the running job with `checks: write`'],
    [403, 'Resource not accessible', 'Give the job `permissions: checks: write`; a run for a fork'],
    [403, 'This issue is locked', 'Unlock the conversation'],
    [403, 'Repository was archived so is read-only', 'Unarchive the repository'],
    // Gitea 1.26.0, for the API of checks.
    [404, '404 page not found', 'Use mode: check without token'],
    [403, 'GitHub Actions is not permitted to create or approve pull requests', 'Turn on Settings, Actions, General'],
    [404, 'Not Found', 'Check that acme/pipeline and the requested item exist, and give the job'],
    [422, 'Repository rule violations found', 'A ruleset forbids this write'],
    [422, 'commenting is disabled', 'GitHub takes no more comments there'],
    [422, 'No commit found', 'Check that the commit was pushed to acme/pipeline'],
    [499, 'odd', 'Look at https://www.githubstatus.com'],
  ])('of a refusal %i, %s, says what to do', (status, message, hint) => {
    const error = translate(aFailure(status, `${message} - https://docs.github.com/rest`))
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
    ['a rate limit that is used up', aLimit({ 'x-ratelimit-remaining': 0, 'x-ratelimit-reset': soon }), 3600],
    ['a rate limit that has been reset', aLimit({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 9 }), 0],
    ['a rate limit that is not used up', aLimit({ 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': soon }), null],
    ['a rate limit without an end', aFailure(403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0' }), null],
    ['a 403 of the abuse detection', aFailure(403, 'You triggered an abuse detection mechanism'), null],
  ])('calls an outage: %s', (_name, failure, seconds) => {
    const error = translate(failure)
    expect(error).toBeInstanceOf(OutageError)
    const { retryAfterSeconds: exact } = error as OutageError
    // The clock moves on during the test.
    expect(exact === null ? null : Math.ceil(exact / 60)).toBe(seconds === null ? null : Math.ceil(seconds / 60))
  })

  it('names the host that gave no answer', () => {
    expect(translate(aFailure(500, 'getaddrinfo', null))).toMatchObject({
      message: 'Could not write a check in acme/pipeline: no answer from api.github.com: getaddrinfo.',
      hint: expect.stringContaining('reaches api.github.com') as string,
    })
  })
})

type Failure = { readonly method?: string; readonly cause?: unknown; readonly after?: number }

/** Fails with each error in turn, succeeds for null and at the end; the clock moves by the pauses and by 1 second for each call. */
function tryOut(
  failures: readonly (Error | null)[],
  {
    isRepeatable = true,
    longestMinutes,
    isAborted = false,
  }: { isRepeatable?: boolean; longestMinutes?: number; isAborted?: boolean } = {},
) {
  const told: string[] = []
  const pauses: number[] = []
  let nowMs = 50_000
  const policy = createRetryPolicy({
    clock: { readMonotonicMs: () => nowMs },
    sleep: (ms) => {
      pauses.push(ms / 1000)
      nowMs += ms
      return Promise.resolve()
    },
    signal: isAborted ? AbortSignal.abort() : new AbortController().signal,
    logger: { warning: (text) => told.push(text), info: (text) => told.push(text) },
    ...(longestMinutes !== undefined && { longestMinutes }),
  })
  const left = failures.values()
  const call = async () => {
    nowMs += 1000
    const { value } = left.next()
    return !value ? await Promise.resolve('done') : await Promise.reject(value)
  }
  const run = () => policy(call, isRepeatable).catch((error: unknown) => String(error))
  return { run, pauses, told }
}

function anOutage({ method = 'POST', cause, after }: Failure = {}): OutageError {
  const request = { method, url: 'https://api.github.com' }
  const failure = Object.assign(new Error('lost', { cause }), { status: 500, request })
  return new OutageError('GitHub is down.', 'Wait.', { cause: failure, retryAfterSeconds: after ?? null })
}

const many = (count: number) => Array.from({ length: count }, () => anOutage())

it('doubles the pause up to a minute, and says when GitHub is back', async () => {
  const { run, pauses, told } = tryOut(many(7), { longestMinutes: 60 })
  expect(await run()).toBe('done')
  expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60])
  expect(told).toEqual(['GitHub is down. Retrying for up to 60 minutes.', 'GitHub is available again.'])
})

it('says nothing of a call that succeeds at once', async () => {
  const { run, told } = tryOut([])
  expect(await run()).toBe('done')
  expect(told).toEqual([])
})

it('pauses as long as GitHub asks for, and never less than its own pause', async () => {
  const { run, pauses } = tryOut([anOutage({ after: 30 }), anOutage({ after: 3 })])
  expect(await run()).toBe('done')
  expect(pauses).toEqual([30, 4])
})

it('gives up when the next pause would end after the time, to the second', async () => {
  // 57 s of pause, then a second for the call that fails, then a pause of 4 s: 62 s. One second less fits into a minute.
  const patience = { longestMinutes: 1 }
  const late = tryOut([anOutage({ after: 56 }), ...many(1)], patience)
  expect(await late.run()).toContain('GitHub is down.')
  expect(late.pauses).toEqual([56])
  expect(late.told.at(-1)).toBe('GitHub was unavailable for the maximum waiting time of 1 minutes; giving up.')
  const inTime = tryOut([anOutage({ after: 55 }), ...many(1)], patience)
  expect(await inTime.run()).toBe('done')
  expect(inTime.pauses).toEqual([55, 4])
})

it('counts the waits of earlier outages, and tries once as long as GitHub is down', async () => {
  // The first outage took 41 s.
  for (const [after, ends] of [
    [19, ['done', 'done', 'done']],
    [20, ['done', 'EnvironmentError: GitHub is down.', 'EnvironmentError: GitHub is down.']],
  ] as const) {
    const failures = [anOutage({ after: 40 }), null, anOutage({ after }), after === 19 ? null : anOutage()]
    const { run } = tryOut(failures, { longestMinutes: 1 })
    expect([await run(), await run(), await run()]).toEqual(ends)
  }
})

it('takes a refusal as the end of an outage', async () => {
  const failures = [
    anOutage({ after: 40 }),
    new EnvironmentError('refused', 'Grant it.'),
    ...Array<null>(20).fill(null),
    anOutage(),
  ]
  const { run, told } = tryOut(failures, { longestMinutes: 1 })
  expect(await run()).toBe('EnvironmentError: refused')
  expect(told.at(-1)).toBe('GitHub is available again.')
  const policyOfLater = tryOut([...many(1), new EnvironmentError('refused', 'Grant it.'), ...many(1)], {
    longestMinutes: 1,
  })
  expect([await policyOfLater.run(), await policyOfLater.run()]).toEqual(['EnvironmentError: refused', 'done'])
})

it('waits five minutes unless told otherwise', async () => {
  const fits = tryOut([anOutage({ after: 300 })])
  expect(await fits.run()).toBe('done')
  const exceeds = tryOut([anOutage({ after: 301 })])
  expect(await exceeds.run()).toContain('GitHub is down.')
  expect(exceeds.told).toEqual([])
})

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
it.each([
  ['a write that can be repeated', anOutage(), true, 1],
  ['a write that cannot', anOutage(), false, 0],
  ['a read', anOutage({ method: 'GET' }), false, 1],
  ['a write that did not reach GitHub', anOutage({ cause: refused }), false, 1],
  ['a write that reached none of its addresses', anOutage({ cause: new AggregateError([refused]) }), false, 1],
  ['a write that was cut off', anOutage({ cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) }), false, 0],
  ['an outage of something else', new OutageError('down', 'wait', { retryAfterSeconds: null }), false, 0],
  ['no outage', new Error('own'), true, 0],
])('retries what has no effect twice: %s', async (_name, error, isRepeatable, retries) => {
  const { run, pauses } = tryOut([error], { isRepeatable })
  expect((await run()) === 'done').toBe(retries > 0)
  expect(pauses).toHaveLength(retries)
})

it('does not wait in a job that ends', async () => {
  const { run, pauses, told } = tryOut([anOutage()], { isAborted: true })
  expect(await run()).toContain('GitHub is down.')
  expect([pauses, told]).toEqual([[], []])
})
