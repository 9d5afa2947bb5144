import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { TelemetrySource } from '../../src/config/schema/pipeline-schema.ts'
import { collectMeasurements } from '../../src/domain/trial/outcome.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { createNoMonitor } from '../../src/io/gpu/choose-monitor.ts'
import { listReportCautions } from '../../src/judging/findings/cautions.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { needs } from '../fakes/needs.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-trial-telemetry-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const fixtures = join(import.meta.dirname, '../fixtures/adapters')
const python = join(import.meta.dirname, '../../clients/python/src')

let count = 0
/** One trial of a real program; `telemetry` as in the config, default: as in an empty config. */
async function run(argv: readonly string[], telemetry?: readonly TelemetrySource[]): Promise<Trial> {
  const config = aConfig({
    pipeline: {
      name: 'predict',
      devices: 'cpu',
      command: [...argv],
      env: { PYTHONPATH: python, PYTHONDONTWRITEBYTECODE: '1' },
      proof: { stdout: ['done'] },
      ...(telemetry && { telemetry: [...telemetry] }),
    },
  })
  await using monitor = createNoMonitor('asked for none', 'run-1')
  return await runTrial(aTrialRequest({ folder, config }), { ...trialPorts, monitor })
}

function runNode(program: string, telemetry: readonly TelemetrySource[]): Promise<Trial> {
  count += 1
  const script = join(folder, `program-${count}.mjs`)
  writeFileSync(
    script,
    `import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'\n${program}\nconsole.log('done')`,
  )
  return run(['node', script, '{output}'], telemetry)
}

describe('stages and figures of a real trial', () => {
  test.skipIf(needs('Python 3'))(
    'reported by the event client become metrics, and a failed stage a caution',
    async () => {
      const script = join(folder, 'client.py')
      writeFileSync(
        script,
        `import time, warpgauge
with warpgauge.stage("load"):
    time.sleep(0.05)
try:
    with warpgauge.stage("broken"):
        raise ValueError
except ValueError:
    warpgauge.metric("throughput", 812.5, "tokens/s")
    print("done")`,
      )
      const trial = await run(['python3', '-S', script])
      expect(trial.failure).toBeNull()
      const measurements = new Map(collectMeasurements([trial]).map(({ metric, samples }) => [metric.name, samples[0]]))
      expect(measurements.get('stage:load')).toBeGreaterThanOrEqual(0.05)
      expect(measurements.has('stage:broken')).toBe(false)
      expect(measurements.get('bench:throughput')).toBe(812.5)
      const planned = aTrialRequest({ folder, config: aConfig() }).next.planned
      const outcome = { status: 'measured', planned, trials: [trial], failures: [], contaminated: [], measurements: [] }
      const [caution] = listReportCautions([{ ...outcome, status: 'measured', resultRows: null }], [])
      expect(caution?.reason).toBe('stage "broken" failed in 1 of 1 visits')
    },
  )

  test('printed by Lightning on standard error and by the Trainer on standard output', async () => {
    const print = (stream: string, file: string) =>
      `process.${stream}.write(readFileSync(${JSON.stringify(join(fixtures, file))}, 'utf8'))`
    const lightning = await runNode(print('stderr', 'lightning/stderr.log'), ['events', 'lightning', 'transformers'])
    expect(lightning.stages[0]).toMatchObject({ stage: 'run_training_epoch', seconds: 0.15156 })
    const trainer = await runNode(print('stdout', 'transformers/stdout.log'), ['events', 'lightning', 'transformers'])
    expect(trainer.stages).toMatchObject([{ stage: 'eval' }, { stage: 'train', seconds: 0.1639 }])
    const rates = collectMeasurements([trainer]).map(({ metric, samples }) => [metric.name, samples])
    expect(rates).toContainEqual(['bench:train samples_per_second', [780.9]])
  })

  const copy = (...files: readonly (readonly [from: string, to: string])[]) =>
    files
      .map(([from, to]) => `copyFileSync(${JSON.stringify(join(fixtures, from))}, process.argv[2] + '/${to}')`)
      .join('\n')
  const makeOutput = 'mkdirSync(process.argv[2], { recursive: true })\n'

  test('in files that the config names: an export of nsys, and traces of several ranks', async () => {
    const program = `${makeOutput}${copy(['nsys/ranges.sqlite', 'a.sqlite'], ['chrome-trace/cpu.json', 'rank0.json'], ['chrome-trace/gpu-shaped.json.gz', 'rank1.json.gz'])}`
    // A run that is shorter than a stage of its trace cannot have written it.
    const nsys = await runNode(`${program}\nawait new Promise((resolve) => setTimeout(resolve, 2100))`, [
      { format: 'nsys', files: ['{output}/*.sqlite'] },
    ])
    expect(nsys.stages).toMatchObject([{ stage: 'load', seconds: 0.5 }, { stage: 'infer', seconds: 3 }, {}])
    expect(nsys.readings).toBeUndefined()
    const trace = await runNode(program, ['events', { format: 'chrome-trace', files: ['{output}/rank*'] }])
    const forward = trace.stages.find(({ stage }) => stage === 'model_forward')?.seconds
    expect(forward).toBeCloseTo(0.00053787, 8)
  })

  test('that are missing or damaged cost the stages, not the trial, and say why', async () => {
    const sources: TelemetrySource[] = [{ format: 'nsys', files: ['{output}/*.sqlite'] }]
    const missing = await runNode('', sources)
    expect(missing).toMatchObject({ failure: null, stages: [] })
    expect(missing.readings?.problems.join()).toContain('nsys: no file matches {output}/*.sqlite')
    const damaged = await runNode(`${makeOutput}${copy(['lightning/stderr.log', 'a.sqlite'])}`, sources)
    expect(damaged).toMatchObject({ failure: null, stages: [] })
    expect(damaged.readings?.problems.join()).toContain('a.sqlite is not a readable SQLite database')
  })
})
