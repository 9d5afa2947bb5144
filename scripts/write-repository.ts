import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { toolRepository } from '../src/wiring/tool-repository.ts'
import { listFilesWithRepositoryNames, repositoryNames } from './repository-names.ts'

// Writes the repository of package.json into every page and workflow that names it.
const root = join(import.meta.dirname, '..')
for (const file of listFilesWithRepositoryNames()) {
  const path = join(root, file)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(repositoryNames, toolRepository))
}
