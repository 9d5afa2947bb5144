import type { RunRecord } from '../../src/record/run.ts'
import { formatReviewedJson } from '../../src/domain/core/json.ts'
import type { Report } from '../../src/domain/verdict/report.ts'
import { formatTestbedId } from '../../src/domain/testbed/testbed.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { buildBaselines } from '../../src/judging/baselines/baselines.ts'
import { judgeRun } from '../../src/judging/verdict/judge-run.ts'
import { loadCommittedReference, parseRules } from '../../src/steps/baselines/load-committed.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { refuseContradictions } from '../../src/judging/plan/refuse-run.ts'
import { buildCommandTemplate } from '../../src/judging/plan/trial-command.ts'
import { listOtherCommits } from '../../src/steps/publish/trusted-inputs.ts'
import { aRecord, aTestbed, aTrial, headCommit, otherCommit } from '../../test/unit/a-run.ts'
import { parseRunRecord } from '../../src/config/records/parse-records.ts'

export const configText = `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [predict, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/results.csv", rows: 1000 } }
datasets: { medium: { preset: medium } }
revisions: { base: { ref: merge-base } }
suites:
  end-to-end: { run: { dataset: medium, warmups: 1, repeats: 6, maxRepeats: 6 } }
  revision: { run: { dataset: medium, warmups: 0, repeats: 6, maxRepeats: 6 }, against: [base] }
requirements: [{ id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 250000 }]
comparison: { reference: baseline, gate: [wall_time], minEffect: 0.3 }
`
const yardstick = { path: 'warpgauge.yml', origin: 'base' as const, commit: otherCommit }
const rules = parseRules(configText, 'warpgauge.yml', yardstick)
const revisions: RunRecord['revisions'] = [
  { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
  { label: 'base', ref: 'merge-base', commit: otherCommit, problem: null },
]
const device = {
  id: 0,
  physicalIndex: 0,
  model: 'Xeon',
  uuid: null,
  memoryBytes: null,
  migProfile: null,
  settings: null,
}
const devices: RunRecord['testbed']['devices'] = [device]
const testbed = aTestbed({
  deviceKind: 'cpu',
  devices,
  id: formatTestbedId('cpu', devices, 'Xeon'),
  driverVersion: null,
  cudaVersion: null,
  topology: null,
})

/** A complete run whose head takes `seconds`; its base takes 10. */
export function makeRun(seconds: number): RunRecord {
  const plan = planRun(rules.config, devices, revisions)
  const trials = plan.cases.flatMap((planned) => {
    const label = planned.revision
    const typical = label === 'head' ? seconds : 10
    return Array.from({ length: planned.warmups + planned.repeats }, (_, index): Trial => {
      return aTrial({
        caseId: planned.id,
        index,
        isWarmup: index < planned.warmups,
        commit: label === 'head' ? headCommit : otherCommit,
        argv: ['predict', 'x', 'y'],
        wallSeconds: typical * (1 + 0.002 * ((index * 7) % 5)),
      })
    })
  })
  const commands = Object.fromEntries(revisions.map(({ label }) => [label, buildCommandTemplate(rules.config, label)]))
  return aRecord({ yardstick: rules.yardstick, testbed, revisions, commands, plan, trials, identity: {} })
}

const committed = new Map(
  buildBaselines(makeRun(10), rules.config, 'the first').map((baseline) => [
    `${baseline.testbed.id}/${baseline.suite}.json`,
    formatReviewedJson(baseline),
  ]),
)

/** Copies of the committed samples, by their path below `baselines/`. */
export const committedSamples: ReadonlyMap<string, string> = committed

async function readCommitted(path: string): Promise<string | null> {
  return committed.get(path.split('/').slice(-2).join('/')) ?? null
}

/** What publishing makes of the text of a record: identity, rules and baselines from the trusted side, samples from the text. */
export async function judgeAsPublished(text: string): Promise<Report> {
  const stated = parseRunRecord(text)
  const { config } = rules
  const commands = Object.fromEntries(revisions.map(({ label }) => [label, buildCommandTemplate(config, label)]))
  const record = {
    ...stated,
    yardstick: rules.yardstick,
    revisions,
    commands,
    variables: config.pipeline.env,
    pullRequest: 7,
  }
  const isOther = stated.yardstick.sha256 !== rules.yardstick.sha256
  const mismatches = [...(isOther ? ['another config'] : []), ...listOtherCommits(stated.revisions, revisions)]
  if (mismatches.length === 0) refuseContradictions(record, config)
  return judgeRun({
    record,
    config,
    ...(await loadCommittedReference(record, config, readCommitted)),
    obstacles: [],
    mismatches,
  })
}

/**
 * Whether every sample of a record is one of the slow run, under the same case and commit: then nobody measured anything
 * that passes. Anything may have been left out, repeated or said about them. Samples can be invented, which no judge can see.
 */
export function hasOnlySamplesFrom(slow: RunRecord, text: string): boolean {
  const known = new Set(slow.trials.flatMap(samplesOf))
  try {
    return parseRunRecord(text)
      .trials.flatMap(samplesOf)
      .every((sample) => known.has(sample))
  } catch {
    return true
  }
}

function samplesOf({
  caseId,
  commit,
  wallSeconds,
  resultRows,
  host,
  stages,
  pipeline,
  readings,
  telemetry,
}: Trial): string[] {
  const told = { host, stages, pipeline: pipeline ?? null, readings: readings ?? null, telemetry }
  return [JSON.stringify([caseId, commit, wallSeconds, resultRows, told])]
}

/** Throws when the judge does not say of the undamaged runs what this fuzzer takes for granted. */
export async function checkSeeds(): Promise<void> {
  for (const [seconds, expected] of [
    [10, 'success'],
    [18, 'failure'],
  ] as const) {
    const { conclusion, sentence } = await judgeAsPublished(JSON.stringify(makeRun(seconds)))
    if (conclusion !== expected) throw new Error(`a run of ${seconds} s is ${conclusion}, not ${expected}: ${sentence}`)
  }
}
