import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { kernelTable } from '../../src/record/kernels.ts'
import { runCommandInside } from '../fakes/inner-command.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'kernel-profiles-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fixture = (name: string) => join(root, 'test/fixtures/adapters', name)

async function kernels(...args: readonly string[]) {
  return await runCommandInside({ cwd: folder, env: { ...process.env, NO_COLOR: '1' } }, 'kernels', ...args)
}

const table = async (path: string) => kernelTable.parse(JSON.parse((await kernels('--from', path, '--json')).stdout))

/** An export with the columns that are read of the documented schema: launches as name, start and end. */
function writeExport(launches: readonly (readonly [name: string, start: number, end: number | null])[]): string {
  const path = join(mkdtempSync(join(folder, 'nsys-')), 'profile.sqlite')
  using database = new DatabaseSync(path)
  database.exec('CREATE TABLE StringIds (id INTEGER, value TEXT)')
  database.exec('CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, demangledName INT)')
  const names = [...new Set(launches.map(([name]) => name))]
  for (const [id, name] of names.entries()) database.prepare('INSERT INTO StringIds VALUES (?, ?)').run(id, name)
  const insert = database.prepare('INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, ?)')
  for (const [name, start, end] of launches) insert.run(start, end, names.indexOf(name))
  return path
}

describe('the table of kernels', () => {
  it('of torch.profiler on an H100 holds every kernel with its launches', async () => {
    const { kernels: rows, ...sums } = await table(fixture('chrome-trace/h100.json.gz'))
    expect(rows).toEqual([['nvjet_sm90_tst_320x128_64x3_1x2_h_bz_coopB_NNT', 15, expect.closeTo(0.0205, 3), '']])
    expect(sums).toMatchObject({ launches: 15, code: null, peakBytes: null, toDevice: null, problems: [] })
  })

  it('of rocprofv3 comes from its trace and from its statistics', async () => {
    const launches = async (name: string) =>
      (await table(fixture(`rocprof/${name}`))).kernels.map(([kernel, count]) => [kernel, count])
    expect(await launches('kernel_trace.csv')).toEqual([
      ['divide_kernel(float*, float const*, float const*, int, int)', 1],
      ['void addition_kernel<float>(float*, float const*, float const*, int, int)', 2],
    ])
    expect(await launches('kernel_stats.csv')).toEqual([
      ['JacobiIterationKernel(int, double, double, double const*, double const*, double*, double*)', 1000],
      ['NormKernel1(int, double, double, double const*, double*)', 1001],
      ['__amd_rocclr_fillBufferAligned', 4],
    ])
  })

  it('of Nsight Systems sums up launches in the file, and compares with another export', async () => {
    const long = `k<${'a'.repeat(1000)}>`
    const launch = (count: number) =>
      Array.from({ length: count }, (_, index) => ['void jacobi(float*)', index * 100, index * 100 + 50] as const)
    const [base, head] = [300, 312].map((count) => writeExport([...launch(count), [long, 0, 7]]))
    expect((await table(base ?? '')).kernels).toEqual([
      [long, 1, 7e-9, ''],
      ['void jacobi(float*)', 300, 0.000015, ''],
    ])
    const { stderr, exitCode } = await kernels('--from', head ?? '', '--base', base ?? '')
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      0,
      expect.stringContaining('jacobi runs 300 → 312 times; that is 100 % of the change of kernel time'),
    ])
    expect(stderr).toMatch(/313 launches of 2 kernels\n=+/)
    const again = await kernels('--from', base ?? '', '--base', base ?? '')
    const same = again.stderr.replaceAll(/\s+/g, ' ')
    // A profile has no identity of the machine code, so nothing is said about it.
    expect(same).toContain('The launches of all kernels are equal, and no time changed by more than equal runs do.')
  })

  it('is refused where a launch has no end: the sum would be too small', async () => {
    const path = writeExport([
      ['jacobi', 0, 50],
      ['sum', 10, null],
    ])
    const { exitCode, stderr } = await kernels('--from', path)
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringContaining('no figures of the GPUs: 1 launches of kernels have no usable time'),
    ])
  })

  it('is printed as JSON that --base reads, and of a recorded run on an H100 as well', async () => {
    const printed = join(folder, 'table.json')
    writeFileSync(printed, (await kernels('--from', fixture('chrome-trace/h100.json.gz'), '--json')).stdout)
    const record = join(root, 'docs/evidence/h100-kernel-records/prog.py-400-13109.json')
    const { stderr } = await kernels('--from', record, '--base', printed)
    expect(stderr).toContain('new: ')
    expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ launches: (await table(record)).launches })
  })

  it.each([
    [['--from', fixture('chrome-trace/cpu.json')], /cpu\.json has no times of kernels; the trace has no GPU/],
    [['--from', fixture('hyperfine/README.md')], /is not a record of kernels/],
    [['--from', '/absent.json'], /absent\.json/],
    [[], /pass either a command or --from FILE/],
    [['--from', 'x', '--', 'true'], /pass either a command or --from FILE/],
  ])('%s: says what is wrong', async (args, message) => {
    const { exitCode, stderr } = await kernels(...args)
    expect([exitCode, stderr.replaceAll(/\s+/g, ' ')]).toEqual([2, expect.stringMatching(message)])
  })
})
