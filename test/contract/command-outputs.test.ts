import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { checkStore } from '../../src/cli/baseline/show-store.ts'
import { compareFigures } from '../../src/cli/compare-figures.ts'
import {
  buildHistoryReports,
  printHistoryChanges,
  showHistory,
  writeHistoryDashboard,
} from '../../src/cli/history/show-history.ts'
import { writeDataset, type DatasetOptions } from '../../src/cli/write-dataset.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { noisySeries, stairs } from '../unit/domain/noisy-series.ts'
import { aHistoryRecord, testbedId } from '../unit/a-history.ts'

const evidence = join(import.meta.dirname, '../../docs/evidence')
const folder = mkdtempSync(join(tmpdir(), 'command-outputs-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** What a command says on both streams, as text without color, and what it returns. */
async function capture(run: () => Promise<unknown>): Promise<string> {
  vi.stubEnv('FORCE_COLOR', '0')
  const said: string[] = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  const result = await run()
  vi.restoreAllMocks()
  return `${said.join('')}returned ${String(result)}\n`.replaceAll(folder, 'FOLDER')
}

test('compare says the same about two stored runs', async () => {
  const [base = '', head = ''] = ['runs-3', 'runs-4'].map((name) => {
    const own = mkdtempSync(join(folder, 'side-'))
    execFileSync('tar', ['-xJf', join(evidence, 'h100-two-gpus', `${name}.tar.xz`), '-C', own, 'runs/training/scaling'])
    return join(own, 'runs/training/scaling')
  })
  const compare = (options: object) => compareFigures(base, head, { format: 'terminal', ...options })
  const said = [await capture(() => compare({})), await capture(() => compare({ minEffect: '0.6' }))]
  await expect(said.join('\n')).toMatchFileSnapshot('../frozen/compare.txt')
  for (const minEffect of ['0', '1', 'x'])
    await expect(compare({ minEffect })).rejects.toThrow(`--min-effect ${minEffect} is not between 0 and 1`)
  await expect(compareFigures(join(folder, 'x'), head, { format: 'json' })).rejects.toThrow('x does not exist')
})

test('history changes and history show say the same about a history', async () => {
  const dir = join(folder, 'data')
  const write = (testbed: string, levels: readonly number[]): void => {
    mkdirSync(join(dir, 'history', testbed), { recursive: true })
    const records = noisySeries(levels, { seed: 3, sigma: 0.005 }).map((value, at) =>
      aHistoryRecord(
        at + 1,
        { wall_time: value, throughput: 1 / value },
        { testbed: { id: testbed, sha256: 'b'.repeat(64) } },
      ),
    )
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
    writeFileSync(join(dir, 'history', testbed, '2026-01.jsonl'), text)
  }
  write(testbedId, stairs([20, 10], [20, 11]))
  write('other', stairs([12, 10]))
  const print = (options: object) =>
    capture(() => printHistoryChanges({ dir, metric: '*', runs: 400, format: 'text', ...options }))
  const said = [
    await print({}),
    await print({ testbed: 'other' }),
    await print({ format: 'json', runs: 30, metric: 'wall_time' }),
  ]
  const show = (format: 'text' | 'json') => capture(() => showHistory({ dir, metric: 'wall_time', runs: 15, format }))
  said.push(await show('text'), await show('json'))
  await expect(said.join('\n')).toMatchFileSnapshot('../frozen/history-changes.txt')
  expect(await print({ metric: 'nothing' })).toMatch(/inconclusive: no metric to check[^]*returned 2\n$/)
  await expect(print({ testbed: 'none' })).rejects.toThrow('there is no testbed none')
  await expect(print({ dir: folder })).rejects.toThrow('there is no history in')
})

test('history changes does not take a testbed whose records cannot be read for one without a change', async () => {
  const dir = join(folder, 'damaged')
  const write = (testbed: string, text: string): void => {
    mkdirSync(join(dir, 'history', testbed), { recursive: true })
    writeFileSync(join(dir, 'history', testbed, '2026-01.jsonl'), text)
  }
  const print = () => capture(() => printHistoryChanges({ dir, metric: '*', runs: 400, format: 'text' }))
  write('other', 'damaged\n')
  await expect(print()).rejects.toThrow(`no record of testbed other in ${dir} can be read`)
  vi.restoreAllMocks()
  const records = stairs([40, 10]).map((value, at) => aHistoryRecord(at + 1, { wall_time: value }))
  write(testbedId, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  expect(await print()).toMatch(
    /no record of testbed other in \S+ can be read, so nothing is reported[^]*returned 2\n$/,
  )
  const html = join(dir, 'page.html')
  await capture(() => writeHistoryDashboard({ dir, metric: '*', runs: 400, html }))
  expect(readFileSync(html, 'utf8')).toContain('no readable record of other')
})

test('baseline check names a folder of the store that cannot be read', async () => {
  const dir = join(folder, 'store')
  mkdirSync(dir)
  symlinkSync('loop', join(dir, 'loop'))
  await expect(checkStore({ dir })).rejects.toThrow(`cannot read ${join(dir, 'loop')}`)
})

test('history changes measures drift from the runs of the anchors, and needs a clone for these alone', async () => {
  const clone = join(folder, 'clone')
  const git = gitWith(gitEnvironment(folder)).bind(null, clone)
  mkdirSync(clone)
  git('init', '--quiet')
  git('commit', '--quiet', '--allow-empty', '-m', 'Release')
  git('tag', 'v1.0')
  const commit = git('rev-parse', 'HEAD')
  const dir = join(folder, 'drift')
  mkdirSync(join(dir, 'history', testbedId), { recursive: true })
  const records = noisySeries(
    Array.from({ length: 30 }, (_, at) => 10 + at / 20),
    { seed: 3, sigma: 0.005 },
  ).map((value, at) => aHistoryRecord(at + 1, { wall_time: value }, at === 2 ? { commit } : {}))
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  writeFileSync(join(dir, 'history', testbedId, '2026-01.jsonl'), text)
  const read = async (cwd: string, anchor?: readonly string[]) => {
    vi.spyOn(process, 'cwd').mockReturnValue(cwd)
    const options = { dir, metric: '*', runs: 400, format: 'text', ...(anchor && { anchor }) } as const
    const [{ report } = {}] = await buildHistoryReports(options)
    return [report?.anchors.map((one) => one.record?.commit), report?.observation.creeps.map(({ from }) => from.label)]
  }
  expect(await read(clone, ['v1.0'])).toEqual([[commit], ['v1.0']])
  expect(await read(folder)).toEqual([[], []])
})

describe('dataset', () => {
  const write = (options: Partial<DatasetOptions>) =>
    writeDataset({ seed: '1', files: '1', out: mkdtempSync(join(folder, 'dataset-')), ...options })

  test('writes the same sequences, and a sample of them, and says which suites need more', async () => {
    const out = mkdtempSync(join(folder, 'dataset-'))
    const preset = {
      preset: 'small',
      out,
      sequences: '20',
      minLength: '60',
      maxLength: '90',
      orfShare: '1',
      orfLength: '30',
    } as const
    const said = [await capture(() => write(preset))]
    const [file = ''] = readdirSync(out).filter((name) => /fa/.test(name))
    said.push(await capture(() => write({ from: join(out, file), sequences: '5', files: '2' })))
    await expect(said.join('\n').replaceAll(/dataset-\w+/g, 'dataset')).toMatchFileSnapshot('../frozen/dataset.txt')
  })

  test.each<[Partial<DatasetOptions>, string]>([
    [{}, 'Neither --preset nor --from is given'],
    [{ preset: 'small', seed: '-1' }, '--seed -1 is not a whole number from 0 to 4294967295'],
    [{ preset: 'small', seed: ' ' }, '--seed   is not a whole number'],
    [{ preset: 'small', files: '1001' }, '--files 1001 is not a whole number from 1 to 1000'],
    [{ preset: 'small', sequences: '1.5' }, '--sequences 1.5 is not a whole number from 1 to 1000000000'],
    [{ preset: 'small', maxLength: '2097152' }, '--max-length 2097152 is not a whole number from 1 to 2097151'],
    [{ preset: 'small', gc: '1' }, '--gc 1 is not between 0 and 1'],
    [{ preset: 'small', gc: ' ' }, '--gc   is not between 0 and 1'],
    [{ preset: 'small', orfShare: '1.1' }, '--orf-share 1.1 is not between 0 and 1'],
    [{ preset: 'small', orfLength: '30' }, '--orf-length has no effect without --orf-share'],
    [{ from: 'x.fa' }, '--from needs the number of sequences to sample'],
  ])('refuses %j', async (options, message) => {
    await expect((async () => write(options))()).rejects.toThrow(message)
  })
})
