import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { ActionRun } from '../fakes/actions-runner.ts'
import { startBench, type Bench, type CommandPlace } from './commanded.ts'
import { saveRecords } from './save-records.ts'
import { steppedHistory, type SteppedHistory } from './stepped-history.ts'
import { openTerminal, type Terminal } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const issue = 99

let terminal: Terminal
let history: SteppedHistory
let bench: Bench
beforeAll(async () => {
  terminal = await openTerminal()
  history = steppedHistory(terminal, 'stepped', { culprit: 10, broken: 2 })
  terminal.git(terminal.folder, 'clone', '--quiet', '--bare', history.path, 'hub.git')
  const place = { folder: terminal.folder, actionYml: join(root, 'action.yml'), baseCommit: history.commits[8]! }
  bench = await startBench(place, history.commits[11]!)
})
afterAll(async () => {
  await bench?.[Symbol.asyncDispose]()
  await terminal?.[Symbol.asyncDispose]()
})

/** What the workflow of examples/ gives to the Action, for the inputs that the command has started it with. */
function withOfWorkflow(inputs: Readonly<Record<string, string>>, data: string): Record<string, string> {
  const text = readFileSync(join(root, 'examples/workflows/bisect.yml'), 'utf8')
  const { on, jobs } = parse(text) as {
    on: { workflow_dispatch: { inputs: Record<string, { default: string }> } }
    jobs: { bisect: { steps: { with: Record<string, string> }[] } }
  }
  const declared = on.workflow_dispatch.inputs
  expect(Object.keys(inputs).filter((name) => !(name in declared))).toEqual([])
  const given = jobs.bisect.steps.find((step) => step.with['mode'] === 'bisect')?.with ?? {}
  const values = Object.entries(given).map(([name, value]): [string, string] => {
    const asked = /^\$\{\{ inputs\.(\w+) \}\}$/u.exec(value)?.[1]
    if (asked !== undefined) return [name, inputs[asked] ?? declared[asked]!.default]
    return [name, name === 'history' ? data : value.replace('${{ runner.temp }}', join(terminal.folder, 'temp'))]
  })
  return Object.fromEntries(values)
}

async function search(place: CommandPlace, folder: string, data = ''): Promise<ActionRun> {
  const [dispatch] = place.dispatches
  if (dispatch === undefined) throw new Error('nothing was started')
  const inputs = dispatch.inputs as Record<string, string>
  expect(dispatch.workflow).toBe('warpgauge-bisect.yml')
  const given = { ...withOfWorkflow(inputs, data), 'run-folder': join(terminal.folder, folder) }
  return await place.dispatched({ inputs, cwd: history.path, with: given })
}

describe('/warpgauge bisect', () => {
  it('on a pull request names the suite and finds the commit, and on an issue the history says where to look', async () => {
    const onPull = bench.newPlace()
    await onPull.say('/warpgauge bisect')
    const range = { good: history.commits[8], bad: history.commits[11], suite: 'end-to-end' }
    expect(onPull.dispatches).toMatchObject([{ inputs: range }])
    const found = await search(onPull, 'search-pull')
    expect(found.stdout).toContain(history.culprit.slice(0, 12))
    expect(found.outputs).toMatchObject({ bisect: 'found', culprit: history.culprit })

    const onIssue = bench.newPlace()
    await onIssue.say('/warpgauge bisect', { issue })
    expect(onIssue.dispatches).toMatchObject([{ inputs: { good: '', bad: '', suite: '', issue: String(issue) } }])
    saveRecords(join(terminal.folder, 'search-pull'), history, join(history.path, '.warpgauge-data'))
    const shown = await search(onIssue, 'search-issue', '.warpgauge-data')
    expect(shown.outputs).toMatchObject({ bisect: 'found', culprit: history.culprit })
  })

  it('refuses a suite that the config has not, and starts nothing', async () => {
    const place = bench.newPlace()
    const { comment } = await place.say('/warpgauge bisect scaling')
    expect(place.dispatches).toEqual([])
    expect(comment.reactions.map(({ content }) => content)).toEqual(['eyes', 'confused'])
    expect(place.state.comments.at(-1)?.body).toContain('the config has no suite scaling')
  })

  it('asks GitHub nothing that its description does not know', () => {
    expect(bench.server.violations).toEqual([])
  })
})
