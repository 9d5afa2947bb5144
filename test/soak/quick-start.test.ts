import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openToolPath } from '../fakes/tool-path.ts'
import { cli, writeAll } from '../e2e/init-rig.ts'
import { createScenario } from '../e2e/scenario.ts'
import { readWorkflow, runWorkflow, tokensOf } from '../e2e/workflow-jobs.ts'

const page = readFileSync(new URL('../../docs/quick-start.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-quick-start-'))
const tools = openToolPath().script('warpgauge', `exec "${process.execPath}" "${cli}" "$@"`)
afterAll(() => {
  tools[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** Files stand in the page as a name in backquotes, a colon, and a block. */
const files = Object.fromEntries(
  [...page.matchAll(/`([\w./-]+)`:\n\n```\w+\n([\s\S]*?)```/g)].map(([, name = '', text = '']) => [name, text]),
)
const commands = [...page.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))

const clone = join(folder, 'classify')
const hub = join(folder, 'hub.git')
const main = join(folder, 'main')
const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@b.c', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@b.c' }
const env = {
  ...who,
  PATH: [tools.folder, dirname(process.execPath), process.env['PATH']].join(delimiter),
  HOME: folder,
  TMPDIR: folder,
  // The address of the page leads to a bare repository here.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: `url.file://${hub}.insteadOf`,
  GIT_CONFIG_VALUE_0: 'https://github.com/you/classify.git',
}

const slower = 'warpgauge run --base main --out .warpgauge/slower'
const toSlower = 'git switch --quiet --create slower'

describe('docs/quick-start.md', () => {
  it('has commands that do what the page says, one after the other', () => {
    mkdirSync(clone)
    writeAll(clone, files)
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', hub])
    const said = new Map<string, string>()
    for (const command of commands) {
      // What the pull request starts from, for the test below.
      if (command === toSlower) cpSync(clone, main, { recursive: true })
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: clone, env, encoding: 'utf8' })
      said.set(command, `${stdout}\n${stderr}`)
      const expected = command === slower ? 1 : 0
      expect(`${command} → ${status}\n${status === expected ? '' : stdout + stderr}`).toBe(`${command} → ${expected}\n`)
    }
    expect(said.get(slower)).toMatch(/slower\s[^:]*,\s+(?:wall|CPU)\s+time\b/)
    const pushed = execFileSync('git', ['log', '--format=%s', 'slower'], { cwd: hub, encoding: 'utf8' })
    expect(pushed.split('\n').slice(0, 2)).toEqual(['Revert "Count more often"', 'Count more often'])
  })

  it('has a workflow that answers with a red check, and updates it when the change is taken back', async () => {
    const workflow = readWorkflow(readFileSync(join(main, '.github/workflows/warpgauge.yml'), 'utf8'))
    await using scenario = await createScenario({ config: null, source: main, tokens: tokensOf([workflow]) })
    const [state] = scenario.server.state.repositories
    const path = 'classify/__main__.py'
    const program = files[path] ?? ''
    const answer = async (text: string): Promise<string> => {
      scenario.push('A change', { [path]: text })
      const artifacts = mkdtempSync(join(folder, 'artifacts-'))
      const event = { name: 'pull_request', payload: scenario.event(), artifacts }
      const [job] = await runWorkflow({ ...scenario, env: { PATH: env.PATH }, isProcess: true }, workflow, event)
      const { conclusion, title } = state?.checkRuns.at(-1) ?? {}
      return `${conclusion}: ${title}\n${job?.runs[0]?.stdout}${job?.runs[0]?.stderr}`
    }
    expect(await answer(program.replace('passes = 10', 'passes = 40'))).toMatch(
      /^failure: .* slower .*, (?:wall|CPU) time/,
    )
    expect(state?.comments.map(({ body }) => body)).toEqual([expect.stringMatching(/^## \S+ .* slower .*, /)])
    // Less than before by design: the load of a shared machine must not decide a test.
    expect(await answer(program.replace('passes = 10', 'passes = 2'))).toMatch(/^(?:success|neutral): /)
    expect(state?.comments).toHaveLength(1)
    expect(scenario.server.violations).toEqual([])
  })
})
