import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { EnvironmentError, UserError } from '../../src/domain/core/errors.ts'
import { applyMutations, drawMutations, type Mutation } from './mutate.ts'
import { createRandom } from './random.ts'
import { checkSeeds } from './run-folders.ts'
import type { Target } from './target.ts'
import { targets } from './targets.ts'

// npm run fuzz -- --seconds 60 --seed 1 [--only ROUND]: damages everything that others write and reads it. A finding is a
// crash, a pass that the input does not bear out, an answer that takes too long, or too much memory. It is made smaller,
// saved and printed with its seed and round.

const slowestMs = 5000
const hangMs = 30_000
const mostBytes = 2 ** 31

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    only: { type: 'string' },
    target: { type: 'string' },
    out: { type: 'string', default: 'fuzz-findings' },
  },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const chosen = targets.filter(({ name }) => values.target === undefined || name === values.target)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)

/** Beats once a round; the thread that listens ends the process when the main thread hangs. */
const beat = new Int32Array(new SharedArrayBuffer(8))
const watchdog = `const { workerData } = require('node:worker_threads'); const fs = require('node:fs'); let last = -1
setInterval(() => { const now = Atomics.load(workerData, 0)
  if (now === last) { fs.writeSync(1, 'HANGS: round ' + now + ' of seed ${seed}\\n'); process.kill(process.pid, 'SIGKILL') } last = now }, ${hangMs})`

type Round = { readonly target: Target; readonly input: string; readonly mutations: readonly Mutation[] }

function drawRound(place: number): Round {
  const random = createRandom(seed, place)
  const total = chosen.reduce((sum, { share }) => sum + share, 0)
  let left = random.share() * total
  const target = chosen.find(({ share }) => (left -= share) < 0) ?? chosen[0]
  if (!target) throw new Error(`there is no target ${values.target}`)
  if ('draw' in target) return { target, input: target.draw(random), mutations: [] }
  return { target, input: random.pick(target.seeds), mutations: drawMutations(random, target.isJson) }
}

/** Inputs that were not refused, by target: a fuzzer whose inputs are all refused at the door looks at nothing else. */
const accepted: Record<string, number> = {}

/** What is wrong with the answer to an input; null: nothing. */
async function examine(target: Target, input: string): Promise<string | null> {
  const started = performance.now()
  try {
    await target.run(input)
    accepted[target.name] = (accepted[target.name] ?? 0) + 1
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof EnvironmentError))
      return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
  const took = performance.now() - started
  // The command line takes a process, and this machine may be busy.
  if (took > slowestMs && !target.name.includes('command line')) return `took ${Math.round(took)} ms`
  const { rss } = process.memoryUsage()
  return rss > mostBytes ? `holds ${rss} bytes` : null
}

/** Leaves out one mutation after the other while the finding stays. */
async function minimise({ target, input, mutations }: Round): Promise<string> {
  let kept = mutations
  for (const mutation of mutations) {
    const fewer = kept.filter((item) => item !== mutation)
    if ((await examine(target, applyMutations(input, fewer))) !== null) kept = fewer
  }
  return applyMutations(input, kept)
}

async function report(place: number, round: Round, problem: string): Promise<void> {
  const smallest = await minimise(round)
  mkdirSync(values.out, { recursive: true })
  const path = join(values.out, `seed-${seed}-round-${place}.txt`)
  writeFileSync(path, smallest)
  say(
    `FINDING in "${round.target.name}", seed ${seed} round ${place}, input in ${path} (${smallest.length} characters):\n${problem}`,
  )
  say(`again: npm run fuzz -- --seed ${seed} --only ${place}\n`)
}

const guard = new Worker(watchdog, { eval: true, workerData: beat })
guard.unref()
say(`seed ${seed}`)
await checkSeeds()
const rounds: Record<string, number> = {}
let findings = 0
const end = performance.now() + Number(values.seconds) * 1000
const first = Number(values.only ?? 0)
for (let place = first; performance.now() < end && (values.only === undefined || place === first); place += 1) {
  Atomics.store(beat, 0, place)
  const round = drawRound(place)
  rounds[round.target.name] = (rounds[round.target.name] ?? 0) + 1
  const problem = await examine(round.target, applyMutations(round.input, round.mutations))
  if (problem === null) continue
  findings += 1
  await report(place, round, problem)
  if (findings >= 20) break
}
say(`inputs: ${JSON.stringify(rounds)}\nnot refused: ${JSON.stringify(accepted)}\n${findings} findings, seed ${seed}`)
process.exitCode = findings === 0 ? 0 : 1
