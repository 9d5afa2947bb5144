import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { refreshBaselines } from '../../src/cli/baseline/refresh-baselines.ts'
import { checkStore } from '../../src/cli/baseline/show-store.ts'
import { sayThrough } from '../../src/cli/terminal.ts'
import { parseConfig } from '../../src/config/load.ts'
import { UserError } from '../../src/domain/core/errors.ts'
import type { RunRecord } from '../../src/record/run.ts'
import { planRun } from '../../src/judging/plan/plan-run.ts'
import { runCommandInside, type Spoken } from '../fakes/inner-command.ts'
import { aRecord, aStage, aTrial } from '../unit/a-run.ts'
import { parseNoise, parseBaseline, parseRunRecord } from '../../src/config/records/parse-records.ts'

const root = mkdtempSync(join(tmpdir(), 'warpgauge-refresh-'))
// What is kept without a process is told all the same.
sayThrough(() => {})
afterAll(() => {
  sayThrough(null)
  rmSync(root, { recursive: true, force: true })
})

const rules = `version: 1
pipeline:
  name: predict
  command: [node, pipeline.mjs, "{dataset}", --gpus, "{gpus}", --output-dir, "{output}"]
  proof: { results: { path: "{output}/results.csv" } }
datasets: { medium: { preset: medium } }
suites: { end-to-end: { run: { dataset: medium } } }
`
const config = parseConfig(rules, 'warpgauge.yml')
const spread = [1, 1.002, 0.998]

type Measured = { readonly seconds: number; readonly session: number; readonly overrides?: Partial<RunRecord> }

/** A finished run folder on disk, three runs around these seconds. */
function aFolder({ seconds, session, overrides = {} }: Measured): string {
  const day = `2026-${String(1 + Math.floor(session / 28)).padStart(2, '0')}-${String(1 + (session % 28)).padStart(2, '0')}`
  const commit = session.toString(16).padStart(40, 'c')
  const record = aRecord({
    runId: `run-${session}`,
    startedAt: `${day}T12:00:00.000Z`,
    finishedAt: `${day}T12:10:00.000Z`,
    revisions: [{ label: 'head', ref: 'HEAD', commit, problem: null }],
    ...overrides,
  })
  const plan = planRun(config, record.testbed.devices, record.revisions)
  const trials = plan.cases.flatMap(({ id }) =>
    spread.map((share, index) =>
      aTrial({
        caseId: id,
        index,
        commit,
        wallSeconds: seconds * share,
        stages: [aStage('ESM-2', seconds * share - 1)],
      }),
    ),
  )
  const folder = mkdtempSync(join(root, 'run-'))
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...record, plan, trials: overrides.trials ?? trials }))
  writeFileSync(join(folder, 'warpgauge.yml'), rules)
  return folder
}

async function say(...args: string[]): Promise<Spoken> {
  return await runCommandInside({ cwd: root, env: process.env }, ...args)
}

let stores = 0
function aStore() {
  const dir = join(root, `store-${(stores += 1)}`)
  mkdirSync(dir)
  const file = (name: string) => join(dir, '2x-nvidia-h200', name)
  return {
    dir,
    file,
    /** The command of a user. */
    refresh: (folder: string, ...more: string[]) =>
      say('baseline', 'refresh', folder, '--reason', 'nightly', '--dir', dir, ...more),
    /** The same without a process; null: it is kept. */
    keep: async (folder: string, acceptRegressions = false): Promise<string | null> => {
      const refusal = refreshBaselines(folder, { dir, reason: 'nightly', acceptRegressions }).then(
        () => null,
        (error: unknown) => error,
      )
      return readRefusal(await refusal)
    },
    baseline: () => parseBaseline(readFileSync(file('end-to-end.json'), 'utf8'), 'end-to-end.json'),
    noise: () => parseNoise(readFileSync(file('noise.json'), 'utf8'), 'noise.json'),
  }
}
type Store = ReturnType<typeof aStore>

