import { randomUUID } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { judgeFolder } from '../../src/cli/judge-folder.ts'
import { EnvironmentError, UserError } from '../../src/domain/core/errors.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { buildDemoRepository } from '../fakes/demo-repository.ts'
import { createDirectoryData } from '../../src/io/files/directory-data-branch.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { createGpuLock } from '../../src/io/gpu/lock/gpu-lock.ts'
import { readLostAttempts } from '../../src/steps/trial/long-run.ts'
import { loadCommitted } from '../../src/steps/baselines/load-committed.ts'
import { buildRecordChange, readLedger, readNewest } from '../../src/steps/history/history-store.ts'
import { resumeFrom, openRunFolder, copyCommitted, readEarlierRecord } from '../../src/steps/measure/run-folder.ts'
import { runCommandInside } from '../fakes/inner-command.ts'
import { filesBelow, missing, tears } from '../fakes/tears.ts'
import { writeConfig } from '../e2e/terminal.ts'
import { aConfig } from '../unit/a-config.ts'
import { aHistoryRecord, testbedId } from '../unit/a-history.ts'
import { aCase, aRecord, aTestbed, aTrial } from '../unit/a-run.ts'
import { parseRunRecord } from '../../src/config/records/parse-records.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-torn-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function listener() {
  const said: string[] = []
  return {
    said,
    logger: { debug() {}, info() {}, notice() {}, error() {}, warning: (text: string) => said.push(text) },
  }
}

/** The load of this machine must not decide what a whole folder says. */
function takeOneSecond(directory: string): void {
  const path = join(directory, 'run.json')
  const record = parseRunRecord(readFileSync(path, 'utf8'))
  const trials = record.trials.map((trial) => ({ ...trial, wallSeconds: 1 + trial.index / 1000, stages: [] }))
  writeFileSync(path, `${JSON.stringify({ ...record, trials }, null, 1)}\n`)
}

describe('a run folder', () => {
  let place = ''
  let whole = ''
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'warpgauge-whole-'))
    const { path } = await buildDemoRepository(join(place, 'demo'), join(root, 'examples'))
    const clone = join(place, 'clone')
    const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: place, TMPDIR: place }
    const run = (command: string, ...args: readonly string[]): void => {
      const { status, stderr } = spawnSync(command, args, { cwd: clone, env, encoding: 'utf8' })
      if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    }
    mkdirSync(clone)
    run('git', 'clone', '--quiet', `file://${path}`, '.')
    const limit = 'requirements: [{ id: FAST, suite: end-to-end, value: sequences_per_hour, operator: ">", limit: 1 }]'
    const config = writeConfig(clone, 'torn', { repeats: 4, rest: [limit] })
    const warpgauge = async (...args: readonly string[]) => {
      const { exitCode, stderr } = await runCommandInside({ cwd: clone, env }, ...args)
      if (exitCode !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
    }
    await warpgauge('run', '--config', config, '--out', 'first')
    takeOneSecond(join(clone, 'first'))
    await warpgauge('baseline', 'refresh', 'first', '--reason', 'the first')
    run('git', 'add', '--all')
    run('git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '-m', 'baseline')
    await warpgauge('run', '--config', config, '--out', join(place, 'whole'))
    whole = join(place, 'whole')
    takeOneSecond(whole)
  }, 60_000)
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  const verdictOf = async (directory: string): Promise<string> => {
    try {
      const { conclusion } = (await judgeFolder(directory, { configFile: null, baselines: null })).report
      return conclusion
    } catch (error) {
      if (error instanceof UserError) return 'refused'
      throw error
    }
  }

  it('passes while it is whole, and consists of the files that are torn here', async () => {
    expect(await verdictOf(whole)).toBe('success')
    expect(filesBelow(whole).filter((path) => !path.startsWith('trials/'))).toEqual([
      'baselines/end-to-end.json',
      'baselines/noise.json',
      'report.json',
      'report.md',
      'run.json',
      'warpgauge.yml',
    ])
  })

  it.each(['baselines/end-to-end.json', 'baselines/noise.json', 'run.json', 'warpgauge.yml'])(
    'never passes with a torn %s',
    async (file) => {
      for (const tear of [...tears, missing]) {
        cpSync(whole, folder, { recursive: true })
        tear.apply(join(folder, file))
        expect({ tear: tear.name, verdict: await verdictOf(folder) }).not.toMatchObject({ verdict: 'success' })
        rmSync(folder, { recursive: true })
      }
      mkdirSync(folder)
    },
  )

  it('never passes without the directory of what it was compared with', async () => {
    cpSync(whole, folder, { recursive: true })
    rmSync(join(folder, 'baselines'), { recursive: true })
    expect(await verdictOf(folder)).toBe('neutral')
  })

  it.each(['baseline', 'noise'] as const)(
    'keeps in mind that its %s could not be read: judged again, it would else seem that there was none',
    async (kind) => {
      cpSync(whole, folder, { recursive: true })
      rmSync(join(folder, 'baselines'), { recursive: true })
      const problem = 'it is not JSON'
      const noise = { path: 'noise.json', noise: null, note: null, problem: kind === 'noise' ? problem : null }
      const baseline = { suite: 'end-to-end', path: 'end-to-end.json', baseline: null, problem }
      const committed = { baselines: kind === 'baseline' ? [baseline] : [], noise }
      const comparedWith = await copyCommitted(committed, folder, diskFileStore)
      const path = join(folder, 'run.json')
      writeFileSync(path, JSON.stringify({ ...parseRunRecord(readFileSync(path, 'utf8')), comparedWith }))
      expect(await verdictOf(folder)).toBe('neutral')
    },
  )

  it('says the same whatever is torn of what it only tells: reports, logs, telemetry', async () => {
    for (const file of filesBelow(whole).filter((path) => path.startsWith('report') || path.startsWith('trials/'))) {
      cpSync(whole, folder, { recursive: true })
      missing.apply(join(folder, file))
      expect({ file, verdict: await verdictOf(folder) }).toEqual({ file, verdict: 'success' })
      rmSync(folder, { recursive: true })
    }
    mkdirSync(folder)
  })
})

