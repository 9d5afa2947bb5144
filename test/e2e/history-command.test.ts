import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTerminal, writeConfig, type Terminal } from './terminal.ts'
import { parseHistoryRecord } from '../../src/config/records/parse-records.ts'

let terminal: Terminal
let clone = ''
let data = ''
let testbed = ''
let line = ''

beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  data = join(terminal.folder, 'data')
  mkdirSync(data)
  const config = writeConfig(clone, 'track', { repeats: 1 })
  await terminal.warpgauge(clone, 'run', '--config', config, '--out', 'run')
  const added = await terminal.warpgauge(clone, 'history', 'add', 'run', '--dir', data)
  if (!/^added [0-9a-f]{7} on /.test(added.stderr)) throw new Error(added.stderr)
  ;[testbed = ''] = readdirSync(join(data, 'history'))
  const [shard = ''] = readdirSync(join(data, 'history', testbed))
  line = readFileSync(join(data, 'history', testbed, shard), 'utf8').trimEnd()
})

afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

/** Thirty runs of earlier commits, the first half of them twice as fast. */
function plant(): void {
  const measured = parseHistoryRecord(line, 'line')
  const lines = Array.from({ length: 30 }, (_, index) => {
    const level = (index < 15 ? 0.5 : 1) * (1 + 0.004 * Math.sin(index * 7))
    const cases = measured.cases.map((item) => ({
      ...item,
      metrics: item.metrics.map((metric) => ({
        ...metric,
        samples: metric.samples.map((value) => (metric.betterWhen === 'lower' ? value * level : value / level)),
      })),
    }))
    const commit = (index + 1).toString(16).padStart(40, '0')
    return JSON.stringify({ ...measured, runId: `old-${index}`, commit, order: 0, measuredAt: timeOf(index), cases })
  })
  writeFileSync(join(data, 'history', testbed, '2025-01.jsonl'), `${lines.join('\n')}\n`)
}

function timeOf(index: number): string {
  return new Date(Date.UTC(2025, 0, 1, index)).toISOString()
}

describe('warpgauge history', () => {
  it('adds a run once, at the place of its commit in the clone', async () => {
    const commits = Number(terminal.git(clone, 'rev-list', '--count', 'HEAD'))
    expect(parseHistoryRecord(line, 'line')).toMatchObject({
      commit: terminal.git(clone, 'rev-parse', 'HEAD'),
      order: commits,
    })
    const again = await terminal.warpgauge(clone, 'history', 'add', 'run', '--dir', data)
    expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('is already recorded')])
  })

  it('leaves a README alone that lies where the first history is written', async () => {
    const own = join(terminal.folder, 'own-readme')
    mkdirSync(own)
    writeFileSync(join(own, 'README.md'), '# My project\n')
    const { exitCode, stderr } = await terminal.warpgauge(clone, 'history', 'add', 'run', '--dir', own)
    expect(`${exitCode} ${stderr}`).toMatch(/^0 added [0-9a-f]{7} on /)
    expect(readFileSync(join(own, 'README.md'), 'utf8')).toBe('# My project\n')
    expect(readFileSync(join(data, 'README.md'), 'utf8')).toMatch(/^# Performance history/)
  })

  it('shows the runs of each metric', async () => {
    const shown = await terminal.warpgauge(clone, 'history', 'show', '--dir', data, '--metric', 'wall_time')
    expect(shown.stdout).toMatch(new RegExp(`^${testbed.replaceAll('.', String.raw`\.`)}  1 run,`))
    expect(shown.stdout).toMatch(/end-to-end\/predict .*wall_time {2}▁ \(1 run,/)
    const json = JSON.parse(
      (await terminal.warpgauge(clone, 'history', 'show', '--dir', data, '--format', 'json')).stdout,
    ) as {
      series: unknown[]
    }[]
    expect(json[0]?.series.length).toBeGreaterThan(1)
  })

  it('finds nothing in one run, and with exit code 1 what lasts', async () => {
    expect((await terminal.warpgauge(clone, 'history', 'changes', '--dir', data)).exitCode).toBe(0)
    plant()
    const args = ['history', 'changes', '--dir', data, '--metric', 'wall_time']
    const text = await terminal.warpgauge(clone, ...args)
    expect([text.exitCode, text.stdout]).toEqual([1, expect.stringContaining('Persistent regressions')])
    const { stdout } = await terminal.warpgauge(clone, ...args, '--format', 'json')
    const [report] = JSON.parse(stdout) as { regressions: unknown[] }[]
    expect(report?.regressions).toMatchObject([
      { status: 'confirmed', good: '0'.repeat(39) + 'f', bad: '0'.repeat(38) + '10' },
    ])
  })

  it('says what is missing and what to do', async () => {
    const empty = await terminal.warpgauge(clone, 'history', 'show', '--dir', clone)
    expect([empty.exitCode, empty.stderr]).toEqual([2, expect.stringContaining('there is no history in')])
    const unknown = await terminal.warpgauge(clone, 'history', 'show', '--dir', data, '--testbed', 'other')
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining(testbed)])
    const shallow = terminal.clone('--depth=1')
    const refused = await terminal.warpgauge(
      shallow,
      'history',
      'add',
      join(clone, 'run'),
      '--dir',
      join(data, 'other'),
    )
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('--order')])
    const placed = await terminal.warpgauge(
      shallow,
      'history',
      'add',
      join(clone, 'run'),
      '--dir',
      join(data, 'other'),
      '--order',
      '5',
    )
    expect(placed.exitCode).toBe(0)
  })
})
