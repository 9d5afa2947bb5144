import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The repository of warpgauge in a page or workflow: in `uses:`, in an address, or as code. */
export const repositoryNames = /(?<=^|[\s`"']|github(?:usercontent)?\.com\/)[\w-]+\/warpgauge(?=@v\d|\/main\/|[`,])/gm

/** Pages and workflows that name the repository, relative to it. */
export function listFilesWithRepositoryNames(): string[] {
  const files = globSync(['*.md', 'docs/*.md', 'examples/workflows/*.yml', '.github/**/*.{md,yml}'], { cwd: root })
  return files.filter((file) => readFileSync(join(root, file), 'utf8').match(repositoryNames) !== null).toSorted()
}
