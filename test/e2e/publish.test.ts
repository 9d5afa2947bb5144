import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { contradictory, doubtful, enormous, hiding, hostile, malformed, type Forgery } from './forgeries.ts'
import { actingParts } from './inert.ts'
import { marker, startPublisher, type Place, type Publication, type Publisher } from './publications.ts'
import { measureRunFolders, rewriteRecord, type RunFolders } from './run-folders.ts'

// Most of a publication is waiting: GitHub asks for a second between writes.
vi.setConfig({ maxConcurrency: 10 })

let folders: RunFolders
let publisher: Publisher

beforeAll(async () => {
  folders = await measureRunFolders()
  publisher = await startPublisher(folders)
})
afterAll(async () => {
  await publisher?.[Symbol.asyncDispose]()
  await folders?.[Symbol.asyncDispose]()
})

const ours = ({ comments }: Publication) => comments.filter(({ author }) => author.type === 'Bot')
const logOf = ({ run }: Publication): string => `${run.conclusion}\n${run.stdout}\n${run.stderr}`
const messagesOf = ({ run }: Publication): string => run.annotations.map(({ message }) => message).join('\n')

/** What holds for every publication, whatever the folder says. */
function expectHarmless(published: Publication): void {
  const { run, checks, comments, otherComments } = published
  expect(run.problems).toEqual([])
  expect(run.commands.map(({ name }) => name).filter((name) => !ownCommands.has(name))).toEqual([])
  expect(Object.keys(run.outputs).filter((name) => !ownOutputs.has(name))).toEqual([])
  expect([run.exportedEnv, run.addedPaths, run.masks.length]).toEqual([{}, [], 1])
  expect(otherComments.map(({ body }) => body)).toEqual([`Theirs\n\n${marker}`])
  expect(comments.filter(({ author }) => author.type !== 'Bot').map(({ body }) => body)).toEqual([`Mine?\n\n${marker}`])
  expect(ours(published).length).toBeLessThanOrEqual(1)
  for (const { body } of ours(published)) {
    expect(body.split('<!-- warpgauge').length - 1).toBe(1)
    expect(body.trimEnd().endsWith(marker)).toBe(true)
  }
  const shown = [...checks.map(({ summary }) => summary ?? ''), ...ours(published).map(({ body }) => body), run.summary]
  expect(shown.flatMap(actingParts)).toEqual([])
}

const ownCommands = new Set(['add-mask', 'notice', 'warning', 'error', 'debug'])
const ownOutputs = new Set(['verdict', 'conclusion', 'run-folder', 'check-url', 'comment-url'])

describe('publishing an honest run folder from an empty workspace', () => {
  let place: Place
  let first: Publication
  let second: Publication
  let same: Publication
  let slow: Publication

  beforeAll(async () => {
    const { honest, slow: slower } = folders
    place = publisher.newPlace(honest, true)
    const twice = async (): Promise<void> => {
      first = await place.publish({ runFolder: honest.path, of: honest, isFork: true })
      second = await place.publish({ runFolder: honest.path, of: honest, isFork: true })
    }
    const others = [
      publisher.newPlace(honest, false).publish({ runFolder: honest.path, of: honest }),
      publisher.newPlace(slower, false).publish({ runFolder: slower.path, of: slower, conclusion: 'failure' }),
    ]
    const [sameRepository, regression] = await Promise.all([...others, twice()])
    if (!sameRepository || !regression) throw new Error('nothing was published')
    ;[same, slow] = [sameRepository, regression]
  })

  it('writes check, comment and summary of a fork as the mode check does', () => {
    expect(logOf(first)).toMatch(/^success/)
    expectHarmless(first)
    expect(first.checks).toMatchObject([
      { name: 'warpgauge', headSha: folders.honest.head, status: 'completed', conclusion: 'success' },
    ])
    expect(ours(first).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^## ✅ Passed · warpgauge: [\d.]+(?:×| %) faster .*, CPU time/),
    ])
    expect(first.run.outputs).toMatchObject({ verdict: 'pass', conclusion: 'success' })
    expect(first.run.summary).toMatch(/Passed · warpgauge: [\d.]+(?:×| %) faster .*, CPU time/)
  })

  it('takes config and baseline from the merge base, through the API (F-34)', () => {
    const base = folders.scenario.baseCommit
    const body = ours(first)[0]?.body ?? ''
    expect(body).toContain(`from the base branch at \`${base.slice(0, 7)}\``)
    expect(body).toMatch(/against baseline [0-9a-f]{6}/i)
    const contents = `/repos/lab/${place.state.name}/contents/`
    const read = publisher.server.requests
      .filter(({ path }) => path.startsWith(contents))
      .map(({ path, query }) => `${query['ref']}:${decodeURIComponent(path.slice(contents.length))}`)
    expect(read).toEqual(
      expect.arrayContaining([`${base}:.github/warpgauge.yml`, `${base}:${folders.baselinePath}`]) as string[],
    )
  })

  it('T-13: updates the same check and the same comment, never that of a stranger, when it is published again', () => {
    expectHarmless(second)
    expect(second.checks.map(({ id }) => id)).toEqual(first.checks.map(({ id }) => id))
    expect(ours(second).map(({ id }) => id)).toEqual(ours(first).map(({ id }) => id))
    expect(second.checks).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })

  it('publishes a branch of the same repository too', () => {
    expect(logOf(same)).toMatch(/^success/)
    expectHarmless(same)
    expect(same.checks).toMatchObject([{ conclusion: 'success' }])
    expect(ours(same)).toHaveLength(1)
  })

  it('fails the check of a regression and names the stage, although the measuring job had failed', () => {
    expect(folders.slowJob).toBe('failure')
    expectHarmless(slow)
    expect(slow.checks).toMatchObject([{ headSha: folders.slow.head, conclusion: 'failure' }])
    expect(slow.checks[0]?.title).toMatch(/^Failed · .*: [\d.]+(?:×| %) slower .*, CPU time/)
    expect(ours(slow)[0]?.body).toMatch(/most of it in stage ESM-2 Feature Extraction/i)
    expect(ours(slow)[0]?.body).toContain('stage `ESM-2 Feature Extraction`')
    expect(slow.run.outputs).toMatchObject({ verdict: 'fail', conclusion: 'failure' })
  })
})

