import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOf, openGateSite, openOther, otherPull, type GateSite } from './gate-site.ts'
import { pullNumber } from './scenario.ts'

// Two pull requests with one head through the shipped workflows (docs/gate.md): one into main, one into a branch with
// stricter rules. One story, told in order.

const installed = ['measure', 'publish']

describe('two pull requests with one head', () => {
  let site: GateSite
  beforeAll(async () => {
    site = await openGateSite()
    site.forget()
  })
  afterAll(async () => await site[Symbol.asyncDispose]())

  /** The outputs `verdict` and `conclusion` of the publishing step. */
  let output: readonly (string | undefined)[]
  async function measure(number: number): Promise<string> {
    const runs = await site.happen(site.pullRequest({ number }), installed)
    const log = logOf(runs)
    const steps = runs.flatMap(({ jobs }) => jobs.flatMap(({ runs: ran }) => ran))
    const last = steps.findLast(({ outputs }) => outputs['check-url'])?.outputs
    output = [last?.['verdict'], last?.['conclusion']]
    expect([site.refused(), site.scenario.server.violations]).toEqual([[], []])
    return log
  }
  const check = () => site.state.checkRuns.map(({ conclusion, title }) => `${conclusion}: ${title}`)

  it('T-39: the first passes alone', async () => {
    const log = await measure(pullNumber)
    expect({ checks: site.seen().checks, log }).toEqual({ checks: ['warpgauge on head: success'], log })
  })

  it('T-39: its check is blocked as soon as the second is to be measured', async () => {
    openOther(site)
    // No job of it has started yet.
    await site.happen({ ...site.pullRequest({ number: otherPull }), isWaitingForApproval: true }, installed)
    expect(check()).toEqual([`failure: Blocked: pull request #${otherPull} into \`strict\` has the same head commit`])
  })

  it('T-39: the second fails, which measuring the first again does not lift', async () => {
    await measure(otherPull)
    expect(check()[0]).toMatch(/^failure: Failed/u)
    const log = await measure(pullNumber)
    expect(check()).toEqual([`failure: Blocked: pull request #${otherPull} into \`strict\` has the same head commit`])
    expect({ output, log }).toEqual({ output: ['pass', 'failure'], log })
  })

  it('T-39: the first passes again when the second has a head of its own', async () => {
    site.state.pulls.find(({ number }) => number === otherPull)!.head = {
      ...site.state.pulls[0]!.head,
      sha: site.scenario.baseCommit,
    }
    await measure(pullNumber)
    expect(site.seen().checks).toEqual(['warpgauge on head: success'])
  })
})
