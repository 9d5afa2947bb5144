import { parseArgs } from 'node:util'
import { killCommands } from '../test/e2e/kill-rig.ts'

/** `node scripts/kill-commands.ts --kills 500 --seed 1`: kills the built command line at random moments. Needs `dist/`. */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '500' }, seed: { type: 'string' } } })
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const say = (text: string): boolean => process.stdout.write(`${text}\n`)
say(`seed ${seed}`)
const { problems, ...counts } = await killCommands({ kills: Number(values.kills), seed, say })
say(JSON.stringify(counts))
say(problems.length === 0 ? 'nothing torn, nothing left' : `${problems.length} problems, seed ${seed}`)
process.exitCode = problems.length === 0 ? 0 : 1
