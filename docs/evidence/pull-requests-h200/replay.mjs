// Judges recorded pull requests again, a look at a time as a run does: node replay.mjs WARPGAUGE_CLI raw/*.jsonl
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const [cli, ...files] = process.argv.slice(2)
const runs = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')).map((line) => JSON.parse(line))
const metrics = {
  'ESM-2 stage': (trial) => trial.stages['ESM-2 Feature Extraction'],
  'DNABERT-S stage': (trial) => trial.stages['DNABERT-S Feature Extraction'],
  'wall time': (trial) => trial.wallSeconds,
  'CPU time': (trial) => trial.cpuSeconds,
}
const minEffect = 0.03
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

for (const [metric, of] of Object.entries(metrics)) {
  process.stdout.write(`\n${metric}, minimum effect ${minEffect * 100} %\n\n`)
  process.stdout.write('| planted | runs | regression | unchanged | improvement | inconclusive | runs per side | found (median) |\n')
  process.stdout.write('| -: | -: | -: | -: | -: | -: | -: | -: |\n')
  for (const effect of [0, 0.02, 0.05, 0.1]) {
    const answers = runs.filter((run) => run.effect === effect).map((run) => settle(run.trials, of))
    const count = (verdict) => answers.filter((answer) => answer.verdict === verdict).length
    const cells = [
      `${effect * 100} %`,
      answers.length,
      ...['regression', 'unchanged', 'improvement', 'inconclusive'].map(count),
      (answers.reduce((sum, { runs: taken }) => sum + taken, 0) / answers.length).toFixed(1),
      `${(median(answers.map((answer) => answer.effect)) * 100).toFixed(1)} %`,
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}

/** The first pair of every record is left out: it was the warm-up that the config had not asked for. */
function settle(trials, of) {
  const side = (name) => trials.filter((trial) => trial.side === name).map(of).slice(1)
  const [base, head] = [side('base'), side('head')]
  const most = Math.min(base.length, head.length)
  let answer = { verdict: 'inconclusive', effect: 0, runs: most }
  for (let taken = 3; taken <= most && answer.verdict === 'inconclusive'; taken += 1)
    answer = { ...judge(base.slice(0, taken), head.slice(0, taken)), runs: taken }
  return answer
}

function judge(base, head) {
  const request = { kind: 'pair', base, head, min_effect: minEffect, max_runs: 10 }
  const options = { input: `${JSON.stringify(request)}\n`, encoding: 'utf8' }
  return JSON.parse(execFileSync(process.execPath, [cli, 'judge'], options))
}
