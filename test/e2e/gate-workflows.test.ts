import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mergeGroupEvent, queueBranchName, workflowRunEvent } from '../fakes/events.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { place } from './eventful.ts'
import { createScenario, pullNumber, type Scenario } from './scenario.ts'
import { repositoryOf, standInConfig, standInFiles } from './stand-in.ts'
import { readWorkflow, runWorkflow, tokensOf, type Workflow, type WorkflowEvent } from './workflow-jobs.ts'

// The shipped workflows on a merge group that holds the pull request of a fork (docs/gate.md).

const read = (name: string): Workflow => {
  const text = readFileSync(new URL(`../../examples/workflows/${name}.yml`, import.meta.url), 'utf8')
  return readWorkflow(text)
}
const pairs = [
  ['measure', 'publish'],
  ['matrix', 'matrix-publish'],
] as const

let scenario: Scenario
let group: string
beforeAll(async () => {
  const tokens = tokensOf(pairs.flat().map(read))
  scenario = await createScenario({ config: standInConfig({}), files: standInFiles({}), tokens })
  scenario.push('A change of a stranger', { 'NOTES.md': 'nothing that runs\n' })
  const [pull] = repositoryOf(scenario).pulls
  Object.assign(pull!.head, { repositoryId: 7777, repositoryName: 'contributor/pipeline' })
  const hub = join(scenario.folder, 'hub.git')
  const git = gitWith(gitEnvironment(scenario.folder))
  group = git(hub, 'rev-parse', `refs/pull/${pullNumber}/merge`)
  git(hub, 'update-ref', `refs/heads/${queueBranchName(pullNumber, scenario.baseCommit)}`, group)
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

it.each(pairs)(
  'T-40: %s.yml and %s.yml complete the check of a group with a pull request of a fork',
  async (first, second) => {
    repositoryOf(scenario).checkRuns = []
    const { baseCommit, folder } = scenario
    const branch = queueBranchName(pullNumber, baseCommit)
    const event: WorkflowEvent = {
      name: 'merge_group',
      payload: mergeGroupEvent({ repository: place, number: pullNumber, headSha: group, baseSha: baseCommit }),
      env: { GITHUB_SHA: group, GITHUB_REF: `refs/heads/${branch}` },
      values: { 'matrix.name': 'all', 'matrix.only': '', 'matrix.shard': '' },
      artifacts: mkdtempSync(join(folder, 'artifacts-')),
    }
    const rig = { ...scenario, checkOut: () => scenario.checkOut(group) }
    const measured = await runWorkflow(rig, read(first), event)
    expect(repositoryOf(scenario).checkRuns).toEqual([])
    const payload = workflowRunEvent({
      repository: place,
      headSha: group,
      headBranch: branch,
      triggeredBy: 'merge_group',
    })
    const published = await runWorkflow(rig, read(second), { ...event, name: 'workflow_run', payload, env: {} })
    const log = [...measured, ...published].flatMap(({ runs }) => runs.map(({ stdout }) => stdout)).join('\n')
    const checks = repositoryOf(scenario).checkRuns.map(({ headSha, conclusion }) => ({ headSha, conclusion }))
    expect({ checks, log }).toEqual({ checks: [{ headSha: group, conclusion: 'success' }], log })
    expect(repositoryOf(scenario).comments).toEqual([])
    expect(scenario.server.violations).toEqual([])
  },
)
