import type { CaseOutcome } from '../../src/domain/trial/outcome.ts'
import { memory } from '../../src/suites/memory/memory.ts'
import type { MemorySeries } from '../../src/record/pipeline.ts'
import { aSuite, judgeSuite } from './a-judge-input.ts'
import { pipelineThatTold, someMemory } from './a-pipeline.ts'
import { aKey, measured } from './a-run.ts'

/** The suite with a config. */
export function aMemorySuite(overrides: object = {}) {
  return aSuite('memory', { suites: { memory: { run: { dataset: 'medium' }, ...overrides } } })
}

/** The suite with a config, judged on these outcomes. */
export function judgeMemoryOutcomes(outcomes: readonly CaseOutcome[], overrides: object = {}) {
  return judgeSuite(memory, { ...aMemorySuite(overrides), outcomes })
}

/** One run with this memory in so many repeats. */
export function judgeMemory(series: readonly MemorySeries[], count: number) {
  const outcome = measured({ key: aKey({ suite: 'memory', axes: { gpus: 1 } }), seconds: [12] })
  if (outcome.status !== 'measured') throw new Error('it is measured')
  const trials = outcome.trials.map((own) => ({ ...own, memory: someMemory(series), pipeline: pipelineThatTold() }))
  return judgeMemoryOutcomes([{ ...outcome, trials }], { repeat: { options: ['--repeat', String(count)], count } })
}
