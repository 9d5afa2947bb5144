import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openNvmlSource } from '../src/io/gpu/nvml/nvml-source.ts'
import { compileFakeNvml } from '../test/fakes/fake-nvml.ts'
import { timeBareProcess } from './bare-process.ts'
import { middle } from './pairs.ts'
import type { Figure, Row } from './row.ts'

const gpus = [0, 1, 2, 3, 4, 5, 6, 7]
const rounds = 30
const readingsPerRound = 500
const pacedReadings = 50
const intervalMs = 100
const env = { PATH: process.env['PATH'] ?? '' }

/** What a tick of the sampler costs, against a tool that is started for each tick. */
export const gpuSampleCost: Row = {
  name: 'gpu-sample-cost',
  question: 'What does one reading of 8 GPUs cost through NVML, and what if a process were started for it?',
  async run() {
    const fake = compile()
    if (fake instanceof Error) return { figures: [], notMeasured: [{ what: 'NVML', reason: fake.message }] }
    using library = fake
    using source = openNvmlSource({ libraryPath: library.path })
    const timeRead = (tick: number): number => timeMicroseconds(() => source.read(gpus, tick * intervalMs))
    for (let tick = 0; tick < readingsPerRound; tick += 1) timeRead(tick)
    const tool = writeTool(library.folder)
    await timeBareProcess([tool], env)
    const measured = { hotUs: [] as number[], trueMs: [] as number[], toolMs: [] as number[] }
    for (let round = 1; round <= rounds; round += 1) {
      measured.hotUs.push(meanOf(readingsPerRound, (index) => timeRead(round * readingsPerRound + index)))
      measured.trueMs.push(await timeBareProcess(['/bin/true'], env))
      measured.toolMs.push(await timeBareProcess([tool], env))
    }
    const pacedUs: number[] = []
    for (let tick = 0; tick < pacedReadings; tick += 1) {
      await delay(intervalMs)
      pacedUs.push(timeRead((rounds + 1) * readingsPerRound + tick))
    }
    return {
      figures: figuresOf({ ...measured, pacedUs }),
      notMeasured: [
        { what: 'the real driver and the real nvidia-smi', reason: 'needs a GPU: test/gpu/nvml-probe.mjs' },
      ],
    }
  },
}

type Measured = Readonly<Record<'hotUs' | 'trueMs' | 'toolMs' | 'pacedUs', readonly number[]>>

function figuresOf({ hotUs, trueMs, toolMs, pacedUs }: Measured): Figure[] {
  const reading = middle(hotUs)
  const times = (processMs: readonly number[]) =>
    middle(processMs.map((ms, index) => (ms * 1000) / (hotUs[index] ?? 0)))
  const perSecond = 1000 / intervalMs
  const sharesOfCore = pacedUs.map((us) => ((us * perSecond) / 1e6) * 100)
  return [
    { what: 'one reading of 8 GPUs', unit: 'µs', against: 'itself, stand-in library', ...reading },
    { what: 'one reading in a quiet process, 10 a second', unit: 'µs', against: 'itself', ...middle(pacedUs) },
    { what: 'sampling 8 GPUs at 10 Hz', unit: '%', against: 'one core', ...middle(sharesOfCore) },
    { what: 'a spawned true', unit: 'ms', against: 'itself', ...middle(trueMs) },
    { what: 'a spawned script that prints 8 lines', unit: 'ms', against: 'itself', ...middle(toolMs) },
    { what: 'cheaper than a spawned true', unit: '×', against: 'the least that any process costs', ...times(trueMs) },
    { what: 'cheaper than the script', unit: '×', against: 'less than nvidia-smi, which loads NVML', ...times(toolMs) },
  ]
}

function compile(): ReturnType<typeof compileFakeNvml> | Error {
  try {
    return compileFakeNvml()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A stand-in for nvidia-smi that only prints: the start of a shell, and no driver. */
function writeTool(folder: string): string {
  const path = join(folder, 'nvidia-smi')
  const lines = gpus.map((gpu) => `echo '${gpu}, 35, 1000, 143771, 203.00, 1980, 3201, 43'`)
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  chmodSync(path, 0o755)
  return path
}

function timeMicroseconds(action: () => unknown): number {
  const started = performance.now()
  action()
  return (performance.now() - started) * 1000
}

function meanOf(count: number, measure: (index: number) => number): number {
  let sum = 0
  for (let index = 0; index < count; index += 1) sum += measure(index)
  return sum / count
}
