// Counts what run.mjs wrote down: node tell.mjs OUT/runs.jsonl…
import { readFileSync } from 'node:fs'

const lines = process.argv.slice(2).flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
const runs = lines.map((line) => JSON.parse(line))
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
process.stdout.write('| planted | runs | regression | unchanged | improvement | inconclusive | runs per side | seconds | found (median) |\n')
process.stdout.write('| -: | -: | -: | -: | -: | -: | -: | -: | -: |\n')
for (const effect of [...new Set(runs.map((run) => run.effect))].toSorted((a, b) => a - b)) {
  const own = runs.filter((run) => run.effect === effect)
  const count = (verdict) => own.filter((run) => run.verdict === verdict).length
  const found = own.map((run) => run.found ?? 0).toSorted((a, b) => a - b)[own.length >> 1]
  const cells = [
    `${effect * 100} %`,
    own.length,
    ...['regression', 'unchanged', 'improvement', 'inconclusive'].map(count),
    mean(own.map((run) => run.runs ?? 0)).toFixed(1),
    mean(own.map((run) => run.seconds)).toFixed(0),
    `${(found * 100).toFixed(1)} %`,
  ]
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
