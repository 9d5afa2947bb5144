import { describe, expect, it } from 'vitest'
import { type CheckClaim, parseEntry } from '../../../../src/domain/check/check-entry.ts'
import { EnvironmentError, OutageError } from '../../../../src/domain/core/errors.ts'
import type { CheckContent, GitHub, PullRequest, StoredCheck } from '../../../../src/io/github/github.ts'
import {
  confirmCheck,
  formatSubject,
  writeCheck,
  type WritePurpose,
} from '../../../../src/steps/deliver/write-check.ts'

const claim: CheckClaim = {
  name: 'warpgauge / scaling',
  headCommit: 'a'.repeat(40),
  run: '2.1',
  pullRequest: 7,
  base: { branch: 'main', commit: 'b'.repeat(40) },
  detailsUrl: 'https://github.com/acme/pipeline/actions/runs/2',
  title: 'Passed',
  summary: 'All good.',
  result: 'success',
}

const pull = (number: number, baseBranch: string): PullRequest => {
  const head = { headCommit: claim.headCommit, headRepositoryId: 1, isFork: false }
  return { number, baseBranch, ...head, isMergeable: null, mergeCommit: null, labels: [] }
}

type Pulls = readonly PullRequest[] | Error

/** GitHub with these checks and pull requests; it notes what is to be written. */
function holding(stored: readonly StoredCheck[], pulls: Pulls) {
  const written: (CheckContent | null)[] = []
  let looks = 0
  const gitHub = {
    changeCheckRun: async (_place, decide) => {
      const content = await decide(stored)
      written.push(content)
      return { url: null, wasCreated: false, isChanged: content !== null }
    },
    listPullRequests: () => {
      looks += 1
      return pulls instanceof Error ? Promise.reject(pulls) : Promise.resolve([...pulls])
    },
  } as Partial<GitHub> as GitHub
  return { gitHub, written, countLooks: () => looks }
}

/** Checks as `7/main success 1.1`. */
function checks(...entries: readonly string[]): StoredCheck[] {
  return entries.map((entry) => {
    const result = parseEntry(`warpgauge:3 ${entry}`)?.result ?? ''
    const conclusion = result === 'open' ? null : ['success', 'neutral'].includes(result) ? result : 'failure'
    return { externalId: `warpgauge:3 ${entry}`, conclusion }
  })
}

async function write(
  stored: readonly StoredCheck[],
  given: Partial<CheckClaim>,
  { purpose, pulls = [pull(7, 'main')] }: { purpose?: WritePurpose; pulls?: Pulls } = {},
) {
  const { gitHub, written, countLooks } = holding(stored, pulls)
  const { held, conclusion } = await writeCheck({ ...claim, ...given }, gitHub, purpose)
  const [content = null] = written
  return {
    held,
    conclusion,
    content,
    entry: content?.externalId.replace('warpgauge:3 ', '') ?? null,
    looks: countLooks(),
  }
}

const noPull = { pullRequest: null, base: null }
const both = [pull(7, 'main'), pull(8, 'dev')]
const denied = new EnvironmentError('denied', 'hint')

