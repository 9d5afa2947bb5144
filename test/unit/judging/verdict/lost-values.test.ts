import { expect, it } from 'vitest'
import { parseRunRecord } from '../../../../src/config/records/parse-records.ts'
import { UserError } from '../../../../src/domain/core/errors.ts'
import type { RunRecord } from '../../../../src/record/run.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aStage, aTrial, headCommit, otherCommit } from '../../a-run.ts'
import { aGpuUse, aTelemetry, aTrialHost, steady, workAt } from '../../a-telemetry.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

const config = aConfig({
  revisions: { 'v1.0': { ref: 'v1.0' } },
  suites: { revision: { run: { dataset: 'medium', repeats: 6, maxRepeats: 6 }, against: ['v1.0'], gpus: 1 } },
})
const revisions: RunRecord['revisions'] = [
  { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
  { label: 'v1.0', ref: 'v1.0', commit: otherCommit, problem: null },
]

/** Two quiet sides, of which the head takes as long and works as much longer on the GPU. */
function aRun(slower: number): RunRecord {
  const record = aRecord({ revisions })
  const plan = planRun(config, record.testbed.devices, revisions)
  const trials = plan.cases.flatMap(({ id, revision, warmups, repeats, gpus }) =>
    Array.from({ length: warmups + repeats }, (_, index) => {
      const noise = 1 + 0.001 * (((index * 7 + id.length) % 5) / 5 + 0.0123)
      const busySeconds = 7 * (revision === 'head' ? 1 + slower : 1) * noise
      const work = { ...workAt(1980), busySeconds, busySource: 'driver-samples', inUseSeconds: 8 * noise } as const
      const utilizationPercent = steady(10 * busySeconds)
      return aTrial({
        caseId: id,
        index,
        isWarmup: index < warmups,
        commit: revision === 'head' ? headCommit : otherCommit,
        wallSeconds: 10 * noise,
        stages: [aStage('infer', 8 * noise)],
        host: aTrialHost({ userCpuSeconds: 8 * noise }),
        gpus,
        telemetry: aTelemetry({ gpus: gpus.map((gpu) => aGpuUse({ gpu, work, utilizationPercent })) }),
      })
    }),
  )
  return { ...record, plan, trials }
}

function judge(text: string): string {
  try {
    return judgeRun({ record: parseRunRecord(text), config, baselines: [], obstacles: [] }).verdict
  } catch (error) {
    if (error instanceof UserError) return 'refused'
    throw error
  }
}

function listPaths(value: Json, path: readonly string[] = []): string[][] {
  if (value === null || typeof value !== 'object') return [[...path]]
  return [[...path], ...Object.entries(value).flatMap(([key, inner]) => listPaths(inner, [...path, key]))]
}

const losses: Readonly<Record<string, (holder: { [key: string]: Json }, key: string) => void>> = {
  removed: (holder, key) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key]),
  null: (holder, key) => (holder[key] = null),
  zero: (holder, key) => (holder[key] = 0),
  empty: (holder, key) => (holder[key] = Array.isArray(holder[key]) ? [] : ''),
}

it('passes no slower head of which any value of one run, or of one run of its reference, was lost', () => {
  expect([judge(JSON.stringify(aRun(0))), judge(JSON.stringify(aRun(0.1)))]).toEqual(['pass', 'fail'])
  const run = aRun(0.1)
  const found = (['head', 'v1.0'] as const).flatMap((side) => {
    const ids = run.plan.cases.filter(({ revision }) => revision === side).map(({ id }) => id)
    const index = run.trials.findLastIndex(({ caseId }) => ids.includes(caseId))
    return listPaths(run.trials[index] as unknown as Json).flatMap((path) =>
      Object.entries(losses).flatMap(([name, lose]) => {
        const copy = structuredClone(run) as unknown as { [key: string]: Json }
        const full = ['trials', String(index), ...path]
        const holder = full.slice(0, -1).reduce<Json>((inner, key) => (inner as { [key: string]: Json })[key]!, copy)
        lose(holder as { [key: string]: Json }, full.at(-1)!)
        const verdict = judge(JSON.stringify(copy))
        return [{ what: `${side} ${path.join('.')} ${name}`, verdict }]
      }),
    )
  })
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter(({ verdict }) => verdict === 'pass')).toEqual([])
})
