import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { adoptOrphans } from '../../src/io/process/own-process.ts'
import { readProcessStat } from '../../src/io/process/proc-files.ts'
import { awaitAdopted, findOrphans } from '../../src/io/process/process-tree.ts'
import { mayLack } from '../fakes/needs.ts'

const isMissing = mayLack('adoption of processes', {
  remedy: 'use Linux with koffi for its processor',
  problem: adoptOrphans() ? null : 'prctl refused it',
})

/** Starts a process whose parent ends at once, so that this process adopts it; gives its pid. */
async function startOrphan(seconds: number): Promise<number> {
  const script = `setsid sleep ${seconds} >/dev/null & echo $!`
  const parent = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''
  parent.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(parent, 'close')
  return Number(said)
}

async function untilZombie(pid: number): Promise<void> {
  while (readProcessStat(pid)?.state !== 'Z') await delay(5)
}

test.skipIf(isMissing)('an adopted process is awaited, also when a search has reaped it before', async () => {
  const awaited = await startOrphan(0.1)
  expect(awaitAdopted(awaited, 5000)).toBe(true)
  const found = await startOrphan(0)
  await untilZombie(found)
  expect(findOrphans(new Set())).toEqual([])
  expect(readProcessStat(found)).toBeNull()
  expect(awaitAdopted(found, 5000)).toBe(true)
})

test.skipIf(isMissing)('an adopted process that runs on is not', async () => {
  const running = await startOrphan(60)
  expect(awaitAdopted(running, 20)).toBe(false)
  process.kill(running, 'SIGKILL')
  expect(awaitAdopted(running, 5000)).toBe(true)
})
