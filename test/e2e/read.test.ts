import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommandInside, type Spoken } from '../fakes/inner-command.ts'

const fixtures = resolve(import.meta.dirname, '../fixtures')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-read-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function read(...args: string[]): Promise<Spoken> {
  return await runCommandInside({ cwd: folder, env: { ...process.env, NO_COLOR: '1' } }, 'read', ...args)
}

it('prints format, figures with unit, direction and source, and what is not judged', async () => {
  const { exitCode, stdout } = await read(join(fixtures, 'adapters/go-benchmark/packages.txt'))
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^Read: \d+ figures\n=+\n.*packages\.txt: go-benchmark\nTool: go test\n/)
  expect(stdout).toMatch(/bench:example\.com\/\S+ time +[\d.]+ [nµm]s +\d+ values? +lower/)
  expect(stdout).toContain('its direction is unknown')
})

it('says first what makes the files a failed run, and exits with 1', async () => {
  const { exitCode, stdout } = await read(join(fixtures, 'adapters/go-benchmark/failed.txt'))
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(
    /^Failed run: 4 figures\n[\s\S]*Counts as a failed run\n-+\n- example\.com\/counts\.BenchmarkBroken/,
  )
})

it('reads files of several formats as one run, and prints JSON', async () => {
  const paths = ['adapters/plain/list.json', 'gpu-metrics/nvitop.log'].map((path) => join(fixtures, path))
  const { exitCode, stdout } = await read(...paths, '--format', 'json')
  const { formats, figures, telemetry, faults } = JSON.parse(stdout) as Record<string, unknown>
  expect([exitCode, formats, faults]).toEqual([
    0,
    [
      { format: 'plain', files: [paths[0]] },
      { format: 'gpu-metrics', files: [paths[1]] },
    ],
    [],
  ])
  expect(figures).toContainEqual(expect.objectContaining({ unit: 's', betterWhen: 'lower' }))
  expect(telemetry).toMatchObject({ samples: 3, gpus: [{ gpu: 0 }, { gpu: 1 }] })
})

it('refuses a missing file, a name that is there twice, an unknown format and adapter, each with what to do', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'no figures\n')
  const measure = '{"latency": {"value": 5}}'
  writeFileSync(join(folder, 'twice.json'), `{"sort": ${measure}, "scan": ${measure}, "sort": ${measure}}`)
  for (const [args, message] of [
    [['absent.json'], /^error: cannot read \S*absent\.json[\s\S]*→ /],
    [['twice.json'], /^error: twice\.json names "sort" twice in one object, again in line 1\n {2}→ /],
    [['notes.txt'], /^error: notes\.txt has no known format\n {2}→ Write its figures as /],
    [['notes.txt', '--adapter', 'pytest'], /^error: there is no adapter pytest\n {2}→ Name one of auto, /],
    [['notes.txt', '--adapter', 'pytest-benchmark'], /^error: notes\.txt is not JSON/],
  ] as const) {
    const { exitCode, stdout, stderr } = await read(...args)
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
  }
})

it('is named where the output of a tool cannot be read', async () => {
  const config = `version: 1
pipeline: { name: t, devices: cpu }
suites:
  command: { benchmarks: [{ name: b, gpus: 0, command: [b, "{output}/o"], files: ["{output}/o"] }] }
`
  writeFileSync(join(folder, 'warpgauge.yml'), config)
  const cases = [{ suite: 'command', benchmark: 'b', adapter: 'hyperfine', files: ['cut.json'] }]
  writeFileSync(join(folder, 'cut.json'), '{"results": [{"command": "a", "times": [0.1')
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ config: 'warpgauge.yml', testbed: {}, cases }))
  const { exitCode, stderr } = await runCommandInside(
    { cwd: folder, env: process.env },
    'ingest',
    'manifest.json',
    '--out',
    'run',
  )
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/cut\.json is not JSON[\s\S]*`warpgauge read FILE` prints what is understood/)
})
