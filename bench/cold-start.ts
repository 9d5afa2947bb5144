import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeBareProcess } from './bare-process.ts'
import { startServer, timeToFirstRequest } from './first-request.ts'
import { middle, timePairs } from './pairs.ts'
import { writePublishRun } from './publish-run.ts'
import type { Figure, Row } from './row.ts'

const dist = join(import.meta.dirname, '../dist')
const door = join(dist, 'index.js')
const terminalDoor = join(dist, 'cli.js')
const pairCount = 20
const commandLines = [['--version'], ['--help'], ['run', '--help'], ['report', '--help'], ['judge', '--help']]
const env = { PATH: process.env['PATH'] ?? '' }
const bare = (): Promise<number> => timeBareProcess([process.execPath, '-e', '0'], env)

/** From the start of the process to the first request that reaches the API, and to the end of a help text. */
export const coldStart: Row = {
  name: 'cold-start',
  question: 'How long until the Action, publishing what another job measured, asks GitHub, and the command line helps?',
  async run() {
    const what = 'cold start of dist'
    if (!existsSync(door)) return { figures: [], notMeasured: [{ what, reason: 'dist not built' }] }
    const figures: Figure[] = []
    for (const args of commandLines) {
      const command = (): Promise<number> => timeBareProcess([process.execPath, terminalDoor, ...args], env)
      await command()
      figures.push(...figuresOf(`dist/cli.js ${args.join(' ')}`, await timePairs(command, bare, pairCount)))
    }
    const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
    await using server = await startServer()
    try {
      const publishing = await writePublishRun(folder, server.address)
      const action = (): Promise<number> => timeToFirstRequest([door], publishing, server.instance)
      const refusal = await action().then(() => null, String)
      if (refusal !== null) return { figures, notMeasured: [{ what: 'first request', reason: refusal }] }
      const pairs = await timePairs(action, bare, pairCount)
      return { figures: [...figures, ...figuresOf('dist/index.js to its first request', pairs)], notMeasured: [] }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function figuresOf(what: string, pairs: readonly (readonly [own: number, reference: number])[]): Figure[] {
  const ratios = middle(pairs.map(([own, reference]) => own / reference))
  return [
    { what, unit: 'ms', against: 'itself', ...middle(pairs.map(([own]) => own)) },
    { what, unit: '×', against: 'node -e 0', ...ratios },
  ]
}
