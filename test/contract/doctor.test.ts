import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunnerFacts } from '../../src/domain/doctor/facts.ts'
import { readProject } from '../../src/io/git/read-project.ts'
import { inspectClone } from '../../src/io/git/clone-facts.ts'
import { inspectMachine, inspectRunner } from '../../src/io/machine/machine-inspector.ts'
import { gitEnvironment, gitWith, type Git } from '../fakes/git.ts'
import { needsUser } from '../fakes/needs.ts'
import { openToolPath } from '../fakes/tool-path.ts'

let folder: string
let hub: string
let git: Git
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-doctor-'))
  hub = join(folder, 'hub')
  git = gitWith(gitEnvironment(folder))
  mkdirSync(hub)
  git(hub, 'init', '--quiet', '--initial-branch=main')
  for (const message of ['one', 'two']) git(hub, 'commit', '--quiet', '--allow-empty', '-m', message)
  git(hub, 'tag', 'v1.0', 'HEAD~1')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

describe('this machine', () => {
  /** A kernel that shows these files. */
  function kernel(files: Readonly<Record<string, string>>) {
    const root = mkdtempSync(join(folder, 'kernel-'))
    for (const [path, text] of Object.entries(files)) write(join(root, path), text)
    return inspectMachine({ sys: join(root, 'sys'), proc: join(root, 'proc'), sharedMemory: root })
  }

  it('tells its governors, each once', () => {
    const governor = (core: number): string => `sys/devices/system/cpu/cpu${core}/cpufreq/scaling_governor`
    const { governors } = kernel({
      [governor(0)]: 'powersave\n',
      [governor(1)]: 'performance\n',
      [governor(12)]: 'powersave\n',
    })
    expect(governors).toEqual(['performance', 'powersave'])
  })

  it('tells the tightest limit of all control groups around this process', () => {
    const { limits } = kernel({
      'proc/self/cgroup': '0::/job/step\n',
      'sys/fs/cgroup/cgroup.controllers': 'cpu memory\n',
      'sys/fs/cgroup/job/cpu.max': '250000 100000\n',
      'sys/fs/cgroup/job/step/cpu.max': 'max 100000\n',
      'sys/fs/cgroup/job/memory.max': '8589934592\n',
      'sys/fs/cgroup/job/step/memory.max': '4294967296\n',
    })
    expect(limits).toEqual({ cpuCores: 2.5, memoryBytes: 2 ** 32 })
  })

  it('reads the older control groups, whose 2^63 means no limit', () => {
    const { limits } = kernel({
      'proc/self/cgroup': '3:memory:/x\n2:cpu,cpuacct:/x\n',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '150000\n',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
    })
    expect(limits).toEqual({ cpuCores: 1.5, memoryBytes: null })
    const within = kernel({
      'proc/self/cgroup': '3:memory:/slurm/job_7\n2:cpu,cpuacct:/x\n0::/\n',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712\n',
      'sys/fs/cgroup/memory/slurm/job_7/memory.limit_in_bytes': '4294967296\n',
      'sys/fs/cgroup/cpu/x/cpu.cfs_quota_us': '50000\n',
      'sys/fs/cgroup/cpu/x/cpu.cfs_period_us': '100000\n',
    })
    expect(within.limits).toEqual({ cpuCores: 0.5, memoryBytes: 2 ** 32 })
  })

  it('makes nothing up where the kernel shows nothing', () => {
    expect(kernel({})).toMatchObject({ governors: null, limits: null, driverVersion: null })
  })

  it('tells the driver that is loaded', () => {
    const text = 'NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.15  Release Build\n'
    expect(kernel({ 'proc/driver/nvidia/version': text }).driverVersion).toBe('570.86.15')
  })
})

