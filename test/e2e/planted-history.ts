import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseHistoryRecord } from '../../src/config/records/parse-records.ts'
import type { HistoryRecord } from '../../src/record/history.ts'
import { setRef, writeCommit } from '../fakes/commit-files.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import type { Scenario } from './scenario.ts'

const branch = 'warpgauge-data'

/** Every line of the history, as the data branch has it; none while there is no such branch. */
export function storedLines({ folder }: Pick<Scenario, 'folder'>): string[] {
  const git = gitWith(gitEnvironment(folder)).bind(null, join(folder, 'hub.git'))
  if (git('branch', '--list', branch) === '') return []
  const files = git('ls-tree', '-r', '--name-only', branch, 'history').split('\n')
  return files.flatMap((file) => git('show', `${branch}:${file}`).split('\n'))
}

/** Commits without changes on the default branch; gives all of its commits, oldest first. */
export function growMain({ folder }: Pick<Scenario, 'folder'>, count: number): string[] {
  const git = gitWith(gitEnvironment(folder))
  const hub = join(folder, 'hub.git')
  const tree = git(hub, 'rev-parse', 'main^{tree}')
  let tip = git(hub, 'rev-parse', 'main')
  for (let index = 0; index < count; index += 1)
    tip = writeCommit(hub, { tree, parents: [tip], message: `Change ${index} @everyone <img src=x>` })
  setRef(hub, 'refs/heads/main', tip)
  return git(hub, 'rev-list', '--reverse', 'main').split('\n')
}

/** The line that was measured as it would have been for the second commit and those after it: `levels` times as much. */
export function plant(
  { folder }: Pick<Scenario, 'folder'>,
  line: string,
  { commits, levels }: { readonly commits: readonly string[]; readonly levels: readonly number[] },
): void {
  const git = gitWith(gitEnvironment(folder))
  const measured = parseHistoryRecord(line, 'the measured line')
  const lines = levels.map((level, index) =>
    JSON.stringify(otherRun(measured, { order: index + 1, level, commit: commits[index + 1] ?? '' })),
  )
  const clone = join(folder, 'data')
  git(folder, 'clone', '--quiet', '--branch', branch, `file://${folder}/hub.git`, clone)
  const path = join(clone, 'history', measured.testbed.id, '2026-01.jsonl')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${lines.join('\n')}\n`)
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '-m', 'Earlier runs')
  git(clone, 'push', '--quiet', 'origin', branch)
}

type Level = { readonly order: number; readonly level: number; readonly commit: string }

function otherRun(measured: HistoryRecord, { order, level, commit }: Level): HistoryRecord {
  const measuredAt = new Date(Date.UTC(2026, 0, 1, order)).toISOString()
  const cases = measured.cases.map((item) => ({
    ...item,
    metrics: item.metrics.map((metric) => ({
      ...metric,
      samples: metric.samples.map((value) => {
        const noisy = level * (1 + 0.004 * Math.sin(order * 7))
        return metric.betterWhen === 'lower' ? value * noisy : value / noisy
      }),
    })),
  }))
  return { ...measured, runId: `planted-${order}`, commit, order, measuredAt, cases }
}
