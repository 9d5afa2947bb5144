import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { buildConfigJsonSchema } from '../src/config/records/json-schemas.ts'
import { configReference } from './config-reference.ts'
import { publishedSchemas } from './published-schemas.ts'

const directory = new URL('../schema/', import.meta.url)
await mkdir(directory, { recursive: true })
for (const [name, schema] of Object.entries(publishedSchemas())) {
  await writeFile(new URL(name, directory), `${JSON.stringify(schema, null, 2)}\n`)
}

const page = new URL('../docs/config.md', import.meta.url)
const marks = ['<!-- reference: written by `npm run schema` -->', '<!-- end of reference -->'] as const
const [before] = (await readFile(page, 'utf8')).split(marks[0])
await writeFile(page, `${before}${marks[0]}\n\n${configReference(buildConfigJsonSchema())}\n\n${marks[1]}\n`)
