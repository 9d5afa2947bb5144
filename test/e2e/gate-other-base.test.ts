import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logOf, openGateSite, openOther, otherPull, retargetToOther, type GateSite } from './gate-site.ts'
import { pullNumber } from './scenario.ts'

// A pull request that gets another base, or shares its head with one into another base that nobody has measured, through
// the shipped workflows (docs/gate.md). Each block is one story, told in order.

const twoFiles = ['measure', 'publish']
const severalRunners = ['matrix', 'matrix-publish']
const passed = ['warpgauge on head: success']
const held = ['warpgauge on head: in_progress']
const edit = { action: 'edited', formerBaseRef: 'main' } as const

describe.each([[['pull-request']], [twoFiles], [severalRunners]])('by %s', (installed) => {
  let site: GateSite
  beforeAll(async () => {
    site = await openGateSite()
    site.forget()
  })
  afterAll(async () => await site[Symbol.asyncDispose]())

  async function measure(occasion = {}): Promise<string> {
    const log = logOf(await site.happen(site.pullRequest(occasion), installed))
    expect([site.refused(), site.scenario.server.violations]).toEqual([[], []])
    return log
  }

  it('T-48: a pull request passes into its first base', async () => {
    const log = await measure()
    expect({ checks: site.seen().checks, log }).toEqual({ checks: passed, log })
  })

  it('T-48: it is held when it is to be measured for another one, where another workflow publishes', async () => {
    retargetToOther(site)
    await site.happen({ ...site.pullRequest(edit), isWaitingForApproval: true }, installed)
    expect(site.seen().checks).toEqual(installed.length === 1 ? passed : held)
  })

  it('T-48: it fails by the rules of that base', async () => {
    await measure(edit)
    expect(site.seen()).toEqual({ checks: ['warpgauge on head: failure'], comments: [pullNumber], issues: [] })
  })
})

it('T-39: a pull request waits for one with its head that nobody has measured', async () => {
  await using site = await openGateSite()
  openOther(site)
  await site.happen(site.pullRequest({}), twoFiles)
  const [check] = site.state.checkRuns
  expect(check).toMatchObject({
    status: 'in_progress',
    title: `Held by pull request #${otherPull} into \`strict\`: not measured yet`,
  })
})
