/*
 * Looks at the real driver through the same code as the sampler, changes nothing, and prints one JSON value:
 *   node test/gpu/nvml-probe.mjs [--library libnvidia-ml.so.1] [--repeats 300] [--seconds 3]
 * Node 24 or newer runs it as it is, with koffi in node_modules; bundled with the plugin of scripts/native-parts.ts it
 * needs neither. Times are microseconds of one call; `code` is what the call answered first (0: success).
 */
import { spawnSync } from 'node:child_process'
import { uptime } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DriverClock } from '../../src/io/gpu/sampling/busy-collector.ts'
import { createGpm } from '../../src/io/gpu/nvml/nvml-gpm.ts'
import { loadNvmlLibrary } from '../../src/io/gpu/nvml/nvml-library.ts'
import { NvmlProbes } from '../../src/io/gpu/nvml/nvml-probes.ts'
import { openNvmlSource } from '../../src/io/gpu/nvml/nvml-source.ts'

const { values: options } = parseArgs({
  options: {
    library: { type: 'string', default: 'libnvidia-ml.so.1' },
    repeats: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '3' },
  },
})
const repeats = Number(options.repeats)

using source = openNvmlSource({ libraryPath: options.library })
const gpus = source.identify().map((gpu) => gpu.index)
const library = loadNvmlLibrary(options.library)
const { functions, createMemory } = library
const memory = createMemory(16_384)
const place = memory.reserve(8)
functions.deviceByIndex(gpus[0], memory.getAddress(place))
const first = memory.readAddress(place)
const device = { index: gpus[0], handle: first, lostBecause: null }
/** The calls of a reading that has every quantity. */
const calls = []
new NvmlProbes(library, device, false).request(0, calls)

source.read(gpus, Date.now())
await delay(250)

const report = {
  startedAt: new Date().toISOString(),
  node: process.version,
  cudaVisibleDevices: process.env.CUDA_VISIBLE_DEVICES ?? null,
  driver: source.identifyDriver(),
  missingFunctions: Object.keys(functions).filter((name) => functions[name] === null),
  identity: source.identify(),
  reading: source.read(gpus, Date.now()),
  processes: source.listProcesses(gpus),
  energyJoules: Object.fromEntries(source.readEnergyJoules(gpus)),
  events: source.readEvents(),
  costOfCallUs: callCosts(),
  costOfPartsUs: partCosts(),
  processorTimeUs: await processorTimes(),
  gpmWindows: await gpmWindows(),
  utilizationSamples: utilizationSamples(),
  activity: await activity(Number(options.seconds)),
  energyAgainstPower: await energyAgainstPower(Number(options.seconds)),
  nvidiaSmi: besideNvidiaSmi(),
}
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)

/** One call on the first GPU, each. */
function callCosts() {
  return Object.fromEntries(
    calls.map(({ name, inputs }, index) => {
      const call = () => functions[name](...inputs)
      return [`${index} ${name}`, { code: call(), ...spread(time(repeats, call)) }]
    }),
  )
}

/** What the sampler asks for, as it asks. Time moves on by 100 ms a tick for it, so that GPM is sampled every time. */
function partCosts() {
  let timeMs = Date.now()
  const read = (list) => {
    timeMs += 100
    source.read(list, timeMs)
  }
  return {
    readOneGpu: spread(time(repeats, () => read([gpus[0]]))),
    readOneGpuSameGpmWindow: spread(time(repeats, () => source.read([gpus[0]], timeMs))),
    [`readAll${gpus.length}Gpus`]: spread(time(repeats, () => read(gpus))),
    processesOneGpu: spread(time(30, () => source.listProcesses([gpus[0]]))),
    events: spread(time(repeats, () => source.readEvents())),
    energyOneGpu: spread(time(20, () => source.readEnergyJoules([gpus[0]]))),
  }
}

/** Processor time of this thread for what the sampler asks for, after a pause as between its ticks; one GPU. */
async function processorTimes() {
  const [gpu] = gpus
  const asked = {
    nothing: () => undefined,
    vitals: () => source.readVitals([gpu], Date.now()),
    counters: () => source.readCounters([gpu], Date.now()),
    utilizationSamples: () => source.readUtilizationSamples(gpu),
    processes: () => source.listProcesses([gpu]),
    energy: () => source.readEnergyJoules([gpu]),
  }
  const found = Object.fromEntries(Object.keys(asked).map((name) => [name, []]))
  for (let round = 0; round < 8; round += 1)
    for (const [name, ask] of Object.entries(asked)) {
      await delay(500)
      const start = process.threadCpuUsage()
      ask()
      const { user, system } = process.threadCpuUsage(start)
      found[name].push(user + system)
    }
  return Object.fromEntries(Object.entries(found).map(([name, times]) => [name, spread(times)]))
}

