import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/index.ts'
import { recordIn } from './run-check.ts'
import { slowerProteinEmbedding } from './scenario.ts'
import { openTerminal, writeConfig, type Spoken, type Terminal } from './terminal.ts'

let terminal: Terminal
let clone: string
let config: string
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  config = writeConfig(clone, 'quick', {
    warmups: 0,
    suites: ['scaling: { run: { dataset: tiny, warmups: 0, repeats: 1 }, gpus: [1] }'],
  })
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

const say = async (...args: string[]): Promise<Spoken> => await terminal.warpgauge(clone, ...args)
const sayAsUser = (...args: string[]): Spoken => terminal.runProcess(clone, ...args)
type Json = Record<string, unknown> & { readonly comparisons: Record<string, unknown>[] }
const jsonOf = async (folder: string): Promise<Json> =>
  JSON.parse((await say('report', folder, '--format', 'json')).stdout) as Json

describe('a first run, its baseline and the run after it', () => {
  let first: Spoken
  beforeAll(() => {
    first = sayAsUser('run', '--config', config, '--suite', 'end-to-end', '--out', 'runs/first')
  })

  it('measures only the suite that was asked for and leaves a run folder where it was told to', () => {
    expect(`${first.exitCode}\n${first.stderr}`).toMatch(/^0\n/)
    const { trials, status, yardstick } = recordIn(join(clone, 'runs/first'))
    expect({ status, origin: yardstick.origin }).toEqual({ status: 'finished', origin: 'local' })
    expect(new Set(trials.map((trial) => trial.caseId))).toEqual(new Set(['end-to-end/predict dataset=tiny gpus=1']))
    expect(trials).toHaveLength(3)
  })

  it('prints the report to stdout and everything else to stderr', () => {
    expect(first.stdout).toMatch(/^Inconclusive · warpgauge[\s\S]*End to end/)
    expect(first.stdout).not.toMatch(/trials \(1 case\)|Run folder:/)
    expect(first.stderr).toMatch(/3 of 3 trials \(1 case\)[\s\S]*Run folder: runs\/first/)
  })

  it('makes a baseline of it that can be listed, shown and checked', async () => {
    const refreshed = await say('baseline', 'refresh', 'runs/first', '--reason', 'the first one')
    expect(`${refreshed.exitCode} ${refreshed.stderr}`).toMatch(/^0 wrote baselines\/.*end-to-end\.json: 1 case/)
    const [testbed = ''] = readdirSync(join(clone, 'baselines'))
    expect((await say('baseline', 'list')).stdout).toContain(`baselines/${testbed}/end-to-end.json  1 case`)
    expect((await say('baseline', 'show', testbed)).stdout).toMatch(
      /predict dataset=tiny gpus=1 {2}wall_time .* s {2}\(3 runs/,
    )
    expect((await say('baseline', 'list')).stdout).toMatch(/noise\.json {2}1 case {2}1 session, the last /)
    expect((await say('baseline', 'show', testbed)).stdout).toMatch(/wall_time {2}CV \S+ %, .*\(3 runs in 1 session\)/)
    expect(await say('baseline', 'check', '--dir', 'misspelt')).toMatchObject({ exitCode: 2 })
    expect(await say('baseline', 'check')).toMatchObject({
      exitCode: 0,
      stderr: '1 baseline file and 1 noise file are valid\n',
    })
  })

  it('compares the second run with it', async () => {
    const second = await say('run', '--config', config, '--suite', 'end-to-end', '--out', 'runs/second')
    // Runs of milliseconds may differ on a busy machine: the verdict is not the subject, but nothing may contradict it.
    const { exitCode, comparisons } = await jsonOf('runs/second')
    expect(second.exitCode).toBe(exitCode)
    const compared = comparisons.filter(({ metric }) => metric === 'wall_time')
    expect(compared).toMatchObject([{ reference: expect.stringMatching(/^baseline [0-9a-f]{7}$/) }])
  })

  it('compares two run folders, and a baseline with a run folder', async () => {
    const [testbed = ''] = readdirSync(join(clone, 'baselines'))
    const compare = async (base: string) => {
      const { exitCode, stdout } = await say('compare', base, 'runs/second', '--format', 'json', '--min-effect', '0.9')
      const { comparisons } = JSON.parse(stdout) as Json
      const isSlower = comparisons.some(({ verdict, isGate }) => verdict === 'regression' && isGate)
      expect(exitCode).toBe(isSlower ? 1 : 0)
      return comparisons
    }
    const comparisons = await compare('runs/first')
    const baseline = `baselines/${testbed}/end-to-end.json`
    expect(await compare(baseline)).not.toEqual([])
    expect(comparisons.map(({ metric }) => metric)).toContain('wall_time')
    expect((await say('compare', baseline, 'runs/second', '--min-effect', '0.9')).stdout).toContain('wall time')
  })

  it('measures the commit against itself, and keeps what it says of the machine', async () => {
    const run = await say(
      'run',
      '--config',
      config,
      '--suite',
      'end-to-end',
      '--calibrate',
      '--rounds',
      '3',
      '--out',
      'runs/aa',
    )
    expect(`${run.exitCode}\n${run.stderr}`).toMatch(/^0\n/)
    expect(run.stdout).toMatch(/measured the noise of the machine and judged nothing/)
    const { trials } = recordIn(join(clone, 'runs/aa'))
    const counted = trials.filter(({ isWarmup }) => !isWarmup)
    const again = counted.filter(({ caseId }) => caseId.includes('arm=again'))
    expect([counted.length, again.length]).toEqual([6, 3])
    const kept = await say('baseline', 'refresh', 'runs/aa', '--reason', 'calibration', '--dir', 'calibrated')
    expect(`${kept.exitCode} ${kept.stderr}`).toMatch(/^0 wrote calibrated\/.*noise\.json: the noise of 1 case\n$/)
  })

  it('says when a base holds the commit that is measured, so that nothing runs beside it', async () => {
    const asked = ['--config', config, '--suite', 'end-to-end', '--base', 'main'] as const
    const run = await say('run', ...asked, '--out', 'runs/own-base')
    expect(run.stderr).toMatch(/warning: --base main already contains the measured commit \([0-9a-f]{7}\)/)
    expect(run.stderr).toMatch(/store as the baseline/)
    expect(recordIn(join(clone, 'runs/own-base')).revisions.map(({ label }) => label)).toEqual(['head'])
  })

  it('does not overwrite a run that is there already', async () => {
    const { exitCode, stdout, stderr } = await say('run', '--config', config, '--out', 'runs/first')
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(/runs\/first holds a run already\n {2}→ Add --resume/)
  })

  it('finds a regression against the baseline of the merge base, and will not bake it in unasked', async () => {
    terminal.git(clone, 'add', '--force', 'baselines')
    terminal.git(clone, 'commit', '--quiet', '-m', 'A baseline')
    terminal.git(clone, 'checkout', '--quiet', '-b', 'slower')
    const source = readFileSync(join(clone, 'esm2.mjs'), 'utf8')
    writeFileSync(join(clone, 'esm2.mjs'), slowerProteinEmbedding(source, 40))
    terminal.git(clone, 'commit', '--quiet', '-am', 'Slower')
    rmSync(join(clone, 'baselines'), { recursive: true })
    const run = await say('run', '--config', config, '--suite', 'end-to-end', '--out', 'runs/slow', '--base', 'main')
    expect(`${run.exitCode}\n${run.stderr}`).toMatch(/^1\n/)
    expect(run.stdout).toMatch(/^Failed · warpgauge: [\d.]+(?:×|\s+%)\s+slower\s[^:]*,\s+(?:wall|CPU)\s+time\b/)

    terminal.git(clone, 'checkout', '--quiet', 'main', '--', 'baselines')
    const refused = await say('baseline', 'refresh', 'runs/slow', '--reason', 'because')
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toMatch(
      /this run has a regression: [\d.]+(?:×| %) slower .*, (?:wall|CPU) time of end-to-end, [\s\S]*--accept-regressions/,
    )
    const [testbed = ''] = readdirSync(join(clone, 'baselines'))
    const path = join(clone, 'baselines', testbed, 'end-to-end.json')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace('"name": "wall_time"', '"name": "stage:gone"'))
    const accepted = await say('baseline', 'refresh', 'runs/slow', '--reason', 'FP32 is needed', '--accept-regressions')
    expect(accepted.exitCode).toBe(0)
    expect(accepted.stderr).toContain('  removed stage:gone of end-to-end/predict')
    expect((await say('baseline', 'show', testbed)).stdout).toContain('(FP32 is needed)')
    terminal.git(clone, 'checkout', '--quiet', '--force', 'main')
  })
})

