import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ActionRun } from '../fakes/actions-runner.ts'
import type { Report } from '../../src/domain/verdict/report.ts'
import { createMovingBase, type MovingBase } from './moving-base.ts'
import { recordIn } from './run-check.ts'
import { writeToken } from './scenario.ts'

// Titles begin with the row of the table in docs/security.md that they attack.

/** Counts as far as its input says, times a factor: on the smallest input any factor costs the same. */
const program = `count=$(($(cat "$1") * $(cat factor.txt) * 150))
while [ $count -gt 0 ]; do count=$((count - 1)); done
echo done
`
const generator = `import { writeFileSync } from 'node:fs'
import { milliseconds } from './size.mjs'
writeFileSync(process.argv[2] + '/input', String(milliseconds))
`
const datasets = {
  read: '{ paths: [data/input] }',
  generated: '{ command: [node, make.mjs, "{output}"] }',
}

function configWith(dataset: string, ...lines: readonly string[]): string {
  return `version: 1
pipeline:
  name: burns
  devices: cpu
  command: [sh, program.sh, "{dataset}"]
  proof: { stdout: [done] }
datasets: { own: ${dataset} }
suites: { end-to-end: { run: { dataset: own, warmups: 0, repeats: 3 } } }
comparison: { reference: merge-base, minEffect: 0.9, gate: [cpu_time] }
${lines.join('\n')}
`
}

const files = { 'program.sh': program, 'factor.txt': '1', 'data/input': '40', 'make.mjs': generator }
const size = (milliseconds: number) => `export const milliseconds = ${milliseconds}\n`

async function createRig(config: string, more: Readonly<Record<string, string>> = {}): Promise<MovingBase> {
  return await createMovingBase({ '.github/warpgauge.yml': config, ...files, 'size.mjs': size(40), ...more })
}

/** Measures a pull request that changes these files, as a job without a token does. */
async function measure(rig: MovingBase, changed: Readonly<Record<string, string>>) {
  const { run, head } = await check(rig, changed)
  return { run, head, ...readResults(run) }
}

async function check(rig: MovingBase, changed: Readonly<Record<string, string>>) {
  const head = rig.commit('pull-7', changed, 'main')
  rig.open(7, head)
  return { head, run: await rig.check(7, { mergeSha: rig.merge(7) }) }
}

function readResults({ outputs }: ActionRun) {
  const folder = outputs['run-folder'] ?? ''
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  return { report, record: recordIn(folder), folder }
}

const caution = (report: Report): string =>
  report.findings
    .filter(({ kind }) => kind === 'caution')
    .map(({ subject, reason }) => `${subject} ${reason}`)
    .join('\n')
const differs = "dataset own differs between base and head; all revisions were measured with the base's"

describe('T-54: a slower head', () => {
  it.each<[string, keyof typeof datasets, Record<string, string>]>([
    ['that shrinks its dataset', 'read', { 'data/input': '1' }],
    [
      'that changes the command of its dataset',
      'generated',
      { 'make.mjs': generator.replace('milliseconds))', '1))') },
    ],
  ])('%s is measured with that of the base, and fails', async (_, kind, changed) => {
    await using rig = await createRig(configWith(datasets[kind]))
    const { run, report, record } = await measure(rig, { 'factor.txt': '8', ...changed })
    expect(run.outputs).toMatchObject({ verdict: 'fail', conclusion: 'failure' })
    expect(caution(report)).toContain(differs)
    expect(record).toMatchObject({
      datasets: [{ name: 'own', bytes: 2 }],
      datasetDifferences: [{ name: 'own', used: 'base', problem: null }],
    })
  })

  it('that changes what the command of its dataset imports gets what the base generated', async () => {
    await using rig = await createRig(configWith(datasets.generated))
    const { run, record } = await measure(rig, { 'factor.txt': '8', 'size.mjs': size(1) })
    expect(run.outputs).toMatchObject({ verdict: 'fail' })
    expect(record.datasets).toMatchObject([{ bytes: 2 }])
  })

  it('that shrinks its dataset misses a limit, although nothing is compared with the base', async () => {
    const limit = 'requirements: [{ id: QUICK, suite: end-to-end, value: wall_time, operator: "<", limit: 0.05 }]'
    const config = configWith(datasets.read, limit).replace('reference: merge-base', 'reference: baseline')
    await using rig = await createRig(config)
    const { run, record } = await measure(rig, { 'factor.txt': '20', 'data/input': '1' })
    expect(run.outputs).toMatchObject({ verdict: 'fail' })
    expect(record.plan.cases.map(({ revision }) => revision)).toEqual(['head'])
    expect(record.datasetDifferences).toMatchObject([{ used: 'base' }])
  })
})

