import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '../../src/config/load.ts'

const kit = join(import.meta.dirname, '../../scripts/gpu/pull-requests')
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-kit-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Planned = { id: string; program: string; kind: string; percent: number; stage: string | null }

test('the first 60 pull requests of the plan hold 24 unchanged heads', () => {
  const plan = readPlan()
  expect(plan.slice(0, 60).filter(({ kind }) => kind === 'unchanged')).toHaveLength(24)
  expect(new Set(plan.map(({ id }) => id)).size).toBe(plan.length)
  for (const program of ['transformer', 'training', 'launches', 'kernels'])
    expect([3, 5, 10].map((percent) => count(plan, { program, kind: 'gpu', percent }))).toEqual([3, 3, 3])
})

test('every branch of the plan has one commit with its change, and the config has no comparison section', () => {
  const path = join(folder, 'kernels')
  const own = readPlan().filter(({ program }) => program === 'kernels')
  python(`
import json, pathlib, repository
path = pathlib.Path(${JSON.stringify(path)})
repository.create_repository(path, "kernels", repository.write_config("kernels", 400, "cuda", False))
for item in json.loads(${JSON.stringify(JSON.stringify(own))}):
    repository.create_branch(path, item)
`)
  for (const { id, percent, stage } of own) {
    const change = git(path, 'diff', 'main', id)
    expect(git(path, 'rev-list', '--count', `main..${id}`).trim()).toBe('1')
    expect(change.match(/^\+REPEAT.*$/gm) ?? []).toEqual(plantedLines(percent, stage))
  }
  const config = git(path, 'show', 'main:.github/warpgauge.yml')
  expect(config).not.toContain('comparison')
  expect(parseConfig(config, 'warpgauge.yml').pipeline.name).toBe('kernels')
})

test('the plan of other programs plants what its lines say, in Python and in CUDA C++', () => {
  const programs = ['autotuned', 'jax_training', 'stencil', 'host_bound', 'dense']
  const plan = readPlan(...programs)
  expect(plan).toHaveLength(45)
  expect(new Set(plan.map(({ id }) => id)).size).toBe(45)
  for (const program of programs)
    expect(
      [0, 1.5, 3, 5].map((percent) => count(plan, { program, percent, kind: percent ? 'gpu' : 'unchanged' })),
    ).toEqual([3, 2, 1, 1])
  python(`
import json, pathlib, repository
for item in json.loads(${JSON.stringify(JSON.stringify(plan))}):
    path = pathlib.Path(${JSON.stringify(folder)}) / item["program"]
    if not path.exists():
        repository.create_repository(path, item["program"], repository.write_config(item["program"], 400, "cuda", False))
    repository.create_branch(path, item)
`)
  const planted = plan.map(({ program, id, kind, percent }) => {
    const change = git(join(folder, program), 'diff', 'main', id)
    const constants = change.match(/^\+(?:constexpr int )?[A-Z_]+ = .*$/gm) ?? []
    return [`${kind} ${percent}`, constants.join().replace(/^\+(?:constexpr int )?(.*?);?$/, '$1')]
  })
  expect(Object.fromEntries(planted)).toEqual({
    'unchanged 0': '',
    'gpu 1.5': 'REPEAT_EVERY = 66',
    'gpu 3': 'REPEAT_EVERY = 33',
    'gpu 5': 'REPEAT_EVERY = 20',
    'host 5': 'HOST_REPEAT_EVERY = 10',
    'host 10': 'HOST_REPEAT_EVERY = 5',
    'power 0': 'DENSITY = 1.0',
  })
  expect(new Set(planted.map(String)).size).toBe(7)
  const config = parseConfig(git(join(folder, 'stencil'), 'show', 'main:.github/warpgauge.yml'), 'warpgauge.yml')
  expect(config.pipeline.setup).toEqual([['nvcc', '-O3', '-arch=native', '-o', 'stencil', 'stencil.cu']])
  expect(config.pipeline.command.slice(0, 2)).toEqual(['./stencil', '{dataset}'])
})

test('the tables count a cancelled pull request as not judged and keep the later line of one that ran again', () => {
  const line = {
    id: 'a',
    program: 'launches',
    kind: 'gpu',
    percent: 5,
    stage: null,
    runs: { base: 3, head: 3 },
    gpuSeconds: 60,
    seconds: 70,
    rows: [{ metric: 'gpu_busy_time', isGate: true, verdict: 'regression', effect: 0.05 }],
  }
  const lines = [
    { ...line, verdict: 'inconclusive', isCancelled: true },
    { ...line, verdict: 'fail', isCancelled: false },
    { ...line, id: 'b', kind: 'unchanged', percent: 0, verdict: 'pass', rows: [] },
    { ...line, id: 'c', verdict: 'inconclusive', isCancelled: true },
  ]
  const results = join(folder, 'results.jsonl')
  writeFileSync(results, lines.map((item) => JSON.stringify(item)).join('\n'))
  const tables = run('summarize.py', results)
  expect(tables).toContain('| launches | 5 % GPU work | 1 | 1 | 0 | 0 | 0 | 3.0 | 1.0 |')
  expect(tables).toContain('| unchanged heads that pass | 1 of 1 (100%) | ≥ 75% |')
  expect(tables).toContain('- c: cancelled, the time was up')
})

function readPlan(...programs: string[]): Planned[] {
  return run('plan.py', ...programs)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Planned)
}

function plantedLines(percent: number, stage: string | null): string[] {
  const every = new Map([
    [3, 33],
    [5, 20],
    [10, 10],
  ]).get(percent)
  return [...(every ? [`+REPEAT_EVERY = ${every}`] : []), ...(stage ? [`+REPEAT_STAGE = "${stage}"`] : [])]
}

function count(plan: readonly Planned[], wanted: Partial<Planned>): number {
  const entries = Object.entries(wanted) as [keyof Planned, unknown][]
  return plan.filter((item) => entries.every(([key, value]) => item[key] === value)).length
}

function run(script: string, ...args: string[]): string {
  return execFileSync('python3', ['-B', join(kit, script), ...args], { encoding: 'utf8' })
}

function python(code: string): void {
  execFileSync('python3', ['-B', '-c', code], { cwd: kit, stdio: 'pipe' })
}

function git(path: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: path, encoding: 'utf8' })
}
