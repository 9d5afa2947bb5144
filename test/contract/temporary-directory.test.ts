import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeAbandonedScratch } from '../../src/io/files/owned-directory.ts'
import { createOwnMark } from '../../src/io/files/file-claims.ts'
import { needsUser } from '../fakes/needs.ts'

const source = join(import.meta.dirname, '../../src/io/files/owned-directory.ts')

function createParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'temporary-directory-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  return parent
}

/** A process that opens a directory below `parent`, prints its path and waits until its input ends. */
async function startOwner(parent: string) {
  const text = `
    const { openTemporaryDirectory } = await import(${JSON.stringify(source)})
    {
      await using directory = await openTemporaryDirectory('ab')
      console.log(directory.path)
      for await (const _ of process.stdin);
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    env: { ...process.env, TMPDIR: parent },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stderr = child.stderr.toArray()
  const ended = once(child, 'exit')
  const printed = await Promise.race([once(child.stdout, 'data'), ended])
  const path = Buffer.isBuffer(printed[0]) ? printed[0].toString().trim() : Buffer.concat(await stderr).toString()
  const end = async (signal: 'SIGKILL' | null) => {
    if (signal === null) child.stdin.end()
    else child.kill(signal)
    await ended
  }
  return { path, end }
}

/** What a process leaves below `parent` that opens a directory there and closes it. */
async function listAfterUse(parent: string): Promise<string[]> {
  await (await startOwner(parent)).end(null)
  return readdirSync(parent).toSorted()
}

/** A directory whose process has ended. */
function leave(parent: string, name: string, changes: Readonly<Record<string, unknown>> = {}): string {
  const path = join(parent, name)
  mkdirSync(path)
  writeFileSync(join(path, 'owner.json'), JSON.stringify({ ...createOwnMark(), startTicks: '1', ...changes }))
  writeFileSync(join(path, 'data'), '')
  return path
}

const longAgo = new Date(Date.now() - 11 * 60_000)

describe('a temporary directory', () => {
  it('is closed to other users, and removed with its content by its process', async () => {
    const parent = createParent()
    const { path, end } = await startOwner(parent)
    expect(basename(path)).toMatch(/^warpgauge-ab-\w{6}$/)
    expect(statSync(path).mode & 0o777).toBe(0o700)
    mkdirSync(join(path, 'run'))
    await end(null)
    expect(readdirSync(parent)).toEqual([])
  })

  it('of a killed process is removed by the next one, and that of a live process is not', async () => {
    const parent = createParent()
    const [live, killed] = [await startOwner(parent), await startOwner(parent)]
    await killed.end('SIGKILL')
    expect([live.path, killed.path].map(existsSync)).toEqual([true, true])
    expect(await listAfterUse(parent)).toEqual([basename(live.path)])
  })

  it('cannot be opened in a directory that is missing', async () => {
    const { path } = await startOwner('/missing')
    expect(path).toContain('cannot create a directory in /missing: ENOENT')
    expect(path).toContain('Set TMPDIR to a directory that this user can write to.')
  })
})

describe('what a process was killed over before it named its owner', () => {
  it('is removed when it is old and empty, by its name alone', async () => {
    const parent = createParent()
    const names = ['warpgauge-ab-000001', 'warpgauge-ab-000002', 'warpgauge-ab-000003', 'warpgauge-ab', 'ab-000004']
    for (const name of names) mkdirSync(join(parent, name))
    writeFileSync(join(parent, 'warpgauge-ab-000001', '.owner.json.draft'), '{')
    writeFileSync(join(parent, 'warpgauge-ab-000002', 'samples'), '')
    for (const name of names.filter((one) => !one.endsWith('3'))) utimesSync(join(parent, name), longAgo, longAgo)
    const left = names.slice(1).toSorted()
    expect(await listAfterUse(parent)).toEqual(left)
  })

  it('is removed by a run at a terminal and in the Action', async () => {
    const parent = createParent()
    const names = ['warpgauge-20261122T191513Z-3fa9c1', 'warpgauge-work-20261122T191513Z-3fa9c1', 'warpgauge-mine']
    for (const name of names) {
      mkdirSync(join(parent, name))
      utimesSync(join(parent, name), longAgo, longAgo)
    }
    await removeAbandonedScratch(parent, { warning: () => {} })
    expect(readdirSync(parent)).toEqual(['warpgauge-mine'])
  })
})

it('of a killed run is removed with the processes that it left, which are named', async () => {
  const parent = createParent()
  const warnings: string[] = []
  const remove = () => removeAbandonedScratch(parent, { warning: (text) => warnings.push(text) })
  leave(parent, 'warpgauge-work-20261122T191513Z-3fa9c1')
  await remove()
  expect([readdirSync(parent), warnings]).toEqual([[], []])
  const path = leave(parent, 'warpgauge-work-20261122T191513Z-3fa9c1')
  const child = spawn('sleep', ['60'], { env: { PATH: process.env['PATH'], HOME: join(path, 'home') } })
  const ended = once(child, 'exit')
  await once(child, 'spawn')
  await remove()
  expect(await ended).toEqual([null, expect.stringMatching(/^SIG(?:TERM|KILL)$/)])
  expect([readdirSync(parent), warnings]).toEqual([[], [`Found processes of a killed run: ended ${child.pid}.`]])
})

it('loses the name of its owner last, so that a removal that is killed is completed by the next one', async () => {
  const parent = createParent()
  const path = leave(parent, 'warpgauge-work-20261122T191513Z-3fa9c1')
  for (const name of ['a', 'zz']) writeFileSync(join(path, name), '')
  const removed: (string | null)[] = []
  const watcher = watch(path, (_, name) => removed.push(name))
  await removeAbandonedScratch(parent, { warning: () => {} })
  await expect.poll(() => removed.includes('owner.json')).toBe(true)
  const order = removed.filter((name) => ['a', 'data', 'owner.json', 'zz'].includes(name ?? ''))
  expect(new Set(order)).toEqual(new Set(['a', 'data', 'owner.json', 'zz']))
  expect(order.at(-1)).toBe('owner.json')
  watcher.close()
})

describe('T-17: a shared temporary directory', () => {
  it('keeps what belongs to another machine or container, and a link that somebody planted', async () => {
    const parent = createParent()
    const outside = leave(createParent(), 'warpgauge-ab-000000')
    leave(parent, 'warpgauge-ab-000001', { host: 'elsewhere' })
    leave(parent, 'warpgauge-ab-000002', { namespace: '1' })
    symlinkSync(outside, join(parent, 'warpgauge-ab-000003'))
    leave(parent, 'warpgauge-ab-000004')
    expect(await listAfterUse(parent)).toEqual([1, 2, 3].map((index) => `warpgauge-ab-00000${index}`))
    expect(readdirSync(outside)).toEqual(['data', 'owner.json'])
  })

  it('does not wait for a pipe, and reads no link, where the owner should be', async () => {
    const parent = createParent()
    const [pipe, link] = [leave(parent, 'warpgauge-ab-000001'), leave(parent, 'warpgauge-ab-000002')]
    const owner = readFileSync(join(link, 'owner.json'))
    writeFileSync(join(parent, 'owner.json'), owner)
    for (const path of [pipe, link]) rmSync(join(path, 'owner.json'))
    execFileSync('mkfifo', [join(pipe, 'owner.json')])
    symlinkSync('../owner.json', join(link, 'owner.json'))
    expect(await listAfterUse(parent)).toEqual(['owner.json', basename(pipe), basename(link)])
  })

  // Only root can give a directory to another user.
  it.skipIf(needsUser('root'))('keeps the directories of other users', async () => {
    const parent = createParent()
    chownSync(leave(parent, 'warpgauge-ab-000001'), 65_534, 65_534)
    expect(await listAfterUse(parent)).toEqual(['warpgauge-ab-000001'])
  })
})