async function publishForged({ of, forge }: Forgery, isProcess: boolean): Promise<Publication> {
  const measured = folders[of]
  const runFolder = folders.copy(measured)
  forge(runFolder)
  const published = await publisher
    .newPlace(measured, true)
    .publish({ runFolder, of: measured, isFork: true, isProcess })
  rmSync(runFolder, { recursive: true, force: true })
  return published
}

async function expectUnmasked(forgery: Forgery, isProcess = false): Promise<Publication> {
  const published = await publishForged(forgery, isProcess)
  const { of, conclusion, says } = forgery
  expect(published.checks).toMatchObject([
    { name: 'warpgauge', headSha: folders[of].head, status: 'completed', conclusion },
  ])
  expect(`${published.checks[0]?.title}\n${published.checks[0]?.summary}`).toContain(says)
  expectHarmless(published)
  return published
}

it.each(hostile)('T-12: the tests would see that this acts: %s', (text) => {
  expect(actingParts(text)).not.toEqual([])
})

describe.concurrent('T-10: a forged run folder', () => {
  it.each(malformed)('is refused: $what', async (forgery) => {
    const published = await expectUnmasked(forgery)
    expect(published.run.conclusion).toBe('failure')
    expect(messagesOf(published)).toContain(forgery.says)
    expect(ours(published)).toEqual([])
    expect(logOf(published)).not.toContain('root:')
  })

  it.each(enormous)('T-25: is refused with little memory: $what', async (forgery) => {
    const published = await expectUnmasked(forgery, true)
    expect(published.run.conclusion).toBe('failure')
    expect(published.peakBytes).toBeLessThan(450 * 2 ** 20)
    expect(ours(published)).toEqual([])
  })

  it.each(contradictory)('is refused: $what', async (forgery) => {
    const published = await expectUnmasked(forgery)
    expect(published.run.conclusion).toBe('failure')
    expect(ours(published)).toEqual([])
  })

  it.each(doubtful)('T-19: never passes: $what', async (forgery) => {
    const published = await expectUnmasked(forgery)
    expect(ours(published)).toHaveLength(1)
    expect(published.run.outputs['conclusion']).toBe(forgery.conclusion)
  })

  it.each(hiding)('T-12: hides no regression: $what', async (forgery) => {
    const published = await expectUnmasked(forgery)
    expect(ours(published).map(({ body }) => body)).toEqual([expect.stringMatching(/ slower .*, CPU time/)])
    expect(ours(published)[0]?.body.includes('everyone')).toBe(forgery.what === 'hostile names')
    expect(published.run.outputs).toMatchObject({ verdict: 'fail', conclusion: 'failure' })
  })
})

