import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../src/domain/core/errors.ts'
import { createSandbox } from '../../src/io/sandbox/bubblewrap-sandbox.ts'
import { createProcessRunner } from '../../src/io/process/execa-process-runner.ts'
import { procHostMeter } from '../../src/io/machine/host-meter.ts'
import type { ProcessSpec } from '../../src/ports/process-runner.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { aConfinement, lacksSandbox } from '../fakes/sandbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
const confinement = aConfinement(folder)
const tree = join(folder, 'tree')
const path = `${dirname(process.execPath)}:/usr/bin:/bin`
const runner = createProcessRunner()
let count = 0

afterAll(() => rmSync(folder, { recursive: true }))

function run(argv: readonly string[], overrides: Partial<ProcessSpec> = {}) {
  count += 1
  return runner.run({
    argv,
    cwd: tree,
    env: { PATH: path, HOME: confinement.home, TMPDIR: '/tmp' },
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    stdoutPath: join(folder, `${count}.out`),
    stderrPath: join(folder, `${count}.err`),
    maxOutputBytes: 1_000_000,
    confinement,
    ...overrides,
  })
}

const isMissing = await lacksSandbox()

describe.skipIf(isMissing)('a command in a sandbox', () => {
  it('ends as it does outside: exit code, output, signal', async () => {
    const ended = await run(['sh', '-c', 'echo out; echo err >&2; exit 3'])
    const output = { stdoutTail: '│ out', stderrTail: '│ err' }
    expect(ended).toMatchObject({ ending: 'exited', exitCode: 3, signal: null, ...output })
    const killed = await run(['sh', '-c', 'kill -SEGV $$'])
    expect(killed).toMatchObject({ ending: 'signalled', exitCode: 139, signal: 'SIGSEGV' })
  })

  it('is told why it cannot start, in the same words', async () => {
    const plain = join(tree, 'plain.sh')
    writeFileSync(plain, '#!/bin/sh\n', { mode: 0o644 })
    const cases: readonly (readonly [readonly string[], string])[] = [
      [['no-such-program'], `no-such-program was not found on PATH (${path})`],
      [['./absent.sh'], `${tree}/absent.sh does not exist`],
      [[plain], `${plain} cannot be executed: mode 0644 has no execute permission for this user (chmod +x)`],
      [[], 'the command is empty'],
    ]
    for (const [argv, words] of cases)
      expect(await run(argv)).toMatchObject({ ending: 'not-started', problem: words, wallSeconds: 0, stderrTail: '' })
    const elsewhere = await run(['true'], { cwd: '/no/such/folder' })
    expect(elsewhere.problem).toBe('the working directory /no/such/folder does not exist')
  })

  it('gets SIGTERM at its time limit and may end in order', async () => {
    const script = 'trap "echo saved; exit 0" TERM; sleep 60 & wait'
    const started = performance.now()
    const outcome = await run(['sh', '-c', script], { timeoutMs: 2000 })
    expect(outcome).toMatchObject({ ending: 'timed-out', exitCode: 0, stdoutTail: '│ saved' })
    expect(performance.now() - started).toBeLessThan(2000 + 30_000)
  })

  it('is killed when it ignores SIGTERM, with all that it started', async () => {
    const log = join(tree, 'beat')
    const beat = `(trap '' TERM; while :; do date +%s%N > ${log}; sleep 0.05; done)`
    const outcome = await run(['sh', '-c', `setsid sh -c "${beat}" & trap '' TERM; sleep 60; sleep 60`], {
      timeoutMs: 2000,
    })
    expect(outcome).toMatchObject({ ending: 'timed-out', signal: 'SIGKILL' })
    expect(await isWritten(log)).toBe(false)
  })

  it('leaves no process behind when it ends by itself', async () => {
    const log = join(tree, 'daemon')
    await run([
      'sh',
      '-c',
      `env -i setsid sh -c 'while :; do echo x >> ${log}; /bin/sleep 0.05; done' & while [ ! -s ${log} ]; do sleep 0.05; done`,
    ])
    expect(existsSync(log)).toBe(true)
    expect(await isWritten(log)).toBe(false)
  })

  it('T-28: changes its own tree, home and temporary directory, and nothing else of the machine', async () => {
    const other = join(folder, 'other')
    mkdirSync(other, { recursive: true })
    const attempts = `touch ok "$HOME/ok" "$TMPDIR/ok" /dev/shm/ok && echo own
for place in ${other} /etc /usr /var/lib /dev/shm/../../home; do touch $place/x 2>/dev/null && echo "wrote $place"; done; true`
    const outcome = await run(['sh', '-c', attempts])
    expect(outcome.stdoutTail).toBe('│ own')
    expect(['home', 'tmp', 'tree'].map((name) => existsSync(join(folder, name, 'ok')))).toEqual([true, true, true])
    expect(['/dev/shm/ok', join(other, 'x'), '/tmp/ok'].filter((file) => existsSync(file))).toEqual([])
  })

  it('T-28: cannot see what is hidden, nor change it by another path', async () => {
    writeFileSync(join(folder, 'hidden', 'samples'), 'base')
    const command = join(folder, 'GITHUB_ENV')
    writeFileSync(command, 'A=1\n')
    const reach = { ...confinement, hidden: [...confinement.hidden, command] }
    const attempts = `ls ${folder}/hidden; cat ${folder}/hidden/samples ${command}; echo B=2 >> ${command}; touch ${folder}/hidden/x
mount -t tmpfs none /mnt; umount ${folder}/hidden; mount -o remount,rw /; true`
    const outcome = await run(['sh', '-c', attempts], { confinement: reach })
    expect(outcome.stdoutTail).toBe('')
    expect(readFileSync(command, 'utf8')).toBe('A=1\n')
    expect(readFileSync(join(folder, 'hidden', 'samples'), 'utf8')).toBe('base')
  })

  it('reads what its command names in the clone, with the environment around a directory of programs', async () => {
    const clone = join(folder, 'clone')
    for (const name of ['.git', '.venv/bin', '.venv/lib', 'data']) mkdirSync(join(clone, name), { recursive: true })
    for (const name of ['.git/config', '.venv/lib/module', 'data/weights', 'data/other'])
      writeFileSync(join(clone, name), name)
    const named = [join(clone, '.venv/bin'), join(clone, 'data/weights'), join(clone, '.git/config')]
    const reach = { ...confinement, covered: [clone], hidden: [join(clone, '.git')], named }
    const files = ['.venv/lib/module', 'data/weights', 'data/other', '.git/config']
    const script = `cd ${clone}; for file in ${files.join(' ')}; do test -e $file && echo $file; done; touch data/weights; true`
    const outcome = await run(['sh', '-c', script], { confinement: reach })
    expect(outcome.stdoutTail).toBe('│ .venv/lib/module\n│ data/weights')
    expect(outcome.stderrTail).toMatch(/Read-only file system/)
  })

  it('T-28: cannot see, signal or pause a process outside', async () => {
    const script = `test -e /proc/${process.pid}/stat && grep -q node /proc/${process.pid}/comm && echo seen; kill -STOP ${process.pid} && echo paused; ps ax -o pid= | wc -l`
    const outcome = await run(['sh', '-c', script])
    expect(Number(/(\d+)$/.exec(outcome.stdoutTail)?.[1])).toBeLessThan(8)
    expect(outcome.stdoutTail).not.toMatch(/seen|paused/)
  })

  it('T-28: finds no socket of a container engine, of systemd or of D-Bus', async () => {
    const outcome = await run([
      'sh',
      '-c',
      'find /run/ -type s 2>/dev/null | grep -E "docker|podman|containerd|dbus|systemd/private"; true',
    ])
    expect(outcome.stdoutTail).toBe('')
  })

  it('gives the processor time of the command, not of what made the sandbox', async () => {
    const look = procHostMeter.begin()
    let host = null as ReturnType<typeof look.end> | null
    const script = 'while (process.cpuUsage().user < 400_000);'
    await run(['sh', '-c', `${process.execPath} -e '${script}'`], { onEnded: () => (host = look.end()) })
    expect(host!.userCpuSeconds!).toBeGreaterThan(0.15)
    expect(host!.majorPageFaults).not.toBeNull()
  })

  it('does not count as working where a device can be opened outside of it alone', async () => {
    const closed = join(folder, 'hidden', 'device')
    writeFileSync(closed, '')
    const probeWith = (device: string) => createSandbox(tree, { PATH: path }, [device]).probe(confinement)
    expect([await probeWith('/dev/zero'), await probeWith(join(folder, 'absent'))]).toEqual([null, null])
    expect(await probeWith(closed)).toBe(`${closed} cannot be opened inside the sandbox`)
  })

  it('does not count as working where it hides the shell that PATH names', async () => {
    const place = mkdtempSync(join(folder, 'bin-'))
    symlinkSync('/bin/sh', join(place, 'sh'))
    symlinkSync(execFileSync('which', ['bwrap'], { encoding: 'utf8' }).trim(), join(place, 'bwrap'))
    expect(await createSandbox(tree, { PATH: place }).probe(confinement)).toBe(
      'the sh on PATH cannot be reached inside the sandbox',
    )
  })

  it('has the devices of a container, which mounts them on files', () => {
    const [source, given] = [join(import.meta.dirname, '../../src/io/sandbox/bubblewrap.ts'), ['/dev/null']]
    const layout = `buildSandboxLayout(${JSON.stringify({ ...confinement, writable: given })}, { cwd: '/', env: {} }, {})`
    const script = `import { buildSandboxLayout } from '${source}'; console.log(JSON.stringify(${layout}.devices))`
    const container = ['--ro-bind', '/', '/', '--dev', '/dev', '--bind', folder, folder]
    const node = [process.execPath, '--input-type=module', '--eval', script]
    const devices: unknown = JSON.parse(execFileSync('bwrap', [...container, ...node], { encoding: 'utf8' }))
    expect(devices).toEqual([{ kind: 'device', path: '/dev/null' }])
  })

  it('does not load a library of the tree before it is confined', async () => {
    const outcome = await run(['env'], { env: { PATH: path, LD_PRELOAD: './evil.so', LD_LIBRARY_PATH: tree } })
    expect(outcome.stdoutTail).toContain('LD_PRELOAD=./evil.so')
    expect(outcome.stderrTail.match(/evil\.so/g)).toHaveLength(1)
  })

  it('is a failure of this machine when the sandbox cannot be made', async () => {
    const broken = { ...confinement, writable: ['/proc/no/such'] }
    await expect(run(['true'], { confinement: broken })).rejects.toThrow(EnvironmentError)
  })
})