describe('an interrupted run', () => {
  const planned = aCase({ repeats: 3, maxRepeats: 3 })
  const withTrials = (count: number): RunRecord =>
    aRecord({
      status: 'running',
      finishedAt: null,
      plan: { cases: [planned], notTested: [], comparisons: [] },
      trials: Array.from({ length: count }, (_, index) => aTrial({ index })),
    })

  it.each([...tears, missing])('goes on from the record before the one that is $name, and says so', async (tear) => {
    const run = await openRunFolder(folder, diskFileStore)
    for (const count of [0, 1, 2]) await run.save(withTrials(count))
    tear.apply(join(folder, 'run.json'))
    const { said, logger } = listener()
    const earlier = await readEarlierRecord(folder, { files: diskFileStore, logger })
    const resumed = await resumeFrom(folder, withTrials(0), { files: diskFileStore, logger })
    expect([earlier?.trials.length, resumed.trials.length]).toEqual([1, 1])
    expect(said).toEqual([expect.stringContaining('Resuming from run.previous.json; trials kept: 1.')])
    await run.save({ ...resumed, trials: withTrials(2).trials })
    expect(parseRunRecord(readFileSync(join(folder, 'run.previous.json'), 'utf8')).trials).toHaveLength(1)
  })

  it('is rid of what a killed writer left half written as soon as it is opened, and of nothing else', async () => {
    for (const name of [`.run.json.${randomUUID()}`, '.notes', 'mine.txt']) writeFileSync(join(folder, name), '{')
    await openRunFolder(folder, diskFileStore)
    expect(readdirSync(folder)).toEqual(['.notes', 'mine.txt'])
  })

  it('leaves no draft when the record before it is the record itself, as after a write that failed', async () => {
    const run = await openRunFolder(folder, diskFileStore)
    await run.save(withTrials(1))
    linkSync(join(folder, 'run.json'), join(folder, 'run.previous.json'))
    await run.save(withTrials(2))
    expect(readdirSync(folder)).toEqual(['run.json', 'run.previous.json'])
    expect(parseRunRecord(readFileSync(join(folder, 'run.previous.json'), 'utf8')).trials).toHaveLength(1)
  })

  it('is refused when both records are torn: nothing is made up', async () => {
    const run = await openRunFolder(folder, diskFileStore)
    for (const count of [0, 1]) await run.save(withTrials(count))
    for (const name of ['run.json', 'run.previous.json']) tears[4]!.apply(join(folder, name))
    const resumed = resumeFrom(folder, withTrials(0), { files: diskFileStore, logger: listener().logger })
    await expect(resumed).rejects.toThrow(`${join(folder, 'run.json')} cannot be used`)
  })

  it('starts again in a search when both records are torn, and says so; an empty folder is no news', async () => {
    const { said, logger } = listener()
    expect(await readEarlierRecord(folder, { files: diskFileStore, logger })).toBeNull()
    expect(said).toEqual([])
    for (const name of ['run.json', 'run.previous.json', 'mine.txt']) writeFileSync(join(folder, name), '{')
    expect(await readEarlierRecord(folder, { files: diskFileStore, logger })).toBeNull()
    expect(said).toEqual([expect.stringContaining('run.json cannot be read, so its run starts again.')])
    expect(readdirSync(folder)).toEqual(['mine.txt'])
  })

  it.each<[string, (path: string) => void, string]>([
    ['of a newer version', (path) => writeFileSync(path, JSON.stringify({ schemaVersion: 99 })), 'schemaVersion'],
    ['behind a link', (path) => symlinkSync('/etc/passwd', path), 'run.json'],
  ])('refuses in a search a record %s, and removes nothing', async (_what, write, says) => {
    write(join(folder, 'run.json'))
    writeFileSync(join(folder, 'report.md'), 'earlier')
    const earlier = readEarlierRecord(folder, { files: diskFileStore, logger: listener().logger })
    await expect(earlier).rejects.toThrow(says)
    expect(readdirSync(folder)).toEqual(['report.md', 'run.json'])
  })

  it('leaves no earlier record beside a finished one', async () => {
    const run = await openRunFolder(folder, diskFileStore)
    await run.save(withTrials(1))
    await run.save({ ...withTrials(2), status: 'finished', finishedAt: '2026-11-20T12:10:00.000Z' })
    expect(readdirSync(folder)).toEqual(['run.json'])
  })
})

