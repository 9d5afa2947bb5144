import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { runAction, startAction, type ActionRun } from '../fakes/actions-runner.ts'
import { recordIn } from './run-check.ts'
import { createScenario, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles } from './stand-in.ts'
import {
  isAlive,
  newJob,
  report,
  resumed,
  scratchIn,
  statusOf,
  untilStalled,
  worktreesOf,
  type Job,
} from './stalling-job.ts'

/** The runner gives a cancelled step this long before it sends SIGTERM. */
const runnersPatienceMs = 7500

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

function expectNothingLeftBehind(job: Job): void {
  expect(worktreesOf(job.clone)).toEqual([])
  expect(scratchIn(job.temporary)).toEqual([])
  expect(statusOf(job.clone)).toBe('')
}

const lastCheck = () => repositoryOf(scenario).checkRuns.at(-1)

describe.each(['SIGINT', 'SIGTERM'] as const)('%s while a trial that ignores signals is running', (signal) => {
  let job: Job
  let run: ActionRun
  let stalled: number[]
  let tookMs: number

  beforeAll(async () => {
    // A commit of its own: a verdict that it already has would stay.
    scenario.push(`Before ${signal}`, { 'NOTES.md': `${signal}\n` })
    job = newJob(scenario, 'interrupted')
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

  it('T-38: completes the check as cancelled, which blocks, and says how far it got', () => {
    const said = 'the run was cancelled after 2 of 4 trials'
    expect(lastCheck()).toMatchObject({ name: 'interrupted', status: 'completed', conclusion: 'cancelled' })
    expect(lastCheck()?.title).toContain(said)
    expect(repositoryOf(scenario).comments.at(-1)?.body).toContain(said)
    expect(run.summary).toContain(said)
    expect(run.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'cancelled', 'run-folder': job.runFolder })
  })

  it('T-16: leaves no process, no worktree, no scratch files and an untouched clone (F-24, W65)', () => {
    expect(run.orphans).toEqual([])
    expect(stalled).toHaveLength(2)
    expect(stalled.filter(isAlive)).toEqual([])
    expectNothingLeftBehind(job)
  })

  it('leaves a run folder that can be reported, and never as a success', () => {
    expect(recordIn(job.runFolder)).toMatchObject({ status: 'interrupted', trials: [{ index: 0 }, { index: 1 }] })
    const { status, stdout } = report(scenario, job.runFolder, 'markdown')
    expect(stdout).toContain('cancelled after 2 of 4 trials')
    expect(status).toBe(2)
  })

  it('goes on where it stopped and keeps the trials from before', async () => {
    const before = recordIn(job.runFolder)
    const next = await runAction(resumed(job))
    const after = recordIn(job.runFolder)
    expect(`${next.conclusion}\n${next.stdout}`).toMatch(/^success/)
    expect(after).toMatchObject({ status: 'finished', runId: before.runId })
    expect(after.trials).toHaveLength(4)
    expect(after.trials.slice(0, 2)).toEqual(before.trials)
    expect(repositoryOf(scenario).checkRuns.filter(({ headSha }) => headSha === lastCheck()?.headSha)).toHaveLength(1)
    expect(lastCheck()).toMatchObject({ status: 'completed', conclusion: 'success' })
  })
})

describe('SIGKILL, when nothing can be tidied up', () => {
  let job: Job
  let post: ActionRun
  let stalled: number[]
  let alive: Set<number>

  beforeAll(async () => {
    scenario.push('Before SIGKILL', { 'NOTES.md': 'SIGKILL\n' })
    job = newJob(scenario, 'interrupted')
    const running = await startAction({ ...job.options, isJobGoingOn: true })
    stalled = await untilStalled(job, running)
    process.kill(running.pid, 'SIGKILL')
    const { state, orphans } = await running.result
    // `git cat-file --batch` reads from the killed process: it ends too, once it gets a processor.
    await vi.waitUntil(() => orphans.filter(isAlive).every((pid) => stalled.includes(pid)), 60_000)
    alive = new Set(orphans.filter(isAlive))
    post = await runAction({ ...job.options, entry: 'post', state })
  })

  it('completes the check in the post step, so that it does not block for ever', () => {
    expect(post.exitCode).toBe(0)
    expect(lastCheck()).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
    expect(lastCheck()?.title).toBe('Ended without a result')
  })

  it('T-16: ends in the post step what the trial left running, and removes its scratch files: the GPUs are free again', () => {
    expect(alive).toEqual(new Set(stalled))
    expect(stalled.filter(isAlive)).toEqual([])
    expect(post.orphans).toEqual([])
    expect(scratchIn(job.temporary)).toEqual([])
    expect(post.stdout).toContain('Found processes of a killed run: ended')
  })

  it('loses at most the trial it was in: run.json is valid and can be reported', () => {
    expect(recordIn(job.runFolder)).toMatchObject({ status: 'running', trials: [{ index: 0 }, { index: 1 }] })
    const { status, stdout } = report(scenario, job.runFolder, 'json')
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'inconclusive', conclusion: 'cancelled' })
    expect(status).toBe(2)
  })

  it('is healed by the next run in the same clone, which can go on with it', async () => {
    expect(worktreesOf(job.clone)).toEqual([])
    const next = await runAction(resumed(job))
    expect(`${next.conclusion}\n${next.stdout}`).toMatch(/^success/)
    expect(recordIn(job.runFolder).trials).toHaveLength(4)
    expect(worktreesOf(job.clone)).toEqual([])
    expect(lastCheck()).toMatchObject({ status: 'completed', conclusion: 'success' })
  })
})

describe('a cancellation while a setup command runs', () => {
  it('T-38: ends the setup, completes the check as cancelled and caches no half-made tree', async () => {
    const job = newJob(scenario, 'setup')
    const running = await startAction(job.options)
    const stalled = await untilStalled(job, running)
    const startedMs = performance.now()
    const run = await running.cancel()
    expect(performance.now() - startedMs).toBeLessThan(runnersPatienceMs - 1500)
    expect(run.orphans).toEqual([])
    expect(stalled.filter(isAlive)).toEqual([])
    expect(lastCheck()).toMatchObject({ name: 'setup', status: 'completed', conclusion: 'cancelled' })
    expect(lastCheck()?.summary).toContain('cancelled during the setup of head: node stand-in.mjs stall')
    expect(readdirSync(join(job.caches, 'warpgauge', 'trees'))).toEqual([])
    expectNothingLeftBehind(job)
  })
})