it.each([
  [
    'an error of bwrap',
    'warning\nbwrap: Creating new namespace failed\nmore',
    /^bwrap: Creating new namespace failed( \(|$)/,
  ],
  ['the last line of another error', '\nfirst\nsecond\nlast\n', /^last/],
])('a sandbox that fails with %s says so', async (_what, text, said) => {
  const folderOfTool = mkdtempSync(join(folder, 'bin-'))
  const script = `#!/bin/sh\ncat >&2 <<'END'\n${text}\nEND\nexit 1\n`
  writeFileSync(join(folderOfTool, 'bwrap'), script, { mode: 0o755 })
  const sandbox = createSandbox(folder, { PATH: `${folderOfTool}:/usr/bin:/bin` })
  expect(await sandbox.probe(confinement)).toMatch(said)
})

it('a machine without bwrap says so', async () => {
  const sandbox = createSandbox(folder, { PATH: folder })
  expect(await sandbox.probe(confinement)).toBe('bwrap is not on PATH (package bubblewrap)')
})

async function isWritten(file: string): Promise<boolean> {
  const before = readFileSync(file, 'utf8')
  await new Promise((resolve) => setTimeout(resolve, 200))
  return readFileSync(file, 'utf8') !== before
}

describe('what is hidden', () => {
  const within = mkdtempSync(join(tmpdir(), 'hidden-'))
  afterAll(() => rmSync(within, { recursive: true }))

  it('is the repository of the clone, also of a linked worktree and from a folder in it', () => {
    const [main, linked] = [join(within, 'main'), join(within, 'linked')]
    const git = gitWith(gitEnvironment(within))
    mkdirSync(main)
    git(main, 'init', '--quiet')
    git(main, 'commit', '--quiet', '--allow-empty', '-m', 'First')
    git(main, 'worktree', 'add', '--quiet', linked)
    mkdirSync(join(linked, 'deep'))
    const [own, objects] = [join(main, '.git'), join(main, '.git/objects')]
    expect(createSandbox(main, {}).places).toEqual({
      hidden: [own, join(main, '.warpgauge')],
      covered: [main],
      readable: [objects],
    })
    expect(createSandbox(join(linked, 'deep'), {}).places).toEqual({
      hidden: [join(linked, '.git'), join(own, 'worktrees/linked'), own, join(linked, '.warpgauge')],
      covered: [linked],
      readable: [objects],
    })
  })

  it('are the keys, settings and logs of the runner, and the files by which a step talks to it', () => {
    const at = (name: string) => join(within, 'runner', name)
    mkdirSync(at('_work/_temp'), { recursive: true })
    const secrets = ['.credentials', '.credentials_rsaparams', '.env', '.path', '.runner', '_diag']
    for (const name of [...secrets, 'run.sh', '.environment']) writeFileSync(at(name), '')
    const environment = { RUNNER_TEMP: at('_work/_temp'), GITHUB_OUTPUT: '/commands/output' }
    const { hidden, covered } = createSandbox(within, environment).places
    expect(hidden.toSorted()).toEqual(
      [join(within, '.git'), join(within, '.warpgauge'), '/commands/output', ...secrets.map(at)].toSorted(),
    )
    expect(covered).toEqual([within, at('_work/_temp')])
  })
})