describe('a run of hours whose runner was lost', () => {
  const word = (seconds: number) =>
    `${JSON.stringify({ attempts: [{ startedAt: '2026-11-20T12:00:00.000Z', seconds }] })}\n`
  const path = () => join(folder, 'attempts.json')
  const leaveWords = async (): Promise<void> => {
    for (const seconds of [100, 130])
      await diskFileStore.replaceText(path(), word(seconds), join(folder, 'attempts.previous.json'))
    mkdirSync(join(folder, 'work'))
    writeFileSync(join(folder, 'work', 'checkpoint'), 'stage 7')
  }

  it.each([...tears, missing])('is counted by the word before the one that is $name', async (tear) => {
    await leaveWords()
    tear.apply(path())
    const lost = await readLostAttempts(folder, { files: diskFileStore, logger: listener().logger })
    expect(lost).toMatchObject([{ seconds: 100 }])
  })

  it('begins anew, without its checkpoints, when nobody knows what time was lost: it would look too fast', async () => {
    await leaveWords()
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('attempts'))) rmSync(join(folder, name))
    const { said, logger } = listener()
    expect(await readLostAttempts(folder, { files: diskFileStore, logger })).toEqual([])
    expect(readdirSync(folder)).toEqual([])
    expect(said).toEqual([expect.stringContaining('the trial restarts')])
  })
})

it('a directory that the kernel refuses to create is an error, not an endless attempt', async () => {
  await expect(diskFileStore.makeDirectory('/proc/warpgauge/run')).rejects.toThrow('cannot create /proc/warpgauge/run')
})

describe('what is committed', () => {
  const config = aConfig()
  it.each(tears)('is an obstacle to the verdict when it is $name, and no absence', async (tear) => {
    const path = join(folder, 'committed.json')
    const read = async (): Promise<string> => {
      writeFileSync(path, `${JSON.stringify({ schemaVersion: 1, suite: 'scaling', cases: [] }, null, 1)}\n`)
      tear.apply(path)
      return readFileSync(path, 'utf8')
    }
    const { baselines, noise } = await loadCommitted(config, aTestbed(), read)
    const problem = expect.stringContaining('cannot be used')
    for (const one of baselines) expect(one).toMatchObject({ baseline: null, problem })
    expect(noise).toMatchObject({ noise: null, problem })
  })
})

