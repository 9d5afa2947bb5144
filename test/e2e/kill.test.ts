import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installedAction } from '../fakes/installed-action.ts'
import { ageUnowned } from './kill-rig.ts'
import { recordIn } from './run-check.ts'
import { isAlive, worktreesOf } from './stalling-job.ts'
import { openTerminal, type Spoken, type Terminal } from './terminal.ts'

let terminal: Terminal
beforeAll(async () => {
  terminal = await openTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

/** Waits in its `turn`th start until `go` is there, together with a child that has left its process group. */
const program = (place: string, turn: number) => `import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const place = ${JSON.stringify(place)}
const [dataset, output] = process.argv.slice(2)
appendFileSync(place + '/starts', 'x')
if (readFileSync(place + '/starts', 'utf8').length === ${turn}) {
  process.on('SIGTERM', () => {})
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 300_000)'], { detached: true, stdio: 'ignore' })
  writeFileSync(place + '/waiting', process.pid + ' ' + child.pid)
  for (let round = 0; !existsSync(place + '/go') && round < 6000; round += 1) await setTimeout(10)
  child.kill('SIGKILL')
}
await setTimeout(30)
mkdirSync(output)
writeFileSync(output + '/table.csv', 'id\\n' + readFileSync(dataset, 'utf8').split('\\n').filter((line) => line.startsWith('>')).join('\\n'))
`

const config = `version: 1
run: { isolation: none }
pipeline:
  name: waits
  devices: cpu
  command: [node, waits.mjs, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
suites:
  end-to-end: { dataset: four, warmups: 0, repeats: 5 }
requirements: [{ id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }]
comparison: { reference: baseline }
`

type Place = { readonly clone: string; readonly place: string; readonly out: string }

function newPlace(turn = 3): Place {
  const clone = terminal.clone()
  const place = `${clone}-place`
  mkdirSync(place)
  writeFileSync(join(clone, 'waits.mjs'), program(place, turn))
  writeFileSync(join(clone, 'waits.yml'), config)
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'a pipeline that waits')
  return { clone, place, out: `${clone}-run` }
}

const command = ({ out }: Place, ...more: readonly string[]) => ['run', '--config', 'waits.yml', '--out', out, ...more]

async function untilWaiting({ place }: Place, ended: Promise<Spoken>): Promise<number[]> {
  const early = { said: '' }
  void ended.then(({ stderr }) => (early.said = stderr))
  while (!existsSync(join(place, 'waiting'))) {
    if (early.said !== '') throw new Error(`the run ended before its pipeline waited:\n${early.said}`)
    await delay(10)
  }
  await delay(20)
  return readFileSync(join(place, 'waiting'), 'utf8').split(' ').map(Number)
}

/** Scratch directories in the temporary directory of the terminal. */
function scratch(): string[] {
  return readdirSync(terminal.folder).filter((name) => /^warpgauge-\d/.test(name))
}

function expectFinished({ out, clone }: Place, { exitCode, stderr }: Spoken): void {
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  expect(recordIn(out)).toMatchObject({ status: 'finished' })
  expect(recordIn(out).trials).toHaveLength(5)
  expect(worktreesOf(clone)).toEqual([])
  expect(scratch()).toEqual([])
  expect(readdirSync(out).filter((name) => name.startsWith('.') || name.includes('previous'))).toEqual([])
}

describe('a run at a terminal that is killed', () => {
  it.each(['the process alone', 'its whole process group'])(
    '(%s) is healed by the next run: nothing holds the machine, and no finished trial is lost',
    async (whom) => {
      const place = newPlace()
      const { pid, ended } = terminal.start(place.clone, ...command(place))
      const waiting = await untilWaiting(place, ended)
      process.kill(whom === 'the process alone' ? pid : -pid, 'SIGKILL')
      await ended
      expect(waiting.map(isAlive)).toEqual([true, true])
      expect([scratch().length, worktreesOf(place.clone)]).toEqual([1, []])
      const before = recordIn(place.out)
      expect(before).toMatchObject({ status: 'running', trials: [{ index: 0 }, { index: 1 }] })
      const reported = terminal.warpgauge(place.clone, 'report', place.out, '--format', 'json')
      expect(JSON.parse(reported.stdout)).toMatchObject({ conclusion: 'cancelled' })

      const next = terminal.warpgauge(place.clone, ...command(place, '--resume'))
      expect(next.stderr).toContain('Found processes of a killed run: ended')
      expect(waiting.map(isAlive)).toEqual([false, false])
      expectFinished(place, next)
      expect(recordIn(place.out).trials.slice(0, 2)).toEqual(before.trials)
    },
  )

  it('leaves at every moment what can be gone on with, and never what passes', async () => {
    const place = newPlace(0)
    let killed = 0
    for (let moment = 0; moment < 8; moment += 1) {
      const isBegun = existsSync(join(place.out, 'run.json'))
      const { pid, ended } = terminal.start(place.clone, ...command(place, ...(isBegun ? ['--resume'] : [])))
      await delay(250 + moment * 90)
      killed += endNow(pid)
      await ended
      if (!existsSync(join(place.out, 'run.json'))) continue
      if (recordIn(place.out).status === 'finished') break
      const { stdout } = terminal.warpgauge(place.clone, 'report', place.out, '--format', 'json')
      expect(JSON.parse(stdout)).not.toMatchObject({ conclusion: 'success' })
    }
    expect(killed).toBeGreaterThan(0)
    // Under load a kill may come before the mark of the owner of a tree or scratch directory is written.
    ageUnowned(place.clone, terminal.folder)
    const isBegun = existsSync(join(place.out, 'run.json'))
    expectFinished(place, terminal.warpgauge(place.clone, ...command(place, ...(isBegun ? ['--resume'] : []))))
  })

  it('cannot tear the history it appends to', async () => {
    const place = newPlace(0)
    expectFinished(place, terminal.warpgauge(place.clone, ...command(place)))
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
    const { exitCode, stderr } = terminal.warpgauge(place.clone, ...add)
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(stderr).not.toMatch(/torn|left out/)
    const shown = terminal.warpgauge(place.clone, 'history', 'show', '--dir', history)
    expect(shown.stderr).not.toMatch(/torn|left out/)
    expect(readdirSync(history)).toEqual(['README.md', 'history'])
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

describe('a disk that is full', () => {
  it('ends the run with what to do, keeps what was measured, and lets it go on when there is space', async () => {
    const place = newPlace()
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
    expect([scratch(), worktreesOf(place.clone)]).toEqual([[], []])
    expectFinished(place, terminal.warpgauge(place.clone, ...command(place, '--resume')))
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
    const { clone, place } = newPlace(0)
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
