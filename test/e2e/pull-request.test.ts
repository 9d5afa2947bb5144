import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runActionAndPost, type ActionRun } from '../fakes/actions-runner.ts'
import { createScenario, pullNumber, slowerProteinEmbedding, writeToken, type Scenario } from './scenario.ts'

let scenario: Scenario
let original: string

beforeAll(async () => {
  scenario = await createScenario()
  original = scenario.readPipelineFile('esm2.mjs')
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

async function check(inputs: Readonly<Record<string, string>> = {}): Promise<Checked> {
  const clone = scenario.checkOut()
  const options = {
    actionYml: scenario.actionYml,
    inputs: {
      token: writeToken,
      'run-folder': join(scenario.folder, 'runs', scenario.event().pull_request?.head.sha ?? ''),
      ...inputs,
    },
    event: scenario.event(),
    eventName: 'pull_request',
    serverUrl: scenario.server.url,
    cwd: clone,
  }
  const { main, post } = await runActionAndPost(options)
  expect(post.exitCode).toBe(0)
  return { ...main, clone }
}

const gitHub = () => {
  const state = scenario.server.state.repositories[0]
  if (!state) throw new Error('the rig has one repository')
  return state
}

type Checked = ActionRun & { readonly clone: string }

describe('a pull request from its first run to its green check', () => {
  let reverted: Checked

  it('creates one check on the head commit and one comment', async () => {
    const head = scenario.push('Harmless: words in the README', { 'NOTES.md': 'nothing that runs\n' })
    const run = await check()
    expect(`${run.conclusion}\n${run.stdout}\n${run.stderr}`).toMatch(/^success/)
    expect(gitHub().checkRuns).toMatchObject([
      { headSha: head, name: 'warpgauge', status: 'completed', conclusion: 'success' },
    ])
    expect(gitHub().comments).toHaveLength(1)
    expect(gitHub().comments[0]?.body).toMatch(/^## ✅ .*not slower[\s\S]*2 comparisons/)
    expect(run.outputs).toMatchObject({ verdict: 'pass', conclusion: 'success' })
    expect(run.summary).toMatch(/not slower[\s\S]*2 comparisons/)
  })

  it('opened the check as in progress before it measured', () => {
    const [first] = scenario.server.requests.filter(
      (request) => request.method === 'POST' && request.path.endsWith('/check-runs'),
    )
    expect(first?.body).toMatchObject({ status: 'in_progress' })
  })

  it('updates the same check and the same comment on the second run (F-38)', async () => {
    const before = { check: gitHub().checkRuns[0]?.id, comment: gitHub().comments[0]?.id }
    await check()
    expect(gitHub().checkRuns.map((item) => item.id)).toEqual([before.check])
    expect(gitHub().comments.map((item) => item.id)).toEqual([before.comment])
  })

  it('turns red on a planted regression and names stage and size', async () => {
    const esm2 = slowerProteinEmbedding(original, 20)
    const head = scenario.push('Slower: the protein embedding twenty-one times over', { 'esm2.mjs': esm2 })
    const run = await check()
    const last = gitHub().checkRuns.at(-1)
    expect(run.conclusion).toBe('failure')
    expect(last).toMatchObject({ headSha: head, conclusion: 'failure', name: 'warpgauge' })
    expect(last?.title).toMatch(/[\d.]+(?:×| %) slower .*, (?:wall|CPU) time/)
    expect(gitHub().comments).toHaveLength(1)
    expect(gitHub().comments[0]?.body).toMatch(/most of it in stage ESM-2 Feature Extraction/i)
    expect(gitHub().comments[0]?.body).toContain('stage `ESM-2 Feature Extraction`')
    expect(run.annotations.some((item) => item.level === 'error' && item.message.includes('ESM-2'))).toBe(true)
  })

  it('turns green again when the regression is reverted', async () => {
    scenario.push('Revert', { 'esm2.mjs': original })
    reverted = await check()
    expect(gitHub().checkRuns.at(-1)).toMatchObject({ conclusion: 'success', status: 'completed' })
    expect(gitHub().comments).toHaveLength(1)
    expect(gitHub().comments[0]?.issueNumber).toBe(pullNumber)
  })

  it('sent nothing that GitHub would refuse', () => {
    expect(scenario.server.violations).toEqual([])
  })

  it('left the clone untouched, no worktree, and a run folder with raw samples (W32)', () => {
    const { clone, outputs, orphans } = reverted
    expect(existsSync(join(clone, '.git', 'worktrees')) ? readdirSync(join(clone, '.git', 'worktrees')) : []).toEqual(
      [],
    )
    expect(readdirSync(clone).toSorted()).toEqual(readdirSync(scenario.checkOut()).toSorted())
    expect(orphans).toEqual([])
    const record = JSON.parse(readFileSync(join(outputs['run-folder'] ?? '', 'run.json'), 'utf8')) as {
      trials: { caseId: string; wallSeconds: number; argv: string[] }[]
    }
    const sides = [...Map.groupBy(record.trials, ({ caseId }) => caseId).values()].map(({ length }) => length)
    expect(sides).toHaveLength(2)
    // More than the four planned ones on a busy host.
    expect([4, 5, 6, 8]).toContain(sides[0])
    expect(sides[1]).toBe(sides[0])
    expect(record.trials.every((trial) => trial.wallSeconds > 0 && trial.argv.includes('--gpus'))).toBe(true)
  })

  it('T-14: puts the token nowhere into the run folder', () => {
    const runs = join(scenario.folder, 'runs')
    const files = readdirSync(runs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const leaking = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path, 'utf8').includes(writeToken))
    expect(files.length).toBeGreaterThan(10)
    expect(leaking).toEqual([])
  })
})