function readRefusal(error: unknown): string | null {
  if (error === null) return null
  if (error instanceof UserError) return error.message
  throw error
}

/** Refreshes with each in turn; the first session whose refresh was refused, and what was said. */
async function firstRefusal(store: Store, seconds: readonly number[]): Promise<{ at: number; said: string } | null> {
  for (const [at, value] of seconds.entries()) {
    const said = await store.keep(aFolder({ seconds: value, session: at + 1 }))
    if (said !== null) return { at, said }
  }
  return null
}

const wallTime = (store: Store) => store.baseline().cases[0]?.metrics.find(({ name }) => name === 'wall_time')
const anchor = (store: Store) => wallTime(store)?.anchor
const median = (store: Store): number => wallTime(store)?.samples.toSorted((a, b) => a - b)[1] ?? Number.NaN

describe('baseline refresh', () => {
  it('writes to the directory that the config of the run names', async () => {
    const folder = aFolder({ seconds: 2025, session: 1 })
    writeFileSync(join(folder, 'warpgauge.yml'), `${rules}comparison: { baselines: baselines-libs }\n`)
    const { stderr } = await say('baseline', 'refresh', folder, '--reason', 'first')
    expect(stderr).toContain('wrote baselines-libs/2x-nvidia-h200/end-to-end.json')
  })

  it.each([join(root, 'outside'), relative('.', join(root, 'outside'))])('needs --dir for %s', async (outside) => {
    const folder = aFolder({ seconds: 2025, session: 1 })
    writeFileSync(join(folder, 'warpgauge.yml'), `${rules}comparison: { baselines: ${outside} }\n`)
    const refusal = await refreshBaselines(folder, { reason: 'first' }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      message: `the config of this run keeps its baselines in ${outside}, outside of the current directory`,
      hint: 'Name the directory with --dir.',
    })
    expect(existsSync(join(root, 'outside'))).toBe(false)
  })

  it('says which runs failed beside those that it keeps: the slow ones may be among them', async () => {
    const whole = aFolder({ seconds: 2025, session: 1 })
    const { trials } = parseRunRecord(readFileSync(join(whole, 'run.json'), 'utf8'))
    const failure = { kind: 'exit-code', detail: 'exit code 3' } as const
    const crashed = trials.map((trial) => (trial.index === 1 ? { ...trial, exitCode: 3, failure } : trial))
    const store = aStore()
    const kept = await store.refresh(aFolder({ seconds: 2025, session: 1, overrides: { trials: crashed } }))
    expect(kept.exitCode).toBe(0)
    expect(kept.stderr).toMatch(/\nwarning: end-to-end\/\S+.*: 1 run failed \(exit-code: exit code 3\); 2 runs count/)
    expect((await aStore().refresh(whole)).stderr).not.toContain('warning')
  })

  it('refuses in words and writes nothing, or says what it wrote: never silence (F-34, W58)', async () => {
    const store = aStore()
    const written = await store.refresh(aFolder({ seconds: 2025, session: 1 }))
    expect(written).toMatchObject({ exitCode: 0, stdout: '' })
    expect(written.stderr).toMatch(/wrote .*end-to-end\.json: 1 case\n.*noise\.json: the noise of 1 case/s)
    const before = readFileSync(store.file('end-to-end.json'), 'utf8')
    const refused = await store.refresh(aFolder({ seconds: 4050, session: 2 }))
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.stderr).toMatch(/^error: .*slower[\s\S]*--accept-regressions/)
    expect(readFileSync(store.file('end-to-end.json'), 'utf8')).toBe(before)
  })

  it('refuses a ratchet of five steps of 9 %, none of which is a regression by itself (W51)', async () => {
    const store = aStore()
    const refusal = await firstRefusal(
      store,
      [1, 1.09, 1.09 ** 2, 1.09 ** 3, 1.09 ** 4, 1.09 ** 5].map((x) => 2025 * x),
    )
    expect(refusal?.at).toBe(1)
    expect(median(store)).toBe(2025)
  })

  it('finds a slow drift of 1 % a refresh, because the anchor stands still (F-37, W51, X-17)', async () => {
    const store = aStore()
    const refusal = await firstRefusal(
      store,
      [0, 1, 2, 3, 4, 5, 6].map((step) => 2025 * 1.01 ** step),
    )
    expect(refusal?.at).toBe(3)
    expect(refusal?.said).toMatch(/ is 3\.0 % worse than its anchor \w+ of 2026-01-02/)
    expect(median(store)).toBeCloseTo(2025 * 1.01 ** 2, 6)
  })

  it('moves the anchor only when told to, with the reason on record (W51)', async () => {
    const store = aStore()
    await store.keep(aFolder({ seconds: 2025, session: 1 }))
    await store.keep(aFolder({ seconds: 2035, session: 2 }))
    expect(anchor(store)).toMatchObject({ commit: `${'c'.repeat(39)}1`, median: 2025 })
    expect((await say('baseline', 'show', '2x-nvidia-h200', '--dir', store.dir)).stdout).toMatch(
      /wall_time {2}2035 s .*anchor 2025 s of ccccccc, 2026-01-02/,
    )
    const accepted = await store.refresh(aFolder({ seconds: 2200, session: 3 }), '--accept-regressions')
    expect(accepted.exitCode).toBe(0)
    expect(anchor(store)).toBeUndefined()
    expect(await store.keep(aFolder({ seconds: 2210, session: 4 }))).toBeNull()
    expect(anchor(store)).toMatchObject({ median: 2200 })
  })

  it('follows a proven improvement, so that what was won cannot be lost by and by (W51)', async () => {
    const store = aStore()
    await firstRefusal(store, [2025, 1000])
    const refusal = await firstRefusal(store, [1000, 1010, 1020, 1040])
    expect(refusal?.at).toBe(3)
  })

  it('starts a new anchor with other data: no figure of one is a limit for the other (W48)', async () => {
    const store = aStore()
    await store.keep(aFolder({ seconds: 2025, session: 1 }))
    const other = { datasets: [{ ...aRecord().datasets[0]!, sha256: 'e'.repeat(64) }] }
    expect(await store.keep(aFolder({ seconds: 9000, session: 2, overrides: other }))).toBeNull()
    expect(anchor(store)).toBeUndefined()
  })

  it('lets the history of noise grow by one record per run, and by none for the same run again (W46, F-37)', async () => {
    const store = aStore()
    const runs = [2025, 2030, 2020].map((seconds, at) => aFolder({ seconds, session: at + 1 }))
    for (const folder of [...runs, runs[2]!]) await store.keep(folder)
    const sessions = store.noise().cases[0]?.metrics.find(({ name }) => name === 'wall_time')?.sessions ?? []
    expect(sessions.map(({ runId }) => runId)).toEqual(['run-1', 'run-2', 'run-3'])
    expect(sessions.map(({ samples }) => samples.length)).toEqual([3, 3, 3])
  })

  it('writes version and provenance, and refuses a file of another version (F-34, W47)', async () => {
    const store = aStore()
    await store.keep(aFolder({ seconds: 2025, session: 1 }))
    expect(store.baseline()).toMatchObject({
      schemaVersion: 1,
      provenance: {
        commit: `${'c'.repeat(39)}1`,
        runId: 'run-1',
        reason: 'nightly',
        configSha256: createHash('sha256').update(rules).digest('hex'),
      },
      testbed: { id: '2x-nvidia-h200', driverVersion: '580.65.06' },
    })
    const path = store.file('end-to-end.json')
    const text = readFileSync(path, 'utf8')
    await expect(checkStore(store)).resolves.toBeUndefined()
    for (const [change, reason] of [
      [text.replace('"schemaVersion": 1', '"schemaVersion": 99'), /end-to-end\.json.*schemaVersion/s],
      [text.replace('"suite": "end-to-end"', '"suite": "stages"'), /end-to-end\.json belongs to .*stages\.json, so no/],
      [text.replace(/"samples": \[[^\]]+\]/, '"samples": []'), /end-to-end\.json lacks samples/],
    ] as const) {
      writeFileSync(path, change)
      await expect(checkStore(store)).rejects.toThrow(reason)
    }
    // The noise is left.
    rmSync(path)
    await expect(checkStore(store)).rejects.toThrow(/holds no baseline/)
  })

  it('does not replace the baseline of another config, unless that is gone', async () => {
    const store = aStore()
    const [own, other] = ['nightly', 'other'].map((name) => join(root, `${name}.yml`))
    writeFileSync(other!, rules)
    const measure = (path: string, session: number) => {
      const yardstick = { ...aRecord().yardstick, path }
      return aFolder({ seconds: 2025, session, overrides: { yardstick } })
    }
    await store.keep(measure(other!, 1))
    const said = await store.refresh(measure(own!, 2))
    expect([said.exitCode, said.stderr]).toEqual([
      2,
      expect.stringContaining(`of end-to-end on 2x-nvidia-h200 belongs to ${other}, not to ${own}`),
    ])
    expect(store.baseline().provenance.runId).toBe('run-1')
    rmSync(other!)
    await store.keep(measure(own!, 2))
    expect(store.baseline().provenance).toMatchObject({ runId: 'run-2', configPath: own })
  })

  it('reads the noise of the testbed that measured a suite of a joined run', async () => {
    const store = aStore()
    const testbed = { ...aRecord().testbed, id: 'other' }
    const overrides = { elsewhere: [{ testbed, suites: ['end-to-end'] }] }
    mkdirSync(join(store.dir, 'other'))
    writeFileSync(join(store.dir, 'other', 'noise.json'), '{')
    expect(await store.keep(aFolder({ seconds: 2025, session: 1, overrides }))).toContain('other/noise.json')
  })

  it('does not replace a baseline that cannot be read as if there were none (W52)', async () => {
    const store = aStore()
    await store.keep(aFolder({ seconds: 2025, session: 1 }))
    writeFileSync(store.file('end-to-end.json'), '{"schemaVersion":1,')
    const said = await store.refresh(aFolder({ seconds: 9000, session: 2 }))
    expect(said.exitCode).toBe(2)
    expect(said.stderr).toMatch(/end-to-end\.json.*not JSON/s)
    expect(readFileSync(store.file('end-to-end.json'), 'utf8')).toBe('{"schemaVersion":1,')
  })

  it('keeps nothing of a run without figures: an empty run is no yardstick (W49)', async () => {
    const store = aStore()
    const said = await store.refresh(aFolder({ seconds: 2025, session: 1, overrides: { trials: [] } }))
    expect(said.exitCode).toBe(2)
    expect(said.stderr).toMatch(/no measured case to keep/)
  })

  it.each<[Partial<RunRecord>, string]>([
    [{ status: 'interrupted' }, 'is interrupted, not finished'],
    [
      {
        revisions: [
          { label: 'head', ref: 'HEAD', commit: null, problem: null },
          { label: 'merge-base', ref: 'main', commit: 'b'.repeat(40), problem: null },
        ],
      },
      'does not name its commit',
    ],
  ])('keeps nothing of a run with %j', async (overrides, refusal) => {
    expect(await aStore().keep(aFolder({ seconds: 2025, session: 1, overrides }))).toContain(refusal)
  })
})