/** How close two GPM samples may lie: the code of each step and the metrics, for windows of several lengths. */
async function gpmWindows() {
  const gpm = createGpm(functions, memory)
  if (!gpm.isSupported(device)) return 'not supported'
  const windows = []
  for (const windowMs of [5, 20, 50, 80, 95, 100, 110, 150, 250, 500]) {
    const costs = []
    const values = []
    for (let index = 0; index < 4; index += 1) {
      // Only what this clock says decides that a sample is due; the real distance is the delay.
      const started = performance.now()
      values.push(gpm.read(device, Date.now() + windows.length * 1e6 + index * 1e5))
      costs.push((performance.now() - started) * 1000)
      await delay(windowMs)
    }
    windows.push({ windowMs, costUs: costs.map(Math.round), values: values.slice(1) })
  }
  gpm.close()
  return windows
}

/** The driver's buffer of each GPU, what a read costs, and which clock its times belong to. */
function utilizationSamples() {
  return gpus.map((gpu) => {
    const answer = source.readUtilizationSamples(gpu)
    const costUs = spread(time(10, () => source.readUtilizationSamples(gpu)))
    if (answer.status !== 'samples') return { gpu, ...answer, costUs }
    const times = answer.timesUs.map((us) => us / 1000)
    const spacings = times.slice(1).map((ms, index) => ms - times[index])
    const clock = new DriverClock()
    clock.record(times.at(-1), Date.now())
    const agesMs = {
      epoch: Date.now() - times.at(-1),
      uptime: uptime() * 1000 - times.at(-1),
      monotonic: Number(process.hrtime.bigint()) / 1e6 - times.at(-1),
    }
    const newest = { timesUs: answer.timesUs.slice(-5), percents: answer.percents.slice(-5) }
    return { gpu, values: times.length, spacingMs: spread(spacings), clock: clock.kind, agesMs, newest, costUs }
  })
}

/** GPM activity over some seconds, and what beginning and reading it cost. */
async function activity(seconds) {
  const startedMs = now()
  const refused = gpus.map((gpu) => source.beginActivity(gpu, now))
  const beginUs = (now() - startedMs) * 1000
  await delay(seconds * 1000)
  const readMs = now()
  const readings = gpus.map((gpu, index) => (refused[index] === null ? source.readActivity(gpu, now) : refused[index]))
  return { elapsedMs: readMs - startedMs, beginUs, readUs: (now() - readMs) * 1000, readings }
}

/** The driver's counter over some seconds beside both of its powers, each integrated. */
async function energyAgainstPower(seconds) {
  const startedMs = performance.now()
  const startJoules = source.readEnergyJoules([gpus[0]]).get(gpus[0])
  const sums = { instant: 0, averaged: 0, count: 0 }
  while (performance.now() - startedMs < seconds * 1000) {
    sums.instant += (source.readVitals([gpus[0]], Date.now())[0].powerWatts ?? NaN) * 1000
    sums.averaged += functions.powerUsage?.(first, memory.getAddress(place)) === 0 ? memory.readU32(place) : NaN
    sums.count += 1
    await delay(20)
  }
  const counterJoules = source.readEnergyJoules([gpus[0]]).get(gpus[0]) - startJoules
  const elapsed = (performance.now() - startedMs) / 1000
  const joules = (milliwatts) => (milliwatts / sums.count / 1000) * elapsed
  return { seconds: elapsed, counterJoules, instantJoules: joules(sums.instant), averagedJoules: joules(sums.averaged) }
}

/** The tool's own words and how long it takes to say them, with our readings before and after. */
function besideNvidiaSmi() {
  const fields =
    'index,uuid,pci.bus_id,memory.used,memory.total,power.draw.instant,power.draw.average,clocks.sm,clocks.mem,' +
    'temperature.gpu,utilization.gpu,clocks_event_reasons.active'
  const runs = []
  for (let index = 0; index < 5; index += 1) {
    const before = source.read(gpus, Date.now())
    const started = performance.now()
    const tool = spawnSync('nvidia-smi', [`--query-gpu=${fields}`, '--format=csv,nounits'], { encoding: 'utf8' })
    const tookMs = performance.now() - started
    if (tool.error) return tool.error.message
    runs.push({
      tookMs,
      exitCode: tool.status,
      text: tool.stdout.split('\n'),
      before,
      after: source.read(gpus, Date.now()),
    })
  }
  return { tookMs: runs.map((run) => run.tookMs), lastRun: runs.at(-1) }
}

function now() {
  return performance.timeOrigin + performance.now()
}

function time(count, action) {
  const times = []
  for (let index = 0; index < count; index += 1) {
    const started = performance.now()
    action()
    times.push((performance.now() - started) * 1000)
  }
  return times
}

function spread(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? NaN) * 100) / 100
  return { median: at(0.5), p95: at(0.95), max: at(1), count: times.length }
}
