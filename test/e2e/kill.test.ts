import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedAction } from '../fakes/installed-action.ts'
import { recordIn } from './run-check.ts'
import { isAlive, worktreesOf } from './stalling-job.ts'
import { openTerminal, type Terminal } from './terminal.ts'
import { command, expectFinished, newPlace, scratch, untilWaiting } from './waiting-run.ts'

let terminal: Terminal
beforeAll(async () => {
  terminal = await openTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

describe('a run at a terminal that is killed', () => {
  it('is healed by the next run: nothing holds the machine, and no finished trial is lost', async () => {
    const place = newPlace(terminal)
    const { pid, ended } = terminal.start(place.clone, ...command(place))
    const waiting = await untilWaiting(place, ended)
    process.kill(-pid, 'SIGKILL')
    await ended
    expect(waiting.map(isAlive)).toEqual([true, true])
    expect([scratch(terminal).length, worktreesOf(place.clone)]).toEqual([1, []])
    const before = recordIn(place.out)
    expect(before).toMatchObject({ status: 'running', trials: [{ index: 0 }, { index: 1 }] })
    const reported = terminal.runProcess(place.clone, 'report', place.out, '--format', 'json')
    expect(JSON.parse(reported.stdout)).toMatchObject({ conclusion: 'cancelled' })

    const next = terminal.runProcess(place.clone, ...command(place, '--resume'))
    expect(next.stderr).toContain('Found processes of a killed run: ended')
    expect(waiting.map(isAlive)).toEqual([false, false])
    expectFinished(terminal, place, next)
    expect(recordIn(place.out).trials.slice(0, 2)).toEqual(before.trials)
  })
})

describe('a disk that is full', () => {
  it('ends the run with what to do, keeps what was measured, and lets it go on when there is space', async () => {
    const place = newPlace(terminal)
    const { pid, ended } = terminal.start(place.clone, ...command(place))
    await untilWaiting(place, ended)
    // A file-size limit meets every write as a full disk does, needs no privilege, and works on any machine.
    const limited = spawnSync('prlimit', ['--pid', String(pid), '--fsize=4096:4096'], { encoding: 'utf8' })
    expect(limited).toMatchObject({ status: 0 })
    writeFileSync(join(place.place, 'go'), '')
    const { exitCode, stderr } = await ended
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 })
    expect(stderr).toMatch(/cannot write .*run\.json: EFBIG/)
    expect(stderr).toContain('Free space there (or raise the limit), then resume: completed trials are kept.')
    expect(recordIn(place.out)).toMatchObject({ status: 'running', trials: [{ index: 0 }, { index: 1 }] })
    expect([scratch(terminal), worktreesOf(place.clone)]).toEqual([[], []])
    expectFinished(terminal, place, terminal.runProcess(place.clone, ...command(place, '--resume')))
  })
})

describe('a checkout that may not be written to', () => {
  const nobody = 65_534

  /** Root may write whatever the mode says, so that root becomes somebody else. */
  function withoutRights(clone: string) {
    const home = `${clone}-home`
    mkdirSync(home)
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(home, nobody, nobody)
    for (const path of [terminal.folder, clone]) chmodSync(path, 0o755)
    if (!isRoot) spawnSync('chmod', ['-R', 'a-w', clone])
    const who = isRoot ? { uid: nobody, gid: nobody } : {}
    const cli = join(installedAction, 'dist', 'cli.js')
    const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home }
    return {
      home,
      warpgauge: (...args: readonly string[]) =>
        spawnSync(process.execPath, [cli, ...args], { cwd: clone, env, encoding: 'utf8', ...who }),
      giveBack: () => spawnSync('chmod', ['-R', 'u+w', clone]),
    }
  }

  it('is measured all the same; a run folder inside it is refused, with the directory and what to do', () => {
    const { clone, place } = newPlace(terminal, 0)
    chmodSync(place, 0o777)
    const { home, warpgauge, giveBack } = withoutRights(clone)
    const inside = warpgauge('run', '--config', 'waits.yml')
    expect(inside).toMatchObject({ status: 2, stdout: '' })
    expect(inside.stderr).toMatch(
      /cannot create .*\.warpgauge\/runs.*: EACCES[^]*Choose a directory that this user can write to/,
    )
    const outside = warpgauge('run', '--config', 'waits.yml', '--out', join(home, 'run'))
    expect(outside).toMatchObject({ status: 0 })
    expect(recordIn(join(home, 'run')).trials).toHaveLength(5)
    expect(readdirSync(home).filter((name) => name.startsWith('warpgauge-'))).toEqual([])
    giveBack()
    rmSync(home, { recursive: true })
  })
})