describe('T-31: without a sandbox', () => {
  it('a setup of the head that shrinks the dataset of the base ends the run', async () => {
    const limit = 'requirements: [{ id: QUICK, suite: end-to-end, value: wall_time, operator: "<", limit: 0.05 }]'
    const config = configWith(datasets.read, limit, 'run: { isolation: none }')
      .replace('reference: merge-base', 'reference: baseline')
      .replace('command:', 'setup: [[node, build.mjs]]\n  command:')
    await using rig = await createRig(config, { 'build.mjs': '' })
    const shrink = `import { readdirSync, writeFileSync } from 'node:fs'
for (const tree of readdirSync('..').filter((name) => !name.includes('.')))
  writeFileSync('../' + tree + '/data/input', '1')
`
    const { run } = await check(rig, { 'factor.txt': '20', 'data/input': '1', 'build.mjs': shrink })
    expect(run.outputs['verdict']).not.toBe('pass')
    expect(run.stdout).toContain('files of dataset-base changed while it was not running: data/input')
  })

  it('a command of a dataset may leave files in its checkout', async () => {
    const config = configWith(datasets.generated, 'run: { isolation: none }')
    const writing = `${generator}writeFileSync('compiled', '1')\n`
    await using rig = await createRig(config, { 'make.mjs': writing })
    const { run } = await check(rig, { 'notes.txt': 'nothing that counts' })
    expect(run.outputs).toMatchObject({ verdict: 'pass' })
  })
})

describe('T-54: a dataset that the base cannot provide', () => {
  it('is that of the head, which cannot pass with it, also when another job publishes', async () => {
    await using rig = await createRig(configWith('{ paths: [data/added] }'))
    const head = rig.commit('pull-7', { 'data/added': '40' }, 'main')
    rig.open(7, head, { isFork: true })
    const run = await rig.check(7, { mergeSha: rig.merge(7) })
    expect(run.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    const { report, folder } = readResults(run)
    expect(report.reasons).toEqual([
      {
        code: 'dataset-from-head',
        text: 'dataset own comes from the head, because the base cannot provide it (datasets.own: data/added does not exist); merge it first',
      },
    ])
    await rig.publish(folder, head)
    expect(rig.lastCheck(head)).toMatchObject({ conclusion: 'neutral' })
    expect(rig.lastCheck(head)?.summary).toContain('dataset own comes from the head')
  })

  it('is that of the head without a doubt, if the config names its content', async () => {
    const sha256 = 'd59eced1ded07f84c145592f65bdf854358e009c5cd705f5215bf18697fed103'
    await using rig = await createRig(configWith(`{ paths: [data/added], sha256: ${sha256} }`))
    const { run, record } = await measure(rig, { 'data/added': '40' })
    expect(run.outputs).toMatchObject({ verdict: 'pass', conclusion: 'success' })
    expect(record).not.toHaveProperty('datasetDifferences')
  })

  it('is that of the head, if the setup of the base fails and only the head is measured', async () => {
    const limit = 'requirements: [{ id: QUICK, suite: end-to-end, value: wall_time, operator: "<", limit: 100 }]'
    const config = configWith(datasets.read, limit)
      .replace('reference: merge-base', 'reference: baseline')
      .replace('command:', 'setup: [[node, build.mjs]]\n  command:')
    await using rig = await createRig(config, { 'build.mjs': 'process.exit(3)\n' })
    const { run, report } = await measure(rig, { 'build.mjs': '' })
    expect(run.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(report.reasons[0]?.text).toContain('(setup of dataset-base failed: node build.mjs: exit code 3)')
  })

  it('fails a slower head all the same', async () => {
    await using rig = await createRig(configWith('{ paths: [data/added] }'))
    const { run } = await measure(rig, { 'data/added': '40', 'factor.txt': '8' })
    expect(run.outputs).toMatchObject({ verdict: 'fail' })
  })
})

it.each(Object.entries(datasets))('a dataset that is %s alike by both sides passes as before', async (_, dataset) => {
  await using rig = await createRig(configWith(dataset))
  const head = rig.commit('pull-7', { 'notes.txt': 'nothing that counts' }, 'main')
  rig.open(7, head)
  const run = await rig.check(7, { mergeSha: rig.merge(7), token: writeToken })
  expect(run.outputs).toMatchObject({ verdict: 'pass', conclusion: 'success' })
  const { report, record } = readResults(run)
  expect(caution(report)).not.toContain('dataset')
  expect(record).not.toHaveProperty('datasetDifferences')
})
