import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BisectResult } from '../../src/domain/bisect/bisect-result.ts'
import { buildHistoryRecord } from '../../src/judging/history/build-history-record.ts'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { pullRequestEvent, workflowDispatchEvent } from '../fakes/events.ts'
import { recordIn } from './run-check.ts'
import { steppedHistory, type SteppedHistory } from './stepped-history.ts'
import { openTerminal, type Spoken, type Terminal } from './terminal.ts'

const hostile = 'Faster! | <img src=x> @everyone ::error::pwned [x](https://evil)'

let terminal: Terminal
let history: SteppedHistory
beforeAll(async () => {
  terminal = await openTerminal()
  history = steppedHistory(terminal, 'stepped', { subject: hostile, isOpen: true })
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

const ends = (): string[] => ['--good', history.commits[0]!, '--bad', 'HEAD', '--suite', 'end-to-end']
const bisect = async (...args: string[]): Promise<Spoken> => await terminal.warpgauge(history.path, 'bisect', ...args)
const resultOf = ({ stdout }: Spoken): BisectResult => JSON.parse(stdout) as BisectResult
const folderOf = (name: string): string => join(history.path, 'searches', name)
const stepsOf = (name: string): string => join(folderOf(name), 'steps')
/** When the steps began that were measured to their end. */
const measuredIn = (name: string): [step: string, startedAt: string][] =>
  (existsSync(stepsOf(name)) ? readdirSync(stepsOf(name)) : [])
    .filter((step) => existsSync(join(stepsOf(name), step, 'run.json')))
    .map((step) => ({ step, ...recordIn(join(stepsOf(name), step)) }))
    .flatMap(({ step, status, startedAt }): [string, string][] => (status === 'finished' ? [[step, startedAt]] : []))
const treesLeft = (): string => terminal.git(history.path, 'worktree', 'list', '--porcelain')

describe('twelve commits, one of which adds work and one of which does not build', () => {
  let found: Spoken
  let result: BisectResult
  beforeAll(async () => {
    found = await bisect(...ends(), '--format', 'json', '--out', 'searches/first')
    result = resultOf(found)
  })

  it('end with an answer', () => {
    expect(`${found.exitCode}\n${found.stderr}`).toMatch(/^0\n/)
  })

  it('lead to the commit that added the work, confirmed beside the one before it', () => {
    expect(result).toMatchObject({
      ending: 'found',
      commits: 11,
      culprit: { commit: history.culprit, subject: hostile },
    })
    const [before] = result.culprit!.parents
    expect(result.answer).toMatchObject({ head: history.culprit, base: before, verdict: 'regression' })
    expect(result.answer!.effect).toBeGreaterThan(0.5)
    expect(result.answer!.interval![0]).toBeGreaterThan(0)
    expect(result.steps.at(-1)).toMatchObject({ kind: 'culprit', commit: history.culprit, mark: 'bad' })
  })

  it('with the one that does not build skipped, and why', () => {
    const skipped = result.steps.filter(({ mark }) => mark === 'skipped')
    expect(skipped.map(({ commit }) => commit)).toEqual([history.broken])
    expect(skipped[0]!.reason).toMatch(/setup of head failed: sh -n work\.sh: exit code 2 .*syntax error/i)
  })

  it('with about as many questions as halving takes, each of runs in turn with both ends', () => {
    const asked = result.steps.filter(({ kind, mark }) => kind === 'commit' && mark !== 'skipped')
    expect(asked.length).toBeLessThanOrEqual(6)
    for (const { commit, mark, runFolder } of asked) {
      expect(mark).toBe(history.commits.indexOf(commit) >= history.commits.indexOf(history.culprit) ? 'bad' : 'good')
      const record = recordIn(join(folderOf('first'), runFolder!))
      expect(record.revisions.map(({ label, commit: id }) => [label, id])).toEqual([
        ['head', commit],
        ['good', history.commits[0]],
        ['bad', history.commits[11]],
      ])
      const order = record.trials.slice(0, 3).map(({ caseId }) => caseId)
      expect(new Set(order).size).toBe(3)
    }
  })

  it('and leave the working tree as it was and no tree behind', () => {
    expect(treesLeft().match(/^worktree /gm)).toHaveLength(1)
    expect(terminal.git(history.path, 'status', '--porcelain')).toBe('?? searches/')
    expect(terminal.git(history.path, 'rev-parse', 'HEAD')).toBe(history.commits[11])
  })

  it('told as Markdown in which a subject commands nothing, links nowhere and calls nobody', () => {
    const text = readFileSync(join(folderOf('first'), 'bisect-report.md'), 'utf8')
    expect(text).toContain(history.culprit.slice(0, 12))
    expect(text).not.toMatch(/<img|@everyone|\]\(https:\/\/evil/)
    expect(text).toContain('could not be run')
    expect(JSON.parse(readFileSync(join(folderOf('first'), 'bisect-report.json'), 'utf8'))).toEqual(result)
  })

  /** What a nightly run would have kept of these commits, on this machine. */
  function keep(name: string, runs: readonly { index: number; seconds: number }[]): string {
    const ran = recordIn(join(folderOf('first'), result.steps[0]!.runFolder!))
    const lines = runs.map(({ index, seconds }, place) => {
      const at = { order: index + 1, committedAt: ran.startedAt }
      const record = buildHistoryRecord({ record: ran, place: at, runUrl: null })
      const samples = [1, 1.001, 0.999, 1.002].map((factor) => factor * seconds * (1 + place / 5000))
      const cases = record.cases.map((one) => ({ ...one, metrics: one.metrics.map((item) => ({ ...item, samples })) }))
      return JSON.stringify({ ...record, commit: history.commits[index], runId: `saved-${place}`, cases })
    })
    mkdirSync(join(history.path, 'searches', name), { recursive: true })
    writeFileSync(join(history.path, 'searches', name, '2026-01.jsonl'), `${lines.join('\n')}\nnot json\n`)
    return `searches/${name}`
  }

  it('and earlier runs answer before anything is run, where they can', async () => {
    const runs = [0, 3, 7, 10, 11].map((index) => ({ index, seconds: index < 8 ? 0.1 : 0.5 }))
    const saved = await bisect(
      ...ends(),
      '--format',
      'json',
      '--out',
      'searches/saved',
      '--history',
      keep('data', runs),
    )
    expect(saved.stderr).toContain('Skipping an invalid line of the history')
    expect(resultOf(saved)).toMatchObject({ ending: 'found', culprit: { commit: history.culprit } })
    const kinds = resultOf(saved).steps.map(({ kind, isSaved }) => (isSaved ? 'saved' : kind))
    expect(kinds.slice(0, 3)).toEqual(['ends', 'saved', 'saved'])
    expect(kinds.filter((kind) => kind === 'commit').length).toBeLessThan(
      result.steps.filter(({ kind }) => kind === 'commit').length,
    )
    // What was only read is confirmed by runs.
    expect(kinds.at(-1)).toBe('culprit')
  })

  it('and a history that shows the step says where to look', async () => {
    const runs = [0, 3, 7, 10, 11].flatMap((index) =>
      Array.from({ length: 5 }, () => ({ index, seconds: index < 8 ? 0.1 : 0.5 })),
    )
    const said = await bisect('--format', 'json', '--out', 'searches/shown', '--history', keep('nightly', runs))
    const shown = resultOf(said)
    expect(shown.question).toMatchObject({ good: history.commits[7], bad: history.commits[10], suite: 'end-to-end' })
    expect(shown).toMatchObject({ ending: 'found', culprit: { commit: history.culprit } })
    const nowhere = await bisect('--out', 'searches/nowhere')
    expect(nowhere).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the good commit is missing') })
  })
})

describe('a search that is killed', () => {
  let killed: string[]
  beforeAll(() => {
    killed = ['--good', history.commits[7]!, '--bad', 'HEAD', '--suite', 'end-to-end', '--out', 'searches/killed']
  })

  it('goes on where it stopped, with what was measured', async () => {
    const child = terminal.start(history.path, 'bisect', ...killed, '--format', 'json')
    const hasSteps = (): boolean => measuredIn('killed').length >= 2
    for (let waited = 0; !hasSteps() && waited < 600; waited += 1) await delay(100)
    process.kill(child.pid, 'SIGKILL')
    await child.ended
    const before = measuredIn('killed')
    expect(before.length).toBeGreaterThanOrEqual(2)
    const refused = await bisect(...killed)
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('already contains a bisection') })
    const other = await bisect(
      '--good',
      history.commits[1]!,
      '--suite',
      'end-to-end',
      '--out',
      'searches/killed',
      '--resume',
    )
    expect(other).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be resumed: good was') })
    const resumed = await bisect(...killed, '--format', 'json', '--resume')
    expect(resultOf(resumed)).toMatchObject({ ending: 'found', culprit: { commit: history.culprit } })
    expect(measuredIn('killed').slice(0, before.length)).toEqual(before)
    expect(readdirSync(stepsOf('killed')).length).toBeLessThanOrEqual(resultOf(resumed).steps.length)
    expect(treesLeft().match(/^worktree /gm)).toHaveLength(1)
  })

  it.each([
    ['half of it', (text: string) => text.slice(0, text.length / 2)],
    ['no byte of it', () => ''],
  ])('measures a step again whose record lost power: %s was written', async (_, tear) => {
    const before = measuredIn('killed')
    const [torn] = before.at(-1)!
    const path = join(stepsOf('killed'), torn, 'run.json')
    writeFileSync(path, tear(readFileSync(path, 'utf8')))
    const resumed = await bisect(...killed, '--format', 'json', '--resume')
    expect(resumed.stderr).toContain(`steps/${torn}/run.json cannot be read, so its run starts again.`)
    expect(resultOf(resumed)).toMatchObject({ ending: 'found', culprit: { commit: history.culprit } })
    const after = measuredIn('killed')
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
    expect(after.at(-1)![0]).toBe(torn)
    expect(after.at(-1)![1]).not.toBe(before.at(-1)![1])
  })
})

