import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest'
import type { Report } from '../../src/domain/verdict/report.ts'
import { compileFakeNvml } from '../fakes/fake-nvml.ts'
import { needs } from '../fakes/needs.ts'
import { lacksSandbox } from '../fakes/sandbox.ts'
import { findReportProblems } from '../fakes/report-validator.ts'
import { recordIn } from './run-check.ts'
import { openTerminal, type Spoken, type Terminal } from './terminal.ts'

/** A program that counts so far: a shell starts in a tenth of the time of Node. */
const work = (rounds: number) => `count=${rounds}
while [ $count -gt 0 ]; do count=$((count - 1)); done
echo done
`

/** Other tests ask for no GPU. */
const fake = compileFakeNvml()
const control = join(fake.folder, 'control')
let terminal: Terminal
let place: string
beforeAll(async () => {
  terminal = await openTerminal({
    LD_LIBRARY_PATH: fake.folder,
    FAKE_NVML: 'devices=1,mig_gpu=-1',
    FAKE_NVML_CONTROL: control,
    MODEL_STORE: '/models',
  })
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
  fake[Symbol.dispose]()
})
beforeEach(() => {
  place = mkdtempSync(join(terminal.folder, 'ab-'))
  git('init', '--quiet', '--initial-branch=main')
  write('work.sh', work(3000))
  commit('First')
})

const git = (...args: readonly string[]): string => terminal.git(place, ...args)
const ab = async (...args: readonly string[]): Promise<Spoken> =>
  await terminal.warpgauge(place, 'ab', '--gpus', '0', ...args)
const program = ['--', 'sh', 'work.sh']
/** The gate that other load of a test machine affects least. */
const byCpuTime = ['--metric', 'cpu_time', '--warmup', '0']
/** As few runs as rule out a slowdown do not prove a gain on a busy machine. */
const toProveGain = [...byCpuTime, '--runs', '8']

function write(path: string, text: string): void {
  writeFileSync(join(place, path), text)
}

function commit(message: string): void {
  git('add', '--all')
  git('commit', '--quiet', '-m', message)
}

/** Everything of the repository and the temporary directory that must not change. */
function readState() {
  return {
    index: readFileSync(join(place, '.git/index')),
    refs: git('for-each-ref'),
    status: git('status', '--porcelain', '--ignored'),
    temporary: readdirSync(terminal.folder).filter((name) => name.startsWith('warpgauge')),
  }
}