describe('report', () => {
  const outside = ['schemaVersion', 'verdict', 'requirements', 'comparisons', 'derived']
  const keys = {
    requirements: ['id', 'suite', 'axes', 'operator', 'limit', 'actual', 'status', 'reason'],
    comparisons: ['suite', 'benchmark', 'axes', 'metric', 'verdict', 'effect', 'interval', 'reason'],
    derived: ['suite', 'benchmark', 'axes', 'name', 'value', 'unit'],
  }

  it('has every key of the JSON that other programs rely on', async () => {
    const harsh = writeConfig(clone, 'harsh', { rest: [requirement('>', 1e12)] })
    const { exitCode, stdout } = await say('report', 'runs/slow', '--format', 'json', '--config', harsh)
    const report = JSON.parse(stdout) as Record<string, Record<string, unknown>[]>
    expect(exitCode).toBe(1)
    expect(Object.keys(report)).toEqual(expect.arrayContaining(outside))
    for (const [list, names] of Object.entries(keys)) {
      expect(report[list]?.length).toBeGreaterThan(0)
      for (const item of report[list] ?? []) expect(Object.keys(item)).toEqual(expect.arrayContaining(names))
    }
    expect(report['requirements']).toMatchObject([{ id: 'RATE', operator: '>', limit: 1e12, status: 'fail' }])
  })

  it.each([
    ['markdown', /^## ❌ Failed · warpgauge: [\d.]+(?:×| %) slower .*, (?:wall|CPU) time/],
    ['junit', /^<\?xml version="1\.0"[\s\S]*<failure/],
    ['terminal', /wall time/],
  ])('renders %s with the same verdict, and nothing else on stdout', async (format, pattern) => {
    const { exitCode, stdout, stderr } = await say('report', 'runs/slow', '--format', format)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' })
    expect(stdout).toMatch(pattern)
  })

  it('has the same exit code as the check, the sentence and the JSON of a run (W43, W44)', async () => {
    const report = await jsonOf('runs/slow')
    expect(report).toMatchObject({ verdict: 'fail', conclusion: 'failure', exitCode: 1 })
    expect((await say('report', 'runs/slow')).exitCode).toBe(report['exitCode'])
    expect((await say('report', 'runs/slow')).stdout).toContain('Failed ·')
  })
})

describe('an interrupted run', () => {
  it('exits with 2, and goes on with --resume where it stopped', async () => {
    const long = writeConfig(clone, 'long', { repeats: 5, warmups: 0, baselines: 'none', rest: [requirement('>', 1)] })
    const running = terminal.start(clone, 'run', '--config', long, '--out', 'runs/resumed')
    const folder = join(clone, 'runs/resumed')
    while (!existsSync(join(folder, 'run.json')) || recordIn(folder).trials.length < 2) await delay(20)
    process.kill(running.pid, 'SIGINT')
    const { exitCode, stdout, stderr } = await running.ended
    expect(exitCode).toBe(2)
    expect(stderr).not.toContain('store as the baseline')
    expect(stdout).toMatch(/the run was cancelled after \d+ of 5 trials/)
    const before = recordIn(folder)
    expect(before.status).toBe('interrupted')

    expect((await say('run', '--config', long, '--out', 'runs/resumed', '--resume')).exitCode).toBe(0)
    const after = recordIn(folder)
    expect(after.trials).toHaveLength(5)
    expect(after.trials.slice(0, before.trials.length)).toEqual(before.trials)
  })

  it('is not resumed under other rules', async () => {
    const other = writeConfig(clone, 'other', { repeats: 2 })
    const { exitCode, stderr } = await say('run', '--config', other, '--out', 'runs/resumed', '--resume')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/cannot be resumed: yardstick, plan changed/)
  })
})

