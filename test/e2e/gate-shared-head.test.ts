import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOf, openGateSite, openOther, otherPull, type GateSite } from './gate-site.ts'
import { pullNumber } from './scenario.ts'

// Two pull requests with one head through the shipped workflows (docs/gate.md): the first passes into main, the second
// fails into a branch with stricter rules. Each block is one story, told in order.

const twoFiles = ['measure', 'publish']
const severalRunners = ['matrix', 'matrix-publish']
const passed = ['warpgauge on head: success']
const failed = ['warpgauge on head: failure']
const held = ['warpgauge on head: in_progress']

describe.each([
  ['of this repository', ['pull-request'], false],
  ['of this repository', twoFiles, false],
  ['of a fork', twoFiles, true],
  ['of this repository', severalRunners, false],
] as const)('two pull requests with one head, %s, by %s', (_whose, files, isFork) => {
  const installed = [...files]
  let site: GateSite
  beforeAll(async () => {
    site = await openGateSite()
    // Matrix jobs refuse forks, and pull-request.yml skips them.
    site.forget(isFork)
  })
  afterAll(async () => await site[Symbol.asyncDispose]())

  async function measure(number: number): Promise<string> {
    const log = logOf(await site.happen(site.pullRequest({ number, isFork }), installed))
    expect([site.refused(), site.scenario.server.violations]).toEqual([[], []])
    return log
  }

  it('T-39: the first passes alone', async () => {
    const log = await measure(pullNumber)
    expect({ checks: site.seen().checks, log }).toEqual({ checks: passed, log })
  })

  it('T-39: its check is taken back when the second is to be measured, where another workflow publishes', async () => {
    openOther(site, isFork)
    const asked = site.pullRequest({ number: otherPull, isFork })
    // No job of it has started yet.
    await site.happen({ ...asked, isWaitingForApproval: true }, installed)
    expect(site.seen().checks).toEqual(installed.length === 1 ? passed : held)
  })

  it('T-39: the second fails the check of both, and each gets its comment', async () => {
    await measure(otherPull)
    expect(site.seen()).toEqual({ checks: failed, comments: [pullNumber, otherPull], issues: [] })
  })

  it('T-39: measuring the first again does not lift that', async () => {
    const log = await measure(pullNumber)
    expect({ checks: site.seen().checks, log }).toEqual({ checks: failed, log })
  })
})
