import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startBench, type Bench, type CommandPlace } from './commanded.ts'
import { createScenario, pullNumber, smallPipeline, type Scenario } from './scenario.ts'

// Most of a command is waiting: GitHub asks for a second between writes.
vi.setConfig({ maxConcurrency: 8 })

const config = `${smallPipeline}comparison: { minEffect: 0.95, reference: baseline }
revisions:
  base: { ref: merge-base }
suites:
  end-to-end: { run: { dataset: small, warmups: 0, repeats: 2, maxRepeats: 2 } }
  revision: { run: { dataset: small, warmups: 0, repeats: 2, maxRepeats: 2 }, against: [base], gpus: 1 }
`

let scenario: Scenario
let bench: Bench
let head = ''

beforeAll(async () => {
  scenario = await createScenario({ config })
  head = scenario.push('A change', { 'notes.md': 'more\n' })
  bench = await startBench(scenario, head)
})
afterAll(async () => {
  await bench?.[Symbol.asyncDispose]()
  await scenario?.[Symbol.asyncDispose]()
})

const answers = ({ state }: CommandPlace): string =>
  state.comments
    .filter(({ author }) => author.type === 'Bot')
    .map(({ body }) => body)
    .join('\n---\n')
const reactions = (comment: { reactions: readonly { content: string }[] }): string[] =>
  comment.reactions.map(({ content }) => content)
const askedOf = (place: CommandPlace) =>
  bench.server.requests.filter(({ path }) => path.startsWith(`/repos/lab/${place.state.name}/`))
const messages = (run: { annotations: readonly { message: string }[] }): string =>
  run.annotations.map(({ message }) => message).join('\n')

describe.concurrent('a comment on a pull request', () => {
  it('costs no call and says nothing when it asks for nothing', async () => {
    const place = bench.newPlace()
    const { run, comment } = await place.say('I like it. (see /warpgauge help)')
    expect([run.conclusion, run.annotations, reactions(comment)]).toEqual(['success', [], []])
    expect([askedOf(place), place.dispatches, answers(place)]).toEqual([[], [], ''])
  })

  it.each([
    ['an HTML comment', 'I like it. <!--\n/warpgauge run\n-->'],
    ['folded details', '<details>\n\n/warpgauge run\n\n</details>'],
  ])('T-41: starts nothing from %s', async (_where, body) => {
    const place = bench.newPlace()
    const { run, comment } = await place.say(body)
    expect([run.conclusion, reactions(comment), place.dispatches]).toEqual(['success', [], []])
  })

  it('T-05: of a stranger gets a reaction, and neither a run nor an answer', async () => {
    const place = bench.newPlace()
    for (const login of ['mallory', 'rita']) {
      const { run, comment } = await place.say('/warpgauge run', { author: { id: 666, login, type: 'User' } })
      expect([run.conclusion, reactions(comment)]).toEqual(['success', ['confused']])
    }
    expect([place.dispatches, place.state.checkRuns, answers(place)]).toEqual([[], [], ''])
  })

  it('T-05: of a bot is not even asked about', async () => {
    const place = bench.newPlace()
    await place.say('/warpgauge run', { author: { id: 5, login: 'helper[bot]', type: 'Bot' } })
    expect(askedOf(place)).toEqual([])
  })

  it('help: lists the commands', async () => {
    const place = bench.newPlace()
    const { run, comment } = await place.say('/warpgauge help', { isProcess: true })
    expect([run.conclusion, reactions(comment)]).toEqual(['success', ['eyes', 'rocket']])
    expect(answers(place)).toContain('`/warpgauge compare REV`')
  })

  it('what is no command is told back and does nothing', async () => {
    const place = bench.newPlace()
    const { comment } = await place.say('/warpgauge run $(id); rm -rf / @everyone')
    expect(reactions(comment)).toEqual(['eyes', 'confused'])
    expect(answers(place)).toMatch(/🚫 refused: .*Expected: \/warpgauge run/u)
    expect([answers(place).includes('@everyone'), place.dispatches]).toEqual([false, []])
  })
})

