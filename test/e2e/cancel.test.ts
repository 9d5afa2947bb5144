import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newTrackingId } from '../fakes/action-step.ts'
import { runAction, startAction, type ActionRun, type RunningAction } from '../fakes/actions-runner.ts'
import { checkOptions, recordIn } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles } from './stand-in.ts'

/** The runner gives a cancelled step this long before it sends SIGTERM. */
const runnersPatienceMs = 7500
const stallingTrial = 3

let scenario: Scenario
beforeAll(async () => {
  const setup = ['setup: [[node, stand-in.mjs, stall]]']
  const configs = { interrupted: { repeats: 4 }, setup: { pipeline: setup } }
  scenario = await createScenario({ files: standInFiles(configs) })
  scenario.push('A change', { 'NOTES.md': 'nothing that runs\n' })
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

/** One job on one machine: its clone, its RUNNER_TEMP, its caches and the place where the pipeline is told to stall. */
type Job = {
  readonly clone: string
  readonly temporary: string
  readonly caches: string
  readonly place: string
  readonly runFolder: string
  readonly options: Parameters<typeof startAction>[0]
}

function newJob(config: string, clone = scenario.checkOut()): Job {
  const folder = mkdtempSync(join(scenario.folder, 'job-'))
  const [temporary, caches, place] = ['temp', 'tools', 'place'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(place)
  writeFileSync(join(place, 'stall-at'), String(stallingTrial))
  const runFolder = join(folder, 'run')
  const env = { STAND_IN_PLACE: place, RUNNER_TOOL_CACHE: caches }
  const check = checkOptions(scenario, { config, token: writeToken, clone, env, inputs: { 'run-folder': runFolder } })
  const options = { ...check, runnerTemp: temporary, trackingId: newTrackingId() }
  return { clone, temporary, caches, place, runFolder, options }
}

/** Process ids of the trial that stalls and of its child, once both are there. */
async function untilStalled({ place }: Job, running: RunningAction): Promise<number[]> {
  const path = join(place, 'stalled')
  let hasEnded = false
  void running.result.then(() => (hasEnded = true))
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') {
    if (hasEnded) throw new Error(`the step ended before its pipeline stalled:\n${(await running.result).stdout}`)
    await delay(10)
  }
  return readFileSync(path, 'utf8').split(' ').map(Number)
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
}

function worktreesOf(clone: string): string[] {
  const directory = join(clone, '.git', 'worktrees')
  return existsSync(directory) ? readdirSync(directory) : []
}

function expectNothingLeftBehind(job: Job): void {
  expect(worktreesOf(job.clone)).toEqual([])
  expect(readdirSync(job.temporary).filter((name) => name.includes('warpgauge-work'))).toEqual([])
  const git = (...args: string[]) => execFileSync('git', args, { cwd: job.clone, encoding: 'utf8' })
  expect(git('status', '--porcelain', '--ignored')).toBe('')
}

function report(runFolder: string, format: string) {
  const cli = join(dirname(scenario.actionYml), 'dist', 'cli.js')
  return spawnSync(process.execPath, [cli, 'report', runFolder, '--format', format], { encoding: 'utf8' })
}

const lastCheck = () => repositoryOf(scenario).checkRuns.at(-1)

describe.each(['SIGINT', 'SIGTERM'] as const)('%s while a trial that ignores signals is running', (signal) => {
  let job: Job
  let run: ActionRun
  let stalled: number[]
  let tookMs: number

  beforeAll(async () => {
    job = newJob('interrupted')
    const running = await startAction(job.options)
    stalled = await untilStalled(job, running)
    const startedMs = performance.now()
    if (signal === 'SIGTERM') process.kill(running.pid, signal)
    run = signal === 'SIGINT' ? await running.cancel() : await running.result
    tookMs = performance.now() - startedMs
  })

  it('ends by itself well before the runner loses patience', () => {
    expect(run.signal).toBeNull()
    expect(tookMs).toBeLessThan(runnersPatienceMs - 1500)
  })

  it('completes the check as neutral and says how far it got', () => {
    const said = 'the run was cancelled after 2 of 4 trials'
    expect(lastCheck()).toMatchObject({ name: 'interrupted', status: 'completed', conclusion: 'neutral' })
    expect(lastCheck()?.title).toContain(said)
    expect(repositoryOf(scenario).comments.at(-1)?.body).toContain(said)
    expect(run.summary).toContain(said)
    expect(run.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral', 'run-folder': job.runFolder })
  })

  it('leaves no process, no worktree, no scratch files and an untouched clone (F-24, W65)', () => {
    expect(run.orphans).toEqual([])
    expect(stalled).toHaveLength(2)
    expect(stalled.filter(isAlive)).toEqual([])
    expectNothingLeftBehind(job)
  })

  it('leaves a run folder that can be reported, and never as a success', () => {
    expect(recordIn(job.runFolder)).toMatchObject({ status: 'interrupted', trials: [{ index: 0 }, { index: 1 }] })
    const { status, stdout } = report(job.runFolder, 'markdown')
    expect(stdout).toContain('cancelled after 2 of 4 trials')
    expect(status).toBe(2)
  })

  it('goes on where it stopped and keeps the trials from before', async () => {
    const before = recordIn(job.runFolder)
    const resumed = await runAction({ ...job.options, inputs: { ...job.options.inputs, resume: 'true' } })
    const after = recordIn(job.runFolder)
    expect(`${resumed.conclusion}\n${resumed.stdout}`).toMatch(/^success/)
    expect(after).toMatchObject({ status: 'finished', runId: before.runId })
    expect(after.trials).toHaveLength(4)
    expect(after.trials.slice(0, 2)).toEqual(before.trials)
    expect(repositoryOf(scenario).checkRuns.filter((check) => check.name === 'interrupted')).toHaveLength(1)
    expect(lastCheck()).toMatchObject({ status: 'completed', conclusion: 'success' })
  })
})

describe('SIGKILL, when nothing can be tidied up', () => {
  let job: Job
  let post: ActionRun
  let stalled: number[]

  beforeAll(async () => {
    job = newJob('interrupted')
    const running = await startAction({ ...job.options, isJobGoingOn: true })
    stalled = await untilStalled(job, running)
    process.kill(running.pid, 'SIGKILL')
    const { state } = await running.result
    post = await runAction({ ...job.options, entry: 'post', state })
  })

  it('completes the check in the post step, so that it does not block for ever', () => {
    expect(post.exitCode).toBe(0)
    expect(lastCheck()).toMatchObject({ status: 'completed', conclusion: 'failure' })
    expect(lastCheck()?.title).toBe('Ended before there was a result')
  })

  it('lets the runner find every process by its tracking id', () => {
    expect(new Set(post.orphans)).toEqual(new Set(stalled))
  })

  it('loses at most the trial it was in: run.json is valid and can be reported', () => {
    expect(recordIn(job.runFolder)).toMatchObject({ status: 'running', trials: [{ index: 0 }, { index: 1 }] })
    const { status, stdout } = report(job.runFolder, 'json')
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(status).toBe(2)
  })

  it('is healed by the next run in the same clone, which can go on with it', async () => {
    expect(worktreesOf(job.clone)).toHaveLength(1)
    const next = await runAction({ ...job.options, inputs: { ...job.options.inputs, resume: 'true' } })
    expect(`${next.conclusion}\n${next.stdout}`).toMatch(/^success/)
    expect(recordIn(job.runFolder).trials).toHaveLength(4)
    expect(worktreesOf(job.clone)).toEqual([])
    expect(lastCheck()).toMatchObject({ status: 'completed', conclusion: 'success' })
  })
})

describe('a cancellation while a setup command runs', () => {
  it('ends the setup, completes the check as neutral and caches no half-made tree', async () => {
    const job = newJob('setup')
    const running = await startAction(job.options)
    const stalled = await untilStalled(job, running)
    const startedMs = performance.now()
    const run = await running.cancel()
    expect(performance.now() - startedMs).toBeLessThan(runnersPatienceMs - 1500)
    expect(run.orphans).toEqual([])
    expect(stalled.filter(isAlive)).toEqual([])
    expect(lastCheck()).toMatchObject({ name: 'setup', status: 'completed', conclusion: 'neutral' })
    expect(lastCheck()?.summary).toContain('cancelled during the setup of head: node stand-in.mjs stall')
    expect(readdirSync(join(job.caches, 'warpgauge', 'trees'))).toEqual([])
    expectNothingLeftBehind(job)
  })
})
