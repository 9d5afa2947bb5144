import { mkdir, writeFile } from 'node:fs/promises'
import { publishedSchemas } from '../src/config/json-schemas.ts'

const directory = new URL('../schema/', import.meta.url)
await mkdir(directory, { recursive: true })
for (const [name, schema] of Object.entries(publishedSchemas())) {
  await writeFile(new URL(name, directory), `${JSON.stringify(schema, null, 2)}\n`)
}
