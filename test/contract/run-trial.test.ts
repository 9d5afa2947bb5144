import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import type { PlannedCase } from '../../src/domain/plan.ts'
import type { Trial } from '../../src/domain/trial.ts'
import { diskFileInspector } from '../../src/io/disk-file-inspector.ts'
import { diskFileStore } from '../../src/io/disk-file-store.ts'
import { createProcessRunner } from '../../src/io/execa-process-runner.ts'
import { NoMonitor } from '../../src/io/gpu/no-monitor.ts'
import { diskGrowingFiles } from '../../src/io/growing-files.ts'
import { diskResultTables } from '../../src/io/tables/disk-result-tables.ts'
import { procHostMeter } from '../../src/io/host-meter.ts'
import { systemClock } from '../../src/io/system-clock.ts'
import type { GpuMonitor } from '../../src/ports/gpu-monitor.ts'
import type { MeasurePorts } from '../../src/steps/environment.ts'
import { runTrial } from '../../src/steps/run-trial.ts'
import { aConfig } from '../unit/a-config.ts'
import { aCase, headCommit } from '../unit/a-run.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-run-trial-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0

type Wanted = {
  readonly command?: readonly string[]
  readonly monitor?: GpuMonitor | null
  readonly planned?: Partial<PlannedCase>
}

/** One trial of a real process; only logger and progress are silent. */
async function run({ command = ['sh', '-c', 'echo done'], monitor = null, planned = {} }: Wanted): Promise<Trial> {
  count += 1
  const directory = join(folder, `trial-${count}`)
  const workDirectory = join(folder, `work-${count}`)
  for (const path of [directory, workDirectory]) mkdirSync(path)
  const config = aConfig({
    pipeline: { name: 'predict', devices: 'cpu', command: [...command], proof: { stdout: ['done'] } },
  })
  const request = {
    next: { planned: aCase(planned), index: 0, isWarmup: false },
    commit: headCommit,
    prepared: {
      config,
      trees: new Map([['head', folder]]),
      datasets: new Map(),
      watchedGpus: [],
      physicalGpus: () => [],
    },
    workplace: {
      workDirectory,
      cacheDirectory: workDirectory,
      environment: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    },
    runFolder: folder,
    runId: 'run-1',
    earlier: [],
    directory,
    signal: new AbortController().signal,
  }
  return await runTrial(request, { ...ports, monitor })
}

const silent = () => {}
const ports: Omit<MeasurePorts, 'monitor'> = {
  processes: createProcessRunner(),
  files: diskFileStore,
  inspector: diskFileInspector,
  tables: diskResultTables,
  growing: diskGrowingFiles,
  clock: systemClock,
  hostMeter: procHostMeter,
  logger: { debug: silent, info: silent, notice: silent, warning: silent, error: silent },
  progress: { started: silent, trialStarted: silent, trialEnded: silent, ended: silent },
}

const burn = ['node', '-e', 'while (process.cpuUsage().user < 200e3); console.log("done")']

describe('what the machine did during a trial', () => {
  it('is on record without a GPU monitor, the probe included', async () => {
    const { host, failure, telemetry } = await run({ command: burn })
    expect({ failure, telemetry }).toEqual({ failure: null, telemetry: null })
    expect(host?.userCpuSeconds).toBeGreaterThan(0.15)
    expect(host?.probeSeconds).toBeGreaterThan(0)
  })

  it('is on record with one as well, and for a pipeline that fails', async () => {
    await using monitor = new NoMonitor('asked for none', 'run-1')
    const { host, failure, telemetry } = await run({ monitor, command: ['sh', '-c', 'exit 3'] })
    expect(failure).toMatchObject({ kind: 'exit-code' })
    expect(host?.userCpuSeconds).toBeLessThan(1)
    expect(telemetry).not.toBeNull()
  })

  it('is unknown when the process did not start', async () => {
    const { host, failure, wallSeconds } = await run({ command: ['no-such-program'] })
    expect({ host, kind: failure?.kind, wallSeconds }).toEqual({ host: null, kind: 'not-started', wallSeconds: null })
  })
})

describe('the sampling interval', () => {
  it.each([
    [50, 50],
    [null, 500],
  ])('of a case is %j: the monitor is opened with %d ms', async (sampleIntervalMs, expected) => {
    await using monitor = new NoMonitor('asked for none', 'run-1')
    const { telemetry } = await run({ monitor, planned: { sampleIntervalMs } })
    expect(telemetry?.intervalMs).toBe(expected)
  })
})

describe('the options of a case', () => {
  it('reach the command and its environment (W8)', async () => {
    const command = ['sh', '-c', 'echo done; test "$STREAMS $1" = "4 --fast"', 'sh']
    const options = { args: ['--fast'], env: { STREAMS: '4' } }
    const [plain, varied] = [await run({ command }), await run({ command, planned: { options } })]
    expect([plain.failure?.kind, varied.failure]).toEqual(['exit-code', null])
    expect(varied.argv.at(-1)).toBe('--fast')
  })
})