describe('a clone', () => {
  const environment = { PATH: process.env['PATH'], HOME: '/nonexistent' }
  const look = (path: string, ...references: string[]) => inspectClone(path, references, { environment, token: null })
  const clone = (name: string): string => {
    git(folder, 'clone', '--quiet', '--depth=1', '--no-tags', `file://${hub}`, name)
    return join(folder, name)
  }

  it('that is shallow and without tags says so, and asks the remote for what it compares with', async () => {
    expect(await look(clone('shallow'), 'v1.0', 'main', 'v9')).toEqual({
      hasCommit: true,
      isShallow: true,
      hasRemote: true,
      credentials: [],
      checkoutSettings: [],
      missingContent: [],
      references: [
        { name: 'v1.0', isHere: false, isAtRemote: true },
        { name: 'main', isHere: true, isAtRemote: null },
        { name: 'v9', isHere: false, isAtRemote: false },
      ],
    })
    expect(git(join(folder, 'shallow'), 'tag')).toBe('')
  })

  it('names the files of Git LFS and the submodules whose content it lacks', async () => {
    const path = join(folder, 'content')
    git(folder, 'init', '--quiet', 'content')
    const id = (digit: string): string => digit.repeat(64)
    const pointer = (digit: string) => `version https://git-lfs.github.com/spec/v1\noid sha256:${id(digit)}\nsize 3\n`
    write(join(path, '.gitattributes'), '[attr]weights filter=lfs -text\n*.bin weights\n')
    for (const digit of ['1', '2']) write(join(path, `models/${digit}.bin`), pointer(digit))
    write(join(path, 'models/notes.txt'), pointer('3'))
    write(join(path, '.git/lfs/objects/11/11', id('1')), 'abc')
    for (const name of ['here', 'gone'])
      git(path, '-c', 'protocol.file.allow=always', 'submodule', 'add', '--quiet', hub, `libs/${name}`)
    git(path, 'add', '--all')
    rmSync(join(path, '.git/modules/libs/gone'), { recursive: true })
    rmSync(join(path, 'libs/gone'), { recursive: true })
    expect(await look(join(path, 'models'))).toMatchObject({
      checkoutSettings: ['lfs: true', 'submodules: recursive'],
      missingContent: ['models/2.bin', 'libs/gone/'],
    })
  })

  it('whose remote is gone does not know of a tag that is not here', async () => {
    const path = clone('lost')
    git(path, 'remote', 'set-url', 'origin', 'file:///nowhere/at-all')
    expect(await look(path, 'v1.0')).toMatchObject({ references: [{ isHere: false, isAtRemote: null }] })
  })

  it('T-01: holds a credential in its settings, in a file they include, or in an address: key and file are told', async () => {
    const path = clone('leaky')
    const included = write(
      join(folder, 'git-credentials-1.config'),
      '[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic canary\n',
    )
    git(path, 'config', `includeIf.gitdir:${path}/.git.path`, included)
    git(path, 'config', 'http.https://ghe.example/.extraheader', 'Authorization: Bearer canary')
    git(path, 'config', 'http.https://other.example/.extraheader', 'X-Harmless: yes')
    git(path, 'remote', 'add', 'mirror', 'https://me:canary@example.com/x.git')
    const seen = await look(path)
    expect(JSON.stringify(seen)).not.toContain('canary')
    expect(seen).toMatchObject({
      credentials: [
        { key: 'http.https://github.com/.extraheader', file: included },
        { key: 'http.https://ghe.example/.extraheader', file: join(path, '.git/config') },
        { key: 'remote.mirror.url', file: join(path, '.git/config') },
      ],
    })
  })

  it('that is none, or one that this git cannot read, says so', async () => {
    const mend = 'Run doctor inside a clone of the pipeline, with git on PATH.'
    expect(await look(tmpdir())).toEqual({ problem: `${tmpdir()} is not in a git repository`, mend })
    const without = { environment: { PATH: '/nonexistent' }, token: null }
    expect(await inspectClone(hub, [], without)).toMatchObject({ problem: expect.stringMatching(/^git: .*ENOENT/) })
    const newer = join(folder, 'newer')
    git(folder, 'init', '--quiet', newer)
    git(newer, 'config', 'core.repositoryFormatVersion', '1')
    git(newer, 'config', 'extensions.later', 'true')
    const hint = /older than the format of the repository/
    expect(await look(newer)).toEqual({ problem: expect.any(String), mend: expect.stringMatching(hint) })
    await expect(readProject(newer)).rejects.toMatchObject({ hint: expect.stringMatching(hint) })
  })

  it('that has no commit says so', async () => {
    const empty = join(folder, 'empty')
    git(folder, 'init', '--quiet', empty)
    expect(await look(empty)).toMatchObject({ hasCommit: false })
  })

  it('that is bare has no project to read', async () => {
    const bare = join(folder, 'bare.git')
    git(folder, 'init', '--quiet', '--bare', bare)
    await expect(readProject(bare)).rejects.toMatchObject({ hint: expect.stringContaining('bare: start in a clone') })
  })
})