describe('writeCheck', () => {
  it('writes a result with the pull request and base that it is for', async () => {
    const { content, held } = await write([], {})
    expect(content).toEqual({
      externalId: 'warpgauge:3 7/main success 2.1',
      detailsUrl: claim.detailsUrl,
      state: { status: 'completed', conclusion: 'success' },
      output: { title: 'Passed', summary: 'For pull request #7 into `main` at bbbbbbb.\n\nAll good.' },
    })
    expect(held).toBeNull()
  })

  it.each([
    ['no base', { base: null }, 'For pull request #7.\n\nAll good.'],
    ['no commit of it', { base: { branch: 'main', commit: null } }, 'For pull request #7 into `main`.\n\nAll good.'],
    ['no pull request', noPull, 'All good.'],
  ])('says as much as is known: %s', async (_name, given, summary) => {
    expect((await write([], given, { pulls: [] })).content?.output?.summary).toBe(summary)
  })

  it.each([
    ['of a pass', 'success', true],
    ['of nothing else', 'failure', false],
  ] as const)('says that other pull requests were not looked up: %s', async (_name, result, isSaid) => {
    const { content } = await write([], { result }, { pulls: denied })
    expect(content?.output?.summary.includes('Not looked up: other open pull requests')).toBe(isSaid)
  })

  it.each([
    ['[]', [], 'unrelated', 'success'],
    ['an earlier failure', checks('7/main failure 1.1'), 'unrelated', 'failure'],
    ['a measurement', [], 'open', null],
  ] as const)('returns what the check shows: with %s', async (_name, stored, result, conclusion) => {
    expect((await write(stored, { result })).conclusion).toBe(conclusion)
  })

  const open = checks('7/main open 2.1')
  const sharing = checks('7/main failure 1.1 other=8/dev')
  it.each([
    ['a failure blocks anyway', [], { result: 'failure' }, { pulls: both }, '7/main failure 2.1', 0],
    ['a progress update', open, { result: 'open' }, { pulls: both, purpose: 'refresh' }, '7/main open 2.1', 0],
    ['a run without a pull request', [], noPull, { pulls: both }, 'none/ success 2.1', 0],
    ['a pass', [], {}, {}, '7/main success 2.1', 1],
    ['a pass with a token that may not look', [], {}, { pulls: denied }, '7/main success 2.1', 1],
    ['the same, where the check names another', sharing, {}, { pulls: denied }, '7/main shared 2.1 other=8/dev', 1],
  ] as const)(
    'looks for other pull requests only before a pass: %s',
    async (...[, stored, given, options, entry, looks]) => {
      expect(await write(stored, given, options)).toMatchObject({ entry, looks })
    },
  )

  it('passes nothing on a guess while GitHub is down', async () => {
    const outage = new OutageError('down', 'wait', { retryAfterSeconds: null })
    await expect(write([], {}, { pulls: outage })).rejects.toBe(outage)
    const bug = new Error('own')
    await expect(write([], {}, { pulls: bug })).rejects.toBe(bug)
  })

  it.each([
    ['refresh', checks(), null],
    ['refresh', checks('7/main open 1.1'), null],
    ['late', checks(), '7/main success 2.1'],
    ['late', checks('7/main open 1.1'), null],
    ['late', checks('7/main open 2.1'), '7/main success 2.1'],
    ['close', checks(), null],
    ['close', checks('7/main open 2.1'), '7/main success 2.1'],
    ['confirm', checks(), '7/main success 2.1'],
    ['confirm', checks('7/main success 2.1'), null],
    ['confirm', checks('8/dev failure 1.1'), null],
    ['confirm', checks('7/main failure 1.1'), '7/main success 2.1'],
    ['report', checks('8/dev failure 1.1'), '7/main success 2.1 other=8/dev'],
    ['report', checks('7/main success 2.1'), '7/main success 2.1'],
    ['report', [{ externalId: 'of another app', conclusion: 'failure' }], '7/main success 2.1'],
  ] as const)('to %s, on %j, stores %s', async (purpose, stored, entry) => {
    expect((await write(stored, {}, { purpose, pulls: denied })).entry?.replace('shared', 'success') ?? null).toBe(
      entry,
    )
  })

  const shows = (what: string) => `The check shows: ${what} (run 1).`
  const own = 'pull request #7 into `main`'
  it.each([
    ['open', '7/main success 1.1', [pull(7, 'main')], null, shows(`${own}: success`)],
    ['of a number that cannot be looked up', '7/main open 1.1', denied, null, shows(`${own}: being measured`)],
    ['closed', '7/main success 1.1', [], 'none/ success 2.1', null],
    ['not known', 'unknown/ success 1.1', [], null, shows('a run whose pull request is not known: success')],
  ])(
    'of a run without a pull request replaces no check of one that is %s',
    async (...[, stored, pulls, entry, held]) => {
      expect(await write(checks(stored), noPull, { pulls })).toMatchObject({ entry, held })
    },
  )

  it('writes the entry alone when another run owns the check', async () => {
    const { content, held } = await write(checks('7/main success 1.1'), { result: 'open' })
    const externalId = 'warpgauge:3 7/main success 1.1 next=2.1'
    expect(content).toEqual({ externalId, detailsUrl: null, state: null, output: null })
    expect(held).toBe('The check shows: pull request #7 into `main`: success (run 1).')
    const two = [...checks('7/main success 1.1'), { externalId: 'warpgauge:3 7/main success 1.1', conclusion: null }]
    expect((await write(two, { result: 'open' })).content?.state).toEqual({
      status: 'completed',
      conclusion: 'success',
    })
  })

  it.each([
    [{ pullRequest: null, isProvisional: true }, /^unknown\/main success 2\.1$/u],
    [{ base: { branch: 'b'.repeat(64), commit: null } }, /^7\/b{64} success 2\.1$/u],
    [{ base: { branch: 'b'.repeat(65), commit: null } }, /^7\/~[\da-f]{40} success 2\.1$/u],
    [{ base: { branch: 'ä'.repeat(11), commit: null } }, /^7\/~[\da-f]{40} success 2\.1$/u],
  ])('of %j stores a short subject', async (given, entry) => {
    expect((await write([], given, { pulls: denied })).entry).toMatch(entry)
  })
})

it('confirms a claim until it stands, at most five times', async () => {
  const stands = holding(checks('7/main success 2.1'), [])
  await confirmCheck(claim, stands.gitHub)
  const lost = holding([], [])
  await expect(confirmCheck(claim, lost.gitHub)).rejects.toThrow('other runs overwrote the check 5 times')
  expect([stands.written.length, lost.written.length]).toEqual([1, 5])
})

it.each([
  [{ pullRequest: 7, base: null }, 'pull request #7'],
  [{ pullRequest: 'none', base: 'a`b c' }, 'a run without a pull request into `abc`'],
  [{ pullRequest: 'unknown', base: 'main' }, 'a run whose pull request is not known'],
] as const)('names %j', (subject, text) => {
  expect(formatSubject(subject)).toBe(text)
})