describe('revisions', () => {
  const suites = ['revision: { run: { dataset: tiny, warmups: 0, repeats: 1, maxRepeats: 1 }, against: [old] }']
  const only = ['--suite', 'revision', '--out', 'runs/revision']
  const against = (path: string, ref: string) =>
    writeConfig(path, 'against', { suites, rest: [`revisions: { old: { ref: ${ref} } }`] })

  it('are fetched when their tag is only at the remote (W30)', async () => {
    const bare = terminal.clone('--no-tags', '--depth=1')
    expect(terminal.git(bare, 'tag', '--list')).toBe('')
    const { exitCode } = await terminal.warpgauge(bare, 'run', '--config', against(bare, 'v1.0'), ...only)
    expect(exitCode).toBe(0)
    const { revisions, trials } = recordIn(join(bare, 'runs/revision'))
    const tagged = terminal.git(clone, 'rev-parse', 'v1.0')
    expect(revisions).toMatchObject([{ label: 'head' }, { label: 'old', ref: 'v1.0', commit: tagged }])
    expect(trials.filter(({ commit }) => commit === tagged)).toHaveLength(1)
  })

  it('may be pinned to a commit, which is recorded in full and shown beside its figures (W31)', async () => {
    const tagged = terminal.git(clone, 'rev-parse', 'v1.0')
    const path = against(clone, tagged)
    expect((await say('run', '--config', path, '--suite', 'revision', '--out', 'runs/pinned')).exitCode).toBe(0)
    expect(recordIn(join(clone, 'runs/pinned')).revisions[1]).toMatchObject({ ref: tagged, commit: tagged })
    expect((await say('report', 'runs/pinned')).stdout).toContain(`old (${tagged.slice(0, 7)})`)
  })

  it('deepen a shallow clone until the merge base appears', async () => {
    const shallow = terminal.clone('--depth=1')
    expect(terminal.git(shallow, 'rev-list', '--count', 'HEAD')).toBe('1')
    const path = against(shallow, 'merge-base')
    const { exitCode, stderr } = await terminal.warpgauge(shallow, 'run', '--config', path, ...only, '--base', 'v1.0')
    expect(`${exitCode}\n${stderr}`).toMatch(/^0\n/)
    const { revisions } = recordIn(join(shallow, 'runs/revision'))
    expect(revisions[1]?.commit).toBe(terminal.git(shallow, 'rev-parse', 'v1.0^{commit}'))
  })

  it('that do not exist are a visible result with the nearest tags, never a pass (F-24, W30)', async () => {
    const path = against(clone, 'v9.9')
    const run = await say('run', '--config', path, '--suite', 'revision', '--out', 'runs/absent')
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'v9.9 exists neither here nor in the base repository (nearest tags: v1.0)',
    )
    expect(await jsonOf('runs/absent')).toMatchObject({
      verdict: 'inconclusive',
      conclusion: 'neutral',
      comparisons: [{ verdict: 'missing' }],
    })
  })
})

