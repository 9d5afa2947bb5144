import type { DataChange, DataSnapshot } from '../../ports/data-branch.ts'

const path = 'README.md'
const text = `# Performance history

Written by warpgauge; every commit adds to it and none rewrites it.

- \`history/<testbed>/<year>-<month>.jsonl\`: one line per run on the default branch, with its samples
- \`tracking/<testbed>.json\`: the regressions that are followed, and their issues

\`warpgauge history show --dir .\` in a checkout of this branch prints it.
`

/** A page that explains the branch, written with the first data; an existing page is kept. */
export async function createStartingReadme(snapshot: DataSnapshot): Promise<DataChange[]> {
  if ((await snapshot.list('history')).length > 0) return []
  const root = await snapshot.list('')
  return root.some((entry) => entry.path === path) ? [] : [{ path, text }]
}
