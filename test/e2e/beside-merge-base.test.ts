import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { checkOptions, recordIn } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { standInFiles } from './stand-in.ts'

/** Trials of a tenth of a second on shared cores: only a gross change is asked for. A busy host takes ten runs to confirm it. */
const gross = 'comparison: { minEffect: 0.9 }'

let scenario: Scenario
beforeAll(async () => {
  const config = { suite: ', maxRepeats: 10', repeats: 3, rest: [gross] }
  scenario = await createScenario({ files: standInFiles({ beside: config }) })
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

async function check(): Promise<{ run: ActionRun; record: RunRecord; comment: string }> {
  const run = await runAction(checkOptions(scenario, { config: 'beside', token: writeToken }))
  const folder = join(scenario.folder, 'runs', 'beside')
  return { run, record: recordIn(folder), comment: readFileSync(join(folder, 'report.md'), 'utf8') }
}

describe('a suite that has no committed baseline yet', () => {
  it('is judged beside the merge base, in turn, and can pass', async () => {
    scenario.push('Words alone', { 'NOTES.md': 'nothing that runs\n' })
    const { run, record, comment } = await check()
    expect(run.outputs).toMatchObject({ verdict: 'pass', conclusion: 'success' })
    const sides = record.trials.map(({ commit }) => (commit === scenario.baseCommit ? 'base' : 'head'))
    expect(sides.filter((side) => side === 'base').length).toBe(sides.length / 2)
    const pairs = sides.flatMap((side, index) => (index % 2 === 0 ? [new Set([side, sides[index + 1]])] : []))
    expect(pairs.every(({ size }) => size === 2)).toBe(true)
    expect(comment).toContain('merge-base (')
  })

  it('fails when the head is slower, although no sample was ever committed (W45)', async () => {
    const program = scenario.readPipelineFile('stand-in.mjs')
    // On a busy machine the start of a process takes a second.
    scenario.push('Two seconds more', {
      'stand-in.mjs': program.replace('setTimeout(resolve, 120)', 'setTimeout(resolve, 2120)'),
    })
    const { run, comment } = await check()
    expect(run.outputs).toMatchObject({ verdict: 'fail', conclusion: 'failure' })
    expect(comment).toMatch(/\n\nCase: end-to-end.*, against merge-base/)
  })
})