describe('a question that has no answer', () => {
  it('is answered so: two commits that do not differ', async () => {
    const [good, , , , bad] = history.commits
    const range = ['--good', good!, '--bad', bad!, '--suite', 'end-to-end']
    const said = await bisect(...range, '--format', 'json', '--out', 'searches/same')
    expect(said.exitCode).toBe(2)
    expect(resultOf(said)).toMatchObject({ ending: 'no-step', culprit: null, suspects: [] })
    expect(resultOf(said).sentence).toMatch(/^no regression from/)
  })

  it('is narrowed down to what cannot be told apart: the step hides behind a commit that does not build', async () => {
    const hidden = steppedHistory(terminal, 'hidden', { count: 9, culprit: 7, broken: 6, isOpen: true })
    const range = ['--good', hidden.commits[3]!, '--bad', hidden.commits[8]!, '--suite', 'end-to-end']
    const said = await terminal.warpgauge(hidden.path, 'bisect', ...range, '--format', 'json', '--out', 'out')
    expect(`${said.exitCode} ${said.stderr}`).toMatch(/^1 /)
    const result = resultOf(said)
    expect(result).toMatchObject({ ending: 'range', culprit: null })
    expect(result.suspects.map(({ commit, mark }) => [commit, mark])).toEqual([
      [hidden.broken, 'skipped'],
      [hidden.culprit, 'bad'],
    ])
  })

  it.each([
    ['a good end that comes later', ['--good', 'HEAD', '--bad', 'HEAD~3'], 'is not an ancestor of the bad commit'],
    ['no range', ['--good', 'HEAD', '--bad', 'HEAD'], 'there is no commit after'],
    ['a revision that is none', ['--good', '--upload-pack=x', '--bad', 'HEAD'], 'is not a valid name of a commit'],
    ['a suite that is none', ['--good', 'HEAD~3', '--suite', 'scaling'], 'the config has no suite scaling'],
    ['a case that is none', ['--good', 'HEAD~3', '--case', 'x/*'], 'has no case x/*'],
    ['a bad end that does not build', ['--good', 'HEAD~11', '--bad', 'HEAD~6'], 'cannot be run'],
  ])('is refused: %s', async (_, args, expected) => {
    const suite = args.includes('--suite') ? [] : ['--suite', 'end-to-end']
    const out = `searches/refused-${args.join('').replaceAll(/\W/g, '')}`
    const said = await bisect(...args, ...suite, '--out', out)
    expect(said.exitCode).toBe(2)
    expect(said.stderr).toContain(expected)
    expect(said.stderr).not.toContain('internal error')
  })
})

