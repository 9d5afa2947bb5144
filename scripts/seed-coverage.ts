import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { seedCoveragePage } from './seed-coverage-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
writeFileSync(`${root}test/seed-coverage.md`, seedCoveragePage(root))
