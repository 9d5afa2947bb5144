import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'

// Records one program next to others that compute and pause in turn, for judge-loaded-host.ts, as one JSON line per run:
// `node scripts/statistics/record-loaded-host.ts --out FILE --load 4 --runs 500`. Start it with `nice`, so that it leaves
// the machine to other users; its load and its program have the same priority.

/** One run; `others` is the CPU time of other processes during it. */
export type LoadedRun = Readonly<Record<'load' | 'wall' | 'cpu' | 'others', number>>

/**
 * Seconds of computing, then a pause of half of that, both exponential: others come and go as builds and tests do. They
 * end with the recording.
 */
const [meanBurst, meanPause] = [2, 1]
const loader = `import os, random, time
parent = os.getppid()
while os.getppid() == parent:
    end = time.time() + random.expovariate(1 / ${meanBurst})
    while time.time() < end: sum(i * i for i in range(10000))
    time.sleep(random.expovariate(1 / ${meanPause}))
`
/** 0.05 s on an idle core of 2026; prints its own CPU time. */
const program = `import resource
total = 0
for i in range(500000): total += i * i
use = resource.getrusage(resource.RUSAGE_SELF)
print(use.ru_utime + use.ru_stime)
`

function readBusyTicks(): number {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number)
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = ticks
  return user + nice + system + interrupts + soft + stolen
}

const ticksPerSecond = 100

function recordRun(load: number): LoadedRun {
  const [ticks, started] = [readBusyTicks(), performance.now()]
  const { stdout } = spawnSync('python3', ['-c', program], { encoding: 'utf8' })
  const wall = (performance.now() - started) / 1000
  const cpu = Number(stdout)
  if (!(cpu > 0)) throw new Error(`the program printed ${JSON.stringify(stdout)} instead of its CPU time`)
  const others = Math.max(0, (readBusyTicks() - ticks) / ticksPerSecond - cpu)
  const [round, exact] = [(value: number) => Number(value.toFixed(3)), (value: number) => Number(value.toFixed(6))]
  return { load, wall: exact(wall), cpu: exact(cpu), others: round(others) }
}

const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    load: { type: 'string', default: '4' },
    runs: { type: 'string', default: '500' },
  },
})
const { out } = values
if (out === undefined) throw new Error('--out FILE is missing')
const load = Number(values.load)
const workers = Math.round((load * (meanBurst + meanPause)) / meanBurst)
const children = Array.from({ length: workers }, () => spawn('python3', ['-c', loader], { stdio: 'ignore' }))
try {
  for (let run = 0; run < Number(values.runs); run += 1) appendFileSync(out, `${JSON.stringify(recordRun(load))}\n`)
} finally {
  for (const child of children) child.kill('SIGKILL')
}
process.stdout.write(`${values.runs} runs next to ${workers} programs on ${cpus().length} processors\n`)