describe('on GitHub, in a job that can write nothing', () => {
  const actionYml = fileURLToPath(new URL('../../action.yml', import.meta.url))
  const place = { owner: 'lab', name: 'pipeline' }
  const act = async (
    inputs: Readonly<Record<string, string>>,
    { eventName = 'workflow_dispatch', isProcess = false } = {},
  ): Promise<ActionRun> => {
    const sha = history.commits[11]!
    const event =
      eventName === 'workflow_dispatch'
        ? workflowDispatchEvent({ repository: place })
        : pullRequestEvent({ repository: place, number: 7, headSha: sha, baseSha: history.commits[0]! })
    const given = { mode: 'bisect', suite: 'end-to-end', good: history.commits[7]!, bad: sha, ...inputs }
    const runFolder = join(history.path, 'searches', `action-${eventName}-${Object.keys(inputs).join('-')}`)
    return await runAction({
      actionYml,
      isProcess,
      inputs: { 'run-folder': runFolder, ...given },
      env: { GITHUB_SHA: sha },
      event,
      eventName,
      serverUrl: 'http://127.0.0.1:9',
      cwd: history.path,
    })
  }

  it('finds the commit and tells it by summary, outputs and a folder to upload', async () => {
    const run = await act({}, { isProcess: true })
    expect(run).toMatchObject({ conclusion: 'success' })
    expect(run.outputs).toMatchObject({ bisect: 'found', culprit: history.culprit })
    expect(run.summary).toContain(history.culprit.slice(0, 12))
    expect(existsSync(join(run.outputs['run-folder']!, 'bisect-report.json'))).toBe(true)
    // A subject is in the log of no step as a command.
    expect(run.annotations.map(({ message }) => message).join()).not.toMatch(/^pwned/m)
    expect(run.problems).toEqual([])
  })

  it.each([
    ['a token', { token: 'tok-write-canary' }, 'workflow_dispatch', 'must not get a token'],
    ['an event that a pull request can bring about', {}, 'pull_request', 'bisect works on workflow_dispatch'],
    ['no good commit', { good: '' }, 'workflow_dispatch', 'the good commit is missing'],
    ['a good commit that is none', { good: 'no-such-tag' }, 'workflow_dispatch', 'not a commit of this repository'],
  ] as const)('refuses %s', async (_, inputs, eventName, expected) => {
    const run = await act(inputs, { eventName })
    expect(run.conclusion).toBe('failure')
    expect(run.stdout).toContain(expected)
    expect(run.stdout).not.toContain('This is a bug of warpgauge')
  })
})
