import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kernelRecords } from '../../src/io/gpu/kernel-table.ts'
import { kernelRecord, type KernelRecord } from '../../src/record/kernels.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import type { TrialRequest } from '../../src/steps/trial/trial-request.ts'
import { compileFakeCupti, type FakeCupti } from '../fakes/fake-cupti.ts'
import { runCompiler } from '../fakes/fake-nvml.ts'
import { needs } from '../fakes/needs.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const cli = resolve(import.meta.dirname, '../../dist/cli.js')

describe.skipIf(needs('a C compiler'))('the kernel recorder', () => {
  let cupti: FakeCupti
  let folder: string
  beforeAll(() => {
    cupti = compileFakeCupti()
    folder = mkdtempSync(join(tmpdir(), 'warpgauge-recorder-'))
  })
  afterAll(() => {
    cupti[Symbol.dispose]()
    rmSync(folder, { recursive: true })
  })

  /** Runs the program with the recorder, and returns what it left. */
  async function record(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const directory = mkdtempSync(join(folder, 'record-'))
    const variables = await kernelRecords.prepare(directory)
    const ended = spawnSync(cupti.program, args, {
      env: { ...variables, WARPGAUGE_CUPTI: cupti.library, ...env },
      encoding: 'utf8',
    })
    return { ended, directory, kernels: await kernelRecords.read(directory) }
  }

  const listLaunches = (kernels: KernelRecord | null) =>
    kernels?.kernels.map(({ name, launches, grid, block }) => [name, launches, grid[0], block[0]])

  it('adds up launches, time, copies, peak memory and code of an unmodified program', async () => {
    const { ended, kernels } = await record(['plain', '300'])
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([0, 'done\n', ''])
    expect(listLaunches(kernels)).toEqual([
      ['jacobi(float*, int)', 300, 64, 256],
      ['sum(float const*, float*)', 10, 1, 128],
    ])
    expect(kernels).toMatchObject({
      processes: 1,
      unfinished: 0,
      cupti: 130001,
      launches: 310,
      // 300 launches of 50 ns and ten of 40 ns.
      seconds: 15.4e-6,
      // Ten pairs of 60 ns, of which 30 overlap, 290 kernels of 50 ns, and two copies that overlap.
      busySeconds: 10 * 60e-9 + 290 * 50e-9 + 200e-9,
      windowSeconds: 30.85e-6,
      toDevice: 4096,
      toHost: 1024,
      copies: 2,
      peakBytes: 4 * 2 ** 20,
      largestBytes: 3 * 2 ** 20,
      modules: 2,
      problems: [],
    })
  })

  it('gives one hash for one code, in every run', async () => {
    const runs = [await record(['plain', '300']), await record(['plain', '400'])]
    expect(new Set(runs.map(({ kernels }) => kernels?.code)).size).toBe(1)
    expect(runs[0]?.kernels?.code).toMatch(/^[0-9a-f]{12,16}$/)
  })

  it('does not depend on the paths and lines in the debug information of the code', async () => {
    const compile = (name: string, source: string): string => {
      const place = join(folder, name)
      mkdirSync(place)
      writeFileSync(join(place, 'kernel.c'), source)
      runCompiler(['-g', '-O1', '-ffunction-sections', '-c', '-o', join(place, 'kernel.o'), join(place, 'kernel.c')])
      return join(place, 'kernel.o')
    }
    const source = 'int sweep(int value) { return value * 3; }\n'
    const cut = join(folder, 'cut.o')
    const codes = [
      compile('base', source),
      compile('head-in-another-folder', `\n\n${source}`),
      compile('more', source.replace('3', '5')),
      compile('larger', `${source}static char shared[4096]; char *use(void) { return shared; }\n`),
      compile('largest', `${source}static char shared[8192]; char *use(void) { return shared; }\n`),
      compile('of-debug', source.replace('sweep', 'debug_sweep')),
      compile('more-of-debug', source.replace('sweep', 'debug_sweep').replace('3', '7')),
      cut,
    ]
    writeFileSync(cut, readFileSync(codes[0]!).subarray(0, -100))
    const found = await Promise.all(codes.map(async (path) => (await record(['code', '5', path])).kernels?.code))
    expect(found[0]).toMatch(/^[0-9a-f]{12,16}$/)
    expect(found[1]).toBe(found[0])
    expect(new Set(found).size).toBe(codes.length - 1)
  })

  it('keeps the launches of processes that end by _exit or by a signal, and says that they are at least these', async () => {
    const forked = await record(['fork', '300'])
    expect(forked.kernels).toMatchObject({ processes: 2, unfinished: 2, overlapping: 2, launches: 300 + 301 + 20 })
    const killed = await record(['kill', '300'])
    expect([killed.ended.signal, killed.kernels?.launches, killed.kernels?.unfinished]).toEqual(['SIGKILL', 310, 1])
  })

  it.each([
    ['another profiler', { FAKE_CUPTI: 'busy' }, 'another profiler uses CUPTI'],
    ['no library', { WARPGAUGE_CUPTI: '/absent/libcupti.so.13' }, 'libcupti could not be loaded'],
  ])('leaves a program alone beside %s, and says why there is no table', async (_what, env, reason) => {
    const { ended, kernels } = await record(['idle'], env)
    expect(ended.status).toBe(0)
    expect(kernels?.launches).toBe(0)
    expect(kernels?.problems.join()).toContain(reason)
  })

  it('names what it could not see', async () => {
    const damaged = await record(['damaged', '5'])
    expect(damaged.kernels?.problems).toEqual(['2 records without a usable time are left out'])
    const lost = await record(['plain', '5'], { FAKE_CUPTI: 'lost=7' })
    expect(lost.kernels?.problems.join()).toMatch(/^CUPTI lost \d+ records$/)
    for (const [option, reason] of [
      ['refuse=1', 'CUPTI refuses records of copies'],
      ['refuse=49', 'CUPTI refuses records of allocations'],
      ['no-code', 'CUPTI does not tell which machine code is loaded'],
    ] as const)
      expect((await record(['plain', '5'], { FAKE_CUPTI: option })).kernels?.problems.join()).toContain(reason)
    const many = await record(['many', '5'])
    expect(many.kernels).toMatchObject({ launches: 32_768 + 13, kernels: { length: 5000 } })
    expect(many.kernels?.problems).toEqual([
      '7234 launches of further kernels are left out',
      '27768 kernels of the shortest time are in the sums only',
    ])
  })

  it('counts fills and what is copied on and between GPUs, and tells long names apart by their ends', async () => {
    const { kernels } = await record(['moves', '5'])
    expect(kernels).toMatchObject({ toDevice: 4096, toHost: 1024, onDevice: 768, copies: 4, fills: 1, problems: [] })
    const long = await record(['long', '5'])
    const names = long.kernels?.kernels.map(({ name }) => name).filter((name) => name.startsWith('kkk')) ?? []
    expect([names.length, new Set(names).size, names[0]?.length]).toEqual([2, 2, 4096])
  })

  it('reads nothing from files of others', async () => {
    const directory = mkdtempSync(join(folder, 'foreign-'))
    expect(await kernelRecords.read(directory)).toBeNull()
    writeFileSync(join(directory, '12-abcdef'), 'WGKERNEL')
    writeFileSync(join(directory, '13-abcdef'), Buffer.alloc(12 * 2 ** 20))
    expect(await kernelRecords.read(directory)).toMatchObject({
      processes: 0,
      problems: ['the record of process 12 is unreadable', 'the record of process 13 is unreadable'],
    })
    expect(await kernelRecords.read(join(directory, 'absent'))).toBeNull()
  })

  it('follows no link, waits for no pipe, and keeps a record readable whatever a file claims', async () => {
    const { directory } = await record(['plain', '5'])
    const [own = ''] = readdirSync(directory).filter((name) => /^\d+-\w{6}$/.test(name))
    const bytes = readFileSync(join(directory, own))
    symlinkSync(join(directory, own), join(directory, '1-linked'))
    execFileSync('mkfifo', [join(directory, '2-apipeX')])
    // Launches of the first kernel.
    bytes.writeBigUInt64LE(2n ** 63n, 4096 + 8)
    writeFileSync(join(directory, '3-claims'), bytes)
    const kernels = await kernelRecords.read(directory)
    expect(kernelRecord.parse(kernels)).toMatchObject({ processes: 1, launches: 15 })
    expect(kernels?.problems).toEqual([
      'the record of process 1 is unreadable',
      'the record of process 2 is unreadable',
      'the record of process 3 is damaged',
    ])
  })

  it('keeps at most a million characters of names, whatever a file claims', async () => {
    const { directory } = await record(['many', '5'])
    const [own = ''] = readdirSync(directory).filter((name) => /^\d+-\w{6}$/.test(name))
    const bytes = readFileSync(join(directory, own))
    const namesAt = 4096 + 32_768 * 56
    bytes.fill('n', namesAt, namesAt + 4096)
    for (let entry = 4096; entry < namesAt; entry += 56) bytes.writeBigUInt64LE(4096n << 32n, entry + 16)
    writeFileSync(join(directory, own), bytes)
    const kernels = await kernelRecords.read(directory)
    expect([kernels?.launches, kernels?.kernels.length]).toEqual([32_768 + 13, 244])
    expect(kernels?.problems).toContain('32524 kernels of the shortest time are in the sums only')
  })

  /** The first warm-up of a case on GPUs, with this program. */
  async function warmUp(args: readonly string[], run: object = {}) {
    return await runRecorded(args, { run })
  }

  type Turn = Partial<TrialRequest['next']>
  async function runRecorded(
    args: readonly string[],
    { run = {}, turn = {}, earlier = [] }: { run?: object; turn?: Turn; earlier?: readonly Trial[] } = {},
  ) {
    const config = aConfig({
      pipeline: {
        name: 'p',
        command: [cupti.program, ...args],
        env: { WARPGAUGE_CUPTI: cupti.library },
        proof: { stdout: ['done'] },
      },
      run: { isolation: 'none', monitor: 'none', ...run },
    })
    const request = aTrialRequest({ folder: mkdtempSync(join(folder, 'run-')), config, planned: { dataset: '' } })
    const next = { ...request.next, isWarmup: true, ...turn }
    return await runTrial({ ...request, next, earlier }, trialPorts)
  }

  it('records the first warm-up of a case, and no other run', async () => {
    const trial = await warmUp(['plain', '300'])
    expect([trial.failure, trial.kernels?.launches]).toEqual([null, 310])
    expect((await warmUp(['plain', '300'], { kernels: 'off' })).kernels).toBeUndefined()
    for (const turn of [{ isWarmup: false }, { index: 1 }])
      expect((await runRecorded(['plain', '300'], { turn })).kernels).toBeUndefined()
  })

  it('records runs next to the judged ones, and with `all` the judged ones', async () => {
    const beside = await runRecorded(['plain', '300'], { turn: { index: 4, isRecorded: true } })
    expect([beside.isRecorded, beside.isWarmup, beside.kernels?.launches]).toEqual([true, true, 310])
    const all = { run: { kernels: 'all' }, turn: { isWarmup: false, index: 4 } }
    const judged = await runRecorded(['plain', '300'], all)
    expect([judged.isRecorded, judged.isWarmup, judged.kernels?.launches]).toEqual([undefined, false, 310])
  })

  it('judges no run that fails only while it is recorded, nor records the judged runs of such a program', async () => {
    const all = { run: { kernels: 'all' }, turn: { isWarmup: false, index: 1 } }
    expect((await runRecorded(['breaks'], all)).failure?.kind).toBe('exit-code')
    const judged = await runRecorded(['breaks'], { ...all, earlier: [await warmUp(['breaks'])] })
    expect([judged.failure, judged.kernels]).toEqual([null, undefined])
  })

  it('runs a program that fails while it is recorded again without, and says so', async () => {
    const trial = await warmUp(['breaks'])
    expect([trial.failure, trial.exitCode]).toEqual([null, 0])
    expect(trial.kernels?.problems[0]).toContain('failed while its kernels were recorded (exit-code)')
  })

  it('prints the table of a command, and what changed since another record', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [cli, 'kernels', ...args], {
        cwd: folder,
        env: { ...process.env, NO_COLOR: '1', WARPGAUGE_CUPTI: cupti.library },
        encoding: 'utf8',
      })
    const base = run('--json', '--', cupti.program, 'plain', '300')
    expect(base.status).toBe(0)
    writeFileSync(join(folder, 'base.json'), base.stdout)
    const head = run('--base', 'base.json', '--', cupti.program, 'plain', '303')
    expect([head.status, head.stdout]).toEqual([0, 'done\n'])
    expect(head.stderr).toMatch(/jacobi runs 300 → 303 times; that is 100 % of the change of kernel\s+time/)
    expect(head.stderr).toMatch(/313 launches of 2 kernels\n=+/)
    const same = run('--base', 'base.json', '--', cupti.program, 'plain', '300')
    expect(same.stderr).toContain('The GPU executes the same work: equal machine code and launches.')
    const crashed = run('--', 'sh', '-c', 'exit 7')
    expect([crashed.status, crashed.stderr]).toEqual([7, expect.stringContaining('exit code 7')])
    const none = run('--', 'true')
    expect([none.status, none.stderr]).toEqual([
      2,
      expect.stringContaining('no process of the command initialized CUDA'),
    ])
    const unseen = run('--', 'env', 'WARPGAUGE_CUPTI=/absent/libcupti.so.13', cupti.program, 'idle')
    expect([unseen.status, unseen.stderr]).toEqual([2, expect.stringContaining('libcupti could not be loaded')])
    expect(unseen.stderr).not.toContain('0 launches')
  })
})
