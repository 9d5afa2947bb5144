import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedFigures } from '../test/unit/published-figures.ts'
import { publishedLogs } from '../test/unit/published-logs.ts'

const folder = new URL('../test/fixtures/published/', import.meta.url)
for (const [path, text] of Object.entries(publishedLogs(publishedFigures))) {
  const place = new URL(path, folder)
  await mkdir(dirname(fileURLToPath(place)), { recursive: true })
  await writeFile(place, text)
}
