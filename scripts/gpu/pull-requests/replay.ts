// What the rule of this checkout says of stored pull requests after 3, 4, 5, 6, 8 and 10 runs per side:
// node scripts/gpu/pull-requests/replay.ts DIR (folders with a run.json each). Prints one line per pull request, up to the
// look at which measuring would have stopped.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeComparisons, type JudgedComparison } from '../../../src/domain/verdict/judged-comparison.ts'
import { isCounted, nothingKnown } from '../../../src/domain/plan/interleaved-runs.ts'
import type { RunRecord } from '../../../src/record/run.ts'
import { parseRunRecord } from '../../../src/config/records/parse-records.ts'

const looks = [3, 4, 5, 6, 8, 10]

const [directory = '.'] = process.argv.slice(2)
for (const name of readdirSync(directory).toSorted()) {
  const path = join(directory, name, 'run.json')
  console.log(`${name.padEnd(30)} ${replay(parseRunRecord(readFileSync(path, 'utf8'))).join(' ')}`)
}

/** The gates at each look, until measuring stops or the recorded runs are used up. */
function replay(record: RunRecord): string[] {
  const recorded = Math.min(...record.plan.cases.map(({ id }) => countedRuns(record, id)))
  const texts: string[] = []
  for (const runs of looks.filter((look) => look <= recorded)) {
    const trials = record.plan.cases.flatMap(({ id }) => firstRuns(record, id, runs))
    const [judged] = judgeComparisons(record.plan, trials, nothingKnown)
    if (!judged) return ['nothing was compared']
    texts.push(`${runs} runs: ${gatesText(judged)};`)
    if (judged.progress.state !== 'open' && judged.progress.state !== 'measuring')
      return [...texts, judged.progress.state]
  }
  return [...texts, `would go on, ${recorded} runs were recorded`]
}

function countedRuns({ trials }: RunRecord, id: string): number {
  return trials.filter((trial) => trial.caseId === id && isCounted(trial)).length
}

function firstRuns({ trials }: RunRecord, id: string, runs: number): RunRecord['trials'] {
  return trials.filter((trial) => trial.caseId === id && isCounted(trial)).slice(0, runs)
}

function gatesText({ decisions }: JudgedComparison): string {
  return decisions
    .filter(({ isGate }) => isGate)
    .map(({ metric, decision, toleratedBecause }) => {
      const verdict = toleratedBecause === undefined ? decision.verdict : 'tolerated'
      return `${metric.name} ${verdict}`
    })
    .join(', ')
}
