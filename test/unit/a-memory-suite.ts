import type { CaseOutcome } from '../../src/domain/trial/outcome.ts'
import { evaluateRequirement } from '../../src/domain/verdict/requirement.ts'
import { memory } from '../../src/suites/memory/memory.ts'
import type { MemorySeries } from '../../src/record/pipeline.ts'
import { aConfig } from './a-config.ts'
import { aJudgeInput } from './a-judge-input.ts'
import { pipelineThatTold, someMemory } from './a-pipeline.ts'
import { aKey, measured } from './a-run.ts'

/** The suite with a config, judged on these outcomes. */
export function judgeMemoryOutcomes(outcomes: readonly CaseOutcome[], overrides: object = {}) {
  const config = aConfig({ suites: { memory: { run: { dataset: 'medium' }, ...overrides } } })
  if (!config.suites.memory) throw new Error('the config has the suite')
  const findings = memory.judge(aJudgeInput({ config, suite: config.suites.memory, outcomes }))
  const results = findings.requirements.flatMap((requirement) => evaluateRequirement(requirement, findings.derived))
  return {
    ...findings,
    results,
    status: (id: string) => results.filter((one) => one.id === id).map(({ status }) => status),
    section: (id: string) => findings.sections.find((one) => one.id === id),
  }
}

/** One run with this memory in so many repeats. */
export function judgeMemory(series: readonly MemorySeries[], count: number) {
  const outcome = measured({ key: aKey({ suite: 'memory', axes: { gpus: 1 } }), seconds: [12] })
  if (outcome.status !== 'measured') throw new Error('it is measured')
  const trials = outcome.trials.map((own) => ({ ...own, memory: someMemory(series), pipeline: pipelineThatTold() }))
  return judgeMemoryOutcomes([{ ...outcome, trials }], { repeat: { options: ['--repeat', String(count)], count } })
}
