import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Writes its result table as the second argument says. */
const program = `import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
const [output, form] = process.argv.slice(2)
mkdirSync(output)
const table = output + '/table.csv'
const forms = {
  rows: () => writeFileSync(table, 'id,label\\na,x\\nb,y\\n'),
  ids: () => writeFileSync(table, 'id\\na\\nb\\n'),
  sparse: () => { writeFileSync(table, ''); truncateSync(table, 40 * 2 ** 30) },
  slow: () => { writeFileSync(table, ''); truncateSync(table, 15 * 2 ** 30) },
  fifo: () => execFileSync('mkfifo', [table]),
  endless: () => symlinkSync('/dev/zero', table),
  directory: () => mkdirSync(table),
}
forms[form]()
`

function config(form: string, isCompared: boolean): string {
  const suites = isCompared
    ? 'equivalence: { run: { dataset: four }, against: [same] }'
    : 'end-to-end: { run: { dataset: four, warmups: 0, repeats: 1 } }'
  return `version: 1
pipeline:
  name: writes
  devices: cpu
  command: [node, writes.mjs, "{output}", ${form}, "{dataset}"]
  proof: { results: { path: "{output}/table.csv" } }
datasets: { four: { preset: tiny, sequences: 4 } }
revisions: { same: { ref: HEAD } }
suites: { ${suites} }
`
}

let terminal: Terminal
let clone: string
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  writeFileSync(join(clone, 'writes.mjs'), program)
  for (const form of ['rows', 'ids', 'sparse', 'slow', 'fifo', 'endless', 'directory'])
    writeFileSync(join(clone, `${form}.yml`), config(form, form === 'ids'))
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'a pipeline that writes one table')
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

async function run(form: string) {
  const out = `${clone}-${form}`
  const { pid, ended } = terminal.start(clone, 'run', '--config', `${form}.yml`, '--out', out)
  const patience = setTimeout(() => process.kill(pid, 'SIGKILL'), 60_000)
  const spoken = await ended
  clearTimeout(patience)
  return { out, spoken }
}

describe('a result table that nobody can read to its end', () => {
  it.each([
    ['sparse', /table\.csv has 42949672960 bytes.*at most 17179869184 are read|has more than 17179869184 bytes/],
    ['fifo', /table\.csv is not a file/],
    ['endless', /table\.csv points outside the directories of its trial/],
    ['directory', /table\.csv is not a file/],
  ])('T-43: (%s) fails its trial at once, with the file and what to do', async (form, detail) => {
    const { out, spoken } = await run(form)
    expect(spoken).toMatchObject({ exitCode: 2 })
    expect(recordIn(out).trials[0]?.failure).toMatchObject({ kind: 'no-proof', detail: expect.stringMatching(detail) })
  })

  it('T-43: gives way to a cancellation while it is read, and leaves nothing', async () => {
    const { pid, ended } = terminal.start(clone, 'run', '--config', 'slow.yml', '--out', `${clone}-slow`)
    const hasTable = (): boolean => readdirSync(terminal.folder, { recursive: true }).join('\n').includes('/table.csv')
    while (!hasTable()) await delay(20)
    await delay(300)
    process.kill(pid, 'SIGTERM')
    const patience = setTimeout(() => process.kill(pid, 'SIGKILL'), 10_000)
    const { exitCode } = await ended
    clearTimeout(patience)
    expect(exitCode).toBe(2)
    expect(recordIn(`${clone}-slow`)).toMatchObject({ status: 'interrupted', trials: [] })
    expect(readdirSync(terminal.folder).filter((name) => /^warpgauge-(?:work-)?\d/.test(name))).toEqual([])
  })
})

describe('result tables without a column to compare', () => {
  it('T-45: are not comparable, and no bug of warpgauge', async () => {
    const { out, spoken } = await run('ids')
    expect(spoken.stderr).not.toContain('internal error: ')
    expect(spoken.stdout).toMatch(/^Inconclusive/)
    const comparisons = recordIn(out).trials.flatMap(({ resultTables }) => resultTables?.comparisons ?? [])
    expect(comparisons).toMatchObject([
      { findings: null, problem: 'no column to compare: no label or score column is in both tables' },
    ])
  })
})

describe('a run folder with symbolic links', () => {
  const secret = 'root-of-the-publishing-host: [hunter2'
  let whole = ''
  beforeAll(async () => {
    whole = (await run('rows')).out
    writeFileSync(join(terminal.folder, 'secret'), secret)
  })

  function copy(name: string): string {
    const folder = `${whole}-${name}`
    cpSync(whole, folder, { recursive: true })
    return folder
  }

  const commands = [
    ['report'],
    ['report', '--html', '/dev/null'],
    ['baseline', 'refresh', '--reason', 'x'],
    ['merge', '--out', 'joined'],
    ['history', 'add', '--dir', 'kept'],
  ]

  // A history takes nothing from the config.
  const readConfig = commands
    .filter(([verb]) => verb !== 'history')
    .map((command) => ({ command, name: 'warpgauge.yml' }))
  it.each([...readConfig, ...commands.map((command) => ({ command, name: 'run.json' }))])(
    'T-44: $command refuses a linked $name and shows nothing of where it leads',
    async ({ command: [verb = '', ...options], name }) => {
      const folder = copy(`linked-${name}`)
      rmSync(join(folder, name))
      symlinkSync(join(terminal.folder, 'secret'), join(folder, name))
      const words = verb === 'baseline' || verb === 'history' ? [verb, options.shift() ?? ''] : [verb]
      const { exitCode, stdout, stderr } = await terminal.warpgauge(clone, ...words, folder, ...options)
      rmSync(folder, { recursive: true })
      expect(`${stdout}${stderr}`).not.toContain('hunter2')
      expect(stderr).toContain('is a symbolic link')
      expect(exitCode).toBe(2)
    },
  )

  it('T-44: a directory of baselines that is a link is refused as well', async () => {
    const folder = copy('linked-baselines')
    const elsewhere = join(terminal.folder, 'elsewhere')
    mkdirSync(elsewhere)
    cpSync(join(terminal.folder, 'secret'), join(elsewhere, 'end-to-end.json'))
    rmSync(join(folder, 'baselines'), { recursive: true, force: true })
    symlinkSync(elsewhere, join(folder, 'baselines'))
    // A record without a list of copies is taken to mean whatever lies there.
    const { comparedWith: _, ...record } = recordIn(folder)
    writeFileSync(join(folder, 'run.json'), JSON.stringify(record))
    const { stdout, stderr } = await terminal.warpgauge(clone, 'report', folder, '--format', 'json')
    expect(`${stdout}${stderr}`).not.toContain('hunter2')
    expect(stdout).toContain('is a symbolic link')
    expect(JSON.parse(stdout)).toMatchObject({ conclusion: 'neutral' })
  })

  it('T-44: the folder itself may be reached by a link', async () => {
    symlinkSync(whole, `${whole}-link`)
    const { stdout } = await terminal.warpgauge(clone, 'report', `${whole}-link`, '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({ conclusion: expect.any(String) })
    expect(execFileSync('ls', [`${whole}-link/`], { encoding: 'utf8' })).toContain('run.json')
  })
})
