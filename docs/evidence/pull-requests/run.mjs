// Measures many small pull requests for real and writes down what came of each: node run.mjs OUT [runs] [metric].
// Every run: a clone, a head that does 0, 2, 5 or 10 % more work than its merge base, `warpgauge run`, its verdict.
import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loopOf, stepsPerSecond } from './plant-work.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const [out = 'out', runs = '40', metric = 'wall_time'] = process.argv.slice(2)
const effects = [0, 0.02, 0.05, 0.1]
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-prs-'))
const clone = join(folder, 'pipeline')
const cli = join(root, 'dist/cli.js')
mkdirSync(out, { recursive: true })

cpSync(join(root, 'examples/reference-pipeline'), clone, { recursive: true })
writeFileSync(join(clone, 'work.mjs'), loopOf(0))
const main = readFileSync(join(clone, 'pipeline.mjs'), 'utf8').replace('\n', "\nimport './work.mjs'\n")
writeFileSync(join(clone, 'pipeline.mjs'), main)
writeFileSync(join(clone, '.github/warpgauge.yml'), configOf(metric))
git('init', '--quiet', '--initial-branch=main')
commit('The base')
const seconds = secondsOfTheBase()
const rate = await stepsPerSecond()
for (const effect of effects) {
  git('checkout', '--quiet', '-b', nameOf(effect), 'main')
  writeFileSync(join(clone, 'work.mjs'), `${loopOf(Math.round(effect * seconds * rate))}// ${effect}\n`)
  commit(`${effect * 100} % more work`)
}
for (let round = 0; round < Number(runs); round += 1) {
  for (const effect of shuffled(effects, round)) measure(effect, round)
}
rmSync(folder, { recursive: true })

function measure(effect, round) {
  git('checkout', '--quiet', nameOf(effect))
  const runFolder = join(folder, 'run')
  rmSync(runFolder, { recursive: true, force: true })
  const load = loadavg()[0]
  const start = Date.now()
  const { status } = spawnSync(process.execPath, [cli, 'run', '--base', 'main', '--out', runFolder], { cwd: clone })
  const report = JSON.parse(readFileSync(join(runFolder, 'report.json'), 'utf8'))
  const record = JSON.parse(readFileSync(join(runFolder, 'run.json'), 'utf8'))
  const gate = report.comparisons.find((item) => item.metric === metric)
  const samples = (label) =>
    record.trials.filter((trial) => trial.caseId.includes(`revision=${label}`)).map((trial) => trial.wallSeconds)
  const line = {
    effect,
    round,
    status,
    verdict: gate?.verdict ?? report.verdict,
    found: gate?.effect,
    interval: gate?.interval,
    runs: gate?.head?.count,
    reason: gate?.reason,
    load,
    seconds: (Date.now() - start) / 1000,
    base: samples('base'),
    head: samples('head'),
  }
  appendFileSync(join(out, 'runs.jsonl'), `${JSON.stringify(line)}\n`)
}

function configOf(gate) {
  return `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, pipeline.mjs, predict, '{dataset}', --gpus, '{gpus}', --parallel, --output-dir, '{output}']
  proof: { results: { path: '{output}/*_merged/prediction_results_highestscore.csv' } }
datasets:
  small: { preset: small, seed: 1 }
revisions:
  base: { ref: merge-base }
suites:
  revision: { run: { dataset: small }, against: [base], gpus: 1 }
comparison: { minEffect: 0.05, gate: [${gate}] }
`
}

/** Median wall time of the base, the unit of the planted work. */
function secondsOfTheBase() {
  const data = join(folder, 'data')
  execFileSync(process.execPath, [cli, 'dataset', '--preset', 'small', '--seed', '1', '--out', data])
  const input = execFileSync('find', [data, '-name', '*.fa*'], { encoding: 'utf8' }).trim().split('\n')
  const times = Array.from({ length: 9 }, (_, index) => {
    const output = join(folder, `o${index}`)
    const start = performance.now()
    const args = [join(clone, 'pipeline.mjs'), 'predict', ...input, '--gpus', '0', '--parallel', '--output-dir', output]
    execFileSync(process.execPath, args, { stdio: 'ignore' })
    return (performance.now() - start) / 1000
  })
  const median = times.toSorted((a, b) => a - b)[4]
  writeFileSync(join(out, 'base-seconds.json'), `${JSON.stringify({ median, times })}\n`)
  return median
}

function nameOf(effect) {
  return `effect-${effect * 100}`
}

function shuffled(items, round) {
  return items.map((_, index) => items[(index * 3 + round) % items.length])
}

function commit(message) {
  git('add', '--all')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', message)
}

function git(...args) {
  execFileSync('git', args, { cwd: resolve(clone), stdio: 'pipe' })
}
