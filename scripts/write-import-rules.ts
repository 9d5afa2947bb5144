import { readFile, writeFile } from 'node:fs/promises'
import { formatImportRules } from './import-lint.ts'

// npm run rules: writes the table of import rules into docs/architecture.md.
const page = new URL('../docs/architecture.md', import.meta.url)
const marks = ['<!-- import rules: written by `npm run rules` -->', '<!-- end of import rules -->'] as const
const text = await readFile(page, 'utf8')
const [before, rest] = text.split(marks[0])
const after = rest?.split(marks[1])[1]
if (after === undefined) throw new Error(`${page.pathname} lacks the marks of the import rules`)
await writeFile(page, `${before}${marks[0]}\n\n${formatImportRules()}\n\n${marks[1]}${after}`)
