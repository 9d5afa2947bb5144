import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../src/domain/core/errors.ts'
import { createProcessRunner } from '../../src/io/process/execa-process-runner.ts'
import type { ProcessSpec } from '../../src/ports/process-runner.ts'

const bin = resolve(import.meta.dirname, '../fixtures/bin')
const folder = mkdtempSync(join(tmpdir(), 'process-runner-'))
const path = `${dirname(process.execPath)}:/usr/bin:/bin`
const runner = createProcessRunner()
let count = 0

afterAll(() => rmSync(folder, { recursive: true }))

function aSpec(argv: readonly string[], overrides: Partial<ProcessSpec> = {}): ProcessSpec {
  count += 1
  return {
    argv,
    cwd: folder,
    env: { PATH: path },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    stdoutPath: join(folder, `${count}.out`),
    stderrPath: join(folder, `${count}.err`),
    maxOutputBytes: 1_000_000,
    ...overrides,
  }
}

function pidsIn(file: string): number[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(Number)
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}

async function untilWritten(file: string, lines: number): Promise<void> {
  for (;;) {
    const text = statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : ''
    if (text.split('\n').length > lines) return
    await delay(10)
  }
}

describe('a command that ends by itself', () => {
  it('is a value with exit code, tails and the raw output on disk, also when it fails', async () => {
    const spec = aSpec([join(bin, 'fails-with-3.mjs')])
    const outcome = await runner.run(spec)
    expect(outcome).toMatchObject({ ending: 'exited', exitCode: 3, signal: null, problem: null })
    expect(outcome).toMatchObject({ stdoutTail: '│ reading model', stderrTail: '│ RuntimeError: no such model' })
    expect(readFileSync(spec.stdoutPath, 'utf8')).toBe('reading model\n')
    expect(readFileSync(spec.stderrPath, 'utf8')).toBe('RuntimeError: no such model\n')
  })

  it('reports the signal that killed it', async () => {
    const outcome = await runner.run(aSpec(['sh', '-c', 'kill -SEGV $$']))
    expect(outcome).toMatchObject({ ending: 'signalled', exitCode: null, signal: 'SIGSEGV' })
  })

  it('sees its own environment and nothing of ours (W4: stdin is closed, so a question gets no answer)', async () => {
    const outcome = await runner.run(
      aSpec([join(bin, 'prints-environment.mjs')], { env: { PATH: path, GREETING: 'hello' } }),
    )
    const env: unknown = JSON.parse(outcome.stdoutTail.slice(2))
    expect(env).toEqual({ PATH: path, GREETING: 'hello', WARPGAUGE_TRIAL_ID: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    const asks = await runner.run(aSpec(['sh', '-c', 'read answer && echo "got $answer"']))
    expect(asks).toMatchObject({ exitCode: 1, stdoutTail: '' })
  })

  it('can open /dev/stdout and /dev/stderr', async () => {
    const outcome = await runner.run(aSpec([join(bin, 'writes-to-device-files.sh')]))
    expect(outcome).toMatchObject({ exitCode: 0, stdoutTail: '│ out', stderrTail: '│ err' })
  })

  it('cannot reach the log of the runner through the tails', async () => {
    const outcome = await runner.run(aSpec([join(bin, 'speaks-workflow-commands.sh')]))
    const lines = [...outcome.stdoutTail.split('\n'), ...outcome.stderrTail.split('\n')]
    expect(lines).toHaveLength(6)
    for (const line of lines) expect(line).toMatch(/^│ (?!.*##\[)\P{Cc}*$/u)
  })
})

describe('the clock', () => {
  it('stops at the exit of the process and not at the end of its output', async () => {
    const pidFile = join(folder, 'holder.pid')
    const outcome = await runner.run(aSpec([join(bin, 'holds-stdout.sh'), pidFile]))
    expect(outcome).toMatchObject({ ending: 'exited', exitCode: 0, stdoutTail: '│ done' })
    expect(outcome.wallSeconds).toBeLessThan(30)
    expect(pidsIn(pidFile).filter(isAlive)).toEqual([])
  })

  it('measures a known duration', async () => {
    const startedMs = performance.now()
    const { wallSeconds } = await runner.run(aSpec(['sleep', '0.3']))
    expect(wallSeconds).toBeGreaterThanOrEqual(0.3)
    // Together with start and clean-up, whatever else the machine does.
    expect(wallSeconds).toBeLessThan((performance.now() - startedMs) / 1000)
  })
})

describe('the end of the process itself', () => {
  it('is told before what it left behind is ended, and once', async () => {
    const pidFile = join(folder, 'told.pid')
    const seen: boolean[][] = []
    const onEnded = (): void => void seen.push(pidsIn(pidFile).map(isAlive))
    await runner.run(aSpec([join(bin, 'leaves-session.sh'), pidFile], { onEnded }))
    expect(seen).toEqual([[true]])
    expect(pidsIn(pidFile).map(isAlive)).toEqual([false])
  })

  it('is not told of a process that never was', async () => {
    let told = 0
    await runner.run(aSpec(['no-such-program'], { onEnded: () => (told += 1) }))
    expect(told).toBe(0)
  })
})

describe('output beyond the bound', () => {
  it('is dropped on disk with a last line that says so, while the tail stays the real end (W65)', async () => {
    const spec = aSpec([join(bin, 'floods.mjs'), '64'])
    const outcome = await runner.run(spec)
    const text = readFileSync(spec.stdoutPath, 'utf8')
    expect(outcome).toMatchObject({ exitCode: 0, isOutputTruncated: true })
    expect(text.slice(1_000_000)).toBe('\n[warpgauge: output truncated to 1000000 bytes]\n')
    expect(text.startsWith('0123456789abcde\n')).toBe(true)
    const tail = outcome.stdoutTail.split('\n')
    expect(tail).toHaveLength(40)
    expect(tail.at(-1)).toBe('│ the very last line')
  })

  it('is cut while the command still runs, so that a flood cannot fill the disk', async () => {
    const controller = new AbortController()
    const flood = 30_000_000
    const spec = aSpec(['sh', '-c', `head -c ${flood} /dev/zero; sleep 60`], { signal: controller.signal })
    const running = runner.run(spec)
    const find = () => statSync(spec.stdoutPath, { throwIfNoEntry: false })
    while ((find()?.size ?? 0) < flood) await delay(1)
    // The limit and the newest 8 MiB; never true if nothing is cut.
    while (find()!.blocks * 512 > 10_000_000) await delay(1)
    controller.abort()
    expect(await running).toMatchObject({ ending: 'cancelled', isOutputTruncated: true })
  })

  it('does not mark output of exactly the bound', async () => {
    const spec = aSpec(['sh', '-c', 'printf 12345'], { maxOutputBytes: 5 })
    expect(await runner.run(spec)).toMatchObject({ isOutputTruncated: false, stdoutTail: '│ 12345' })
    expect(readFileSync(spec.stdoutPath, 'utf8')).toBe('12345')
  })
})

describe.concurrent('no descendant survives (W65)', () => {
  it('after a timeout, although the whole tree ignores SIGTERM', async () => {
    const pidFile = join(folder, 'hangs.pid')
    const startedAt = performance.now()
    const outcome = await runner.run(aSpec([join(bin, 'hangs.mjs'), pidFile], { timeoutMs: 3000 }))
    expect(outcome).toMatchObject({ ending: 'timed-out', exitCode: null, signal: 'SIGKILL' })
    expect(performance.now() - startedAt).toBeLessThan(3000 + 30_000)
    expect(pidsIn(pidFile)).toHaveLength(2)
    expect(pidsIn(pidFile).filter(isAlive)).toEqual([])
  })

  it('after a cancellation, which is told apart from a timeout', async () => {
    const pidFile = join(folder, 'cancelled.pid')
    const controller = new AbortController()
    const running = runner.run(aSpec([join(bin, 'hangs.mjs'), pidFile], { signal: controller.signal }))
    await untilWritten(pidFile, 2)
    controller.abort()
    expect(await running).toMatchObject({ ending: 'cancelled', signal: 'SIGKILL' })
    expect(pidsIn(pidFile).filter(isAlive)).toEqual([])
  })

  it('when it left the process group for a session of its own', async () => {
    const pidFile = join(folder, 'session.pid')
    const outcome = await runner.run(aSpec([join(bin, 'leaves-session.sh'), pidFile]))
    expect(outcome).toMatchObject({ ending: 'exited', exitCode: 0, stdoutTail: '│ done' })
    expect(outcome.wallSeconds).toBeLessThan(30)
    expect(pidsIn(pidFile)).toHaveLength(1)
    expect(pidsIn(pidFile).filter(isAlive)).toEqual([])
  })

  it('when it also dropped the environment that marks it', async () => {
    const pidFile = join(folder, 'unmarked.pid')
    const script = 'env -i setsid sleep 60 & echo $! > "$0"; wait'
    const outcome = await runner.run(aSpec(['sh', '-c', script, pidFile], { timeoutMs: 2000 }))
    expect(outcome.ending).toBe('timed-out')
    expect(pidsIn(pidFile).filter(isAlive)).toEqual([])
  })

  it('ends a polite tree without waiting for the grace to pass', async () => {
    const startedAt = performance.now()
    const outcome = await runner.run(aSpec(['sleep', '60'], { timeoutMs: 100 }))
    expect(outcome).toMatchObject({ ending: 'timed-out', signal: 'SIGTERM' })
    expect(performance.now() - startedAt).toBeLessThan(100 + 2000)
  })
})

describe('a daemon', () => {
  it('T-16: survives no command, also when it left session and environment behind and lost its parent long before', async () => {
    const pidFile = join(folder, 'daemon.pid')
    const script = `env -i sh -c 'setsid sh -c "sleep 60 & echo \\$! > $0" & ' "$0"; while [ ! -s "$0" ]; do sleep 0.05; done`
    const outcome = await runner.run(aSpec(['sh', '-c', script, pidFile]))
    expect(outcome).toMatchObject({ ending: 'exited', exitCode: 0 })
    expect(pidsIn(pidFile)).toHaveLength(1)
    expect(pidsIn(pidFile).filter(isAlive)).toEqual([])
  })
})

describe('a command that cannot start', () => {
  it('names the program and the PATH that was searched', async () => {
    const outcome = await runner.run(aSpec(['no-such-program']))
    expect(outcome).toMatchObject({ ending: 'not-started', exitCode: null, wallSeconds: 0 })
    expect(outcome.problem).toBe(`no-such-program was not found on PATH (${path})`)
  })

  it.each([
    ['a missing file', ['./absent.sh'], `${folder}/absent.sh does not exist`],
    ['an empty command', [], 'the command is empty'],
  ])('names %s', async (_, argv, problem) => {
    expect(await runner.run(aSpec(argv))).toMatchObject({ ending: 'not-started', problem })
  })

  it('names the missing permission', async () => {
    const program = join(folder, 'plain.sh')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o644 })
    const { ending, problem } = await runner.run(aSpec([program]))
    expect(ending).toBe('not-started')
    expect(problem).toBe(`${program} cannot be executed: mode 0644 has no execute permission for this user (chmod +x)`)
  })

  it('names the missing interpreter of a script', async () => {
    const program = join(folder, 'other.sh')
    writeFileSync(program, '#!/opt/none/python3\n', { mode: 0o755 })
    const { problem } = await runner.run(aSpec([program]))
    expect(problem).toBe(`${program} exists, but its interpreter /opt/none/python3 does not`)
  })

  it('names the line ends of a script that hide its interpreter', async () => {
    const program = join(folder, 'windows.sh')
    writeFileSync(program, '#!/bin/sh\r\necho\r\n', { mode: 0o755 })
    const { problem } = await runner.run(aSpec([program]))
    expect(problem).toMatch(/windows\.sh ends its lines with CR LF, so that its interpreter \/bin\/sh is not found/)
  })

  it('names a missing working directory', async () => {
    const { ending, problem } = await runner.run(aSpec(['true'], { cwd: '/no/such/folder' }))
    expect([ending, problem]).toEqual(['not-started', 'the working directory /no/such/folder does not exist'])
  })

  it('is cancelled when the signal was aborted before', async () => {
    const marker = join(folder, 'touched')
    const outcome = await runner.run(aSpec(['touch', marker], { signal: AbortSignal.abort() }))
    expect(outcome).toMatchObject({ ending: 'cancelled', wallSeconds: 0 })
    expect(statSync(marker, { throwIfNoEntry: false })).toBeUndefined()
  })

  it('is an error of the machine when the output cannot be written', async () => {
    await expect(runner.run(aSpec(['true'], { stdoutPath: '/no/such/folder/out' }))).rejects.toThrow(EnvironmentError)
  })
})