describe.concurrent('publishing where something is missing', () => {
  it('names the permission when the token may write no check, and the post step stays calm', async () => {
    const { honest } = folders
    const place = publisher.newPlace(honest, false)
    const options = { runFolder: honest.path, of: honest, token: 'tok-contents' } as const
    const main = await place.publish(options)
    expect([main.run.exitCode, main.checks, ours(main)]).toEqual([1, [], []])
    expect(messagesOf(main)).toContain('permissions: checks: write')
    expect((await place.publish({ ...options, entry: 'post' })).run.exitCode).toBe(0)
  })

  it('names the permission when the token may write checks and read nothing', async () => {
    const { honest } = folders
    const place = publisher.newPlace(honest, false)
    const published = await place.publish({ runFolder: honest.path, of: honest, token: 'tok-checks' })
    expect(published.run.exitCode).toBe(1)
    expect(messagesOf(published)).toContain('permissions: pull-requests: read')
    expect(published.checks).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
    expect(published.checks[0]?.summary).toContain('permissions: pull-requests: read')
  })

  it('warns about a comment it may not write and completes the check all the same', async () => {
    const { honest } = folders
    const place = publisher.newPlace(honest, false)
    const published = await place.publish({ runFolder: honest.path, of: honest, token: 'tok-no-comments' })
    expect(published.checks).toMatchObject([{ status: 'completed', conclusion: 'success' }])
    expect([published.run.conclusion, ours(published)]).toEqual(['success', []])
    const warnings = published.run.annotations.filter(({ level }) => level === 'warning')
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('pull-requests: write')])
  })

  it.each([
    [
      'got new commits (T-06)',
      (place: Place) => place.state.pulls.forEach((pull) => (pull.head.sha = folders.slow.head)),
    ],
    ['was closed', (place: Place) => place.state.pulls.forEach((pull) => (pull.state = 'closed'))],
    ['comes from another fork', (place: Place) => place.state.pulls.forEach((pull) => (pull.head.repositoryId = 4711))],
  ])('T-42: writes no comment and fails no step when the pull request %s since', async (_what, change) => {
    const { honest } = folders
    const place = publisher.newPlace(honest, true)
    change(place)
    const published = await place.publish({ runFolder: honest.path, of: honest, isFork: true })
    expectHarmless(published)
    expect(published.run.exitCode).toBe(0)
    expect(messagesOf(published)).toContain(`no open pull request has the head ${honest.head}`)
    expect(published.checks).toMatchObject([{ headSha: honest.head, status: 'completed', conclusion: 'cancelled' }])
    expect(ours(published)).toEqual([])
  })

  it.each([
    ['failure', 'failure', 'Could not be measured', 1],
    // It measured again, on a machine whose clock does not matter.
    ['failure', 'success', 'Passed', 2],
    // A run that was cancelled replaces no verdict.
    ['cancelled', 'success', 'Passed', 1],
    // A job that succeeded is not run again with the failed ones.
    ['success', 'success', 'Passed', 1],
  ] as const)('T-19: a second attempt that ends with %s: %s, %s with the folder of attempt %i', async (...row) => {
    const [conclusion, shown, title, attempt] = row
    const { honest } = folders
    const place = publisher.newPlace(honest, true)
    await place.publish({ runFolder: honest.path, of: honest, isFork: true })
    const runFolder = folders.copy(honest)
    rewriteRecord(runFolder, (record) => ({ ...record, ...(attempt > 1 && { attempt }) }))
    const options = { runFolder, of: honest, isFork: true, conclusion, attempt: 2 }
    const again = await place.publish({ ...options, env: { GITHUB_RUN_ID: '4712' } })
    expectHarmless(again)
    expect(again.checks).toMatchObject([{ status: 'completed', conclusion: shown }])
    expect(again.checks[0]?.title).toContain(title)
    expect(messagesOf(again).includes('left no run folder')).toBe(conclusion !== 'success' && attempt === 1)
  })

  it('asks for the token', async () => {
    const { honest } = folders
    const published = await publisher
      .newPlace(honest, true)
      .publish({ runFolder: honest.path, of: honest, isFork: true, token: null })
    expect([published.run.exitCode, published.checks, ours(published)]).toEqual([1, [], []])
    expect(messagesOf(published)).toMatch(/publish needs a token\n.*checks: write and pull-requests: write/)
  })

  it('asks for the run folder', async () => {
    const { honest } = folders
    const published = await publisher.newPlace(honest, true).publish({ runFolder: null, of: honest, isFork: true })
    expect([published.run.exitCode, published.checks, ours(published)]).toEqual([1, [], []])
    expect(messagesOf(published)).toMatch(/publish needs the run folder.*\n.*run-folder/)
  })
})

it('sent nothing that GitHub would refuse as wrong', () => {
  expect(publisher.server.requests.length).toBeGreaterThan(100)
  expect(publisher.server.violations).toEqual([])
})
