import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MatrixJob } from '../../src/domain/plan/job-matrix.ts'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import { checkOptions, recordIn } from './run-check.ts'
import { rewriteRecord } from './run-folders.ts'
import { createScenario, pullNumber, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInConfig, standInFiles } from './stand-in.ts'
import { openTerminal, writeConfig, type Spoken, type Terminal } from './terminal.ts'

describe('at a terminal, a matrix measured job by job', () => {
  let terminal: Terminal
  let clone: string
  let config: string
  let jobs: MatrixJob[]
  const say = async (...args: string[]): Promise<Spoken> => await terminal.warpgauge(clone, ...args)
  beforeAll(async () => {
    terminal = await openTerminal()
    clone = terminal.clone()
    config = writeConfig(clone, 'matrix', {
      repeats: 2,
      suites: ['scaling: { run: { dataset: tiny, warmups: 0, repeats: 2 }, gpus: [1] }'],
      rest: [
        'requirements:',
        '  - { id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }',
        'runners: { host: { labels: [self-hosted], gpus: 2, count: 2 } }',
      ],
    })
    const planned = await say('plan', '--config', config)
    if (planned.exitCode !== 0 || planned.stderr !== '') throw new Error(planned.stderr)
    jobs = (JSON.parse(planned.stdout) as { include: MatrixJob[] }).include
    for (const [index, { only }] of jobs.entries()) {
      const part = ['--only', ...only.split('\n'), '--out', `runs/${index}`]
      const run = await say('run', '--config', config, ...part)
      if (run.exitCode !== 0 || !/^Inconclusive[\s\S]*only \S+\/predict/.test(run.stdout)) throw new Error(run.stderr)
    }
  })
  afterAll(async () => {
    await terminal[Symbol.asyncDispose]()
  })

  it('has a job for every runner, and each measures its own part', () => {
    expect(jobs.map(({ name }) => name)).toEqual(['host-1', 'host-2'])
    const measured = jobs.map((_, index) => recordIn(join(clone, `runs/${index}`)).trials.map(({ caseId }) => caseId))
    expect(new Set(measured.flat()).size).toBe(2)
    expect(measured[0]!.some((id) => measured[1]!.includes(id))).toBe(false)
  })

  it('is joined into a run that is reported like any other, raw output included', async () => {
    const merged = await say('merge', 'runs/0', 'runs/1', '--out', 'runs/all')
    expect(`${merged.exitCode}\n${merged.stderr}`).toMatch(/^0\n[\s\S]*Merged 2 run folders into runs\/all/)
    const record = recordIn(join(clone, 'runs/all'))
    expect(record).toMatchObject({ status: 'finished' })
    for (const { stdoutPath } of record.trials) expect(existsSync(join(clone, 'runs/all', stdoutPath))).toBe(true)
    const report = JSON.parse((await say('report', 'runs/all', '--format', 'json')).stdout) as { verdict: string }
    expect(report.verdict).toBe('pass')
    expect(JSON.parse(readFileSync(join(clone, 'runs/all/report.json'), 'utf8'))).toEqual(report)
    expect((await say('merge', 'runs/0', 'runs/1', '--out', 'runs/all')).stderr).toContain('holds a run already')
  })

  it('can become a baseline of every suite', async () => {
    const refreshed = await say('baseline', 'refresh', 'runs/all', '--reason', 'first', '--dir', 'kept')
    expect(`${refreshed.exitCode} ${refreshed.stderr}`).toMatch(/^0 [\s\S]*scaling\.json[\s\S]*/)
    expect(refreshed.stderr).toContain('end-to-end.json')
  })

  it('says plainly which job is missing, and is not judged', async () => {
    const merged = await say('merge', 'runs/1', '--out', 'runs/half')
    expect(merged.exitCode).toBe(2)
    expect(merged.stdout).toMatch(/ not measured/)
  })

  it('takes a folder that is named twice once, and none that was measured again', async () => {
    expect((await say('merge', 'runs/0', 'runs/1', 'runs/0', '--out', 'runs/twice')).exitCode).toBe(0)
    cpSync(join(clone, 'runs/0'), join(clone, 'runs/forged'), { recursive: true })
    rewriteRecord(join(clone, 'runs/forged'), (record) => ({
      ...record,
      trials: record.trials.map((trial) => ({ ...trial, wallSeconds: 0.001 })),
    }))
    const refused = await say('merge', 'runs/0', 'runs/forged', '--out', 'runs/refused')
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('was measured twice with different results'),
    })
    expect(existsSync(join(clone, 'runs/refused'))).toBe(false)
  })

  it('resumes a part with the same cases, and refuses another one', async () => {
    const resume = ({ only }: MatrixJob) => ['--only', ...only.split('\n'), '--out', 'runs/0', '--resume']
    rewriteRecord(join(clone, 'runs/0'), (record) => ({
      ...record,
      status: 'interrupted',
      trials: record.trials.slice(0, 1),
    }))
    const other = await say('run', '--config', config, ...resume(jobs[1]!))
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be resumed') })
    expect((await say('run', '--config', config, ...resume(jobs[0]!))).exitCode).toBe(0)
    expect((await say('merge', 'runs/0', 'runs/1', '--out', 'runs/resumed')).exitCode).toBe(0)
  })

  it.each([
    [['run', '--only', 'nothing/*'], 'nothing/* contains no case'],
    [['plan', '--by', 'moon'], 'moon'],
    [['merge', 'nowhere', '--out', 'x'], 'does not exist'],
  ])('refuses %s', async (args, expected) => {
    const said = await say(...args, ...(args[0] === 'merge' ? [] : ['--config', config]))
    expect(said.exitCode).toBe(2)
    expect(said.stderr).toContain(expected)
  })
})

