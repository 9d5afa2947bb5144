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

function rowOf(tick: number, gpu: number): string {
  const noise = ((tick * 7919 + gpu * 104_729) % 1009) / 1009
  if (Math.floor(tick / 4000 + gpu) % 5 === 4)
    return `0.0,500.0,0.3,41,${(80 + noise).toFixed(3)},,524288000,345,gpu-idle,0.0000`
  const memory = Math.round(60_000 + 4000 * noise) * 2 ** 20
  const reasons = noise > 0.97 ? 'sw-power-cap' : ''
  return `${Math.round(80 + 20 * noise)}.0,60000.0,41.0,${55 + Math.round(9 * noise)},${(600 + 99 * noise).toFixed(3)},ESM-2,${memory},${1980 - Math.round(60 * noise)},${reasons},${(0.6 + 0.4 * noise).toFixed(4)}`
}