describe('a self-hosted runner', () => {
  const seen = (environment: Readonly<Record<string, string>>): Promise<RunnerFacts> =>
    inspectRunner({ PATH: process.env['PATH'], ...environment })

  /** A runner as its set-up leaves it. */
  function install(settings: string): string {
    const root = mkdtempSync(join(folder, 'runner-'))
    write(join(root, '.runner'), settings)
    write(join(root, '.credentials'), '{"data":{"clientId":"x"}}')
    return root
  }

  it('is found by its process, of the same user, with a key that can be read', async () => {
    const root = install('\uFEFF{ "agentName": "gpu-1" }')
    const listener = spawn('sleep', ['60'], { argv0: join(root, 'bin/Runner.Listener') })
    try {
      await once(listener, 'spawn')
      expect((await seen({})).service).toEqual({
        root,
        isSameUser: true,
        isEphemeral: false,
        hasReadableCredentials: true,
      })
    } finally {
      const gone = once(listener, 'exit')
      listener.kill('SIGKILL')
      await gone
    }
  })

  it('is found by its work folder, and known to take one job', async () => {
    const root = install('{"agentId":1,"ephemeral":true}')
    const { service, isJob } = await seen({ GITHUB_ACTIONS: 'true', RUNNER_WORKSPACE: join(root, '_work/pipeline') })
    expect({ isJob, service }).toMatchObject({ isJob: true, service: { root, isEphemeral: true } })
  })

  it.skipIf(needsUser('root'))('shows a user without a name by the number', async () => {
    process.seteuid?.(54_321)
    const facts = await seen({}).finally(() => process.seteuid?.(0))
    expect(facts.user).toBe('user 54321')
  })

  it('whose settings cannot be read is not called ephemeral', async () => {
    const root = install('not JSON')
    expect((await seen({ RUNNER_WORKSPACE: join(root, '_work/x') })).service).toMatchObject({ isEphemeral: null })
  })

  it('shows the socket of a container engine, and sudo that asks nothing', async () => {
    const socket = join(folder, 'engine.sock')
    const engine = createServer().listen(socket)
    await once(engine, 'listening')
    using tools = openToolPath().script('sudo', '[ "$*" = "-n true" ] && exit 0; exit 1')
    const facts = await seen({ DOCKER_HOST: `unix://${socket}`, PATH: tools.path })
    engine.close()
    expect(facts).toMatchObject({ engineSockets: expect.arrayContaining([socket]), sudo: 'passwordless' })
  })

  it('with a sudo that asks, and variables that are secrets by their names', async () => {
    using tools = openToolPath().script('sudo', 'echo "a password is required" >&2; exit 1')
    const facts = await seen({
      PATH: tools.path,
      NPM_TOKEN: 'canary',
      MY_API_KEY: 'canary',
      EMPTY_TOKEN: '',
      TOKENIZERS: 'x',
    })
    expect(facts).toMatchObject({ sudo: 'asks', secretVariables: ['MY_API_KEY', 'NPM_TOKEN'] })
    expect(JSON.stringify(facts)).not.toContain('canary')
  })
})
