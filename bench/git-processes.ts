import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { countGitProcesses, limits } from '../test/e2e/git-processes.ts'
import type { Figure, Row } from './row.ts'

/** Each process costs a few milliseconds, and more where an observer of the machine follows every start. */
export const gitProcesses: Row = {
  name: 'git-processes',
  question: 'How many git processes does one step start?',
  async run() {
    if (!existsSync(join(import.meta.dirname, '../dist/index.js')))
      return { figures: [], notMeasured: [{ what: 'git processes', reason: 'dist not built' }] }
    const counted = await countGitProcesses()
    const modes = ['check', 'publish'] as const
    const figures = modes.map((mode): Figure => {
      const { run, started } = counted[mode]
      if (run.conclusion !== 'success') throw new Error(`the step failed: ${run.stdout}`)
      const against = `the limit of ${limits[mode]}`
      return {
        what: `git processes per ${mode} step`,
        value: started.length,
        unit: 'processes',
        spread: null,
        count: 1,
        against,
      }
    })
    return { figures, notMeasured: [] }
  },
}