describe('dataset', () => {
  it('writes the same bytes for the same seed, in as many files as asked for', async () => {
    const make = async (out: string, seed: string) =>
      await say('dataset', '--preset', 'tiny', '--seed', seed, '--out', out, '--files', '2', '--gc', '0.41')
    const [one, same, other] = [
      await make('data/one', '7'),
      await make('data/same', '7'),
      await make('data/other', '8'),
    ]
    const identity = JSON.parse(one.stdout) as { sha256: string; sequences: number; files: string[] }
    const hashes = ['one', 'same', 'other'].map((name) => hashOf(join(clone, 'data', name)))
    expect([one.exitCode, same.exitCode, other.exitCode]).toEqual([0, 0, 0])
    expect(identity).toMatchObject({ sequences: 10, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(identity.files).toHaveLength(2)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
  })

  it('draws a sample that names its source, and says which suites want more', async () => {
    const source = join(clone, 'data/typical')
    await say('dataset', '--preset', 'typical', '--out', source)
    const draw = (out: string) => ['dataset', '--from', join(source, 'file_001.fa'), '--sequences', '200', '--out', out]
    const [one, same] = [await say(...draw('data/drawn')), await say(...draw('data/redrawn'))]
    const identity = JSON.parse(one.stdout) as { kind: string; parameters: object }
    expect([one.exitCode, same.exitCode]).toEqual([0, 0])
    expect(identity).toMatchObject({ kind: 'real', sequences: 200, parameters: { source: hashOf(source), seed: 1 } })
    expect(hashOf(join(clone, 'data/redrawn'))).toBe(hashOf(join(clone, 'data/drawn')))
    expect(one.stderr).toMatch(/length at {2}50 %: \d+ in the file, \d+ in the sample/)
    expect(one.stderr).toMatch(/too few sequences for the suites stages, .*production/)
  })

  it.each([
    [['--preset', 'huge', '--out', 'data/x'], /huge.*Allowed choices are tiny/],
    [['--preset', 'tiny', '--out', 'data/x', '--gc', '1.5'], /--gc 1\.5 is not between 0 and 1/],
    [['--preset', 'tiny', '--out', 'data/x', '--seed', '-1'], /--seed -1 is not a whole number/],
    [['--preset', 'tiny', '--from', 'data/lambda_virus.fa', '--out', 'data/x'], /'--from <fasta>' cannot be used with/],
    [['--from', 'data/lambda_virus.fa', '--gc', '0.4', '--out', 'data/x'], /'--from <fasta>' cannot be used with/],
    [['--out', 'data/x'], /Neither --preset nor --from[\s\S]*--from FASTA --sequences N/],
    [['--from', 'data/lambda_virus.fa', '--out', 'data/x'], /number of sequences to sample[\s\S]*--sequences N/],
    [
      ['--from', 'data/lambda_virus.fa', '--sequences', '2', '--out', 'data/x'],
      /--from: .*lambda_virus\.fa has 1 sequence, the sample needs 2[\s\S]*at most 1/,
    ],
    [['--from', 'README.md', '--sequences', '1', '--out', 'data/x'], /README\.md is not FASTA: line 1 is/],
  ])('refuses %j', async (args, message) => {
    const { exitCode, stdout, stderr } = await say('dataset', ...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(existsSync(join(clone, 'data/x'))).toBe(false)
  })
})

describe('what a user gets wrong', () => {
  it.each([
    [['rum'], /unknown command 'rum'[\s\S]*Did you mean run\?/],
    [['run', '--suit', 'scaling'], /unknown option '--suit'[\s\S]*Did you mean --suite\?/],
    [['run', '--resume'], /--resume needs a run folder/],
    [['run', '--rounds', '5'], /--rounds has no meaning without --calibrate/],
    [['run', '--calibrate', '--rounds', '2'], /--rounds 2 is not a whole number from 3 to 200/],
    [['run', '--config', 'absent.yml'], /there is no config at .*absent\.yml[\s\S]*--config/],
    [
      ['run', '--config', '.github/quick.yml', '--suite', 'scalling'],
      /the config has no suite scalling[\s\S]*Configured suites: scaling, end-to-end/,
    ],
    [['run', '--config', '.github/quick.yml', '--base', 'no-such-branch'], /--base no-such-branch is not a commit/],
    [['report', 'runs/none'], /runs\/none\/run\.json does not exist/],
    [['report', 'runs/first', '--format', 'pdf'], /pdf.*Allowed choices are markdown, json, junit, terminal/],
    [['compare', 'runs/first', 'nowhere'], /nowhere does not exist/],
    [['baseline', 'show', 'no-testbed'], /there is no baseline of testbed no-testbed/],
    [['baseline', 'refresh', 'runs/first'], /required option '--reason <text>'/],
  ])('%j exits with 2, says what to do on stderr and nothing on stdout', async (args, message) => {
    const { exitCode, stdout, stderr } = await say(...args)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/internal error|at .*\.js:\d+/)
  })

  it('in a config is shown with path, line and column', () => {
    writeFileSync(join(clone, '.github/wrong.yml'), 'version: 1\npipeline:\n  name: predict\n  comand: [node]\n')
    const { exitCode, stdout, stderr } = sayAsUser('run', '--config', '.github/wrong.yml')
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toMatch(/^\.github\/wrong\.yml:4:3 {2}.*comand.*command/m)
    expect(stderr).toMatch(/\.github\/wrong\.yml:\d+:\d+ {2}.*suites/)
  })

  it('in the place to start from is answered with the place that has the config', async () => {
    mkdirSync(join(clone, 'parts/one'), { recursive: true })
    const { exitCode, stderr } = await terminal.warpgauge(
      join(clone, 'parts/one'),
      'run',
      '--config',
      '.github/quick.yml',
    )
    expect([exitCode, stderr.includes(`→ There is one in ${clone}: start warpgauge there`)]).toEqual([2, true])
    const nowhere = await terminal.warpgauge(join(clone, 'parts/one'), 'run', '--config', '.github/absent.yml')
    expect(nowhere.stderr).toMatch(/→ Write one with `warpgauge init`/)
  })

  it('about the program to measure is found before anything runs (W5)', async () => {
    const path = writeConfig(clone, 'absent', { program: 'no-such-program' })
    const { exitCode, stderr } = await say('run', '--config', path, '--out', 'runs/unmeasured')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/head: the program no-such-program was not found/)
    expect(existsSync(join(clone, 'runs/unmeasured/run.json'))).toBe(false)
  })
})

describe('help', () => {
  const everyCommand = [[], ...Object.keys(commands).map((name) => [name]), ['baseline', 'refresh']]

  it.each(everyCommand.map((words) => ['warpgauge', ...words].join(' ')))('%s --help exits with 0', async (line) => {
    const { exitCode, stdout, stderr } = await say(...line.split(' ').slice(1), '--help')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain(`Usage: ${line}`)
  })

  it('tells the version', () => {
    expect(sayAsUser('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

function requirement(operator: string, limit: number): string {
  return `requirements: [{ id: RATE, suite: end-to-end, value: sequences_per_hour, operator: "${operator}", limit: ${limit} }]`
}

function hashOf(directory: string): string {
  const files = readdirSync(directory)
    .filter((name) => !name.endsWith('.json'))
    .toSorted()
  return createHash('sha256')
    .update(files.map((name) => readFileSync(join(directory, name), 'latin1')).join(''))
    .digest('hex')
}
