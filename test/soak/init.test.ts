import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workflowDispatchEvent } from '../fakes/events.ts'
import { compileFakeNvml, type FakeNvml } from '../fakes/fake-nvml.ts'
import { action, expectAnswer, initCases, initialize } from '../e2e/init-cases.ts'
import { initRepositories } from '../e2e/init-repositories.ts'
import { makeRepository, say } from '../e2e/init-rig.ts'
import { createScenario, pullNumber } from '../e2e/scenario.ts'
import { readWorkflow, runWorkflow, tokensOf } from '../e2e/workflow-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-soak-'))

function gpuEnvironment(): Record<string, string> {
  const driver = ['devices=2', 'reasons=0', 'temperature=40', 'busy=0', `host=${process.pid}`]
  const control = join(folder, 'control')
  return {
    LD_LIBRARY_PATH: nvml.folder,
    FAKE_NVML: driver.join(','),
    FAKE_NVML_CONTROL: control,
    CUDA_STAND_IN: control,
  }
}

let nvml: FakeNvml
beforeAll(() => {
  nvml = compileFakeNvml()
})
afterAll(() => {
  nvml[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** The stand-in driver is told by a file what the benchmark does, outside of what a sandbox lets it write. */
function leaveSandbox(path: string): void {
  const text = readFileSync(path, 'utf8')
  const changed = /^run:$/m.test(text)
    ? text.replace(/^run:$/m, 'run:\n  isolation: none')
    : `${text}run:\n  isolation: none\n`
  writeFileSync(path, changed)
}

it.each(initCases.filter(({ trust }) => trust !== 'forks'))(
  'init in a repository ($kind, $trust) writes workflows whose steps measure a pull request and answer on it',
  async (given) => {
    const made = await initialize(folder, given)
    using repository = made.repository
    if (given.kind === 'CUDA') leaveSandbox(join(repository.path, '.github/warpgauge.yml'))
    await expectAnswer(made, given, gpuEnvironment())
    expect(made.said.exitCode).toBe(0)
  },
)

describe('the first baseline', () => {
  it('is proposed in a pull request by the workflow that a person starts by hand', async () => {
    using repository = makeRepository(folder, initRepositories['Python CLI'])
    await say(repository, 'init', '--yes', '--action', action)
    const place = join(repository.path, '.github/workflows/warpgauge-refresh.yml')
    const workflow = readWorkflow(readFileSync(place, 'utf8'))
    const tokens = tokensOf([workflow])
    await using scenario = await createScenario({ config: null, source: repository.path, tokens })
    const payload = workflowDispatchEvent({ repository: { owner: 'lab', name: 'pipeline' } })
    const artifacts = mkdtempSync(join(folder, 'artifacts-'))
    const rig = { ...scenario, env: { PATH: repository.search }, isProcess: true }
    const jobs = await runWorkflow(rig, workflow, { name: 'workflow_dispatch', payload, artifacts })
    const [state] = scenario.server.state.repositories
    const log = jobs.map(({ job, runs }) => `${job}: ${runs.map((run) => run.stdout + run.stderr).join('')}`).join('\n')
    const opened = state?.pulls.filter(({ number }) => number !== pullNumber) ?? []
    expect({ titles: opened.map(({ title }) => title), log }).toEqual({
      titles: [expect.stringContaining('baseline')],
      log,
    })
    const hub = join(scenario.folder, 'hub.git')
    const files = execFileSync('git', ['ls-tree', '-r', '--name-only', 'warpgauge/baselines'], {
      cwd: hub,
      encoding: 'utf8',
    })
    expect(files).toMatch(/^baselines\/[\w.-]+\/end-to-end\.json$/m)
    expect(scenario.server.violations).toEqual([])
  })
})
