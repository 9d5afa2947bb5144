import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFilesWithRepositoryNames, repositoryNames } from '../../scripts/repository-names.ts'
import { toolRepository } from '../../src/wiring/tool-repository.ts'

const root = join(import.meta.dirname, '../..')

describe('the repository of package.json', () => {
  it('is an owner and a name', () => {
    expect(toolRepository).toMatch(/^[\w-]+\/warpgauge$/)
  })

  it.each(listFilesWithRepositoryNames())('is the one that %s names (npm run repository writes it)', (file) => {
    expect(new Set(readFileSync(join(root, file), 'utf8').match(repositoryNames))).toEqual(new Set([toolRepository]))
  })

  it('is looked for in pages, workflows and addresses', () => {
    expect(listFilesWithRepositoryNames()).toEqual(
      expect.arrayContaining(['README.md', 'docs/config.md', 'docs/quick-start.md', 'examples/workflows/measure.yml']),
    )
  })
})
