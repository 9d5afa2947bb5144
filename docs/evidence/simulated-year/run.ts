// node docs/evidence/simulated-year/run.ts [years] [settledAfter] [firstSeed]: writes settled-after-12.json (seeds from 1) or
// settled-after-12-from-101.json beside it and prints a summary.
import { writeFileSync } from 'node:fs'
import { scoreYear, type Score } from './score.ts'
import { plants } from './year.ts'

const seeds = Number(process.argv[2] ?? 10)
const settledAfter = Number(process.argv[3] ?? 12)
const first = Number(process.argv[4] ?? 1)
const rules = { metrics: ['*'], minEffect: 0.03, settledAfter, openWhen: 'confirmed' } as const
const scores: Score[] = []
for (let seed = first; seed < first + seeds; seed += 1) {
  const score = scoreYear(seed, rules)
  scores.push(score)
  const { issues, right, named, wrong, doubles, missed, closed, reopened, grown } = score
  console.log(
    `year ${seed}: ${issues} issues, ${right} right (${named} with the commit among the suspects), ${wrong.length} wrong, ${doubles.length} doubles; ${closed} times closed, ${reopened} reopened, ${grown} further metrics; missed: ${missed.join('; ') || 'none'}`,
  )
  for (const item of [...wrong, ...doubles]) console.log(`  ${JSON.stringify(item)}`)
}
const total = (of: (score: Score) => number): number => scores.reduce((sum, score) => sum + of(score), 0)
const planted = plants.filter(({ kind }) => kind !== 'improvement')
const found = planted.map(({ name }) => {
  const delays = scores.flatMap(({ delays: own }) => own[name] ?? []).toSorted((one, other) => one - other)
  return { name, found: delays.length, medianDelay: delays[Math.floor((delays.length - 1) / 2)] ?? null, delays }
})
const summary = {
  rules,
  years: seeds,
  issues: total(({ issues }) => issues),
  right: total(({ right }) => right),
  named: total(({ named }) => named),
  wrong: total(({ wrong }) => wrong.length),
  doubles: total(({ doubles }) => doubles.length),
  missed: total(({ missed }) => missed.length),
  planted: planted.length * seeds,
  closed: total(({ closed }) => closed),
  reopened: total(({ reopened }) => reopened),
  grown: total(({ grown }) => grown),
  found,
}
console.log(JSON.stringify(summary, null, 1))
const kept = scores.map((score) => ({ ...score, told: undefined }))
const file = new URL(`settled-after-${settledAfter}${first === 1 ? '' : `-from-${first}`}.json`, import.meta.url)
writeFileSync(file, `${JSON.stringify({ summary, years: kept }, null, 1)}\n`)
