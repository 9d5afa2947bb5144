import type { DerivedValue, Requirement, RequirementResult } from '../../src/domain/verdict/requirement.ts'
import { collectRequirements } from '../../src/judging/plan/plan-run.ts'
import { judgeRequirement } from '../../src/suites/judge-requirement.ts'
import { endToEnd } from '../../src/suites/end-to-end/end-to-end.ts'
import { production } from '../../src/suites/production/production.ts'
import type { aConfig } from './a-config.ts'
import { aJudgeInput, aSuite } from './a-judge-input.ts'
import { aRecord, measured, someDevices } from './a-run.ts'

export type GoalStatuses = { readonly 'PERF-01': string; readonly 'PERF-04': string }
type Goal = { readonly sequences: number; readonly hours: number; readonly tolerance?: number }
type Found = { readonly derived: readonly DerivedValue[]; readonly requirements: readonly Requirement[] }

/** The limits of a config with a rule set, as a run is judged by them. */
function judgeAll(config: ReturnType<typeof aConfig>, { derived, requirements }: Found): RequirementResult[] {
  const rules = collectRequirements(config, requirements, derived)
  return rules.flatMap((rule) => judgeRequirement(rule, derived, config))
}

function listStatuses(results: readonly RequirementResult[]): GoalStatuses {
  const find = (id: string): string => {
    const found = results.filter((one) => one.id === id)
    return found.map(({ status }) => status).join(', ')
  }
  return { 'PERF-01': find('PERF-01'), 'PERF-04': find('PERF-04') }
}

/** The limits of a run at full size, with a rule set; without a goal those of the rule set. */
export function judgeProductionLimits(
  { sequences, seconds }: { readonly sequences: number; readonly seconds: number },
  goal: Goal | undefined,
  { ruleSet = {}, ...settings }: { ruleSet?: object; minSequences?: number } = {},
): RequirementResult[] {
  const { config, suite } = aSuite('production', {
    suites: {
      production: { run: { dataset: 'medium', timeoutMinutes: 6000 }, gpus: 2, stop: false, goal, ...settings },
    },
    ruleSet,
  })
  const key = { suite: 'production', benchmark: 'predict', axes: { gpus: 2, dataset: 'medium' } }
  const datasets = aRecord().datasets.map((dataset) => ({ ...dataset, sequences }))
  const outcomes = [measured({ key, seconds: [seconds] })]
  return judgeAll(config, production.judge(aJudgeInput({ config, suite, outcomes, datasets })))
}

export function judgeProduction(run: { sequences: number; seconds: number }, goal: Goal): GoalStatuses {
  return listStatuses(judgeProductionLimits(run, goal))
}

/** The limits of an end-to-end run on several sizes, with its projected figures. */
export function judgeProjectionLimits(
  sizes: readonly { readonly sequences: number; readonly seconds: readonly number[] }[],
  goal: Goal,
) {
  const names = sizes.map((_, index) => (index === 0 ? 'medium' : `size-${index}`))
  const { config, suite } = aSuite('end-to-end', {
    datasets: Object.fromEntries(names.map((name) => [name, { preset: 'medium' as const }])),
    suites: {
      'end-to-end': { run: { dataset: 'medium' }, gpus: 2, goal: { ...goal, gpus: 2 }, moreDatasets: names.slice(1) },
    },
    ruleSet: {},
  })
  const [dataset] = aRecord().datasets
  if (!dataset) throw new Error('the record has a dataset')
  const outcomes = sizes.map(({ seconds }, index) => {
    const name = names[index] ?? ''
    const key = { suite: 'end-to-end', benchmark: 'predict', axes: { dataset: name, gpus: 2 } }
    return measured({ key, dataset: name, seconds })
  })
  const datasets = sizes.map(({ sequences }, index) => ({ ...dataset, name: names[index] ?? '', sequences }))
  const found = endToEnd.judge(aJudgeInput({ config, suite, outcomes, datasets, devices: someDevices(2) }))
  return { ...found, results: judgeAll(config, found) }
}

export function judgeProjection(...given: Parameters<typeof judgeProjectionLimits>) {
  const { derived, results } = judgeProjectionLimits(...given)
  const find = (name: string): number => derived.find((one) => one.name === name)?.value ?? Number.NaN
  return {
    ...listStatuses(results),
    hours: find('projected_hours'),
    perHour: find('projected_sequences_per_hour'),
  }
}
