import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { judgeFolder } from '../../src/cli/judge-folder.ts'
import { runLocally, type LocalRun } from '../../src/cli/run-locally.ts'
import { parseRunRecord } from '../../src/config/records/parse-records.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'

const workspace = mkdtempSync(join(tmpdir(), 'local-run-'))
const git = gitWith(gitEnvironment(workspace)).bind(null, workspace)
const configFile = join(workspace, 'warpgauge.yml')
const config = `version: 1
pipeline:
  name: count
  devices: cpu
  command: [sh, run.sh, '{dataset}', '{output}']
  setup: [[touch, prepared]]
  proof: { results: { path: '{output}/rows.tsv' }, stdout: [done] }
datasets: { tiny: { preset: tiny, seed: 1 } }
suites: { end-to-end: { run: { dataset: tiny, warmups: 1, repeats: 3, maxRepeats: 5 } } }
comparison: { minEffect: 0.9 }
`
const program = (seconds: number) =>
  `test -e prepared && sleep ${seconds} && mkdir -p "$2" && grep -h '>' "$1" > "$2/rows.tsv" && echo done\n`

const cache = mkdtempSync(join(tmpdir(), 'local-run-cache-'))

beforeAll(() => {
  vi.stubEnv('RUNNER_TOOL_CACHE', cache)
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(workspace, '.gitignore'), '/.warpgauge/\n/runs/\n')
  writeFileSync(configFile, config)
  for (const seconds of [0.05, 0.45]) {
    writeFileSync(join(workspace, 'run.sh'), program(seconds))
    git('add', '.')
    git('commit', '--quiet', '-m', `Takes ${seconds} s`)
  }
})
afterAll(() => {
  vi.unstubAllEnvs()
  for (const folder of [workspace, cache]) rmSync(folder, { recursive: true, force: true })
})
afterEach(() => vi.restoreAllMocks())
/** One run, with another setup. */
const setUpBy = (setup: string) =>
  config
    .replace('[touch, prepared]', `[sh, -c, '${setup}']`)
    .replace('warmups: 1, repeats: 3, maxRepeats: 5', 'warmups: 0, repeats: 1')

async function run(options: Partial<LocalRun>) {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    vi.spyOn(process[name], 'write').mockImplementation((text) => (said[name] += String(text)) !== '')
  const exitCode = await runLocally({
    workspace,
    configFile,
    runFolder: join(workspace, 'runs', 'own'),
    base: null,
    ...options,
  })
  return { exitCode, ...said }
}
const readRecord = (name: string) => parseRunRecord(readFileSync(join(workspace, 'runs', name, 'run.json'), 'utf8'))

test('keeps errors of a setup that ended well with each run, also where the checkout was set up before', async () => {
  const configText = setUpBy('touch prepared; echo "error: no compiler" >&2')
  for (const name of ['set-up', 'cached']) {
    const { stderr } = await run({ configText, runFolder: join(workspace, 'runs', name) })
    expect(stderr.includes('Setting up head')).toBe(name === 'set-up')
    const found = new Set(readRecord(name).trials.map(({ reportedErrors }) => reportedErrors?.join()))
    expect([...found]).toEqual(['setup: error: no compiler'])
  }
})

test('says that a part of the output of a setup was not searched', async () => {
  const step = 'a-step-that-says-what-it-does-in-a-line-of-a-hundred-letters-or-more-as-compilers-do'
  const configText = setUpBy(`touch prepared; yes ${step} | head -c 101000000`)
  await run({ configText, runFolder: join(workspace, 'runs', 'long-setup') })
  expect(readRecord('long-setup').trials[0]?.reportedErrors).toEqual([
    'setup: more output than is kept, a part of which was not searched for errors',
  ])
})

test.each([
  ['FOO=1', /written for a shell: start it as sh -c/],
  ['./a && ./b', /written for a shell/],
  ['absent', /^Install it on the runner/],
])('says what to do about the program %s', async (first, hint) => {
  const configText = config.replace('[sh, run.sh', `['${first}', run.sh`)
  await expect(run({ configText })).rejects.toMatchObject({ hint: expect.stringMatching(hint) as unknown })
})

