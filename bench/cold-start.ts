import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timeBareProcess } from './bare-process.ts'
import { startServer, timeToFirstRequest } from './first-request.ts'
import { middle, timePairs } from './pairs.ts'
import { writePublishRun } from './publish-run.ts'
import type { Row } from './row.ts'

const door = join(import.meta.dirname, '../dist/index.js')
const pairCount = 20

/** From the start of the process to the first request that reaches the API. */
export const coldStart: Row = {
  name: 'cold-start',
  question: 'How long until the Action, publishing what another job measured, asks GitHub for the first time?',
  async run() {
    const what = 'cold start of dist/index.js'
    if (!existsSync(door)) return { figures: [], notMeasured: [{ what, reason: 'dist not built' }] }
    const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
    await using server = await startServer()
    try {
      const env = await writePublishRun(folder, server.address)
      const action = (): Promise<number> => timeToFirstRequest([door], env, server.instance)
      const bare = (): Promise<number> => timeBareProcess([process.execPath, '-e', '0'], { PATH: env['PATH'] ?? '' })
      await bare()
      const refusal = await action().then(() => null, String)
      if (refusal !== null) return { figures: [], notMeasured: [{ what, reason: refusal }] }
      return figuresOf(await timePairs(action, bare, pairCount))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

function figuresOf(pairs: readonly (readonly [action: number, bare: number])[]): Awaited<ReturnType<Row['run']>> {
  const ratios = middle(pairs.map(([action, bare]) => action / bare))
  return {
    figures: [
      { what: 'dist/index.js to its first request', unit: 'ms', against: 'itself', ...middle(pairs.map(([a]) => a)) },
      { what: 'node -e 0', unit: 'ms', against: 'itself', ...middle(pairs.map(([, b]) => b)) },
      { what: 'first request', unit: '×', against: 'node -e 0', ...ratios },
    ],
    notMeasured: [],
  }
}
