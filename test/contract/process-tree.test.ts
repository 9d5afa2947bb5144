import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { endProcessTree, readStartTicks, computeCurrentTicks } from '../../src/io/process/process-tree.ts'

// Another run of this file on the same machine must not end ours.
const own = randomUUID()

const children: ChildProcess[] = []
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))

function start(mark: string): ChildProcess {
  const child = spawn('sleep', ['60'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, MARK: `${mark}-${own}` },
  })
  children.push(child)
  return child
}

test('a process that was there before is no descendant, whatever it carries', async () => {
  const older = start('a')
  // Our own clock runs behind the kernel's by the time that this process took to start.
  while (computeCurrentTicks() <= Number(readStartTicks(older.pid!))) await delay(10)
  const earliestTicks = computeCurrentTicks()
  const [leader, younger] = [start('b'), start('a')]
  const ended = Promise.all([leader, younger].map((child) => once(child, 'exit')))
  expect(await endProcessTree({ leader: leader.pid!, earliestTicks, marker: `MARK=a-${own}` })).toEqual([])
  await ended
  expect(readStartTicks(older.pid!)).not.toBeNull()
})

test('no process is taken for older than it is', async () => {
  for (let round = 0; round < 20; round += 1) {
    const earliestTicks = computeCurrentTicks()
    expect(Number(readStartTicks(start('c').pid!))).toBeGreaterThanOrEqual(earliestTicks)
    await delay(3)
  }
})

test('where our own start is not told, nobody is left out', async () => {
  const older = start('d')
  const leader = start('e')
  const ended = Promise.all([leader, older].map((child) => once(child, 'exit')))
  expect(await endProcessTree({ leader: leader.pid!, earliestTicks: 0, marker: `MARK=d-${own}` })).toEqual([])
  await ended
})
