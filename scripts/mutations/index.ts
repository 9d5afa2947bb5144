import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../fuzz/random.ts'
import { applyMutation, listMutations, type Mutation } from './list-mutations.ts'
import { findTests, readImporters, type Importers, type ReachingTests } from './nearest-tests.ts'
import { copyWorkingTree, readResults, type SandboxedCopy } from './sandboxed-copy.ts'

// npm run mutations -- --seed 1 [--count 60] [--under src/domain] [--only 7] [--least 80]: changes the source in random
// places, one at a time and in a copy, and prints which changes the nearest unit and contract tests notice, or else
// others that reach the file. Needs bubblewrap.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '60' },
    under: { type: 'string', default: 'src' },
    only: { type: 'string' },
    least: { type: 'string', default: '80' },
  },
})
const root = join(import.meta.dirname, '../..')
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

type Place = {
  readonly number: number
  readonly file: string
  readonly mutation: Mutation
  readonly tests: ReachingTests
}
/** For one mutation in tests that are further away than the nearest; or a share of all, because a busy machine is slow. */
const [furtherMs, furtherShare] = [30_000, 0.25]

type Outcome = 'noticed' | 'hangs' | 'survived' | 'no test'

function isTest(path: string): boolean {
  return /^test\/(unit|contract)\/.*\.test\.ts$/.test(path)
}

function isUnitTest(path: string): boolean {
  return path.startsWith('test/unit/')
}

/** Contract tests take long: those further away run for a file without a unit test of its own. */
function selectTests(file: string, importers: Importers): ReachingTests {
  const { nearest, further } = findTests(file, importers, isTest)
  const own = file.replace(/^src\/(.*)\.ts$/, 'test/unit/$1.test.ts')
  return { nearest, further: further.filter(nearest.includes(own) ? isUnitTest : isTest) }
}

function drawPlaces(): Place[] {
  const files = globSync(`${values.under}{/**/*.ts,}`, {
    cwd: root,
    exclude: (path) => !/(^|\/)[^.]+$|\.ts$/.test(path),
  })
  const all = files
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .flatMap((file) => listMutations(readFileSync(join(root, file), 'utf8')).map((mutation) => ({ file, mutation })))
  const importers = readImporters(root)
  const chosen = new Set<(typeof all)[number]>()
  const random = createRandom(seed, 0)
  while (chosen.size < Math.min(Number(values.count), all.length)) chosen.add(random.pick(all))
  return [...chosen]
    .map((place, index) => ({ ...place, number: index + 1, tests: selectTests(place.file, importers) }))
    .filter(({ number }) => values.only === undefined || number === Number(values.only))
}

/** How long each test file takes without a mutation. Leaves out those that fail, or that do not run here. */
async function timeTests(copy: SandboxedCopy, tests: readonly string[]): Promise<Map<string, number>> {
  if (tests.length === 0) return new Map()
  await copy.runTests(tests)
  const results = readResults(copy)
  const failed = tests.filter((test) => results.get(test)?.status === 'failed')
  if (failed.length > 0) say(`left out, because they fail without a mutation: ${failed.join(', ')}`)
  const passed = [...results].filter(([, { status }]) => status === 'passed')
  return new Map(passed.map(([test, { startTime, endTime }]) => [test, endTime - startTime]))
}

async function examine(copy: SandboxedCopy, place: Place, times: ReadonlyMap<string, number>): Promise<Outcome> {
  const { nearest, further } = chooseTests(place, times)
  if (nearest.length + further.length === 0) return 'no test'
  const path = join(copy.directory, place.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, applyMutation(source, place.mutation))
  let outcome: Outcome = 'survived'
  for (const tests of [nearest, further]) {
    if (outcome !== 'survived' || tests.length === 0) continue
    const timeoutMs = 60_000 + 5 * tests.reduce((sum, test) => sum + (times.get(test) ?? 0), 0)
    const run = await copy.runTests(tests, { bail: true, timeoutMs })
    outcome = run.outcome === 'passed' ? 'survived' : run.outcome === 'hangs' ? 'hangs' : 'noticed'
  }
  writeFileSync(path, source)
  return outcome
}

/** The tests that pass without the mutation, the further ones as long as there is time. */
function chooseTests({ tests }: Place, times: ReadonlyMap<string, number>): ReachingTests {
  let leftMs = Math.max(furtherMs, furtherShare * [...times.values()].reduce((sum, ms) => sum + ms, 0))
  const further = tests.further.filter((test) => {
    const ms = times.get(test) ?? Number.POSITIVE_INFINITY
    return ms <= leftMs && (leftMs -= ms) >= 0
  })
  return { nearest: tests.nearest.filter((test) => times.has(test)), further }
}

function formatPlace({ number, file, mutation, tests }: Place, outcome: Outcome): string {
  const source = readFileSync(join(root, file), 'utf8')
  const line = source.slice(0, mutation.start).split('\n').length
  const [before, after] = shorten(source.slice(mutation.start, mutation.end), mutation.after)
  const { nearest } = tests
  const against = outcome === 'survived' ? ` (${nearest.slice(0, 3).join(', ')}${nearest.length > 3 ? ' …' : ''})` : ''
  return `${outcome.padEnd(8)} ${number}. ${file}:${line} ${before} → ${after}${against}`
}

/** Leaves out the end that both texts share, and breaks no line. */
function shorten(before: string, after: string): string[] {
  let shared = 0
  while (shared < Math.min(before.length, after.length) && before.at(-1 - shared) === after.at(-1 - shared)) shared += 1
  const cut = shared > 20 ? shared : 0
  return [before, after].map((text) => (cut ? `${text.slice(0, -cut)}…` : text).replaceAll(/\s+/g, ' '))
}

// The copies are removed when this process exits.
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130))
say(`seed ${seed}`)
const places = drawPlaces()
const copies = Array.from({ length: availableParallelism() }, () => copyWorkingTree(root))
const outcomes: Outcome[] = []
const [first] = copies
if (!first) throw new Error('no copy was made')
const reaching = places.flatMap(({ tests }) => [...tests.nearest, ...tests.further])
const times = await timeTests(first, [...new Set(reaching)])
const waiting = places.values()
await Promise.all(
  copies.map(async (copy) => {
    for (const place of waiting) {
      const outcome = await examine(copy, place, times)
      outcomes.push(outcome)
      say(formatPlace(place, outcome))
    }
  }),
)
const count = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length
const noticed = count('noticed') + count('hangs')
// A change that no test reaches is not noticed either.
const share = (100 * noticed) / outcomes.length
const untested = `${count('no test')} of the others without a test`
say(`noticed ${noticed} of ${outcomes.length} (${share.toFixed(0)} %), ${untested}, seed ${seed}`)
process.exitCode = share >= Number(values.least) ? 0 : 1
