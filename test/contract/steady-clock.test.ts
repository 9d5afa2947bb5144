import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createProcessRunner } from '../../src/io/process/execa-process-runner.ts'
import { systemClock } from '../../src/io/machine/system-clock.ts'

const folder = mkdtempSync(join(tmpdir(), 'steady-clock-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('X-21: a clock that is set back by a day in mid-run changes no duration', async () => {
  const before = systemClock.readMonotonicMs()
  const running = createProcessRunner().run({
    argv: ['sleep', '0.3'],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    stdoutPath: join(folder, 'out'),
    stderrPath: join(folder, 'err'),
    maxOutputBytes: 1000,
  })
  const yesterday = Date.now() - 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now: yesterday })
  onTestFinished(() => void vi.useRealTimers())
  const { wallSeconds } = await running
  expect(Date.now()).toBeLessThan(yesterday + 1000)
  expect(wallSeconds).toBeGreaterThanOrEqual(0.29)
  expect(wallSeconds).toBeLessThan(20)
  expect(systemClock.readMonotonicMs() - before).toBeGreaterThanOrEqual(290)
})
