import { runAction, startAction, type ActionRun } from '../fakes/actions-runner.ts'
import { startFaultyGateway, type FaultyGateway } from '../fakes/faulty-gateway.ts'
import { createScenario, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles } from './stand-in.ts'
import { newJob, untilStalled, type Job } from './stalling-job.ts'

export const freshToken = 'tok-fresh-canary'
const write = { checks: 'write', pull_requests: 'write', contents: 'read' } as const

/** A pull request on a GitHub whose way may be cut. */
export type Outage = AsyncDisposable & {
  readonly scenario: Scenario
  readonly gateway: FaultyGateway
  /** Opens the way, forgets checks and comments, and pushes a new head. */
  readonly renew: () => Promise<void>
  readonly checks: () => string[]
  /** A job that measures; absent `isStalling`: its third trial waits. */
  readonly job: (more?: Parameters<typeof newJob>[2]) => Job
}

export async function openOutage(): Promise<Outage> {
  const scenario = await createScenario({
    files: standInFiles({ four: { repeats: 4 } }),
    tokens: { [freshToken]: write },
  })
  const gateway = await startFaultyGateway(scenario.server.url)
  const state = repositoryOf(scenario)
  return {
    scenario,
    gateway,
    async renew() {
      await gateway.become('open')
      state.checkRuns = []
      state.comments = []
      scenario.push('One more change', {})
    },
    checks: () => state.checkRuns.map(({ name, status, conclusion }) => `${name} ${status} ${conclusion}`),
    job: (more = {}) => newJob(scenario, 'four', { serverUrl: gateway.url, ...more }),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]()
      await scenario[Symbol.asyncDispose]()
    },
  }
}

export const logOf = ({ stdout, conclusion }: ActionRun): string => `${conclusion}\n${stdout}`

/** A job whose third trial waits, and the state of its main step when the runner is gone. */
export async function startStalled({ job: newOne }: Outage) {
  const job = newOne()
  const running = await startAction({ ...job.options, isJobGoingOn: true })
  return { job, running, stalled: await untilStalled(job, running) }
}

export async function kill(pid: number, result: Promise<ActionRun>): Promise<ActionRun> {
  process.kill(pid, 'SIGKILL')
  return await result
}

export function post(
  { options }: Job,
  state: ActionRun['state'],
  more: { readonly isJobGoingOn?: boolean } = {},
): Promise<ActionRun> {
  return runAction({ ...options, ...more, entry: 'post', state })
}