describe('the directory of a history', () => {
  const shard = () => join(folder, 'history', testbedId, '2026-01.jsonl')
  const append = async (order: number, logger = listener().logger): Promise<string> => {
    const data = createDirectoryData(folder)
    const snapshot = await data.open()
    const change = await buildRecordChange(aHistoryRecord(order, { wall_time: order }), snapshot, logger)
    return await snapshot.write(change ? [change] : [], 'x')
  }
  const orders = async (logger = listener().logger): Promise<number[]> =>
    (await readNewest(await createDirectoryData(folder).open(), testbedId, 99, logger)).map(({ order }) => order)

  beforeEach(async () => {
    for (const order of [1, 2, 3, 4]) await append(order)
  })

  it.each(tears)(
    'that is $name keeps every whole line, names what was cut, and is whole after the next run',
    async (tear) => {
      const before = readFileSync(shard(), 'utf8').split('\n')
      tear.apply(shard())
      const torn = readFileSync(shard(), 'utf8')
      const left = torn.split('\n').filter((line) => before.includes(line) && line !== '')
      const reader = listener()
      expect(await orders(reader.logger)).toHaveLength(left.length)
      const isWhole = left.length > 0 && (torn === `${left.join('\n')}\n` || torn === left.join('\n'))
      expect(reader.said.length > 0).toBe(!isWhole)
      const writer = listener()
      expect(await append(5, writer.logger)).toBe('written')
      const isTailNamed = /was incomplete: \d+ bytes at its end are not a record and are removed/.test(
        writer.said.join('\n'),
      )
      expect(isTailNamed).toBe(torn !== '' && !isWhole)
      const after = listener()
      expect(await orders(after.logger)).toHaveLength(left.length + 1)
      expect(after.said).toEqual([])
    },
  )

  it('keeps a last line that only lacks its line end', async () => {
    writeFileSync(shard(), readFileSync(shard(), 'utf8').trimEnd())
    expect(await append(5)).toBe('written')
    expect(await orders()).toEqual([1, 2, 3, 4, 5])
  })

  it('is no empty history when it cannot be listed, or when a file goes away while it is read', async () => {
    rmSync(join(folder, 'history'), { recursive: true })
    symlinkSync('history', join(folder, 'history'))
    await expect(orders()).rejects.toThrow(EnvironmentError)
    const snapshot = await createDirectoryData(folder).open()
    const lost = { path: 'gone.jsonl', kind: 'file', id: 'x', bytes: 1 } as const
    await expect(snapshot.read(lost)).rejects.toThrow('was removed before it could be read')
  })

  it.each(tears)(
    'never takes a ledger that is $name for an empty one: its issues would be opened again',
    async (tear) => {
      const path = join(folder, 'tracking', `${testbedId}.json`)
      mkdirSync(dirname(path))
      writeFileSync(path, `${JSON.stringify({ schemaVersion: 1, testbedId, entries: [] })}\n`)
      tear.apply(path)
      const snapshot = await createDirectoryData(folder).open()
      await expect(readLedger(snapshot, testbedId)).rejects.toThrow(UserError)
    },
  )

  it('drops the lock of a process that is gone at once, and that of a living one not at all', async () => {
    const lock = join(folder, '.warpgauge-lock')
    const gone = spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      `import { createOwnMark } from ${JSON.stringify(join(root, 'src/io/files/file-claims.ts'))}; console.log(JSON.stringify(createOwnMark()))`,
    ])
    writeFileSync(lock, gone.stdout)
    expect(await append(5)).toBe('written')
    const { pid, ...mark } = JSON.parse(gone.stdout.toString()) as { pid: number; startTicks: string }
    const stat = readFileSync(`/proc/${process.pid}/stat`, 'latin1')
    const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    writeFileSync(lock, JSON.stringify({ ...mark, startTicks, pid: process.pid }))
    expect([pid === process.pid, await append(6), await append(6)]).toEqual([false, 'moved', 'moved'])
    rmSync(lock)
    expect(await append(6)).toBe('written')
  })

  it.each(tears)('waits out a lock that is $name and so tells nobody', async (tear) => {
    const lock = join(folder, '.warpgauge-lock')
    writeFileSync(lock, JSON.stringify({ host: 'gpu-1', pid: 1 }))
    tear.apply(lock)
    expect(await append(5)).toBe('moved')
    utimesSync(lock, new Date(0), new Date(0))
    expect(await append(5)).toBe('written')
  })
})

it('drafts of files that a killed process was writing are no content, and are swept when they are old', async () => {
  const [old, young] = ['0', '1'].map((digit) =>
    join(folder, `.run.json.${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`),
  )
  for (const path of [old, young]) writeFileSync(path ?? '', '{')
  utimesSync(old ?? '', new Date(0), new Date(0))
  await diskFileStore.writeText(join(folder, 'run.json'), '{}')
  expect(readdirSync(folder)).toEqual([young?.slice(folder.length + 1), 'run.json'])
})

it.each(tears)('the lock of a GPU holds with a note that is $name: the name of the file decides', async (tear) => {
  const lock = createGpuLock({ directory: folder })
  const held = await lock.tryHold(['GPU-1'], 'run-1')
  if (held.status !== 'held') throw new Error('nobody else is here')
  const note = join(folder, readdirSync(folder)[0] ?? '')
  const { mode } = statSync(note)
  // Held locks are read-only.
  chmodSync(note, 0o600)
  tear.apply(note)
  chmodSync(note, mode)
  expect(await lock.tryHold(['GPU-1'], 'run-2')).toMatchObject({ status: 'busy', holders: [{ pid: process.pid }] })
  await held.lock[Symbol.asyncDispose]()
  expect(readdirSync(folder)).toEqual([])
})
