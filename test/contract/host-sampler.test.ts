import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { summarizeHost } from '../../src/domain/telemetry/host-summary.ts'
import { HostSampler } from '../../src/io/gpu/sampling/host-sampler.ts'

test('F-14: a command that ends before the first look has a sum of CPU time, but no course of CPU and memory', async () => {
  // It waits for a line, works, and prints its CPU time by the scheduler in nanoseconds.
  const script =
    'read -r go; i=0; while [ $i -lt 80000 ]; do i=$((i+1)); done; read -r ran rest < /proc/$$/schedstat; echo $ran'
  const root = spawn('sh', ['-c', script], { stdio: ['pipe', 'pipe', 'ignore'] })
  const sampler = new HostSampler(process.pid, 0)
  expect(sampler.follow(root.pid!, 0)).toBe(true)
  root.stdin.end('go\n')
  const [nanoseconds] = await Promise.all([text(root.stdout), once(root, 'exit')])
  sampler.sample(500)
  const host = summarizeHost(sampler.track, { fromMs: 0, toMs: 500 })
  expect(host).toMatchObject({ cpuCores: null, residentBytes: null })
  // The kernel counts user and system time in ticks of 10 ms each.
  const ran = Number(nanoseconds) / 1e9
  expect(ran).toBeGreaterThan(0.03)
  expect(Math.abs(host.cpuSeconds! - ran)).toBeLessThan(0.02)
})

test('a process that has ended cannot be followed', async () => {
  const root = spawn('true', { stdio: 'ignore' })
  await once(root, 'exit')
  expect(new HostSampler(process.pid, 0).follow(root.pid!, 0)).toBe(false)
})
