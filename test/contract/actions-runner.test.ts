import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newTrackingId } from '../fakes/action-step.ts'
import { runAction, runActionAndPost, startAction } from '../fakes/actions-runner.ts'
import type { ActionRun, ActionRunOptions, RunningAction } from '../fakes/actions-runner.ts'
import { pullRequestEvent } from '../fakes/events.ts'
import { parseKeyValues } from '../fakes/file-commands.ts'
import { findTrackedProcesses } from '../fakes/tracked-processes.ts'
import { createCommandReader, parseCommand } from '../fakes/workflow-commands.ts'

const repository = { owner: 'acme', name: 'pipeline' }
const sha = 'a'.repeat(40)
const base = 'b'.repeat(40)
const event = pullRequestEvent({ repository, number: 7, headSha: sha, baseSha: base })

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'runner-test-'))
})
afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
})

/** A small action whose `main` and `post` are these programs. */
async function writeAction(main: string, post = ''): Promise<string> {
  const folder = await mkdtemp(join(directory, 'action-'))
  await writeFile(join(folder, 'main.mjs'), main)
  await writeFile(join(folder, 'post.mjs'), post)
  const inputs =
    'inputs:\n  run folder:\n    default: out\n  min-effect:\n    required: true\n  token:\n    default: ${{ github.token }}\n'
  await writeFile(
    join(folder, 'action.yml'),
    `name: t\n${inputs}runs:\n  using: node24\n  main: main.mjs\n  post: post.mjs\n`,
  )
  return join(folder, 'action.yml')
}

async function run(main: string, options: Partial<ActionRunOptions> = {}): Promise<ActionRun> {
  const actionYml = await writeAction(main)
  return await runAction({ actionYml, event, eventName: 'pull_request', isProcess: true, ...options })
}

const printEnv = `process.stdout.write(JSON.stringify({ env: process.env, cwd: process.cwd(), stdin: (await import('node:fs')).readFileSync(0, 'utf8') }))`

type Seen = { readonly env: Record<string, string>; readonly cwd: string; readonly stdin: string }

describe('the mini-runner starts an action as the runner does', () => {
  it('with its inputs, its event and nothing of the test process', async () => {
    process.env['CANARY_OF_THE_TEST'] = 'x'
    const ended = await run(printEnv, {
      token: 'tok',
      inputs: { 'min-effect': '0.05' },
      serverUrl: 'http://127.0.0.1:1/api/v3',
    })
    delete process.env['CANARY_OF_THE_TEST']
    const { env, cwd, stdin } = JSON.parse(ended.stdout) as Seen
    expect(env).toMatchObject({
      INPUT_RUN_FOLDER: 'out',
      'INPUT_MIN-EFFECT': '0.05',
      INPUT_TOKEN: 'tok',
      GITHUB_SHA: 'f'.repeat(40),
      GITHUB_REF: 'refs/pull/7/merge',
      GITHUB_BASE_REF: 'main',
      GITHUB_REPOSITORY: 'acme/pipeline',
      GITHUB_API_URL: 'http://127.0.0.1:1/api/v3',
      GITHUB_GRAPHQL_URL: 'http://127.0.0.1:1/api/graphql',
      GITHUB_SERVER_URL: 'http://127.0.0.1:1',
      RUNNER_TRACKING_ID: expect.stringMatching(/^github_/u) as string,
    })
    expect(
      Object.keys(env)
        .filter((name) => !/^(?:GITHUB|RUNNER|INPUT)_/u.test(name))
        .toSorted(),
    ).toEqual(['CI', 'HOME', 'NODE_COMPILE_CACHE', 'PATH'])
    expect([env['HOME'] === process.env['HOME'], cwd, stdin]).toEqual([false, env['GITHUB_WORKSPACE'], ''])
    expect(ended).toMatchObject({ exitCode: 0, conclusion: 'success', orphans: [] })
  })

  it('and hands the state of main to post', async () => {
    const append = (name: string, text: string): string =>
      `import fs from 'node:fs'; fs.appendFileSync(process.env.${name}, ${JSON.stringify(text)});`
    const main = `${append('GITHUB_STATE', 'check<<EOF\n12\n34\nEOF\n')} console.log('::save-state name=old::yes')`
    const actionYml = await writeAction(main, 'console.log(process.env.STATE_check, process.env.STATE_old)')
    const { main: first, post } = await runActionAndPost({
      actionYml,
      event,
      eventName: 'pull_request',
      isProcess: true,
    })
    expect([first.state, post.stdout]).toEqual([{ check: '12\n34', old: 'yes' }, '12\n34 yes\n'])
  })

  it('reads outputs, summary, environment and paths from fresh command files', async () => {
    const program = `import fs from 'node:fs'
      for (const [name, text] of [['OUTPUT', 'verdict=pass\\nlist<<X\\na=b\\nX\\n'], ['STEP_SUMMARY', '# Fine'], ['ENV', 'A=1\\n'], ['PATH', '/opt/x\\n']])
        fs.appendFileSync(process.env['GITHUB_' + name], text)`
    expect(await run(program)).toMatchObject({
      outputs: { verdict: 'pass', list: 'a=b' },
      summary: '# Fine',
      exportedEnv: { A: '1' },
      addedPaths: ['/opt/x'],
      problems: [],
    })
  })

  it('fails a step with an unreadable command file or a summary over 1 MiB although it exits with 0', async () => {
    const bad = await run(
      `import fs from 'node:fs'; fs.appendFileSync(process.env.GITHUB_OUTPUT, 'x<<EOF\\nno end\\n')`,
    )
    expect(bad).toMatchObject({ exitCode: 0, conclusion: 'failure', outputs: {} })
    const long = await run(
      `import fs from 'node:fs'; fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, 'é'.repeat(600_000))`,
    )
    expect(long).toMatchObject({ conclusion: 'failure', summary: '' })
  })

  it('warns about an input that action.yml does not know', async () => {
    const ended = await run('', { inputs: { confg: 'x' } })
    expect(ended.annotations).toMatchObject([{ level: 'warning', message: "Unexpected input(s) 'confg'" }])
  })

  it('parses both streams for commands', async () => {
    const ended = await run(
      `console.log('::warning file=a.ts,line=3,title=T%2C::one%0Atwo'); console.error('progress\\r::error::smuggled'); console.log('x ##[add-mask]1')`,
    )
    expect(ended.annotations).toEqual(
      expect.arrayContaining([
        { level: 'warning', message: 'one\ntwo', properties: { file: 'a.ts', line: '3', title: 'T,' } },
        { level: 'error', message: 'smuggled', properties: {} },
      ]),
    )
    expect([ended.masks, ended.commands.length]).toEqual([['1'], 3])
  })
})

