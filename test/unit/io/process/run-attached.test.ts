import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { needsUser } from '../../../fakes/needs.ts'
import { explainStartFailure, runAttached } from '../../../../src/io/process/run-attached.ts'

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const
const countListeners = (): number[] => signals.map((name) => process.listenerCount(name))

async function run(...argv: string[]) {
  const pids: number[] = []
  const before = countListeners()
  const spec = { argv, env: { PATH: process.env['PATH'], UNSET: undefined }, output: 'stderr' } as const
  const running = runAttached({ ...spec, onStart: (pid) => pids.push(pid) })
  const during = countListeners()
  const outcome = await running
  expect(countListeners()).toEqual(before)
  return { outcome, pids, passed: during.map((count, at) => count - (before[at] ?? 0)) }
}

it.each([
  ['exit 3', 3, null],
  ['kill -TERM $$', 143, 'SIGTERM'],
  ['test -z "$UNSET" && test -z "$HOME"', 0, null],
])('%s ends as in a shell, and signals are passed on meanwhile', async (script, exitCode, signal) => {
  const { outcome, pids, passed } = await run('sh', '-c', script)
  expect(outcome).toMatchObject({ status: 'ended', exitCode, signal, wallSeconds: expect.any(Number) })
  expect([pids.length, passed]).toEqual([1, [1, 1, 1, 1]])
  expect('wallSeconds' in outcome && outcome.wallSeconds < 60).toBe(true)
})

it.each([
  [[], 'the command is empty'],
  [['no-such-program'], 'no-such-program was not found on PATH'],
  [['long'.repeat(99)], 'could not be started: '],
  [['true', 'long'.repeat(1e5)], 'are longer than the system allows'],
])('%j does not start', async (argv, problem) => {
  const { outcome, pids } = await run(...argv)
  expect([outcome, pids]).toEqual([{ status: 'not-started', problem: expect.stringContaining(problem) }, []])
})

it.skipIf(needsUser('root'))('a script that may be executed and not read is explained without its interpreter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attached-'))
  const script = join(folder, 'run')
  writeFileSync(script, '#!/no/such/interpreter')
  chmodSync(script, 0o711)
  chmodSync(folder, 0o711)
  process.seteuid?.(54_321)
  try {
    const problem = explainStartFailure({ argv: [script], cwd: '/', env: {} }, 'ENOENT', '')
    expect(problem).toBe(`${script} exists, but its interpreter does not`)
  } finally {
    process.seteuid?.(0)
    rmSync(folder, { recursive: true })
  }
})

it.skipIf(needsUser('root'))('a command that may not be sent a signal runs on, and its end counts', () => {
  const module = new URL('../../../../src/io/process/run-attached.ts', import.meta.url).href
  const script = `
    import { runAttached } from ${JSON.stringify(module)}
    const argv = ['sh', '-c', 'sleep 0.3; exit 3']
    const running = runAttached({ argv, env: { PATH: process.env.PATH }, output: 'stderr', onStart: () => {} })
    process.setuid(54321)
    for (const signal of ['SIGTERM', 'SIGHUP']) process.emit(signal, signal)
    console.log(JSON.stringify(await running))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(JSON.parse(said)).toMatchObject({ status: 'ended', exitCode: 3, signal: null })
})
