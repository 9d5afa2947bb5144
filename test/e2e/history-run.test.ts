import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, writeConfig, type Spoken, type Terminal } from './terminal.ts'
import { parseHistoryRecord } from '../../src/config/records/parse-records.ts'

// Each block is one story, told in order: c0 (not measured), c1, c2 (does not run), c3, c4.

let terminal: Terminal
let clone = ''
let config = ''
let commits: string[] = []
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  const program = readFileSync(join(clone, 'pipeline.mjs'), 'utf8')
  const commit = (text: string, message: string) => {
    writeFileSync(join(clone, 'pipeline.mjs'), text)
    terminal.git(clone, 'commit', '--quiet', '--all', '--allow-empty', '-m', message)
    return terminal.git(clone, 'rev-parse', 'HEAD')
  }
  const texts = [program, program, 'throw new Error("broken")\n', program, program]
  commits = texts.map((text, index) => commit(text, `c${index}`))
  config = writeConfig(clone, 'track', { repeats: 1 })
})
afterAll(async () => await terminal[Symbol.asyncDispose]())

const options = (dir: string) => ['--config', config, '--dir', dir, '--out', `${dir}-runs`]
const run = async (dir: string, range: string, ...more: string[]): Promise<Spoken> =>
  await terminal.warpgauge(clone, 'history', 'run', range, ...options(dir), ...more)

/** Commits in the history, in the order in which they were recorded. */
function recorded(dir: string): string[] {
  const directory = join(clone, dir, 'history')
  if (!existsSync(directory)) return []
  const shards = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.jsonl'))
  const lines = shards.flatMap((path) => readFileSync(join(directory, path), 'utf8').trimEnd().split('\n'))
  return lines.map((line) => `c${commits.indexOf(parseHistoryRecord(line, 'line').commit)}`)
}

describe('history run A..B', () => {
  it('measures every n-th commit, counted back from the last one', async () => {
    const { exitCode, stderr } = await run('past', `${commits[0]}..`, '--every', '3')
    expect({ exitCode, found: recorded('past'), stderr }).toEqual({ exitCode: 0, found: ['c1', 'c4'], stderr })
    expect(stderr).toContain('2 recorded, 0 already recorded')
  })

  it('then measures the rest, and goes on after a commit that does not run', async () => {
    const { exitCode, stderr } = await run('past', `${commits[0]}..${commits[4]}`)
    expect({ exitCode, found: recorded('past'), stderr }).toEqual({ exitCode: 2, found: ['c1', 'c4', 'c3'], stderr })
    expect(stderr).toContain(`commit 1 of 4: ${commits[1]?.slice(0, 12)} c1: already recorded`)
    expect(stderr).toContain(`${commits[2]?.slice(0, 12)} is not recorded`)
    expect(stderr).toContain('1 recorded, 2 already recorded, 1 could not be measured')
  })

  it('is read by history show, at the places of the commits', async () => {
    const { stdout } = await terminal.warpgauge(clone, 'history', 'show', '--dir', 'past', '--metric', 'wall_time')
    expect(stdout).toMatch(/wall_time .*\(3 runs, /u)
  })
})

describe('an interrupted history run', () => {
  it('keeps what it measured, and continues when it is run again', async () => {
    const started = terminal.start(clone, 'history', 'run', `${commits[2]}..`, ...options('cut'))
    const second = join(clone, 'cut-runs', commits[4]?.slice(0, 12) ?? '', 'run.json')
    const state = { isEnded: false }
    void started.ended.then(() => (state.isEnded = true))
    while (!existsSync(second) && !state.isEnded) await pause(5)
    process.kill(-started.pid, 'SIGINT')
    const { exitCode, stderr } = await started.ended
    expect({ exitCode, found: recorded('cut'), stderr }).toEqual({ exitCode: 2, found: ['c3'], stderr })
    const first = recordIn(join(clone, 'cut-runs', commits[3]?.slice(0, 12) ?? ''))
    const again = await run('cut', `${commits[2]}..`)
    expect({ exitCode: again.exitCode, found: recorded('cut'), stderr: again.stderr }).toEqual({
      exitCode: 0,
      found: ['c3', 'c4'],
      stderr: again.stderr,
    })
    expect(recordIn(join(clone, 'cut-runs', commits[3]?.slice(0, 12) ?? ''))).toEqual(first)
  })

  it('records a finished run that did not reach the history, without measuring it again', async () => {
    rmSync(join(clone, 'cut'), { recursive: true })
    const { stderr, exitCode } = await run('cut', `${commits[2]}..`)
    expect([exitCode, recorded('cut')]).toEqual([0, ['c3', 'c4']])
    expect(stderr).not.toContain('trial')
  })

  it('measures anew by another config, and replaces what it measured by the one before', async () => {
    const folder = join(clone, 'cut-runs', commits[4]?.slice(0, 12) ?? '')
    const { runId } = recordIn(folder)
    rmSync(join(clone, 'cut'), { recursive: true })
    writeFileSync(join(clone, config), `${readFileSync(join(clone, config), 'utf8')}\n# changed\n`)
    const { exitCode, stderr } = await run('cut', `${commits[3]}..`)
    expect([exitCode, recorded('cut'), stderr]).toEqual([0, ['c4'], stderr])
    expect(recordIn(folder)).toMatchObject({ status: 'finished', runId: expect.not.stringMatching(runId) })
  })
})

describe('a range that names no commits', () => {
  it.each([
    ['v1.0', '"v1.0" is not a range'],
    ['HEAD...HEAD', '"HEAD...HEAD" is not a range'],
    ['none..HEAD', 'none is not a commit of this repository'],
    ['HEAD..HEAD', 'there is no commit in HEAD..HEAD'],
  ])('%s is refused', async (range, problem) => {
    const { exitCode, stderr } = await run('past', range)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(problem)])
  })
})
