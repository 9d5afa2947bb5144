import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openTerminal, writeConfig } from './terminal.ts'

it('T-47: a dataset that was killed half written is no directory that looks like one', async () => {
  await using terminal = await openTerminal()
  const isBegun = (): boolean =>
    readdirSync(terminal.folder, { recursive: true }).some((name) => String(name).endsWith('file_001.fa'))
  const { pid, ended } = terminal.start(
    terminal.folder,
    'dataset',
    '--preset',
    'tiny',
    '--sequences',
    '1000000',
    '--out',
    'data',
  )
  while (!isBegun()) await delay(5)
  process.kill(pid, 'SIGKILL')
  await ended
  expect(existsSync(join(terminal.folder, 'data'))).toBe(false)
})

it('a temporary directory that a killed command left is removed by the next one', async () => {
  await using terminal = await openTerminal()
  const list = (): string[] => readdirSync(terminal.folder).filter((name) => name.startsWith('warpgauge-'))
  const ready = join(terminal.folder, 'ready')
  const { pid, ended } = terminal.start(terminal.folder, 'monitor', '--', 'sh', '-c', `touch ${ready}; exec sleep 1`)
  while (!existsSync(ready)) await delay(5)
  process.kill(-pid, 'SIGKILL')
  await ended
  expect(list()).toEqual([expect.stringMatching(/^warpgauge-monitor-\w{6}$/)])
  expect(terminal.runProcess(terminal.folder, 'monitor', '--', 'true')).toMatchObject({ exitCode: 0 })
  expect(list()).toEqual([])
})

it.each([
  ['as well', 'exec sleep 9', (pid: number) => process.kill(-pid, 'SIGINT')],
  ['before it reaches the run', 'kill -INT $$', () => {}],
])('a stop signal that ends the probe of the sandbox %s does not switch the sandbox off', async (_when, end, stop) => {
  const tools = mkdtempSync(join(tmpdir(), 'kills-tools-'))
  onTestFinished(() => rmSync(tools, { recursive: true }))
  const ready = join(tools, 'ready')
  writeFileSync(join(tools, 'bwrap'), `#!/bin/sh\ntouch ${ready}\n${end}\n`, { mode: 0o755 })
  const path = [tools, dirname(process.execPath), process.env['PATH']].join(':')
  await using terminal = await openTerminal({ PATH: path })
  const clone = terminal.clone()
  const out = join(terminal.folder, 'run')
  const { pid, ended } = terminal.start(clone, 'run', '--config', writeConfig(clone, 'probed'), '--out', out)
  while (!existsSync(ready)) await delay(5)
  stop(pid)
  const { exitCode, stderr } = await ended
  expect(exitCode).toBe(2)
  expect(stderr).toContain('warpgauge received a stop signal')
  expect(stderr).not.toContain('without a sandbox')
  expect(existsSync(join(out, 'run.json'))).toBe(false)
})
