import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { summarizeHost } from '../../src/domain/telemetry/host-summary.ts'
import { HostSampler } from '../../src/io/gpu/sampling/host-sampler.ts'
import { adoptOrphans } from '../../src/io/process/own-process.ts'
import { registerTool } from '../../src/io/process/process-tree.ts'
import { lacksSandbox } from '../fakes/sandbox.ts'
import { ownNamespaces } from '../fakes/slurm-cluster.ts'

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

/** A shell that burns its own time in a child, says so, and goes on with each line that it is told. */
function startBurning(script: string) {
  const burn = 'i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done; echo burned; read -r go'
  const root = spawn('sh', ['-c', script.replaceAll('BURN', burn)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: root.stdout })[Symbol.asyncIterator]()
  const listen = async (): Promise<string> => (await lines.next()).value as string
  const proceed = (): Promise<string> => {
    root.stdin.write('go\n')
    return listen()
  }
  return { root, listen, proceed }
}

const readStat = (pid: number | string) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number)
/** Processor seconds of a process and the children that it has waited for (proc_pid_stat(5)). */
const readSeconds = (pid: number) =>
  readStat(pid)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + ticks, 0) / 100
const listChildren = (parent: number) =>
  readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) && readStat(name)[1] === parent,
  )

test('the time of a child counts once: while it runs, when it has ended, and when its parent has', async () => {
  const { root, proceed } = startBurning('read -r go; (BURN); echo reaped; read -r go; BURN')
  const sampler = new HostSampler(process.pid, 0)
  expect(sampler.isOwn(process.pid)).toBeNull()
  sampler.follow(root.pid!, 0)
  const readSum = (toMs: number) => {
    sampler.sample(toMs)
    return summarizeHost(sampler.track, { fromMs: 0, toMs })
  }
  expect(await proceed()).toBe('burned')
  const [child] = listChildren(root.pid!).map(Number)
  const running = readSeconds(root.pid!) + readSeconds(child!)
  const pages = [root.pid!, child!].reduce((sum, pid) => sum + readStat(pid)[21]!, 0)
  const seen = readSum(500)
  expect(running).toBeGreaterThan(0.02)
  expect(Math.abs(seen.cpuSeconds! - running)).toBeLessThan(0.015)
  expect(seen.residentBytes!.max).toBe(pages * Number(execFileSync('getconf', ['PAGESIZE'], { encoding: 'utf8' })))
  expect(seen.cpuCores!.mean).toBeCloseTo(running / 0.5, 1)
  expect([child!, root.pid!, process.pid].map((pid) => sampler.isOwn(pid))).toEqual([true, true, false])
  expect(await proceed()).toBe('reaped')
  expect(Math.abs(readSum(1000).cpuSeconds! - readSeconds(root.pid!))).toBeLessThan(0.015)
  expect(await proceed()).toBe('burned')
  const whole = readSeconds(root.pid!)
  expect(whole).toBeGreaterThan(running + 0.02)
  expect(Math.abs(readSum(1500).cpuSeconds! - whole)).toBeLessThan(0.015)
  root.stdin.end('go\n')
  await once(root, 'exit')
  expect(Math.abs(readSum(2000).cpuSeconds! - whole)).toBeLessThan(0.05)
  expect(sampler.isOwn(child!)).toBe(true)
})

test('the time of a process whose parent has gone stays as it was last seen', async () => {
  const { root, listen, proceed } = startBurning('read -r go; (BURN) <&0 & echo started')
  const sampler = new HostSampler(process.pid, 0)
  sampler.follow(root.pid!, 0)
  await proceed()
  await once(root, 'exit')
  sampler.sample(500)
  const [orphan] = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`) && readStat(name)[2] === root.pid,
  )
  const line = await listen()
  const seconds = readSeconds(Number(orphan))
  sampler.sample(1000)
  expect([line, seconds > 0.02]).toEqual(['burned', true])
  process.kill(Number(orphan), 'SIGKILL')
  while (existsSync(`/proc/${orphan}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${orphan}/stat`, 'utf8')))
    await delay(5)
  sampler.sample(1500)
  const host = summarizeHost(sampler.track, { fromMs: 0, toMs: 1500 })
  expect(Math.abs(host.cpuSeconds! - seconds)).toBeLessThan(0.03)
  expect(host.ioWaitShare).toBeGreaterThanOrEqual(0)
  expect(host.ioWaitShare).toBeLessThanOrEqual(1)
  expect(host.readBytes).toBeGreaterThanOrEqual(0)
  const cached = Number(/^Cached:\s+(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8'))![1]) * 1024
  expect(host.pageCacheBytes!.max / cached).toBeCloseTo(1, 1)
})

test.skipIf(!adoptOrphans())(
  'an orphan belongs to the command, also in a session of its own without variables',
  async () => {
    const script = 'read -r go; (env -i setsid sleep 60 >/dev/null 2>&1 & echo $!); read -r go'
    const root = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
    const other = spawn('sleep', ['60'], { stdio: 'ignore' })
    const sampler = new HostSampler(process.pid, 0)
    sampler.follow(root.pid!, 0)
    await delay(20)
    root.stdin.write('go\n')
    const [line] = (await once(root.stdout, 'data')) as [Buffer]
    const orphan = Number(line.toString())
    const tool = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })
    registerTool(tool.pid)
    while (readStat(orphan)[1] !== process.pid || readStat(orphan)[3] !== orphan) await delay(5)
    expect([orphan, other.pid!, tool.pid!].map((pid) => sampler.isOwn(pid))).toEqual([true, false, false])
    for (const pid of [orphan, root.pid!, other.pid!, tool.pid!]) process.kill(pid, 'SIGKILL')
  },
)

test.skipIf(await lacksSandbox())('a process that got the pid of an ended member is none', () => {
  const script = `
    import { spawn } from 'node:child_process'
    import { once } from 'node:events'
    import { setTimeout as delay } from 'node:timers/promises'
    import { writeFileSync } from 'node:fs'
    import { HostSampler } from ${JSON.stringify(new URL('../../src/io/gpu/sampling/host-sampler.ts', import.meta.url))}
    const root = spawn('sh', ['-c', 'sleep 60 & echo $!; wait; echo ended; sleep 60'], { detached: true })
    const [line] = await once(root.stdout, 'data')
    const pid = Number(line.toString())
    const sampler = new HostSampler(process.pid, 0)
    sampler.follow(root.pid, 0)
    const before = sampler.isOwn(pid)
    // Start times count ticks of 10 ms.
    await delay(20)
    process.kill(pid)
    await once(root.stdout, 'data')
    let other
    do {
      other?.kill('SIGKILL')
      writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid - 1))
      other = spawn('sleep', ['60'], { stdio: 'ignore' })
    } while (other.pid !== pid)
    console.log(JSON.stringify([before, sampler.isOwn(pid)]))
    process.exit()`
  const node = [process.execPath, '--input-type=module', '--eval', script]
  const said = execFileSync('unshare', [...ownNamespaces, ...node], { encoding: 'utf8', timeout: 30_000 })
  expect(JSON.parse(said)).toEqual([true, false])
})
