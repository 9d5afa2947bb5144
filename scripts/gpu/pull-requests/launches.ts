// What launches alone say of recorded runs, drawn at random from stored pull requests, 1,000 draws per program and change:
// node scripts/gpu/pull-requests/launches.ts DIR (folders with a run.json each).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseRunRecord } from '../../../src/config/records/parse-records.ts'
import { measureMoreLaunches } from '../../../src/domain/kernels/launch-change.ts'
import type { KernelRecord } from '../../../src/record/kernels.ts'
import { createSeededRandom } from '../../../src/domain/core/bootstrap.ts'

const draws = 1000
const [directory = '.'] = process.argv.slice(2)
const random = createSeededRandom(1)
/** Records by program and planted change, such as `stencil gpu-1.5`; of unchanged commits `stencil equal`. */
const pools = new Map<string, KernelRecord[]>()

for (const name of readdirSync(directory).toSorted()) {
  const record = parseRunRecord(readFileSync(join(directory, name, 'run.json'), 'utf8'))
  const [program, ...change] = name.split('-')
  for (const { caseId, isRecorded, kernels } of record.trials) {
    if (!isRecorded || !kernels) continue
    const isEqual = name.includes('unchanged') || record.plan.comparisons.some(({ base }) => base === caseId)
    const key = `${program} ${isEqual ? 'equal' : change.slice(0, 2).join('-')}`
    pools.set(key, [...(pools.get(key) ?? []), kernels])
  }
}

for (const [key, pool] of pools) {
  const equal = pools.get(`${key.split(' ')[0]} equal`) ?? []
  for (const runs of [3, 5]) {
    const isPossible = key.endsWith(' equal') ? pool.length >= 2 * runs : Math.min(pool.length, equal.length) >= runs
    if (!isPossible) continue
    const found = Array.from({ length: draws }, () => {
      const both = key.endsWith(' equal') ? draw(pool, 2 * runs) : [...draw(equal, runs), ...draw(pool, runs)]
      return measureMoreLaunches(both.slice(0, runs), both.slice(runs))?.effect ?? 0
    })
    const count = found.filter((effect) => effect >= 0.01).length
    console.log(
      `${key}: ${runs} against ${runs} of ${pool.length} runs: 1 % or more work in ${count} of ${draws} draws`,
    )
  }
}

/** Different items of the list. */
function draw<Item>(items: readonly Item[], count: number): Item[] {
  const left = [...items]
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}