describe('on GitHub, a matrix of three jobs and one that publishes', () => {
  let scenario: Scenario
  let head: string
  let jobs: MatrixJob[]
  const folder = (name: string): string => join(scenario.folder, 'artifacts', name)
  const suites = { suite: '', rest: ['runners: { host: { labels: [self-hosted, h200], gpus: 2 } }'] }
  const withSuites = standInConfig(suites)
    .replace('suites:\n', 'suites:\n  scaling: { run: { dataset: four, warmups: 0, repeats: 2 }, gpus: [1] }\n')
    .replace('suites:\n', 'suites:\n  stages: { run: { dataset: four, warmups: 0, repeats: 2 }, gpus: [1] }\n')

  beforeAll(async () => {
    scenario = await createScenario({ config: withSuites, files: standInFiles({}) })
    // The pull request may choose neither the runners that its code runs on nor what is measured.
    const moved = withSuites
      .replace('[self-hosted, h200]', '[self-hosted, production]')
      .replace('stages: {', 'memory: {')
    head = scenario.push('A change', { '.github/warpgauge.yml': moved })
    const planned = await act({ mode: 'plan', by: 'suite' }, true)
    if (planned.conclusion !== 'success') throw new Error(planned.stdout)
    jobs = (JSON.parse(planned.outputs['matrix'] ?? '{}') as { include: MatrixJob[] }).include
    for (const { name, only } of jobs) {
      const run = await act({ mode: 'check', only, 'run-folder': folder(name) })
      if (recordIn(folder(name)).status !== 'finished') throw new Error(run.stdout)
    }
  })
  afterAll(async () => {
    await scenario[Symbol.asyncDispose]()
  })

  async function act(inputs: Readonly<Record<string, string>>, isProcess = false): Promise<ActionRun> {
    const prepared = checkOptions(scenario, { token: null })
    return await runAction({ ...prepared, isProcess, inputs: { config: '.github/warpgauge.yml', ...inputs } })
  }

  async function publish(runFolder: string): Promise<ActionRun> {
    const state = repositoryOf(scenario)
    state.checkRuns.length = 0
    state.comments.length = 0
    return await runAction({
      actionYml: scenario.actionYml,
      inputs: { mode: 'publish', token: writeToken, 'run-folder': runFolder },
      env: {},
      event: workflowRunEvent({ repository: state, headSha: head, conclusion: 'success', number: pullNumber }),
      eventName: 'workflow_run',
      serverUrl: scenario.server.url,
    })
  }

  it('is planned by the config of the base', () => {
    expect(jobs.map(({ name }) => name).toSorted()).toEqual(['end-to-end', 'scaling', 'stages'])
    expect(jobs[0]?.['runs-on']).toEqual(['self-hosted', 'h200'])
  })

  it('T-01: refuses a token in a job that measures a part', async () => {
    const prepared = checkOptions(scenario, {
      token: writeToken,
      inputs: { only: 'scaling/*', 'run-folder': folder('x') },
    })
    const run = await runAction(prepared)
    expect(run.conclusion).toBe('failure')
    expect(run.stdout).toContain('is a part of a run, so it must not get a token')
    expect(repositoryOf(scenario).checkRuns).toEqual([])
    rmSync(folder('x'), { recursive: true, force: true })
  })

  it('is answered by one check and one comment', async () => {
    const run = await publish(`${join(scenario.folder, 'artifacts')}/*`)
    expect(run).toMatchObject({ conclusion: 'success' })
    const { checkRuns, comments } = repositoryOf(scenario)
    expect(checkRuns.map(({ status, name }) => `${name} ${status}`)).toEqual(['warpgauge completed'])
    expect(comments).toHaveLength(1)
    const { body } = comments[0]!
    for (const suite of ['end-to-end', 'scaling', 'stages']) expect(body).toContain(suite)
    expect(run.outputs['run-folder']).toContain('warpgauge-joined-')
  })

  it('says which part is missing, and never passes without it', async () => {
    const run = await publish([folder('scaling'), folder('end-to-end')].join('\n'))
    const [check] = repositoryOf(scenario).checkRuns
    expect(check?.conclusion).toBe('cancelled')
    expect(check?.summary).toContain('stages/stand-in gpus=1 not measured')
    expect(run.outputs['verdict']).toBe('inconclusive')
  })

  it('takes the one artifact that there is from where actions/download-artifact unpacks a single match: in no folder of its own', async () => {
    const run = await publish(`${folder('end-to-end')}/*`)
    const [check] = repositoryOf(scenario).checkRuns
    expect(check?.conclusion).toBe('cancelled')
    expect(check?.summary).toContain('stages/stand-in gpus=1 not measured')
    expect(run.outputs['verdict']).toBe('inconclusive')
  })

  it('does not pass by one job that says it was all there is', async () => {
    cpSync(folder('end-to-end'), folder('../forged/alone'), { recursive: true })
    rewriteRecord(folder('../forged/alone'), ({ selection: _selection, ...record }) => record)
    const run = await publish(folder('../forged/alone'))
    expect(run.outputs['conclusion']).toBe('failure')
    expect(run.outputs['verdict']).toBe('error')
  })

  it('refuses a job that measured what another did, and completes the check with that', async () => {
    cpSync(folder('end-to-end'), folder('../forged/fast'), { recursive: true })
    rewriteRecord(folder('../forged/fast'), (record) => ({
      ...record,
      runId: 'another',
      trials: record.trials.map((trial) => ({ ...trial, wallSeconds: 0.000_1 })),
    }))
    const folders = [...jobs.map(({ name }) => folder(name)), folder('../forged/fast')]
    const run = await publish(folders.join('\n'))
    expect(run.conclusion).toBe('failure')
    const [check] = repositoryOf(scenario).checkRuns
    expect(check).toMatchObject({ status: 'completed', conclusion: 'failure' })
    expect(check?.summary).toContain('was measured twice with different results')
  })

  it('completes the check when no job left anything', async () => {
    const run = await publish(`${join(scenario.folder, 'nothing')}/*`)
    expect(run.conclusion).toBe('failure')
    expect(repositoryOf(scenario).checkRuns[0]).toMatchObject({ status: 'completed', conclusion: 'failure' })
    expect(repositoryOf(scenario).checkRuns[0]?.summary).toContain('there is no run folder in')
    expect(repositoryOf(scenario).checkRuns[0]?.summary).toContain('read their logs, then measure again')
  })
})