describe('warpgauge ab measures two commits without a config', () => {
  it('states that both sides ran a program of the working tree, which an absolute path names', async () => {
    git('switch', '--quiet', '--create', 'topic')
    write('work.sh', work(9000))
    commit('Slower')
    const { stdout } = await ab(...byCpuTime, '--runs', '3', '--', 'sh', join(place, 'work.sh'))
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'every revision used work.sh of the working tree, named by an absolute path, instead of its own: name it relative to the checkout',
    )
  })

  it('names input files that differ, because each side reads its own', async () => {
    write('input.json', '{"size": 1}')
    commit('Input')
    git('switch', '--quiet', '--create', 'topic')
    write('input.json', '{"size": 2}')
    const { stdout } = await ab(...byCpuTime, '--runs', '3', ...program, 'input.json')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'inputs of base differ from those of the head, and each revision read its own: input.json',
    )
  })

  it('uses a GPU that only the library of the driver shows', () => {
    const { stdout } = terminal.runProcess(place, 'ab', '--export-config', ...program)
    expect(stdout).not.toBe(terminal.runProcess(place, 'ab', '--gpus', '0', '--export-config', ...program).stdout)
    expect(stdout).toContain('devices: gpu')
    const answering = (code: number) => {
      writeFileSync(control, `init_code=${code}`)
      return terminal.runProcess(place, 'ab', '--export-config', ...program)
    }
    const [mismatch, forbidden, absent] = [18, 4, 9].map(answering)
    writeFileSync(control, '')
    expect(mismatch).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('LIB_RM_VERSION_MISMATCH') })
    expect(forbidden).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('NO_PERMISSION') })
    expect(absent).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('devices: cpu') })
  })

  it('finds a slower branch, and leaves nothing behind', async () => {
    git('switch', '--quiet', '--create', 'topic')
    write('work.sh', work(30_000))
    commit('Slower')
    const before = readState()
    const { exitCode, stdout, stderr } = terminal.runProcess(place, 'ab', '--gpus', '0', ...byCpuTime, ...program)
    expect([exitCode, stderr.includes('error')]).toEqual([1, false])
    expect(stdout).toMatch(
      /^Slower: CPU time [\d.]+ × slower \(\+[\d.,]+ %, 95 % interval \+[\d.,]+ % to \+[\d.,]+ %\)\n=+\nBase: /,
    )
    expect(stdout).toMatch(/^Base: [0-9a-f]{7} \(main\)\nHead: [0-9a-f]{7} \(HEAD\)$/m)
    expect(stdout).toMatch(/^CPU time +[\d.]+ m?s ± [\d.]+ m?s +[\d.]+ m?s ± [\d.]+ m?s .*× slower$/m)
    expect(stderr).toMatch(/^one run takes [\d.]+ s, so this takes [\d.]+ s to \d+(?:\.\d)? (?:s|min)$/m)
    expect(readState()).toEqual(before)
  })

  it('measures uncommitted changes with untracked files, and marks them in every output', async () => {
    write('work.sh', `. ./more.sh\n${work(3000)}`)
    write('more.sh', work(30_000))
    const before = readState()
    const page = join(terminal.folder, 'page.html')
    const kept = `${place}-kept`
    const { exitCode, stdout, stderr } = await ab(...byCpuTime, '--json', '--html', page, '--out', kept, ...program)
    expect(exitCode).toBe(1)
    const report = JSON.parse(stdout) as Report
    expect(findReportProblems(report)).toEqual([])
    expect(report).toMatchObject({ exitCode: 1, verdict: 'fail', head: { ref: 'working tree' } })
    expect(stderr).toMatch(/^Slower: CPU time /m)
    const marked = 'is the uncommitted working tree'
    for (const text of [stderr, JSON.stringify(report.findings), readFileSync(page, 'utf8')])
      expect(text.replaceAll(/\s+/g, ' ')).toContain(marked)
    expect(stderr).toContain('uncommitted working tree on')
    const again = await terminal.warpgauge(place, 'report', kept, '--format', 'json')
    expect(again.stdout).toBe(stdout)
    const refused = await ab(...byCpuTime, '--out', kept, ...program)
    expect(refused.stderr).toContain('holds a run already\n  → Name another directory with --out.')
    expect(readState()).toEqual(before)
  })

  it('exports the config that it measures by: the plan is the same', async () => {
    git('switch', '--quiet', '--create', 'topic')
    write('work.sh', work(2000))
    commit('Change')
    const options = ['--runs', '3', '--setup', 'node --version', '--pass-env', 'LC_ALL', ...byCpuTime]
    expect((await ab('--export-config', ...options, ...program)).stdout).toMatch(/^version: 1\n/)
    expect(await ab('--export-config', 'ab.yml', ...options, ...program)).toMatchObject({ exitCode: 0, stdout: '' })
    expect((await ab(...options, '--out', '.warpgauge/one', ...program)).exitCode).not.toBe(2)
    const run = ['run', '--config', 'ab.yml', '--suite', 'revision', '--base', 'main', '--out', '.warpgauge/two']
    git('add', 'ab.yml')
    expect((await terminal.warpgauge(place, ...run)).exitCode).not.toBe(2)
    const [one, two] = ['one', 'two'].map((name) => recordIn(join(place, '.warpgauge', name)))
    expect(two?.plan).toEqual(one?.plan)
    expect(two?.commands).toEqual(one?.commands)
  })

  it('starts the command where it is started itself', async () => {
    mkdirSync(join(place, 'tools/one two'), { recursive: true })
    write('tools/one two/here.sh', work(2000))
    commit('Tools')
    write('tools/one two/here.sh', work(2000).replace('echo done', 'echo changed'))
    const options = ['ab', '--gpus', '0', '--runs', '3', ...byCpuTime]
    const run = await terminal.warpgauge(join(place, 'tools/one two'), ...options, '--', 'sh', 'here.sh')
    expect(run).toMatchObject({ stdout: expect.stringContaining('3 runs per side') as string })
    expect(run.exitCode).not.toBe(2)
  })

  it('passes no head with a worker that dies while its parent ends with exit code 0', async () => {
    git('switch', '--quiet', '--create', 'topic')
    write('work.sh', `cat trace.txt >&2\n${work(2500)}`)
    write('trace.txt', 'Traceback (most recent call last):\n  File "w.py", line 3, in f\nRuntimeError: worker 7 died\n')
    commit('Worker')
    const { exitCode, stdout } = await ab(...byCpuTime, '--runs', '3', '--json', ...program)
    const report = JSON.parse(stdout) as Report
    expect(findReportProblems(report)).toEqual([])
    expect([exitCode, report.verdict]).toEqual([0, 'inconclusive'])
    expect(report.sentence).toContain('not verified: printed "RuntimeError: worker 7 died" in 3 of 3 runs')
  })

  it('needs a proof of work to report a large gain', async () => {
    write('work.sh', work(30_000))
    commit('Slow')
    write('work.sh', work(3000))
    const unproven = await ab(...toProveGain, ...program)
    expect(unproven).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Inconclusive: /) as string })
    expect(unproven.stdout).toContain('--proof')
    expect((await ab(...toProveGain, '--proof', 'done', ...program)).stdout).toMatch(
      /^Faster: CPU time [\d.]+ × faster /,
    )
  })
})