describe('a run that a command has started', () => {
  it('measures without a token, is published by check and comment, and the command is answered', async () => {
    const place = bench.newPlace()
    const { comment } = await place.say('/warpgauge run')
    const [dispatch] = place.dispatches
    if (!dispatch) throw new Error('nothing was started')
    const inputs = dispatch.inputs as Record<string, string>
    const runFolder = join(scenario.folder, 'runs', 'commanded')
    const cwd = scenario.checkOut('main')
    const measured = await place.dispatched({ inputs, runId: dispatch.id, cwd, with: { 'run-folder': runFolder } })
    expect(measured.outputs['run-folder']).toBe(runFolder)
    const published = await place.dispatched({
      inputs,
      runId: dispatch.id,
      with: { mode: 'publish', token: 'tok-all', 'run-folder': runFolder },
    })
    expect(`${published.conclusion} ${messages(published)}`).toMatch(/^success/u)
    expect(place.state.checkRuns).toMatchObject([{ name: 'warpgauge', headSha: head, status: 'completed' }])
    expect(answers(place)).toMatch(/^## .*warpgauge/u)
    expect(answers(place)).toMatch(new RegExp(`- 📏 .*details.*<!-- answer:${comment.id} -->`, 'u'))
    expect(answers(place)).not.toContain('has started')
    // The second attempt failed to measure, and GitHub kept the artifact of the first.
    const again = await place.dispatched({
      inputs,
      runId: dispatch.id,
      attempt: 2,
      with: { mode: 'publish', token: 'tok-all', 'run-folder': runFolder, result: 'failure' },
    })
    expect(messages(again)).toContain('left no run folder')
  })

  it('of one suite has a check of its own and leaves the report of the comment alone', async () => {
    const place = bench.newPlace()
    place.failedCheck()
    const { comment } = await place.say('/warpgauge run end-to-end')
    const inputs = (place.dispatches[0]?.inputs ?? {}) as Record<string, string>
    const runFolder = join(scenario.folder, 'runs', 'one-suite')
    const cwd = scenario.checkOut('main')
    await place.dispatched({ inputs, cwd, with: { 'run-folder': runFolder } })
    const publish = { mode: 'publish', token: 'tok-all', 'run-folder': runFolder }
    await place.dispatched({ inputs, runId: place.dispatches[0]?.id ?? 0, with: publish })
    expect(place.state.checkRuns.map(({ name, status, conclusion }) => [name, status, conclusion])).toEqual([
      ['warpgauge', 'completed', 'failure'],
      ['warpgauge / end-to-end', 'completed', expect.any(String)],
    ])
    expect(answers(place)).toMatch(
      new RegExp(`^<!-- warpgauge-answers -->\\n- 📏 .*<!-- answer:${comment.id} -->`, 'u'),
    )
  })
})

describe('the mode refresh', () => {
  it('proposes what the default branch measured, in one pull request', async () => {
    const place = bench.newPlace()
    const runFolder = join(scenario.folder, 'runs', 'refresh')
    const cwd = scenario.checkOut('main')
    await place.dispatched({ inputs: {}, cwd, with: { 'run-folder': runFolder } })
    expect(existsSync(join(runFolder, 'run.json'))).toBe(true)
    const options = { mode: 'refresh', token: 'tok-all', 'run-folder': runFolder, reason: 'first baseline' }
    const first = await place.dispatched({ inputs: {}, with: options, isProcess: true })
    expect(`${first.conclusion} ${messages(first)}`).toMatch(/^success Baselines: wrote .*pull request #8 .*\/pull\/8/u)
    const again = await place.dispatched({ inputs: {}, with: options })
    expect(messages(again)).toContain('everything is up to date')
    const pulls = place.state.pulls.filter(({ number }) => number !== pullNumber)
    expect(pulls).toMatchObject([{ state: 'open', author: { type: 'Bot' } }])
    expect(pulls[0]?.body).toMatch(/## Proposed baselines[\s\S]*end-to-end\.json.*reason: first baseline/u)
    expect(bench.server.violations).toEqual([])
  })

  it('answers the comment that asked for it, also with a refusal', async () => {
    const place = bench.newPlace()
    const { comment } = await place.say('/warpgauge refresh')
    const inputs = (place.dispatches[0]?.inputs ?? {}) as Record<string, string>
    const run = await place.dispatched({ inputs, with: { mode: 'refresh', token: 'tok-all', prune: '9x-none' } })
    expect([run.conclusion, messages(run)]).toEqual(['failure', expect.stringContaining('has no testbed 9x-none')])
    expect(answers(place)).toMatch(
      new RegExp(`- 📏 Baselines: .*no testbed 9x-none.*<!-- answer:${comment.id} -->`, 'u'),
    )
  })

  it('never works for a pull request', async () => {
    const place = bench.newPlace()
    const inputs = {
      'pull-request': '7',
      head,
      base: scenario.baseCommit,
      'head-repository': '5000',
      fork: 'false',
    }
    const run = await place.dispatched({
      inputs,
      with: { mode: 'refresh', token: 'tok-all', 'run-folder': '/nowhere' },
    })
    expect([run.conclusion, askedOf(place)]).toEqual(['failure', []])
    expect(messages(run)).toContain('refresh does not work')
  })
})
