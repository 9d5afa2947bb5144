import { addBusySample, createBusySeries } from '../src/domain/telemetry/busy-series.ts'
import type { GpuReading } from '../src/domain/telemetry/gpu.ts'
import { GpuRecorder } from '../src/io/gpu/sampling/sampling-session.ts'
import { aReading } from '../test/fakes/replay-gpu-source.ts'

/** A program of its own: keeps the readings of some simulated days and prints by how many bytes it grew at most. */
const [days = 7, gpuCount = 8, hertz = 10] = process.argv.slice(2).map(Number)
const gpus = Array.from({ length: gpuCount }, (_, gpu) => gpu)
const ticks = days * 24 * 3600 * hertz
const startMs = Date.now()
const beforeBytes = process.memoryUsage().rss
const recorder = new GpuRecorder(gpus, 1000 / hertz)
const busy = gpus.map(() => createBusySeries())
let peakBytes = beforeBytes
for (let tick = 0; tick < ticks; tick += 1) {
  for (const gpu of gpus) recorder.add(reading(gpu, tick), 2e9)
  for (const series of busy) addBusySample(series, startMs + (tick * 1000) / hertz, tick % 101)
  if (tick % 10_000 === 0) peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
}
process.stdout.write(JSON.stringify({ grownBytes: peakBytes - beforeBytes, samples: recorder.samples }))

/** Everything that a GPU can offer, and never the same. */
function reading(gpu: number, tick: number): GpuReading {
  const level = (tick % 997) / 997
  return aReading({
    gpu,
    timeMs: startMs + (tick * 1000) / hertz,
    utilizationPercent: 100 * level,
    memoryUsedBytes: 1e11 * level,
    memoryTotalBytes: 1.5e11,
    powerWatts: 700 * level,
    smClockMhz: 1980 * level,
    memoryClockMhz: 2619 * level,
    temperatureCelsius: 30 + 50 * level,
    clocksEventReasons: level > 0.5 ? ['sw-power-cap', 'hw-thermal-slowdown'] : ['gpu-idle'],
    pcieReceiveBytesPerSecond: 1e10 * level,
    pcieSendBytesPerSecond: 1e10 * level,
    nvlinkReceiveBytesPerSecond: 1e11 * level,
    nvlinkSendBytesPerSecond: 1e11 * level,
    smUtilization: level,
    smOccupancy: level,
    tensorActivity: level,
    dramBandwidthUtilization: level,
  })
}