describe('workflow commands', () => {
  it.each([
    ['::error::x', 'error'],
    ['\u00a0\u0085 ::ERROR::x', 'error'],
    ['text ##[Group]x', 'group'],
    ['##[set-output name=a;]x', 'set-output'],
    ['text ::error::x', null],
    ['\ufeff::error::x', null],
    ['::unknown::x', null],
    ['::error x', null],
    ['# #[error]x', null],
  ])('%j is %s', (line, name) => {
    expect(parseCommand(line)?.name ?? null).toBe(name)
  })

  it('are ended by LF, CRLF and CR wherever chunks are cut', () => {
    const text = Buffer.from('::notice::ä\r\n::notice::b\r::notice::c\n\n::notice::d')
    for (let cut = 0; cut <= text.length; cut++) {
      const reader = createCommandReader()
      reader.write('stdout', text.subarray(0, cut))
      reader.write('stdout', text.subarray(cut))
      reader.end()
      expect(reader.log.annotations.map(({ message }) => message)).toEqual(['ä', 'b', 'c', 'd'])
    }
  })

  it('rest between stop-commands and its token, and only ten of a level are kept', () => {
    const reader = createCommandReader()
    reader.write(
      'stdout',
      Buffer.from('::stop-commands::Token1\n::set-output name=a::b\n::token1::\n::set-output name=c::d\n'),
    )
    reader.write(
      'stdout',
      Buffer.from(
        `${'::error::x\n'.repeat(12)}::warning::${'y'.repeat(5000)}\n::set-env name=A::b\n::stop-commands::error\n`,
      ),
    )
    expect(reader.log.outputs).toEqual({ c: 'd' })
    expect(reader.log.annotations.map(({ level, message }) => `${level} ${message.length}`)).toEqual([
      ...Array.from({ length: 10 }, () => 'error 1'),
      'warning 4096',
    ])
    expect(reader.log.problems).toEqual(['set-env is disabled', 'stop-commands refuses the token "error"'])
  })
})

it.each([
  ['a=b=c\n', { a: 'b=c' }, null],
  ['a=x<<y', { a: 'x<<y' }, null],
  ['a<<E=F\n1\n\n2\nE=F\n', { a: '1\n\n2' }, null],
  ['a<<E\r\n1\r\nE\r\n', { a: '1\r' }, null],
  ['a<<E\n1\nE', { a: '1' }, null],
  ['a<<E\n1\n', {}, /Matching delimiter not found/u],
  ['nonsense\n', {}, /Invalid format/u],
  ['=x\n', {}, /Name must not be empty/u],
])('the command file %j gives %j', (text, values, problem) => {
  const parsed = parseKeyValues(text)
  expect(parsed.values).toEqual(values)
  expect(parsed.problem ?? '').toMatch(problem ?? /^$/u)
})

describe('a cancellation', () => {
  const patience = { interruptMs: 1500, terminateMs: 1500, streamsMs: 200 }
  const stubborn = `for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => console.log(s)); console.log('up'); setInterval(() => {}, 1000)`

  const start = async (main: string, trackingId = newTrackingId()): Promise<RunningAction> => {
    const options = { trackingId, event, eventName: 'pull_request', patience }
    const running = await startAction({ actionYml: await writeAction(main), ...options })
    await running.untilWritten('up')
    return running
  }

  it('sends SIGINT, SIGTERM and SIGKILL in turn', async () => {
    const ended = await (await start(stubborn)).cancel()
    expect(ended).toMatchObject({ exitCode: null, signal: 'SIGKILL', conclusion: 'failure' })
    expect(ended.stdout).toBe('up\nSIGINT\nSIGTERM\n')
    expect(ended.durationMs).toBeGreaterThan(2900)
  })

  it('ends with a process that obeys', async () => {
    const main = `process.once('SIGINT', () => { console.log('::notice::saved'); process.exit(3) }); console.log('up'); setInterval(() => {}, 1000)`
    const ended = await (await start(main)).cancel()
    expect(ended).toMatchObject({ exitCode: 3, annotations: [{ message: 'saved' }] })
  })

  it('reaches this process only; what outlives it is reported as an orphan and removed', async () => {
    const main = `import { spawn } from 'node:child_process'; spawn('sleep', ['60'], { stdio: 'inherit' }).on('spawn', () => console.log('up'))`
    const trackingId = newTrackingId()
    const ended = await (await start(main, trackingId)).cancel()
    expect([ended.signal, ended.orphans.length]).toEqual(['SIGINT', 1])
    await expect.poll(() => findTrackedProcesses(trackingId)).toEqual([])
  })
})