describe('warpgauge ab --command A --command B', () => {
  it('compares two commands at one commit', async () => {
    write('other.sh', work(30_000))
    commit('Other')
    const { exitCode, stdout } = await ab(...toProveGain, '--command', 'sh other.sh', '--command', 'sh work.sh | cat')
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/^Faster: CPU time [\d.]+ × faster /)
    expect(stdout).toMatch(/^A: sh other\.sh\nB: sh work\.sh \| cat\nBoth at: [0-9a-f]{7} \(HEAD\)$/m)
  })
})

describe('warpgauge ab that cannot measure', () => {
  it('shows the end of the output of a failing command, and that the base works', async () => {
    write('work.sh', 'echo "no such device: 7" >&2; exit 3\n')
    const { exitCode, stdout } = await ab(...program)
    expect(exitCode).toBe(2)
    expect(stdout).toMatch(/^Could not be measured: Head: exit code 3/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('no such device: 7')
    expect(stdout).not.toContain('revision/')
  })

  it('names a variable of this shell that the command misses, and the option that passes it', async () => {
    write('work.sh', `: "\${MODEL_STORE:?is missing}"\n${work(3000)}`)
    const { exitCode, stdout } = await ab(...byCpuTime, '--runs', '3', ...program)
    expect(exitCode).toBe(2)
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /^Could not be measured: Head: exit code 2 \(MODEL_STORE is set here, but the command gets only those of --pass-env\); last output: .*MODEL_STORE/,
    )
    const passed = await ab(...byCpuTime, '--runs', '3', '--pass-env', 'MODEL_STORE', ...program)
    expect(passed.stdout).not.toContain('MODEL_STORE is')
    expect(passed.exitCode).not.toBe(2)
  })

  it('reports in the first line that the base fails, and how', async () => {
    write('work.sh', 'echo "no such device: 7" >&2; exit 3\n')
    commit('Broken')
    write('work.sh', work(3000))
    const { exitCode, stdout } = await ab(...byCpuTime, '--runs', '3', ...program)
    expect([exitCode, stdout.split('\n')[0]]).toEqual([
      0,
      'Inconclusive: missing: wall time: base: exit code 3; last output: no such device: 7',
    ])
  })

  it.each<[string, () => readonly string[], RegExp]>([
    ['equal sides', () => program, /error: the base equals the head: main contains [0-9a-f]{7}/],
    ['an unknown base', () => ['--base', 'nosuch', ...program], /error: --base nosuch is not a commit/],
    [
      'an unknown program',
      () => ['--base', 'HEAD~1', '--', 'nosuchprogram'],
      /the program nosuchprogram was not found[^]* → [^.]*create it in --setup, or correct the command/,
    ],
    [
      'a failing setup',
      () => ['--base', 'HEAD~1', '--setup', 'echo why >&2; false', ...program],
      /setup of base failed[^]*why[^]* → .*fix --setup\./,
    ],
    ['no command', () => ['--base', 'HEAD~1'], /error: no command given/],
    [
      'an unrelated base',
      () => {
        git('switch', '--quiet', '--orphan', 'lone')
        git('commit', '--quiet', '--allow-empty', '-m', 'Alone')
        return ['--base', 'main', ...program]
      },
      /error: the head and main \([0-9a-f]{7}\) have no common ancestor/,
    ],
    [
      'a shallow clone',
      () => {
        git('branch', 'old', 'HEAD~1')
        write('.git/shallow', `${git('rev-parse', 'HEAD')}\n`)
        return ['--base', 'old', ...program]
      },
      /error: this shallow clone lacks the merge base of the head and old/,
    ],
    [
      'a base that a shallow clone lacks',
      () => {
        write('.git/shallow', `${git('rev-parse', 'HEAD')}\n`)
        return ['--base', 'HEAD~1', ...program]
      },
      /error: --base HEAD~1 is not a commit of this repository\n.*git fetch --unshallow/,
    ],
  ])('reports %s', async (_name, arrange, message) => {
    git('commit', '--quiet', '--allow-empty', '-m', 'Second')
    const { exitCode, stdout, stderr } = await ab(...arrange())
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  })

  it('reports a directory without a repository', async () => {
    const { exitCode, stderr } = await terminal.warpgauge(terminal.folder, 'ab', '--', 'true')
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('not a git repository')])
  })
})