describe('compare', () => {
  it('names what differs instead of "improved by 99.9 %" (W48)', async () => {
    const ten = { ...aRecord().datasets[0]!, sha256: 'e'.repeat(64), sequences: 10 }
    const [base, head] = [
      aFolder({ seconds: 2025, session: 1 }),
      aFolder({ seconds: 2, session: 2, overrides: { datasets: [ten] } }),
    ]
    const { exitCode, stdout, stderr } = await say('compare', base, head, '--format', 'json')
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(/^2 of 2 gate metrics could not be compared\n/)
    const { comparisons } = JSON.parse(stdout) as { comparisons: { verdict: string; reason: string }[] }
    expect(comparisons.length).toBeGreaterThan(1)
    for (const { verdict, reason } of comparisons) {
      expect(verdict).toBe('not comparable')
      expect(reason).toContain('dataset')
    }
  })

  it('calls neither a run without figures an improvement nor a damaged file none (F-36, W49, W52)', async () => {
    const [base, empty] = [
      aFolder({ seconds: 2025, session: 1 }),
      aFolder({ seconds: 2025, session: 2, overrides: { trials: [] } }),
    ]
    const said = await say('compare', base, empty, '--format', 'json')
    expect(said.stdout).not.toContain('improvement')
    const damaged = join(root, 'damaged.json')
    writeFileSync(damaged, '{"schemaVersion":1,')
    const refused = await say('compare', damaged, base)
    expect(refused.exitCode).toBe(2)
    expect(refused.stderr).toMatch(/damaged\.json.*not JSON/s)
  })

  it('does not pass over a case that the head lost, whatever the others say', async () => {
    const base = aFolder({ seconds: 2025, session: 1 })
    const store = aStore()
    await store.keep(base)
    const text = readFileSync(store.file('end-to-end.json'), 'utf8')
    const more = JSON.parse(text) as { cases: { axes: object }[] }
    const twoCases = join(root, 'two-cases.json')
    const lost = { ...more.cases[0]!, axes: { dataset: 'large', gpus: 1 } }
    writeFileSync(twoCases, JSON.stringify({ ...more, cases: [...more.cases, lost] }))
    expect(await say('compare', twoCases, base, '--min-effect', '0.9')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^1 of 3 gate metrics could not be compared\n/),
    })
    expect(await say('compare', base, twoCases, '--min-effect', '0.9')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/^only in the head, so not compared: wall_time of end-to-end\//),
    })
  })

  it('does not pass over a suite that only the base has', async () => {
    const [base, head] = [aFolder({ seconds: 2025, session: 1 }), aFolder({ seconds: 2025, session: 2 })]
    const record = JSON.parse(readFileSync(join(base, 'run.json'), 'utf8')) as RunRecord
    const scaled = (id: string): string => id.replace('end-to-end/', 'scaling/')
    const cases = record.plan.cases.map((one) => ({
      ...one,
      id: scaled(one.id),
      key: { ...one.key, suite: 'scaling' },
    }))
    const trials = record.trials.map((trial) => ({ ...trial, caseId: scaled(trial.caseId) }))
    const both = {
      ...record,
      plan: { ...record.plan, cases: [...record.plan.cases, ...cases] },
      trials: [...record.trials, ...trials],
    }
    writeFileSync(join(base, 'run.json'), JSON.stringify(both))
    writeFileSync(
      join(base, 'warpgauge.yml'),
      `${rules.trimEnd().slice(0, -2)}, scaling: { run: { dataset: medium } } }\n`,
    )
    const said = await say('compare', base, head, '--min-effect', '0.9', '--format', 'json')
    expect(said.exitCode).toBe(2)
    expect(said.stderr).toMatch(/^1 of 3 gate metrics could not be compared\n/)
    const { comparisons } = JSON.parse(said.stdout) as { comparisons: { suite: string; verdict: string }[] }
    expect(comparisons.find(({ suite }) => suite === 'scaling')).toMatchObject({ verdict: 'missing' })
  })

  it('refuses a figure that is no number (W50)', async () => {
    const good = aFolder({ seconds: 2025, session: 1 })
    const bad = aFolder({ seconds: 2025, session: 2 })
    const text = readFileSync(join(bad, 'run.json'), 'utf8')
    writeFileSync(join(bad, 'run.json'), text.replaceAll('"wallSeconds":2025', '"wallSeconds":NaN'))
    const said = await say('compare', good, bad)
    expect(said).toMatchObject({ exitCode: 2, stdout: '' })
    expect(said.stderr).toMatch(/run\.json/)
  })
})
