import { expect, it } from 'vitest'
import type { GpuWindow } from '../../../../src/ports/gpu-monitor.ts'
import { closeWatch, type JudgeWatchRequest } from '../../../../src/steps/trial/watch-trial.ts'
import { aCase } from '../../a-run.ts'
import { aTelemetry } from '../../a-telemetry.ts'
import type { TelemetrySummary } from '../../../../src/record/telemetry.ts'

const silent = () => {}

function windowOf(telemetry: Partial<TelemetrySummary>): GpuWindow {
  return {
    follow: silent,
    markEnded: silent,
    markStage: silent,
    close: async () => aTelemetry(telemetry),
    readGpuUse: async () => [],
    readHostUse: async () => null,
    [Symbol.asyncDispose]: async () => {},
  }
}

async function judge(telemetry: Partial<TelemetrySummary>, gpus: readonly number[], rest: Partial<JudgeWatchRequest>) {
  const times = { stages: [], startedMs: 0, wallSeconds: 1, earlier: [] }
  const planned = aCase({ gpus: [0, 1].slice(0, gpus.length || 1) })
  const request = { planned, gpus, failure: null, mustObserve: true, ...times, ...rest }
  return (await closeWatch(windowOf(telemetry), request)).contamination
}

const broken = { gpus: [], problems: ['the GPU monitor failed: no'] }
const none = { monitor: 'none', gpus: [], problems: ['GPU figures are unavailable: no'] }

it.each<[string, Parameters<typeof judge>, string[]]>([
  ['a monitor that failed', [broken, [0], {}], ['not observed: no reading of GPU 0 (the GPU monitor failed: no)']],
  ['no monitor that works', [none, [], {}], ['not observed: no reading of GPU 0 (GPU figures are unavailable: no)']],
  ['one of two GPUs', [{}, [0, 1], {}], ['not observed: no reading of GPU 1']],
  ['no monitor, as configured', [none, [], { mustObserve: false }], []],
  ['a case without GPUs', [broken, [], { planned: aCase({ gpus: [] }) }], []],
  ['a failure', [broken, [0], { failure: { kind: 'exit-code', detail: 'exit code 1' } }], []],
] satisfies [string, Parameters<typeof judge>, string[]][])(
  'judges what was observed: %s',
  async (_, given, expected) => {
    expect(await judge(...given)).toEqual(expected)
  },
)