test.each([
  ['differs', `${config}rulesVersion: "2"\n`, true],
  ['is equal', config, false],
])('warns where the config %s from that of the base', async (_, text, isWarned) => {
  writeFileSync(configFile, text)
  const { stderr } = await run({ base: 'HEAD', runFolder: join(workspace, 'runs', `rules-${isWarned}`) })
  writeFileSync(configFile, config)
  const warning = /warpgauge\.yml differs from that of the base \([0-9a-f]{7}\), by which a pull request is judged/
  expect(warning.test(stderr)).toBe(isWarned)
})

test('a run of this process measures head and base in turn, proves their work and finds the slower one', async () => {
  const { exitCode, stdout, stderr } = await run({ base: 'HEAD~1' })
  expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^Failed · .*slower/)])
  expect(stderr).toContain('Run folder: ')
  const { status, trials, plan, revisions } = readRecord('own')
  expect(status).toBe('finished')
  expect(plan.comparisons).toHaveLength(1)
  const [head, base] = [git('rev-parse', 'HEAD'), git('rev-parse', 'HEAD~1')]
  expect(
    trials
      .slice(0, 2)
      .map(({ commit }) => commit)
      .toSorted(),
  ).toEqual([head, base].toSorted())
  const counted = trials.filter(({ index }) => index > 0)
  expect(counted.length).toBeGreaterThanOrEqual(4)
  for (const { commit, failure, resultRows, wallSeconds, exitCode: code } of trials) {
    expect([failure, code, (resultRows ?? 0) > 0]).toEqual([null, 0, true])
    expect(wallSeconds).toBeGreaterThan(commit === head ? 0.45 : 0.05)
  }
  expect(new Set(revisions.map(({ commit }) => commit))).toEqual(new Set([head, base]))
  expect(existsSync(join(workspace, 'prepared'))).toBe(false)
  const again = await run({ base: 'HEAD~1', isResume: true })
  expect([again.exitCode, readRecord('own').trials.length]).toEqual([1, trials.length])
})

test('a run that cannot start says why, and measures nothing', async () => {
  await expect(run({ base: 'nowhere' })).rejects.toThrow('--base nowhere is not a commit of this repository')
  await expect(run({ configFile: join(workspace, 'absent.yml') })).rejects.toThrow('there is no config at')
  await expect(run({ suites: ['scaling'] })).rejects.toThrow(/scaling/)
  mkdirSync(join(workspace, 'dirty'), { recursive: true })
  writeFileSync(join(workspace, 'dirty', 'file'), '')
  const { stderr } = await run({ runFolder: join(workspace, 'runs', 'dirty'), base: 'HEAD' })
  expect(stderr).toContain('uncommitted changes are not measured: dirty')
  expect(stderr).toContain('--base HEAD already contains the measured commit')
  const [trial] = readRecord('dirty').trials
  expect(trial?.commit).toBe(git('rev-parse', 'HEAD'))
})

test('a baseline that could not be read has the same reason when its run folder is judged again', async () => {
  await run({ runFolder: join(workspace, 'runs', 'before') })
  const place = `baselines/${readRecord('before').testbed.id}`
  mkdirSync(join(workspace, place), { recursive: true })
  writeFileSync(join(workspace, place, 'end-to-end.json'), '{"schemaVersion":1,')
  git('add', place)
  git('commit', '--quiet', '-m', 'A baseline that is cut off')
  const runFolder = join(workspace, 'runs', 'torn')
  const { stdout } = await run({ runFolder })
  const reason = `${place}/end-to-end.json cannot be used: not JSON`
  expect(stdout.replaceAll(/\s+/g, ' ').toLowerCase()).toContain(reason.toLowerCase())
  const { report } = await judgeFolder(runFolder, { configFile: null, baselines: null })
  expect(report.sentence).toContain(reason)
})
