import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ageUnowned } from '../e2e/kill-rig.ts'
import { recordIn } from '../e2e/run-check.ts'
import { openTerminal, type Terminal } from '../e2e/terminal.ts'
import { command, expectFinished, newPlace } from '../e2e/waiting-run.ts'

let terminal: Terminal
beforeAll(async () => {
  terminal = await openTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

describe('a run at a terminal that is killed', () => {
  it('leaves at every moment what can be gone on with, and never what passes', async () => {
    const place = newPlace(terminal, 0)
    let killed = 0
    for (let moment = 0; moment < 8; moment += 1) {
      const isBegun = existsSync(join(place.out, 'run.json'))
      const { pid, ended } = terminal.start(place.clone, ...command(place, ...(isBegun ? ['--resume'] : [])))
      await delay(250 + moment * 90)
      killed += endNow(pid)
      await ended
      if (!existsSync(join(place.out, 'run.json'))) continue
      if (recordIn(place.out).status === 'finished') break
      const { stdout } = terminal.runProcess(place.clone, 'report', place.out, '--format', 'json')
      expect(JSON.parse(stdout)).not.toMatchObject({ conclusion: 'success' })
    }
    expect(killed).toBeGreaterThan(0)
    // Under load a kill may come before the mark of the owner of a tree or scratch directory is written.
    ageUnowned(place.clone, terminal.folder)
    const isBegun = existsSync(join(place.out, 'run.json'))
    expectFinished(
      terminal,
      place,
      terminal.runProcess(place.clone, ...command(place, ...(isBegun ? ['--resume'] : []))),
    )
  })

  it('cannot tear the history it appends to', async () => {
    const place = newPlace(terminal, 0)
    expectFinished(terminal, place, terminal.runProcess(place.clone, ...command(place)))
    const history = `${place.clone}-history`
    const add = ['history', 'add', place.out, '--dir', history]
    let killed = 0
    for (let moment = 0; moment < 6; moment += 1) {
      const { pid, ended } = terminal.start(place.clone, ...add)
      await delay(40 + moment * 30)
      killed += endNow(pid)
      await ended
    }
    expect(killed).toBeGreaterThan(2)
    const { exitCode, stderr } = terminal.runProcess(place.clone, ...add)
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(stderr).not.toMatch(/torn|left out/)
    const shown = terminal.runProcess(place.clone, 'history', 'show', '--dir', history)
    expect(shown.stderr).not.toMatch(/torn|left out/)
    // Drafts of killed processes stay until they are old (`abandonedFileMs`), and are read by nothing.
    const isDraft = (name: string) => /^\..+\.[0-9a-f-]{36}$/.test(name)
    expect(readdirSync(history).filter((name) => !isDraft(name))).toEqual(['README.md', 'history'])
  })
})

/** 1 when there was still something to kill: on a quick machine the work may be done. */
function endNow(pid: number): number {
  try {
    process.kill(pid, 'SIGKILL')
    return 1
  } catch {
    return 0
  }
}
