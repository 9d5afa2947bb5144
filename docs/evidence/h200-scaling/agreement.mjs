// Compares the samples of warpgauge with nvidia-smi, which ran beside it once a second: node agreement.mjs smi.csv RUN_FOLDER
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [smiPath, runFolder] = process.argv.slice(2)
const smi = readFileSync(smiPath, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(', '))
  .filter((cells) => cells.length === 6)
  .map(([time, gpu, memoryMib, powerWatts, smClockMhz]) => ({
    seconds: Date.parse(`${time.replaceAll('/', '-').replace(' ', 'T')}Z`) / 1000,
    gpu,
    memoryMib: Number(memoryMib),
    powerWatts: Number(powerWatts),
    smClockMhz: Number(smClockMhz),
  }))

const ours = new Map()
for (const path of globSync(join(runFolder, 'trials/*/*/gpu_metrics_*.log'))) {
  const lines = readFileSync(path, 'utf8').split('\n')
  const header = lines.find((line) => line.startsWith('# timestamp')).slice(2).split(',')
  for (const line of lines.filter((text) => /^\d/.test(text))) {
    const cells = Object.fromEntries(line.split(',').map((cell, index) => [header[index], cell]))
    const list = ours.get(cells.device_id) ?? []
    list.push({ seconds: Number(cells.timestamp), memoryMib: Number(cells.memory_used_bytes) / 2 ** 20, powerWatts: Number(cells.power_draw), smClockMhz: Number(cells.sm_clock_mhz) })
    ours.set(cells.device_id, list)
  }
}

const pairs = smi.flatMap((theirs) => {
  const near = (ours.get(theirs.gpu) ?? []).filter((sample) => Math.abs(sample.seconds - theirs.seconds) <= 0.06)
  return near.length > 0 ? [{ theirs, near: near.toSorted((a, b) => Math.abs(a.seconds - theirs.seconds) - Math.abs(b.seconds - theirs.seconds))[0] }] : []
})
const share = (list, test) => `${list.filter(test).length} of ${list.length}`
const busy = pairs.filter(({ theirs }) => theirs.powerWatts > 150)
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
console.log(`readings within 60 ms of each other: ${pairs.length}`)
console.log(`memory equal to the MiB: ${share(pairs, ({ theirs, near }) => Math.ceil(near.memoryMib) === theirs.memoryMib || Math.round(near.memoryMib) === theirs.memoryMib)}`)
console.log(`SM clock within 2 %: ${share(pairs, ({ theirs, near }) => Math.abs(near.smClockMhz / theirs.smClockMhz - 1) <= 0.02)}`)
console.log(`power within 2 %: ${share(pairs, ({ theirs, near }) => Math.abs(near.powerWatts / theirs.powerWatts - 1) <= 0.02)}`)
console.log(`power, median difference: ${(100 * median(pairs.map(({ theirs, near }) => Math.abs(near.powerWatts / theirs.powerWatts - 1)))).toFixed(2)} %, while busy ${(100 * median(busy.map(({ theirs, near }) => Math.abs(near.powerWatts / theirs.powerWatts - 1)))).toFixed(2)} %`)
const mean = (list, read) => list.reduce((sum, item) => sum + read(item), 0) / list.length
console.log(`mean power over all pairs: ${mean(pairs, ({ near }) => near.powerWatts).toFixed(1)} W against ${mean(pairs, ({ theirs }) => theirs.powerWatts).toFixed(1)} W (${(100 * (mean(pairs, ({ near }) => near.powerWatts) / mean(pairs, ({ theirs }) => theirs.powerWatts) - 1)).toFixed(2)} %)`)
