import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createProcessRunner } from '../../src/io/process/execa-process-runner.ts'
import { runCompiler } from '../fakes/fake-nvml.ts'
import { aConfinement, lacksSandbox } from '../fakes/sandbox.ts'

/** Of each life time; `WARPGAUGE_FORK_CHAINS=200` gives the 1,000 runs of the published figure. */
const runs = Number(process.env['WARPGAUGE_FORK_CHAINS'] ?? 4)
const lifeTimesUs = [100, 300, 1000, 10_000, 50_000]

const folder = mkdtempSync(join(tmpdir(), 'escaping-'))
const program = join(folder, 'fork-chain')
runCompiler(['-O1', '-o', program, join(import.meta.dirname, '../fixtures/fork-chain.c')])
afterAll(() => rmSync(folder, { recursive: true }))

const runner = createProcessRunner()
const isMissing = await lacksSandbox()
const confinement = aConfinement(folder)
const tree = join(folder, 'tree')
copyFileSync(program, join(tree, 'fork-chain'))

/** Runs one chain; true when a process of it was alive after its command. */
async function isAliveAfter(lifeUs: number, isConfined: boolean): Promise<boolean> {
  const log = join(tree, `${lifeUs}.log`)
  rmSync(log, { force: true })
  const outcome = await runner.run({
    argv: [join(tree, 'fork-chain'), String(lifeUs), log, '20'],
    cwd: tree,
    env: { A: '1' },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    stdoutPath: join(folder, 'out'),
    stderrPath: join(folder, 'err'),
    maxOutputBytes: 1e6,
    ...(isConfined && { confinement }),
  })
  expect(outcome).toMatchObject({ ending: 'exited', exitCode: 0 })
  const newest = readFileSync(log, 'utf8')
  expect(newest).toMatch(/^ *\d+\n$/)
  await delay(Math.max(30, (3 * lifeUs) / 1000))
  return readFileSync(log, 'utf8') !== newest
}

async function countAlive(lifeUs: number, isConfined: boolean): Promise<number> {
  let alive = 0
  for (let run = 0; run < runs; run += 1) if (await isAliveAfter(lifeUs, isConfined)) alive += 1
  return alive
}

const limitMs = 30_000 + runs * 1000

describe('without a sandbox', () => {
  test.each(lifeTimesUs)(
    'T-26: a chain of processes that live %d µs each ends with its command',
    async (lifeUs) => expect(await countAlive(lifeUs, false)).toBe(0),
    limitMs,
  )
})

describe.skipIf(isMissing)('in a sandbox', () => {
  test.each(lifeTimesUs)(
    'T-26: a chain of processes that live %d µs each ends with its command',
    async (lifeUs) => expect(await countAlive(lifeUs, true)).toBe(0),
    limitMs,
  )
})
