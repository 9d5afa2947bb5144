import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer, timeToFirstRequest } from './first-request.ts'
import { writePublishRun } from './publish-run.ts'
import type { Figure, Row } from './row.ts'

const dist = join(import.meta.dirname, '../dist')
const door = join(dist, 'index.js')

/** What GitHub downloads with the repository, and what of it Node really reads before the first request. */
export const bundleSize: Row = {
  name: 'bundle-size',
  question: 'How much JavaScript is read before the Action, in mode publish, asks GitHub for the first time?',
  async run() {
    if (!existsSync(door)) return { figures: [], notMeasured: [{ what: 'dist/index.js', reason: 'dist not built' }] }
    const all = globSync('**/*.js', { cwd: dist }).map((file) => join(dist, file))
    const allBytes = await sumOfBytes(all)
    const sizes = [
      size('dist/index.js', await sumOfBytes([door])),
      size(`all JavaScript in dist (${all.length} files)`, allBytes),
    ]
    const read = await filesRead().catch(String)
    if (typeof read === 'string') return { figures: sizes, notMeasured: [{ what: 'files read', reason: read }] }
    const readBytes = await sumOfBytes(read)
    const share = { value: (readBytes / allBytes) * 100, unit: '%', spread: null, count: 1 } as const
    return {
      figures: [
        ...sizes,
        size(`read up to the first request (${read.length} files)`, readBytes),
        { what: 'read up to the first request', ...share, against: 'all JavaScript in dist' },
      ],
      notMeasured: [],
    }
  },
}

/** Asks Node itself: chunks behind `await import()` count when they were loaded. */
async function filesRead(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'warpgauge-bench-'))
  await using server = await startServer()
  try {
    const list = join(folder, 'loaded')
    const env = { ...(await writePublishRun(folder, server.address)), BENCH_LOADED: list }
    await timeToFirstRequest([`--import=${watcher()}`, door], env, server.instance)
    const addresses = (await readFile(list, 'utf8')).trim().split('\n')
    return [...new Set(addresses)].map((address) => fileURLToPath(address))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A module that writes down the address of every file that Node loads. */
function watcher(): string {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, next) {
        if (url.startsWith('file:')) appendFileSync(process.env.BENCH_LOADED, url + '\\n')
        return next(url, context)
      },
    })`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

async function sumOfBytes(files: readonly string[]): Promise<number> {
  const stats = await Promise.all(files.map((file) => stat(file)))
  return stats.reduce((sum, { size: bytes }) => sum + bytes, 0)
}

function size(what: string, bytes: number): Figure {
  return { what, value: bytes / 1000, unit: 'kB', spread: null, count: 1, against: 'itself' }
}
