import { execFile, spawn, type ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createGpuLock, type HeldGpuLock } from '../../src/io/gpu/lock/gpu-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'gpu-lock-'))
const program = resolve(import.meta.dirname, '../fixtures/bin/holds-gpu-lock.ts')
const uuid = 'GPU-64a1c999-7327-d515-ff74-1529c7b82ddf'
let count = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function aDirectory(): string {
  count += 1
  return join(folder, String(count))
}

async function held(directory: string, uuids: readonly string[] = [uuid]): Promise<HeldGpuLock> {
  const answer = await createGpuLock({ directory }).tryHold(uuids, 'run-1')
  if (answer.status === 'busy') throw new Error(`busy: ${JSON.stringify(answer.holders)}`)
  return answer.lock
}

async function isBusy(directory: string, uuids: readonly string[] = [uuid]): Promise<boolean> {
  const answer = await createGpuLock({ directory }).tryHold(uuids, 'run-2')
  if (answer.status === 'held') await answer.lock[Symbol.asyncDispose]()
  return answer.status === 'busy'
}

/** A process that has the lock and never lets go. */
async function aHangingHolder(directory: string): Promise<ChildProcess> {
  const log = `${directory}.log`
  const child = spawn(process.execPath, [program, directory, uuid, '1', log, 'hang'], { stdio: 'inherit' })
  while (!existsSync(log)) await delay(20)
  return child
}

test('W22: a second run on the same GPU is told who has it, and gets it afterwards', async () => {
  const directory = aDirectory()
  {
    await using lock = await held(directory)
    expect(lock.uuids).toEqual([uuid])
    const answer = await createGpuLock({ directory }).tryHold([uuid], 'run-2')
    expect(answer).toEqual({
      status: 'busy',
      holders: [{ uuid, pid: process.pid, runId: 'run-1', since: expect.stringMatching(/^\d{4}-.*Z$/) }],
    })
  }
  expect(await isBusy(directory)).toBe(false)
  expect(readdirSync(directory)).toEqual([])
})

test('all GPUs are taken or none; others stay free', async () => {
  const directory = aDirectory()
  await using _ = await held(directory, ['GPU-b'])
  expect(await isBusy(directory, ['GPU-a', 'GPU-b', 'GPU-c'])).toBe(true)
  expect(await isBusy(directory, ['GPU-a', 'GPU-c'])).toBe(false)
})

test('the directory is open to every user, whatever the umask is', async () => {
  const directory = aDirectory()
  await using _ = await held(directory)
  expect(statSync(directory).mode & 0o7777).toBe(0o1777)
})

test('two processes that race 100 times each never have the GPU at the same time', async () => {
  const directory = aDirectory()
  const log = `${directory}.log`
  const run = promisify(execFile)
  await Promise.all([1, 2].map(() => run(process.execPath, [program, directory, uuid, '100', log])))
  const lines = readFileSync(log, 'utf8').trim().split('\n')
  expect(lines.filter((line) => !line.endsWith(' held'))).toEqual([])
  expect(lines).toHaveLength(200)
  expect(new Set(lines).size).toBe(2)
  expect(readdirSync(directory)).toEqual([])
})

test('the lock of a killed process is void', async () => {
  const directory = aDirectory()
  const child = await aHangingHolder(directory)
  expect(await isBusy(directory)).toBe(true)
  const ended = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await ended
  expect(readdirSync(directory)).toHaveLength(1)
  expect(await isBusy(directory)).toBe(false)
  expect(readdirSync(directory)).toEqual([])
})

test('a number that was used again is another process', async () => {
  const directory = aDirectory()
  const lock = await held(directory)
  const [name = ''] = readdirSync(directory)
  await lock[Symbol.asyncDispose]()
  writeFileSync(join(directory, name.replace(/~(\d+)-\d+-/, '~$1-7-')), '{}', { mode: 0o444 })
  expect(await isBusy(directory)).toBe(false)
})

test('nobody can keep a GPU in the name of a process of another user', async () => {
  const directory = aDirectory()
  const lock = await held(directory)
  const [name = ''] = readdirSync(directory)
  await lock[Symbol.asyncDispose]()
  const foreign = process.getuid?.() === 0 ? null : '1'
  const startTicks = readFileSync('/proc/1/stat', 'latin1').split(') ')[1]?.split(' ')[19] ?? ''
  const forged = name.replace(/~\d+-\d+-/, `~1-${startTicks}-`)
  writeFileSync(join(directory, forged), '{}', { mode: 0o444 })
  // As root the first process is our own, and its ticket counts.
  expect(await isBusy(directory)).toBe(foreign === null)
})

test('a lock of another container counts as long as it is touched', async () => {
  const directory = aDirectory()
  const lock = await held(directory)
  const [name = ''] = readdirSync(directory)
  await lock[Symbol.asyncDispose]()
  const path = join(directory, name.replace(/-\d+-([0-9a-f]{12})$/, '-42-$1'))
  writeFileSync(path, '{}', { mode: 0o444 })
  expect(await isBusy(directory)).toBe(true)
  utimesSync(path, new Date(0), new Date(0))
  expect(await isBusy(directory)).toBe(false)
})

test('links that lie in the way are neither followed nor counted', async () => {
  const directory = aDirectory()
  const precious = join(folder, 'precious')
  writeFileSync(precious, 'untouched')
  const lock = await held(directory)
  const [name = ''] = readdirSync(directory)
  await lock[Symbol.asyncDispose]()
  symlinkSync(precious, join(directory, name))
  symlinkSync(precious, join(directory, uuid))
  expect(await isBusy(directory)).toBe(false)
  expect(readFileSync(precious, 'utf8')).toBe('untouched')
})

test('a link or a file in place of the directory is refused with the next thing to do', async () => {
  const target = join(folder, 'target')
  mkdirSync(target)
  const directory = aDirectory()
  symlinkSync(target, directory)
  await expect(held(directory)).rejects.toThrow(/is not a directory, so GPUs cannot be locked/)
  expect(readdirSync(target)).toEqual([])
})

test('a UUID that looks like a path stays a name in the directory', async () => {
  const directory = aDirectory()
  await using _ = await held(directory, ['../../evil'])
  expect(readdirSync(directory)).toHaveLength(1)
  expect(await isBusy(directory, ['../../evil'])).toBe(true)
})
