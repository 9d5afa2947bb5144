import { closeSync, openSync, writeSync } from 'node:fs'

export type LongLog = {
  readonly gpus: number
  /** Readings of each GPU, a tenth of a second apart. */
  readonly ticks: number
  /** Milliseconds since the epoch. */
  readonly startMs: number
}

const columns =
  'timestamp,device_id,gpu_util,mem_used_mb,mem_percent,temperature,power_draw,stage,memory_used_bytes,sm_clock_mhz,clocks_event_reasons,sm_utilization_share'
const ticksPerWrite = 2000

/** Writes a GPU log as the monitor does, of a run that is busy, idle and throttled in turn; every figure moves. */
export function writeLongGpuLog(path: string, { gpus, ticks, startMs }: LongLog): void {
  const file = openSync(path, 'w')
  writeSync(file, `# GPU Monitoring Log\n# Monitor: nvml\n# ${columns}\n`)
  let lines: string[] = []
  for (let tick = 0; tick < ticks; tick += 1) {
    const time = ((startMs + tick * 100) / 1000).toFixed(3)
    for (let gpu = 0; gpu < gpus; gpu += 1) lines.push(`${time},${gpu},${rowOf(tick, gpu)}`)
    if (tick % ticksPerWrite !== ticksPerWrite - 1 && tick !== ticks - 1) continue
    writeSync(file, `${lines.join('\n')}\n`)
    lines = []
  }
  closeSync(file)
}

/** Samples that the page keeps of such a log: six figures of each reading. */
export function samplesIn({ gpus, ticks }: LongLog): number {
  return 6 * gpus * ticks
}

/** Every figure is noise of its own: real runs are quieter and pack smaller. */
function rowOf(tick: number, gpu: number): string {
  const noise = (salt: number): number => noiseAt(tick * 64 + gpu * 8 + salt)
  if (Math.floor(tick / 4000 + gpu) % 5 === 4)
    return `0.0,500.0,0.3,41,${(80 + noise(0)).toFixed(3)},,524288000,345,gpu-idle,0.0000`
  const memory = Math.round(60_000 + 4000 * noise(1)) * 2 ** 20
  const reasons = noise(2) > 0.97 ? 'sw-power-cap' : ''
  const heat = [55 + Math.round(9 * noise(3)), (600 + 99 * noise(4)).toFixed(3), 'ESM-2'].join(',')
  const pace = [1980 - Math.round(60 * noise(5)), reasons, (0.6 + 0.4 * noise(6)).toFixed(4)].join(',')
  return `${Math.round(80 + 20 * noise(7))}.0,60000.0,41.0,${heat},${memory},${pace}`
}

/** From 0 to 1, the same for the same place (the finalizer of MurmurHash3). */
function noiseAt(place: number): number {
  let mixed = Math.imul(place ^ (place >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
