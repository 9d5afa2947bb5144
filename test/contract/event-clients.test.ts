import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { events, readEventFigures } from '../../src/adapters/pipeline/events.ts'
import { readProgress } from '../../src/programs/index.ts'
import { LiveAccumulator } from '../../src/adapters/pipeline/live.ts'
import { needs } from '../fakes/needs.ts'

const root = join(import.meta.dirname, '../..')
const programs = join(root, 'test/fixtures/event-clients')
const scratch = mkdtempSync(join(tmpdir(), 'warpgauge-event-clients-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

type Client = {
  readonly name: string
  /** Absent: every machine has it. */
  readonly tool?: Parameters<typeof needs>[0]
  /** Builds the program and returns its command line. */
  readonly build: () => readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Visits to the stage `work` in the complete program. */
  readonly visits: number
}

const header = join(root, 'clients/c')
const clients: readonly Client[] = [
  {
    name: 'Python',
    tool: 'Python 3',
    build: () => ['python3', '-S', join(programs, 'report.py')],
    env: { PYTHONPATH: join(root, 'clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
    visits: 800,
  },
  { name: 'C', tool: 'a C compiler', build: () => compile('cc', ['-std=gnu99', '-pedantic'], 'c'), visits: 800 },
  ...['11', '20'].map((standard) => ({
    name: `C++${standard}`,
    tool: 'a C++ compiler' as const,
    build: () => compile('g++', [`-std=c++${standard}`], 'cpp'),
    visits: 800,
  })),
  { name: 'Rust', tool: 'Cargo', build: compileRust, visits: 800 },
  ...['sh', 'bash'].map((shell) => ({
    name: shell,
    build: () => [shell, join(programs, 'report.sh'), join(root, 'clients/shell/warpgauge.sh')],
    visits: 80,
  })),
]

for (const { name, tool, build, env = {}, visits } of clients) {
  const isMissing = tool !== undefined && needs(tool)
  describe.skipIf(isMissing)(`the event client for ${name}`, () => {
    const argv: string[] = []
    const run = (variables: Readonly<Record<string, string>>) => {
      if (argv.length === 0) argv.push(...build())
      const { WARPGAUGE_EVENTS: _, ...outside } = process.env
      const own = { ...outside, RANK: '3', ...env, ...variables }
      const { status, stdout, stderr } = spawnSync(argv[0] ?? '', argv.slice(1), { encoding: 'utf8', env: own })
      expect({ status, stdout, failure: status === 0 ? '' : stderr }).toEqual({
        status: 0,
        stdout: 'done\n',
        failure: '',
      })
    }

    test('reports stages of threads, processes and failures as the adapter reads them', () => {
      const path = join(scratch, `${name}.jsonl`)
      run({ WARPGAUGE_EVENTS: path })
      const text = readFileSync(path, 'utf8')
      const count = (kind: string) => text.split(`"event":"${kind}"`).length - 1
      expect([count('stage-start'), count('stage-end')]).toEqual([visits + 4, visits + 4])
      const telemetry = events.parse(text)
      expect(telemetry?.problems).toEqual(['stage "broken" failed in 1 of 1 visits'])
      const seconds = new Map(telemetry?.stages.map((stage) => [stage.stage, stage.seconds]))
      expect([...seconds.keys()]).toEqual(['load', 'work', 'outer "é"', 'inner', 'broken'])
      expect(seconds.get('broken')).toBeNull()
      expect(seconds.get('load')).toBeGreaterThanOrEqual(0.03)
      expect(seconds.get('work')).toBeGreaterThan(0)
      expect(seconds.get('outer "é"')).toBeGreaterThanOrEqual(seconds.get('inner') ?? Infinity)
      const started = telemetry?.stages[0]?.startedMs ?? 0
      expect(Math.abs(Date.now() - started)).toBeLessThan(120_000)
    })

    test('reports metrics and progress, and a loss that is NaN as failed', () => {
      const text = readFileSync(join(scratch, `${name}.jsonl`), 'utf8')
      const { benchmarks, problems } = readEventFigures(text)
      expect(problems).toEqual([])
      expect(benchmarks).toMatchObject([
        { metric: { name: 'speed', unit: 'tokens/s', betterWhen: 'higher' }, samples: [812.5] },
        { metric: { name: 'accuracy', unit: 'share', betterWhen: 'higher' }, samples: [0.9] },
        { name: 'loss', status: 'failed' },
      ])
      const live = new LiveAccumulator(readProgress)
      live.addEvents(text)
      expect(live.summarize()).toMatchObject({ done: 5, total: 10 })
      expect(text).toMatch(/"rank": ?"?3"?/)
    })

    test('does the same work outside a measurement, and survives a file that cannot be written', () => {
      run({})
      run({ WARPGAUGE_EVENTS: '' })
      const missing = join(scratch, 'missing', 'events.jsonl')
      run({ WARPGAUGE_EVENTS: missing })
      expect(existsSync(missing)).toBe(false)
      run({ WARPGAUGE_EVENTS: '/dev/full' })
    })
  })
}

function compile(compiler: string, options: readonly string[], extension: string): string[] {
  const program = join(scratch, `report-${extension}${options[0]}`)
  const warnings = ['-Wall', '-Wextra', '-Werror']
  const source = join(programs, `report.${extension}`)
  requireSuccess([compiler, ...options, ...warnings, `-I${header}`, source, '-pthread', '-o', program])
  return [program]
}

function compileRust(): string[] {
  const project = join(scratch, 'rust')
  mkdirSync(join(project, 'src'), { recursive: true })
  writeFileSync(join(project, 'src/main.rs'), readFileSync(join(programs, 'report.rs')))
  const dependency = JSON.stringify(join(root, 'clients/rust'))
  const manifest = `[package]\nname = "report"\nedition = "2021"\n[dependencies]\nwarpgauge = { path = ${dependency} }\n`
  writeFileSync(join(project, 'Cargo.toml'), manifest)
  requireSuccess(['cargo', 'build', '--quiet', '--offline', '--manifest-path', join(project, 'Cargo.toml')], {
    CARGO_TARGET_DIR: join(scratch, 'target'),
    RUSTFLAGS: '-D warnings',
  })
  return [join(scratch, 'target/debug/report')]
}

function requireSuccess([command = '', ...rest]: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`)
}
