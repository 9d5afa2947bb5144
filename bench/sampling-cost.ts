import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chooseIntervalMs } from '../src/domain/telemetry/sampling-interval.ts'
import { openSamplingWindow } from '../src/io/gpu/sampling/open-sampling-window.ts'
import { compileFakeNvml, type FakeNvml } from '../test/fakes/fake-nvml.ts'
import type { Figure, Row } from './row.ts'

const seconds = Number(process.env['WARPGAUGE_BENCH_SAMPLING_SECONDS'] ?? 60)
const members = 32
const stageSeconds = 2
/** Processor time of the dear calls on an H100 with driver 580, in microseconds; the others take 1 to 8. */
const costs = { samples: 3300, energy: 7000, gpm_sample: 700, memory: 8, utilization: 1, fields: 1, clocks: 1 }

/** What the sampling thread takes from the host that it watches, with calls that cost as much as those of a real driver. */
export const samplingCost: Row = {
  name: 'sampling-cost',
  question: 'How much of a core does sampling 8 GPUs take?',
  async run() {
    const fake = compile()
    if (fake instanceof Error) return { figures: [], notMeasured: [{ what: 'NVML', reason: fake.message }] }
    using library = fake
    const options = Object.entries(costs).map(([group, microseconds]) => `cost_${group}_us=${microseconds}`)
    library.take(['devices=8', 'mig_gpu=-1', 'util=80', ...options].join(','))
    const figures: Figure[] = []
    for (const count of [1, 8]) figures.push(...(await measure(library, count, null)))
    figures.push(...(await measure(library, 8, stageSeconds)))
    return { figures, notMeasured: [] }
  },
}

/** `everySeconds`: a stage that the pipeline reports live begins and ends as often; null: it reports none. */
async function measure(library: FakeNvml, count: number, everySeconds: number | null): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
  const trial = startTree()
  try {
    await using window = await openSamplingWindow({
      gpus: [0, 1, 2, 3, 4, 5, 6, 7],
      ownGpus: Array.from({ length: count }, (_, gpu) => gpu),
      intervalMs: chooseIntervalMs('nvml'),
      logPath: join(folder, 'gpu.log'),
      hdf5Path: null,
      monitor: 'nvml',
      runId: null,
      source: { kind: 'nvml', libraryPath: library.path },
    })
    window.follow(trial.pid ?? process.pid)
    const timer = everySeconds === null ? undefined : setInterval(() => window.markStage('stage'), everySeconds * 1000)
    const callsBefore = library.calls()
    await delay(seconds * 1000)
    const calls = (library.calls() - callsBefore) / seconds
    clearInterval(timer)
    window.markEnded()
    const { overheadCpuShare, lostSamples, samples } = await window.close()
    const against = `one core; ${seconds} s, 8 GPUs of which ${count} are the trial's, ${members} processes, ${lostSamples} of ${samples} readings lost`
    const stages = everySeconds === null ? '' : ` with a stage every ${everySeconds} s`
    const what = `sampling ${count} GPUs${stages}`
    const share = (overheadCpuShare ?? Number.NaN) * 100
    return [
      { what: `CPU share of ${what}`, value: share, unit: '%', spread: null, count: 1, against },
      { what: `calls of the driver, ${what}`, value: calls, unit: '/s', spread: null, count: 1, against: 'the same' },
    ]
  } finally {
    trial.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A trial with as many processes as a pipeline with its data loaders. */
function startTree(): ChildProcess {
  const text = `for i in $(seq ${members}); do sleep 600 & done; trap 'kill $(jobs -p)' TERM; wait`
  return spawn('bash', ['-c', text], { stdio: 'ignore' })
}

function compile(): ReturnType<typeof compileFakeNvml> | Error {
  try {
    return compileFakeNvml()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