describe('warpgauge ab that is stopped', () => {
  it('ends its command and leaves nothing behind', async () => {
    write('work.sh', 'while sleep 1; do :; done\n')
    const before = readState()
    const marker = `stall-${process.pid}`
    const { pid, ended } = terminal.start(place, 'ab', '--gpus', '0', '--', 'sh', 'work.sh', marker)
    let stopped: Spoken | null = null
    void ended.then((spoken) => (stopped = spoken))
    while (listProcesses(marker).length === 0) {
      if (stopped) throw new Error(JSON.stringify(stopped))
      await delay(20)
    }
    process.kill(pid, 'SIGINT')
    const { exitCode, stdout } = await ended
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining('the run was cancelled after 0 of at most')])
    expect(listProcesses(marker)).toEqual([])
    expect(readState()).toEqual(before)
  })
})

test('says that a variable hides the GPUs of the machine', () => {
  const cli = join(import.meta.dirname, '../../dist/cli.js')
  const env = { LD_LIBRARY_PATH: fake.folder, FAKE_NVML: 'devices=1,mig_gpu=-1', CUDA_VISIBLE_DEVICES: 'all' }
  const { stdout, stderr } = spawnSync(process.execPath, [cli, 'ab', '--export-config', ...program], {
    cwd: place,
    env: { PATH: process.env['PATH'], HOME: terminal.folder, TMPDIR: terminal.folder, ...env },
    encoding: 'utf8',
  })
  expect(stdout).toContain('devices: cpu')
  expect(stderr).toContain('measuring without GPUs: no GPU found: CUDA_VISIBLE_DEVICES=all: all matches no GPU')
})

test.skipIf(await lacksSandbox())('does not take a GPU that nothing reads for a machine without GPUs', () => {
  const node = join(terminal.folder, 'node')
  writeFileSync(node, '')
  const cli = join(import.meta.dirname, '../../dist/cli.js')
  const machine = ['--bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--bind', node, '/dev/nvidia0']
  const compare = (...options: readonly string[]) =>
    spawnSync('bwrap', [...machine, process.execPath, cli, 'ab', ...options, ...program], {
      cwd: place,
      env: { PATH: process.env['PATH'], HOME: terminal.folder, TMPDIR: terminal.folder },
      encoding: 'utf8',
    })
  write('README', 'two')
  commit('Second')
  expect(compare('--base', 'HEAD~1')).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /\/dev\/nvidia0 is an NVIDIA GPU that nothing here can read: .*nvidia-smi was not found[^]*--gpus 0/,
    ),
  })
  const { stdout } = compare('--base', 'HEAD~1', '--gpus', '0', '--export-config')
  expect(stdout).toContain('devices: cpu')
})

test.skipIf(needs('Python 3') || (await lacksSandbox()))(
  'Python compiles packages without compiled files in the warm-up of each side, into its own home',
  async () => {
    // The sandbox empties the directories for temporary files.
    const venv = mkdtempSync(join(import.meta.dirname, '../../node_modules/.venv-'))
    onTestFinished(() => rmSync(venv, { recursive: true, force: true }))
    spawnSync('python3', ['-m', 'venv', '--without-pip', venv])
    const [packages = ''] = globSync(join(venv, 'lib/python3*/site-packages'))
    mkdirSync(join(packages, 'heavy'))
    writeFileSync(join(packages, 'heavy/__init__.py'), 'answer = 42\n')
    const look = "import importlib.util, os; cached = importlib.util.find_spec('heavy').cached\n"
    write('work.py', `${look}print(os.path.exists(cached), cached)\nimport heavy\n`)
    commit('Python')
    write('README', 'two')
    commit('Second')
    const kept = `${place}-kept`
    const options = ['--base', 'HEAD~1', '--runs', '3', '--warmup', '1', '--out', kept]
    const { stderr } = await ab(...options, '--', join(venv, 'bin/python3'), 'work.py')
    expect(stderr).toContain(`The Python packages in ${packages} have no compiled files`)
    const runs = recordIn(kept).trials.map(({ caseId, isWarmup, stdoutPath }) => {
      const [isCompiled, path = ''] = readFileSync(join(kept, stdoutPath), 'utf8').trim().split(' ')
      return { caseId, isWarmup, isCompiled, path }
    })
    expect(runs.length).toBeGreaterThanOrEqual(8)
    for (const { isWarmup, isCompiled } of runs) expect(isCompiled).toBe(isWarmup ? 'False' : 'True')
    const sides = Map.groupBy(runs, ({ path }) => path)
    expect([...sides.keys()].filter((path) => path.includes('.cache/pycache'))).toHaveLength(2)
    for (const side of sides.values()) expect(new Set(side.map(({ caseId }) => caseId)).size).toBe(1)
    expect(existsSync(join(packages, 'heavy/__pycache__'))).toBe(false)
  },
)

/** Ids of the processes of the measured command, which ends with this argument. */
function listProcesses(marker: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && readCommandLine(pid) === `sh\0work.sh\0${marker}\0`)
}

/** Empty for a process that has ended. */
function readCommandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
