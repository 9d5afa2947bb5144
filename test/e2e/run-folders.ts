import { formatReviewedJson } from '../../src/domain/core/json.ts'
import type { Baseline } from '../../src/record/baseline.ts'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAction } from '../fakes/actions-runner.ts'
import { parseConfig } from '../../src/config/load.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { buildBaselines } from '../../src/judging/baselines/baselines.ts'
import { checkOptions, recordIn, type CheckOptions } from './run-check.ts'
import { createScenario, type Scenario } from './scenario.ts'

/** Two stages that count; how far the second one does, its file says. A shell starts in a tenth of the time of Node. */
const program = `stage() {
  printf '{"t":%s,"event":"stage-start","stage":"%s"}\\n' "$(date +%s.%N)" "$1" >> "$WARPGAUGE_EVENTS"
  count=$2
  while [ $count -gt 0 ]; do count=$((count - 1)); done
  printf '{"t":%s,"event":"stage-end","stage":"%s"}\\n' "$(date +%s.%N)" "$1" >> "$WARPGAUGE_EVENTS"
}
stage 'Translation' 4000
stage 'ESM-2 Feature Extraction' $(cat rounds.txt)
mkdir "$2"
grep '^>' "$1" > "$2/table.csv"
`
const rounds = { base: '24000', honest: '2000', slow: '120000' }
const programFiles = { 'program.sh': program, 'rounds.txt': rounds.base }

/** Processor time alone decides: on a busy host it needs no more runs than are planned. */
const pipeline = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [sh, program.sh, "{dataset}", "{output}"]
  timeoutMinutes: 2
  proof: { results: { path: "{output}/table.csv" } }
datasets:
  small: { preset: tiny, seed: 3 }
comparison: { minEffect: 0.6, reference: baseline, gate: [cpu_time] }
`
const endToEnd = 'end-to-end: { run: { dataset: small, warmups: 0, repeats: 3 } }'
const rules = `${pipeline}revisions:
  base: { ref: merge-base }
suites:
  ${endToEnd}
  revision: { run: { dataset: small, warmups: 0, repeats: 4, maxRepeats: 8 }, against: [base], gpus: 1 }
`

/** A run folder that the action measured, and the head it belongs to. */
export type MeasuredFolder = { readonly path: string; readonly head: string }

/** Real runs of one pull request, measured without any token, to be published or forged. */
export type RunFolders = AsyncDisposable & {
  readonly scenario: Scenario
  /** Measured on the event of a fork. */
  readonly honest: MeasuredFolder
  /** One stage is several times slower. Measured on a branch of the repository; the job failed. */
  readonly slow: MeasuredFolder
  /** What the runner made of the job that measured `slow`. */
  readonly slowJob: 'success' | 'failure'
  readonly baselinePath: string
  /** A copy to be damaged. */
  readonly copy: (folder: MeasuredFolder) => string
}

/** Measures the base once for its baseline, then an honest and a slow head against base and baseline. */
export async function measureRunFolders(): Promise<RunFolders> {
  const baseline = await measureBaseline()
  const baselinePath = `baselines/${baseline.testbed.id}/end-to-end.json`
  // The honest head is faster than its base by design: the load of this machine must not decide a test.
  const scenario = await createScenario({
    config: rules,
    files: { ...programFiles, [baselinePath]: formatReviewedJson(baseline) },
  })
  const folderOf = (head: string): MeasuredFolder => ({ head, path: join(scenario.folder, 'runs', head) })
  const measureHead = async (changed: Readonly<Record<string, string>>, options: Partial<CheckOptions>) => {
    const folder = folderOf(scenario.push('A change', changed))
    return { folder, job: await measure(scenario, folder.path, options) }
  }
  const fork = { isFork: true, inputs: { 'allow-forks': 'true' } }
  const honest = await measureHead({ 'rounds.txt': rounds.honest }, fork)
  const slow = await measureHead({ 'rounds.txt': rounds.slow }, {})
  return {
    scenario,
    honest: honest.folder,
    slow: slow.folder,
    slowJob: slow.job,
    baselinePath,
    copy({ path }) {
      const copy = mkdtempSync(join(scenario.folder, 'forged-'))
      cpSync(path, copy, { recursive: true })
      return copy
    },
    [Symbol.asyncDispose]: () => scenario[Symbol.asyncDispose](),
  }
}

/** The record as plain JSON, changed and written back. */
export function rewriteRecord(folder: string, change: (record: RunRecord) => unknown): void {
  writeFileSync(join(folder, 'run.json'), JSON.stringify(change(recordIn(folder))))
}

export function rewriteText(folder: string, change: (text: string) => string): void {
  const path = join(folder, 'run.json')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

async function measure(scenario: Scenario, runFolder: string, options: Partial<CheckOptions>) {
  const { inputs = {}, ...rest } = options
  const prepared = checkOptions(scenario, { ...rest, token: null, inputs: { ...inputs, 'run-folder': runFolder } })
  const run = await runAction(prepared)
  if (recordIn(runFolder).status !== 'finished') throw new Error(`${run.stdout}\n${run.stderr}`)
  return run.conclusion
}

/** Committed as if it had taken fifty times as long, for the same reason. */
async function measureBaseline(): Promise<Baseline> {
  const config = `${pipeline}suites:\n  ${endToEnd}\n`
  await using scenario = await createScenario({ config, files: programFiles })
  const runFolder = join(scenario.folder, 'runs', 'base')
  scenario.push('The base itself', {})
  await measure(scenario, runFolder, {})
  const [baseline] = buildBaselines(recordIn(runFolder), parseConfig(config, 'warpgauge.yml'), 'first baseline')
  if (!baseline) throw new Error('the run gave no baseline')
  const slower = (metric: Baseline['cases'][number]['metrics'][number]) => ({
    ...metric,
    samples: metric.samples.map((value) => (metric.betterWhen === 'lower' ? value * 50 : value / 50)),
  })
  return { ...baseline, cases: baseline.cases.map((item) => ({ ...item, metrics: item.metrics.map(slower) })) }
}
